import { EMAIL, isDate, isNumber, isWebAddress } from '../../shared/input-formats.ts'
import type { Prefill } from '../prefill.ts'
import type { Asked, Extras, FormAnswer, Question } from './extras.ts'

const TICKED: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on'])

/** A prefilled answer as the form holds it; undefined if it is none to this question. */
function prefilledAnswer(
  { kind, options }: Question,
  given: readonly string[],
): FormAnswer | undefined {
  const [text = ''] = given
  switch (kind) {
    case 'checkbox':
      return TICKED.has(text.toLowerCase())
    case 'multi_select':
      return options?.filter((option) => given.includes(option)) ?? []
    case 'select':
      return options?.includes(text) ? text : undefined
    case 'number':
      return isNumber(text) ? text : undefined
    case 'date':
      return isDate(text) ? text : undefined
    case 'email':
      return EMAIL.test(text) ? text : undefined
    case 'url':
      return isWebAddress(text) ? text : undefined
    default:
      return text
  }
}

const emptyAnswer = ({ kind }: Question): FormAnswer =>
  kind === 'checkbox' ? false : kind === 'multi_select' ? [] : ''

/** The first values of the form, from what the link of the page answers already. */
export function initialExtras({ questions }: Asked, { phone, guests, answers }: Prefill): Extras {
  const first = questions.map((question): readonly [string, FormAnswer] => {
    const given = answers.get(question.id)
    return [question.id, (given && prefilledAnswer(question, given)) ?? emptyAnswer(question)]
  })
  return {
    locationOption: 0,
    place: '',
    phone,
    answers: Object.fromEntries(first),
    guests: guests.map((email, index) => ({ key: index, email })),
  }
}
