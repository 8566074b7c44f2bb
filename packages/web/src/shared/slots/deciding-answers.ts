import type { PublicEventType } from '@holdfast/contracts'

type Question = PublicEventType['questions'][number]

/** The options that a booker chose before a time, by the ids of their questions. */
export type ChosenOptions = Readonly<Record<string, readonly string[]>>

/** The answers of a booker that decide which times are offered. */
export interface DecidingAnswers {
  readonly options: ChosenOptions
  /** How much longer they make the booking. */
  readonly addMinutes: number
}

/** Nothing is answered. */
export const NO_ANSWERS: DecidingAnswers = { options: {}, addMinutes: 0 }

/** The part of an offer that asks. */
export type Asking = Pick<PublicEventType, 'questions'>

/** Whether the answer to a question decides about the times, the price or the people of a booking. */
export const decides = ({ optionRules }: Question): boolean => optionRules !== null

/** What an option does; undefined if nothing. An option may have the name of a member of all objects. */
export const ruleOf = ({ optionRules }: Question, option: string) =>
  optionRules !== null && Object.hasOwn(optionRules, option) ? optionRules[option] : undefined

/** The answers with these options, without those that the offer does not have. */
export function answersOf({ questions }: Asking, options: ChosenOptions): DecidingAnswers {
  const known = questions.filter(decides).flatMap((question) => {
    const given = options[question.id] ?? []
    const chosen = (question.options ?? []).filter((option) => given.includes(option))
    return chosen.length === 0 ? [] : [{ question, chosen }]
  })
  const addMinutes = known
    .flatMap(({ question, chosen }) => chosen.map((option) => ruleOf(question, option)))
    .reduce((sum, rule) => sum + (rule?.addMinutes ?? 0), 0)
  return {
    options: Object.fromEntries(known.map(({ question, chosen }) => [question.id, chosen])),
    addMinutes,
  }
}

/** Where the answers lead; undefined if nowhere. */
export const leadOf = ({ questions }: Asking, { options }: DecidingAnswers) =>
  questions
    .filter(decides)
    .flatMap((question) => (options[question.id] ?? []).map((option) => ruleOf(question, option)))
    .find((rule) => rule?.leadsTo)?.leadsTo ?? undefined

/** Whether each required question that decides is answered. */
export const areAnswered = ({ questions }: Asking, { options }: DecidingAnswers): boolean =>
  questions.every(
    (question) => !decides(question) || !question.required || options[question.id] !== undefined,
  )

/** The answers as the query for slots takes them. */
export const answerQuery = ({ options }: DecidingAnswers): string[] =>
  Object.entries(options).flatMap(([id, chosen]) => chosen.map((option) => `${id}:${option}`))

/** The answers as a booking takes them. */
export const sentAnswers = (
  { questions }: Asking,
  { options }: DecidingAnswers,
): Readonly<Record<string, string | string[]>> =>
  Object.fromEntries(
    questions.filter(decides).flatMap(({ id, kind }) => {
      const chosen = options[id]
      if (chosen === undefined) return []
      return [[id, kind === 'select' ? (chosen[0] ?? '') : [...chosen]] as const]
    }),
  )
