import { EMAIL, isDate, isNumber, isPhone, isWebAddress } from '../../shared/input-formats.ts'
import type { BookingInput } from '../wish.ts'
import {
  type Asked,
  type Extras,
  type FormAnswer,
  needsPhone,
  needsPlace,
  type Question,
} from './extras.ts'
import type { extrasMessages } from './messages.ts'

type Texts = typeof extrasMessages.en

/** Messages by the names of the fields. */
export type FieldErrors = Readonly<Record<string, string>>

/** The name of the field for the place that the booker names. Each field is named as its value in the API. */
export const PLACE_FIELD = 'location/value'

/** The name of a question's field. */
export const answerField = (questionId: string): string => `answers/${questionId}`

/** The name of the field of a guest's email address. */
export const guestField = (index: number): string => `guests/${index}/email`

function isEmpty(answer: FormAnswer | undefined): boolean {
  if (typeof answer === 'string') return answer.trim() === ''
  return answer === undefined || answer === false || (answer !== true && answer.length === 0)
}

function missingText({ kind }: Question, t: Texts): string {
  if (kind === 'checkbox') return t.checkMissing
  return kind === 'select' || kind === 'multi_select' ? t.choiceMissing : t.missing
}

const FORMATS: Partial<
  Record<Question['kind'], readonly [isValid: (text: string) => boolean, text: keyof Texts]>
> = {
  email: [(text) => EMAIL.test(text), 'emailWrong'],
  phone: [isPhone, 'phoneWrong'],
  number: [isNumber, 'numberWrong'],
  date: [isDate, 'dateWrong'],
  url: [isWebAddress, 'urlWrong'],
}

function answerError(
  question: Question,
  answer: FormAnswer | undefined,
  t: Texts,
): string | undefined {
  if (isEmpty(answer)) return question.required ? missingText(question, t) : undefined
  if (typeof answer !== 'string') return undefined
  const format = FORMATS[question.kind]
  const given = answer.trim()
  if (format === undefined)
    return matches(question, given) ? undefined : (question.hint ?? t.missing)
  const [isValid, text] = format
  const message = t[text]
  if (typeof message !== 'string') return undefined
  if (!isValid(given)) return message
  return question.kind === 'number' ? boundsError(question, Number(given), message) : undefined
}

/** Whether an answer matches the pattern of its question as a whole. The server allows patterns that mean the same here. */
function matches({ pattern }: Question, answer: string): boolean {
  return pattern === null || new RegExp(`^(?:${pattern})$`, 'u').test(answer)
}

/** That a number is out of bounds, with the bounds in signs that need no translation. */
function boundsError({ min, max }: Question, given: number, message: string): string | undefined {
  const isWithin = (min === null || given >= min) && (max === null || given <= max)
  if (isWithin) return undefined
  if (min === null) return `${message} (≤ ${max})`
  return max === null ? `${message} (≥ ${min})` : `${message} (${min} – ${max})`
}

function guestErrors({ guests }: Extras, t: Texts): FieldErrors {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, guest] of guests.entries()) {
    const email = guest.email.trim().toLowerCase()
    if (!EMAIL.test(email)) errors[guestField(index)] = t.emailWrong
    else if (seen.has(email)) errors[guestField(index)] = t.guestTwice
    seen.add(email)
  }
  return errors
}

/** What is missing or wrong, by the names of the fields. */
export function checkExtras(asked: Asked, extras: Extras, t: Texts): FieldErrors {
  const errors: Record<string, string> = {}
  const { place, phone } = extras
  if (needsPlace(asked, extras) && place.trim() === '') errors[PLACE_FIELD] = t.placeMissing
  if (needsPhone(asked, extras) && !isPhone(phone.trim())) errors.phone = t.phoneWrong
  for (const question of asked.questions) {
    const message = answerError(question, extras.answers[question.id], t)
    if (message !== undefined) errors[answerField(question.id)] = message
  }
  return { ...errors, ...guestErrors(extras, t) }
}

/** An answer as the API takes it. */
function sentAnswer({ kind }: Question, answer: FormAnswer): string | number | boolean | string[] {
  if (typeof answer === 'boolean') return answer
  if (typeof answer !== 'string') return [...answer]
  return kind === 'number' ? Number(answer) : answer.trim()
}

/** What the form adds to a booking. Members without a value are absent. */
export function sentExtras(
  asked: Asked,
  extras: Extras,
): {
  readonly phone?: string
  readonly more: Pick<BookingInput, 'location' | 'answers' | 'guests'>
} {
  const answered = asked.questions.flatMap((question) => {
    const answer = extras.answers[question.id]
    return answer === undefined || isEmpty(answer)
      ? []
      : [[question.id, sentAnswer(question, answer)] as const]
  })
  const place = needsPlace(asked, extras) && { value: extras.place.trim() }
  return {
    ...(needsPhone(asked, extras) && { phone: extras.phone.trim() }),
    more: {
      ...(asked.locations.length > 0 && { location: { option: extras.locationOption, ...place } }),
      ...(answered.length > 0 && { answers: Object.fromEntries(answered) }),
      ...(extras.guests.length > 0 && {
        guests: extras.guests.map(({ email }) => ({ email: email.trim() })),
      }),
    },
  }
}
