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

/** Whether an answer is one to a question. Another event type can ask something else under the same id. */
function isAnswerTo({ kind, options }: Question, answer: FormAnswer): boolean {
  if (kind === 'checkbox') return typeof answer === 'boolean'
  if (kind === 'multi_select') {
    return typeof answer === 'object' && answer.every((each) => options?.includes(each))
  }
  if (typeof answer !== 'string') return false
  return kind !== 'select' || answer === '' || options?.includes(answer) === true
}

/** What was typed, with the first values of what is asked only now. */
export function typedExtras(asked: Asked, first: Extras, typed: Extras): Extras {
  const unfit = asked.questions.flatMap((question) => {
    const answer = typed.answers[question.id]
    const isFit = answer !== undefined && isAnswerTo(question, answer)
    return isFit ? [] : [[question.id, first.answers[question.id]]]
  })
  return {
    ...typed,
    locationOption: typed.locationOption < asked.locations.length ? typed.locationOption : 0,
    answers: { ...typed.answers, ...Object.fromEntries(unfit) },
  }
}
