import { type Answers, type AnswerValue, ok, type Result, refuse } from '@holdfast/engine'
import { type InputError, invalid, pointerStep, type Refusal } from '../../kernel/refusals.ts'
import { type GivenAnswers, readAnswer } from './answer-value.ts'
import { type LeadsTo, type OptionRule, ruleOfOption } from './option-rules.ts'
import type { Question } from './question.ts'

/** The answers for which an event type is listed, booked or moved. */
export interface AskedAnswers {
  readonly given: GivenAnswers
  /**
   * `query`: of slots, which accepts only answers that decide. `booking`: of a new booking, whose other answers are checked
   * later. `agreed`: of an existing booking; what its event type no longer knows decides nothing.
   */
  readonly from: 'query' | 'booking' | 'agreed'
}

/** What the answers of a booker decide. */
export interface Decided {
  readonly addMinutes: number
  /** In minor units. */
  readonly addAmount: number
  /** The question and the option that lead somewhere, and where. */
  readonly led?: { readonly question: Question; readonly option: string; readonly to: LeadsTo }
}

/** Whether the answer to a question decides about the duration, the price or the people of a booking. */
export const decides = ({ optionRules }: Question): boolean => optionRules !== undefined

/** Whether an event type asks something before its slots can be listed. */
export const asksFirst = (questions: readonly Question[] | undefined): boolean =>
  questions?.some(decides) ?? false

/** The texts of an answer to a question with options. */
const optionsIn = (value: AnswerValue | null | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []

/** What answers decide together. Later questions do not change where an earlier one leads. */
export function decidedBy(questions: readonly Question[], answers: GivenAnswers): Decided {
  let decided: Decided = { addMinutes: 0, addAmount: 0 }
  for (const question of questions) {
    for (const option of optionsIn(answers[question.id])) {
      const rule = ruleOfOption(question.optionRules, option)
      if (rule === undefined) continue
      const { addMinutes = 0, addAmount = 0, leadsTo: to } = rule
      decided = {
        ...decided,
        addMinutes: decided.addMinutes + addMinutes,
        addAmount: decided.addAmount + addAmount,
        ...(to && decided.led === undefined && { led: { question, option, to } }),
      }
    }
  }
  return decided
}

/** The least or the most that answers can add: required questions add something each, optional ones perhaps nothing. */
export function addedBy(
  questions: readonly Question[] | undefined,
  member: 'addMinutes' | 'addAmount',
  extreme: 'least' | 'most',
): number {
  const addedOf = (rule: OptionRule | undefined) => rule?.[member] ?? 0
  return (questions ?? []).filter(decides).reduce((sum, question) => {
    const { options = [], optionRules, kind, isRequired } = question
    const added = options.map((option) => addedOf(ruleOfOption(optionRules, option)))
    if (extreme === 'least') return sum + (isRequired ? Math.min(...added) : 0)
    const isSeveral = kind === 'multi_select'
    return sum + (isSeveral ? added.reduce((all, each) => all + each, 0) : Math.max(...added))
  }, 0)
}

const noPhone = () => Promise.resolve(undefined)

/** The answers that decide, as they are stored. Refuses unknown options, and in a query whatever decides nothing. */
export async function readDeciding(
  questions: readonly Question[],
  { given, from }: AskedAnswers,
): Promise<Result<Answers, Refusal>> {
  const errors: InputError[] = []
  const report = (id: string, message: string) => {
    const pointer = from === 'query' ? '/query/answer' : `/answers/${pointerStep(id)}`
    errors.push({ pointer, message })
  }
  const deciding = new Map(questions.filter(decides).map((question) => [question.id, question]))
  const answers: Record<string, AnswerValue> = {}
  for (const [id, value] of Object.entries(given)) {
    const question = deciding.get(id)
    if (question === undefined) {
      if (from === 'query') report(id, decidesNothing(id, [...deciding.keys()]))
      continue
    }
    const sent = from === 'query' ? asSent(question, value) : value
    if (sent === null) continue
    const read = await readAnswer(question, sent, noPhone)
    if (read.kind === 'answer') answers[id] = read.value
    if (read.kind === 'wrong') {
      report(
        id,
        `The answer to "${question.label}" is wrong: ${JSON.stringify(sent)}. ${read.expected}`,
      )
    }
  }
  return errors.length === 0 ? ok(answers) : refuse({ code: 'validation_failed', errors })
}

/** A query has a list of options for each question. */
const asSent = ({ kind }: Question, value: AnswerValue | null): AnswerValue | null => {
  const options = optionsIn(value)
  return kind === 'select' && options.length === 1 ? (options[0] ?? null) : value
}

const decidesNothing = (id: string, ids: readonly string[]): string =>
  ids.length === 0
    ? `"${id}" decides nothing: no question of the event type has \`optionRules\`. Leave it out.`
    : `"${id}" decides nothing. The questions with \`optionRules\` are ${ids.join(', ')}.`

/** Refuses a new booking of an event type whose answers lead to another one. */
export function checkLedElsewhere(
  { led }: Decided,
  from: AskedAnswers['from'],
): Result<undefined, Refusal> {
  if (led === undefined || !('eventTypeId' in led.to) || from === 'agreed') return ok(undefined)
  const { question, option, to } = led
  const pointer = from === 'query' ? '/query/answer' : `/answers/${question.id}`
  return invalid(
    pointer,
    `"${option}" leads to another event type: use ${to.eventTypeId} instead of this one`,
  )
}
