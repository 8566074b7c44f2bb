import type { Booking, Payment } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { commitBooking } from '../../booking/bookings/commit-booking.ts'
import { bookingKey } from '../../booking/keys.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { withPayment } from './booking-payments.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { paymentWrites } from './payment-entity.ts'
import { paymentEventsOf, paymentEventWrites, VENDOR } from './payment-event.ts'

/** What recording a payment needs. */
export type RecordDependencies = Dependencies & Pick<PaymentTaskDependencies, 'publicUrl'>

/** Members to set in a payment; undefined removes one. */
export type PaymentChange = {
  readonly [Name in keyof Payment]?: Payment[Name] | undefined
}

/** The next version of a payment. */
export function changedPayment(
  { clock }: Pick<Dependencies, 'clock'>,
  before: Payment,
  change: PaymentChange,
): Payment {
  const members = {
    ...before,
    ...change,
    version: before.version + 1,
    updatedAtEpochSeconds: epochSeconds(clock),
  }
  const set = Object.entries(members).filter(([, value]) => value !== undefined)
  // Only optional members are ever removed.
  return Object.fromEntries(set) as unknown as Payment
}

/** The caller in whose name the task changes bookings: the vendor has reported something. */
export const vendorCaller = (accountId: string) => ({
  ...systemCaller(accountId, 'payments'),
  actor: VENDOR,
})

/** Reads the booking of a payment; sees every acknowledged write. */
export const bookingOfPayment = (
  { store }: Pick<Dependencies, 'store'>,
  { bookingId }: Pick<Payment, 'bookingId'>,
): Promise<Booking | undefined> =>
  bookingEntity.read(store, bookingKey(bookingId), { consistent: true })

/**
 * Records a change of a payment, on condition that it has not changed meanwhile: with its events, and with the
 * status that its booking shows, in one transaction. Answers whether it was recorded.
 */
export async function recordPayment(
  deps: RecordDependencies,
  before: Payment,
  change: PaymentChange,
): Promise<boolean> {
  const after = changedPayment(deps, before, change)
  const types = paymentEventsOf(before, after)
  const isShown = before.status === after.status
  const booking = types.length > 0 || !isShown ? await bookingOfPayment(deps, before) : undefined
  if (booking === undefined) {
    return (await transact(deps, paymentWrites(before, after))).kind === 'done'
  }
  const writes = (shown: Booking) => () => ({
    ...paymentWrites(before, after),
    ...paymentEventWrites(deps, types, after, shown),
  })
  if (isShown) return (await transact(deps, writes(booking)())).kind === 'done'
  return await commitShown(deps, booking, after, writes)
}

/** Commits a payment together with the booking that shows its new status. */
async function commitShown(
  deps: RecordDependencies,
  before: Booking,
  payment: Payment,
  writes: (shown: Booking) => () => Readonly<Record<string, Write>>,
): Promise<boolean> {
  const booking: Booking = {
    ...withPayment(before, payment, deps.publicUrl),
    version: before.version + 1,
    actor: VENDOR,
    updatedAtEpochSeconds: epochSeconds(deps.clock),
  }
  const decision = {
    booking,
    claim: { kind: 'none' },
    events: [],
    payment: () => Object.values(writes(booking)()),
  } as const
  const caller = vendorCaller(before.accountId)
  const committed = await commitBooking(deps, caller, before, decision, booking)
  return committed.kind === 'done'
}
