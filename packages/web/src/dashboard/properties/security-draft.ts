import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { EventType } from '../api.ts'

/** The security deposit in the form. The amount is typed in major units. */
export interface SecurityDraft {
  readonly isAsked: boolean
  readonly amount: string
  readonly currency: string
  readonly daysBefore: string
}

/** The form's values for the security deposit of an event type. */
export function securityDraftOf({
  securityDeposit: saved,
  payment,
}: Pick<EventType, 'securityDeposit' | 'payment'>): SecurityDraft {
  const currency = saved?.currency ?? payment?.currency ?? 'EUR'
  return {
    isAsked: saved !== null,
    amount: saved ? majorText(saved.amount, currency) : '',
    currency,
    daysBefore: String(saved?.daysBefore ?? 1),
  }
}

/** The security deposit of a request. An amount that cannot be read becomes one that the server refuses. */
export const securityDepositOf = ({ isAsked, amount, currency, daysBefore }: SecurityDraft) =>
  isAsked
    ? { amount: minorUnitsOf(amount, currency) ?? 0, currency, daysBefore: Number(daysBefore) }
    : null
