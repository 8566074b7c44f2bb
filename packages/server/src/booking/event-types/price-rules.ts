import {
  type CandidateRule,
  moneyProblem,
  type PaymentRules,
  type PriceRule,
  rowOf,
  ruledAmount,
  WEEKDAYS,
} from '@holdfast/engine'
import { z } from 'zod'
import { given, type InputOf } from '../../kernel/input.ts'
import type { InputError } from '../../kernel/refusals.ts'
import type { Requirement } from '../requirements/requirement.ts'
import {
  parseWindows,
  type WindowInput,
  windowRepresentation,
  windowSchema,
} from '../schedules/open-rules.ts'

/** A rule of a candidate as input. */
export type CandidateRuleInput = InputOf<CandidateRule>

/** A rule for prices as input. */
export type PriceRuleInput = InputOf<Omit<PriceRule, 'windows'>> & {
  readonly windows?: readonly WindowInput[] | null | undefined
}

/** The stored rules of candidates. */
export const candidateRulesSchema = z.array(
  z.object({
    providerId: z.string(),
    durationMinutes: z.exactOptional(z.int()),
    amount: z.exactOptional(z.int()),
  }),
)

/** The stored rules for prices. */
export const priceRulesSchema = z.array(
  z.object({
    weekdays: z.exactOptional(z.array(z.enum(WEEKDAYS))),
    windows: z.exactOptional(z.array(windowSchema)),
    amount: z.exactOptional(z.int()),
    addAmount: z.exactOptional(z.int()),
    addPercent: z.exactOptional(z.int()),
  }),
)

/** Rules of candidates as they are stored. */
export const candidateRulesOf = (inputs: readonly CandidateRuleInput[]): readonly CandidateRule[] =>
  inputs.map(given)

/** Rules for prices as they are stored. Reports what is wrong with their windows. */
export const priceRulesOf = (
  inputs: readonly PriceRuleInput[],
  errors: InputError[],
): readonly PriceRule[] =>
  inputs.map(({ windows, ...rule }, index) => ({
    ...given(rule),
    ...(windows != null && {
      windows: parseWindows(windows, `/priceRules/${index}/windows`, errors),
    }),
  }))

/** Rules of candidates in the API and in events. */
export const candidateRulesRepresentation = (rules: readonly CandidateRule[] = []) =>
  rules.map(({ providerId, durationMinutes = null, amount = null }) => ({
    providerId,
    durationMinutes,
    amount,
  }))

/** Rules for prices in the API and in events. */
export const priceRulesRepresentation = (rules: readonly PriceRule[] = []) =>
  rules.map(({ weekdays, windows, amount = null, addAmount = null, addPercent = null }) => ({
    weekdays: weekdays ?? null,
    windows: windows?.map(windowRepresentation) ?? null,
    amount,
    addAmount,
    addPercent,
  }))

/** The part of an event type that its rules for prices depend on. */
export interface RuledEventType {
  readonly durationMinutes: number
  readonly durationOptionsMinutes?: readonly number[]
  readonly payment?: PaymentRules
  readonly requirements?: readonly Requirement[]
  readonly candidateRules?: readonly CandidateRule[]
  readonly priceRules?: readonly PriceRule[]
  readonly seats?: unknown
  readonly waitlist?: unknown
}

/** The most different pairs of a duration and a price that candidates may have: a start has a slot for each. */
export const PRICE_ROWS_MAX = 12

/** How many different pairs of a duration and a price the candidates of an event type have. */
export function priceRowCount({ durationMinutes, candidateRules = [] }: RuledEventType): number {
  const rows = [undefined, ...candidateRules].map((rule) => rowOf(rule, durationMinutes))
  return new Set(rows.map((row) => `${row.durationMinutes} ${row.amount}`)).size
}

/** What is wrong with the rules for prices of an event type. */
export const priceRuleErrors = (eventType: RuledEventType): readonly InputError[] => [
  ...candidateErrors(eventType),
  ...(eventType.priceRules !== undefined && eventType.payment === undefined
    ? [{ pointer: '/priceRules', message: 'is only possible with `payment`' }]
    : []),
  ...amountErrors(eventType),
]

function candidateErrors(eventType: RuledEventType): readonly InputError[] {
  const { candidateRules, requirements, durationOptionsMinutes, payment } = eventType
  if (candidateRules === undefined) return []
  const errors: InputError[] = []
  const report = (pointer: string, message: string) => errors.push({ pointer, message })
  const pointer = '/candidateRules'
  if (requirements === undefined) report(pointer, 'is only possible with `requirements`')
  if (eventType.seats) report(pointer, 'is not possible with `seats`: a session has one price')
  const ids = candidateRules.map(({ providerId }) => providerId)
  for (const [index, rule] of candidateRules.entries()) {
    const own = `${pointer}/${index}`
    if (ids.indexOf(rule.providerId) < index) {
      report(`${own}/providerId`, `"${rule.providerId}" has another rule`)
    }
    if (rule.amount !== undefined && payment === undefined) {
      report(`${own}/amount`, 'is only possible with `payment`')
    }
    if (rule.durationMinutes === undefined) continue
    if (durationOptionsMinutes) {
      const message = 'is not possible with `durationOptionsMinutes`, from which bookers choose'
      report(`${own}/durationMinutes`, message)
    }
    if (eventType.waitlist) {
      report(`${own}/durationMinutes`, 'is not possible with `waitlist`: it offers one duration')
    }
  }
  return errors
}

/** What is wrong with the prices that the rules come to: a price is 0, or one that cards can be charged. */
function amountErrors(eventType: RuledEventType): readonly InputError[] {
  const { payment, candidateRules = [], priceRules = [] } = eventType
  if (payment === undefined) return []
  const { currency, amount, amountByDurationMinutes = {} } = payment
  const errors = new Map<string, InputError>()
  const problemOf = (price: number) =>
    price === 0 ? undefined : moneyProblem({ amount: price, currency })
  const check = (pointer: string, price: number, message: (problem: string) => string) => {
    const problem = problemOf(price)
    if (problem?.field === 'amount')
      errors.set(pointer, { pointer, message: message(problem.message) })
  }
  for (const [index, rule] of candidateRules.entries()) {
    if (rule.amount === undefined) continue
    check(`/candidateRules/${index}/amount`, rule.amount, (problem) => problem)
  }
  const bases = [amount, ...Object.values(amountByDurationMinutes)]
  const owns = candidateRules.flatMap((rule) => rule.amount ?? [])
  for (const [index, rule] of priceRules.entries()) {
    for (const base of new Set([...bases, ...owns])) {
      const price = ruledAmount(rule, base, currency)
      const pointer = `/priceRules/${index}`
      check(pointer, price, (problem) => `makes ${price} of ${base}, which ${problem}`)
    }
  }
  return [...errors.values()]
}
