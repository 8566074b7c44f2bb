import { type Booking, ok, type Result, refuse } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Asker } from '../event-types/for-person.ts'

const NOT_ALLOWED = refuse({ code: 'booker_not_allowed' })

/** What an account asks of somebody with no-shows, over all of its event types. A stranger has none before the proof. */
function demandOf(
  { accountLimits = {} }: Pick<EventType, 'accountLimits'>,
  asker: Asker | undefined,
): 'nothing' | 'fullPrice' | 'absence' {
  if (asker === undefined || asker === 'stranger') return 'nothing'
  const { maxNoShows = Infinity, maxNoShowsUnpaid = Infinity } = accountLimits
  if (asker.noShowCount > maxNoShows) return 'absence'
  return asker.noShowCount > maxNoShowsUnpaid ? 'fullPrice' : 'nothing'
}

/**
 * An event type under what its account asks of somebody with no-shows: the same object, or one whose full price is paid in advance.
 * Refused to somebody with too many, or with so many that they have to pay in advance, if it has no price. `eventType`: with the
 * limits of its account.
 */
export function underNoShowLimits(
  eventType: EventType,
  asker: Asker | undefined,
): Result<EventType, Refusal> {
  const demand = demandOf(eventType, asker)
  if (demand === 'nothing') return ok(eventType)
  const { payment } = eventType
  if (demand === 'absence' || payment === undefined || payment.amount === 0) return NOT_ALLOWED
  if (payment.kind === 'full') return ok(eventType)
  const { depositAmount: _, balance: __, ...whole } = payment
  return ok({ ...eventType, payment: { ...whole, kind: 'full' } })
}

/** Refuses a booking that was held for a stranger, if its booker may not have it, or has to pay more of its price in advance. */
export function checkNoShows(
  eventType: EventType,
  booking: Pick<Booking, 'payment' | 'quote'>,
  asker: Asker,
): Result<undefined, Refusal> {
  const demand = demandOf(eventType, asker)
  const isAllowed = demand === 'nothing' || (demand === 'fullPrice' && paysAll(eventType, booking))
  return isAllowed ? ok(undefined) : NOT_ALLOWED
}

/** Whether a booking costs something, and all of it is paid in advance. A rate plan decides that for its stays. */
const paysAll = (
  { payment: rules }: Pick<EventType, 'payment'>,
  { payment, quote }: Pick<Booking, 'payment' | 'quote'>,
): boolean =>
  payment !== undefined &&
  payment.amount > 0 &&
  (quote ? payment.amount >= quote.total - quote.atHouse : rules?.kind === 'full')
