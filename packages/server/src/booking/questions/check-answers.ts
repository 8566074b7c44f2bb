import { type Answers, type AnswerValue, ok, type Result, refuse } from '@holdfast/engine'
import { type InputError, pointerStep, type Refusal } from '../../kernel/refusals.ts'
import { type GivenAnswers, type ReadPhone, readAnswer } from './answer-value.ts'
import { decides } from './deciding-answers.ts'
import type { Question } from './question.ts'

/** The most characters of a value that a message repeats. */
const QUOTED_LENGTH = 60

/** The answers of a booking: those to private questions are stored apart, encrypted. */
export interface CheckedAnswers {
  readonly answers: Answers
  readonly privateAnswers: Answers
}

/** How answers are checked. */
export interface AnswerRules {
  /** Whether each required question needs an answer now. */
  readonly asksRequired: boolean
  /**
   * Whether the required questions that decide need one now. False: their answers are those of the booking, and stay. Default:
   * false.
   */
  readonly asksDeciding?: boolean
  /** The answers that the booking has already. Absent: it is new. */
  readonly known?: CheckedAnswers | undefined
  readonly readPhone: ReadPhone
}

/**
 * Checks answers to the questions of an event type and merges them with those that the booking has already,
 * which are not checked again. Refuses with `validation_failed` and all errors at once: pointer
 * `/answers/<id>`, and a message with the label, the value and what to send instead. A message never repeats
 * the value of a private answer.
 */
export async function checkAnswers(
  questions: readonly Question[],
  given: GivenAnswers,
  { asksRequired, asksDeciding = false, known, readPhone }: AnswerRules,
): Promise<Result<CheckedAnswers, Refusal>> {
  const answers = new Map(Object.entries(known?.answers ?? {}))
  const privateAnswers = new Map(Object.entries(known?.privateAnswers ?? {}))
  const byId = new Map(questions.map((question) => [question.id, question]))
  const errors: InputError[] = []
  const report = (id: string, message: string) =>
    errors.push({ pointer: `/answers/${pointerStep(id)}`, message })
  for (const [id, value] of Object.entries(given)) {
    const question = byId.get(id)
    if (question === undefined) {
      // The answer to a question that the event type no longer has can be removed.
      const wasRemoved = [answers.delete(id), privateAnswers.delete(id)].includes(true)
      if (value !== null || !wasRemoved) report(id, unknownQuestion(id, questions))
      continue
    }
    if (known && decides(question)) {
      if (!isSame(answers.get(id), value)) report(id, `${named(question)} ${CANNOT_CHANGE}`)
      continue
    }
    const read = value === null ? undefined : await readAnswer(question, value, readPhone)
    if (read?.kind === 'wrong') {
      report(id, `${named(question)} is wrong${quoted(question, value)}. ${read.expected}`)
      continue
    }
    answers.delete(id)
    privateAnswers.delete(id)
    if (read?.kind !== 'answer') continue
    const into = question.isPrivate ? privateAnswers : answers
    into.set(id, read.value)
  }
  const wrong = new Set(errors.map(({ pointer }) => pointer))
  for (const question of questions) {
    const { id } = question
    const isAsked = decides(question) ? asksDeciding : asksRequired
    if (!isAsked || !question.isRequired || wrong.has(`/answers/${id}`)) continue
    const value = answers.get(id) ?? privateAnswers.get(id)
    if (value === undefined) report(id, `${named(question)} is required.`)
    else if (value === false) report(id, `${named(question)} must be accepted. Send true.`)
  }
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  return ok({
    answers: Object.fromEntries(answers),
    privateAnswers: Object.fromEntries(privateAnswers),
  })
}

const CANNOT_CHANGE =
  'decides about the duration, the price or the people of the booking, and cannot change. Leave it out, or book again.'

const isSame = (known: AnswerValue | undefined, given: AnswerValue | null): boolean =>
  JSON.stringify(known ?? null) === JSON.stringify(given)

const named = ({ label }: Question): string => `The answer to "${label}"`

/** The value in a message; that of a private answer would be stored with the refusal. */
function quoted({ isPrivate }: Question, value: AnswerValue | null): string {
  if (isPrivate) return ''
  const text = JSON.stringify(value)
  return `: ${text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH).toWellFormed()}…` : text}`
}

function unknownQuestion(id: string, questions: readonly Question[]): string {
  const ids = questions.map((question) => question.id)
  return ids.length === 0
    ? `"${id}" is no question: the event type asks none. Leave it out.`
    : `"${id}" is no question of the event type. Its questions are ${ids.join(', ')}.`
}
