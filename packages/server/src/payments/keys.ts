import type { DueQueue } from '../kernel/due-queue.ts'
import { aloneIn, dueBy, milliseconds, queueShard, seconds } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of payments. */

export const paymentKey = (paymentId: string): ItemKey => aloneIn(`PAYMENT#${paymentId}`)

/**
 * A payment to look at, in a queue by due time. An entry that only wakes the task has a place of its own, so that
 * it never stands in the way of the payment's.
 */
export const paymentDueKey = (
  paymentId: string,
  dueEpochMilliseconds: number,
  isWakeUp = false,
): ItemKey => ({
  PK: `PAYMENTDUE#${queueShard(paymentId)}`,
  SK: `${milliseconds(dueEpochMilliseconds)}#${paymentId}${isWakeUp ? '#WAKE' : ''}`,
})

/** The entries of one shard that are due, the longest due first. */
export const paymentsDueRange = (shard: number, nowEpochMilliseconds: number) =>
  dueBy(`PAYMENTDUE#${shard}`, milliseconds(nowEpochMilliseconds))

/** The queue of payments that are due to be looked at. */
export const paymentsDue: DueQueue = { queue: 'PAYMENTDUE', rangeOf: paymentsDueRange }

/** Index partitions and sort keys of payments. */
export const paymentIndexKeys = {
  paymentsOfAccount: (accountId: string) => `ACCOUNT#${accountId}#PAYMENT`,
  /** Sort key of a payment by its creation; the id comes last, which makes the order total. */
  createdAndId: (createdAtEpochSeconds: number, id: string) =>
    `${seconds(createdAtEpochSeconds)}#${id}`,
} as const

/** The payments of an account that were created in the epoch seconds `[from, to)`. Default: all. */
export const paymentsOfAccountRange = (accountId: string, from = 0, to = 9_999_999_999) => ({
  index: 'GSI1' as const,
  partition: paymentIndexKeys.paymentsOfAccount(accountId),
  from: seconds(from),
  // Without an id, it is smaller than every key of that second.
  to: seconds(to),
})

/** The connection of an account to its payment vendor, at most one. */
export const paymentConnectionKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'PAYMENTCONNECTION',
})

/** What staff entered about what is paid for a booking. */
export const orderKey = (orderId: string): ItemKey => aloneIn(`ORDER#${orderId}`)

/** A checkout of the simulated vendor. */
export const simulatedCheckoutKey = (checkoutId: string): ItemKey =>
  aloneIn(`SIMULATEDCHECKOUT#${checkoutId}`)
