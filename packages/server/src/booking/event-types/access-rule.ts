import { moneyProblem, type PaymentRules } from '@holdfast/engine'
import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'
import { given, type InputOf } from '../../kernel/input.ts'
import type { InputError } from '../../kernel/refusals.ts'
import {
  type BookerLimitsInput,
  bookerLimitsRepresentation,
  bookerLimitsSchema,
  limitsOf,
} from '../limits/limits.ts'

const accessRuleAttributes = z.object({
  /** It is for people with one of these tags. Empty: for everybody. */
  tags: z.array(z.string()),
  /** It is for people who missed at most so many bookings. Absent: any number. */
  maxNoShows: z.exactOptional(z.int()),
  /** How many days ahead they book. Absent: as the event type says. */
  maxAdvanceDays: z.exactOptional(z.int()),
  /** What a booking costs them, in minor units, whatever it costs others. Absent: as the event type says. */
  amount: z.exactOptional(z.int()),
  /** How many bookings each of them can have. What is absent: as the event type says. */
  limits: z.exactOptional(bookerLimitsSchema),
})

/** What a kind of customer may book of an event type. */
export type AccessRule = AttributesOf<typeof accessRuleAttributes>

/** A rule as input. */
export type AccessRuleInput = InputOf<Omit<AccessRule, 'limits'>> & {
  readonly limits?: BookerLimitsInput | null | undefined
}

/** The stored rules. */
export const accessSchema = z.array(accessRuleAttributes)

/** Rules as they are stored. */
export const accessOf = (inputs: readonly AccessRuleInput[]): readonly AccessRule[] =>
  inputs.map(({ limits, ...rule }) => {
    const ofBooker = limits && limitsOf(limits)
    return { ...given(rule), ...(ofBooker && { limits: ofBooker }) }
  })

/** Rules in the API and in events. */
export const accessRepresentation = (rules: readonly AccessRule[] = []) =>
  rules.map(({ tags, maxNoShows = null, maxAdvanceDays = null, amount = null, limits }) => ({
    tags,
    maxNoShows,
    maxAdvanceDays,
    amount,
    limits: bookerLimitsRepresentation(limits),
  }))

/** What is wrong with the rules of an event type for kinds of customers. */
export function accessErrors({
  access = [],
  waitlist,
  payment,
}: {
  readonly access?: readonly AccessRule[]
  readonly waitlist?: unknown
  readonly payment?: PaymentRules
}): readonly InputError[] {
  const errors: InputError[] = []
  if (access.length > 0 && waitlist) {
    const message = 'is not possible with `waitlist`: it offers times to everybody in line'
    errors.push({ pointer: '/access', message })
  }
  const unreached = access.findIndex(({ maxNoShows = Infinity }, index) =>
    access
      .slice(0, index)
      .some((before) => before.tags.length === 0 && maxNoShows <= (before.maxNoShows ?? Infinity)),
  )
  if (unreached !== -1) {
    const message = 'is never reached: an entry before it without `tags` is for everybody'
    errors.push({ pointer: `/access/${unreached}`, message })
  }
  for (const [index, { amount }] of access.entries()) {
    const message = amount === undefined ? undefined : amountProblem(amount, payment)
    if (message) errors.push({ pointer: `/access/${index}/amount`, message })
  }
  return errors
}

/** What is wrong with a price for a kind of customer: it is 0, or one that cards can be charged. */
function amountProblem(amount: number, payment: PaymentRules | undefined): string | undefined {
  if (payment === undefined) return 'is only possible with `payment`'
  const { currency, depositAmount = 0 } = payment
  if (amount === 0) return undefined
  if (amount < depositAmount) return `must be at least the deposit, ${depositAmount}`
  const problem = moneyProblem({ amount, currency })
  return problem?.field === 'amount' ? problem.message : undefined
}
