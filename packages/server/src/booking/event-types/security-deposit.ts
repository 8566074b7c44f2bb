import {
  type BookingSecurityDeposit,
  moneyProblem,
  type SecurityDepositRule,
} from '@holdfast/engine'
import { z } from 'zod'
import type { InputError } from '../../kernel/refusals.ts'

/** A security deposit as a caller sends it. */
export interface SecurityDepositInput {
  readonly amount: number
  readonly currency: string
  readonly daysBefore?: number | undefined
}

const DEFAULT_DAYS_BEFORE = 1

/** The stored form of what an event type asks for as security. */
export const securityDepositSchema = z.object({
  amount: z.int(),
  currency: z.string(),
  daysBefore: z.int(),
})

/** What an event type asks for as security, as a member of an item; absent if it is null. */
export const securityDepositOf = (
  input: SecurityDepositInput | null | undefined,
): { readonly securityDeposit?: SecurityDepositRule } =>
  input == null
    ? {}
    : {
        securityDeposit: {
          amount: input.amount,
          currency: input.currency,
          daysBefore: input.daysBefore ?? DEFAULT_DAYS_BEFORE,
        },
      }

/** What is wrong with an amount that cards would have to reserve. */
export function securityDepositErrors(
  input: SecurityDepositInput | null | undefined,
): readonly InputError[] {
  const problem = input && moneyProblem(input)
  return problem ? [{ pointer: `/securityDeposit/${problem.field}`, message: problem.message }] : []
}

/** What an event type asks for as security, in the API; null if it asks for nothing. */
export const securityDepositRepresentation = (rule: SecurityDepositRule | undefined) =>
  rule === undefined
    ? null
    : { amount: rule.amount, currency: rule.currency, daysBefore: rule.daysBefore }

/** The security deposit of a new booking. Empty if its event type asks for none. */
export const agreedSecurityDeposit = (
  rule: SecurityDepositRule | undefined,
): { readonly securityDeposit?: BookingSecurityDeposit } =>
  rule === undefined ? {} : { securityDeposit: { ...rule, state: 'due' } }
