import type { Booking, Payment } from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import type { PaymentsOfBookings } from '../../booking/ports/payments.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { derivedEventId } from '../../kernel/events/derived-event-id.ts'
import { newTask, type Task } from '../../kernel/queue/task.ts'
import { askForBalance, cancelUnpaid, dueBalance } from '../../payments/orders/due-balance.ts'
import { chargeMessage } from '../../payments/payment/order-mail.ts'
import type { RecordDependencies } from '../../payments/payment/payment-dependencies.ts'
import { scheduleAction } from './schedule-action.ts'
import type { ScheduledAction } from './scheduled-action.ts'

/** How long after the due date a balance that is not paid is asked for once more, in seconds. */
const REMINDER_SECONDS = 3 * 24 * 60 * 60

/** What actions about balances need. */
export type BalanceDependencies = RecordDependencies & PaymentsOfBookings

/** The actions about the balance of a booking. */
export type BalanceKind = 'balance_due' | 'balance_remind' | 'balance_cancel'

/** Schedules that the balance of a booking is asked for when it is due, or at once if that has passed. Nothing for others. */
export async function scheduleBalance(
  deps: Dependencies,
  bookingId: string,
  caller: Pick<Caller, 'accountId'>,
): Promise<void> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok || found.value.status !== 'confirmed') return
  const balance = await dueBalance(deps, found.value)
  if (balance === undefined) return
  const due = Math.max(balance.dueEpochSeconds, epochSeconds(deps.clock))
  await scheduleAction(deps, actionOf(found.value, 'balance_due', due))
}

const actionOf = (
  { id, accountId, startEpochSeconds }: Pick<Booking, 'id' | 'accountId' | 'startEpochSeconds'>,
  kind: BalanceKind,
  dueEpochSeconds: number,
) => ({ accountId, bookingId: id, kind, dueEpochSeconds, startEpochSeconds })

/**
 * Does an action about a balance: asks for it, asks once more, or cancels the booking. Void for a booking that has moved since, which has
 * actions of its own. Answers the email to send, whose id is the same each time.
 */
export async function runBalanceAction(
  deps: BalanceDependencies,
  caller: Omit<Caller, 'idempotency'>,
  action: ScheduledAction,
  booking: Booking,
): Promise<Task | 'cancelled' | undefined> {
  const { kind, startEpochSeconds } = action
  const isOfBooking =
    booking.status === 'confirmed' && booking.startEpochSeconds === startEpochSeconds
  const { orderId } = booking.payment ?? {}
  if (!isOfBooking || orderId === undefined) return undefined
  if (kind === 'balance_cancel') {
    const cancelled = await cancelUnpaid(deps, caller, booking.id)
    return cancelled.ok && cancelled.value.status === 'cancelled' ? 'cancelled' : undefined
  }
  const charge = await askForBalance(deps, caller, orderId)
  if (charge === undefined) return undefined
  if (kind === 'balance_due') await scheduleNext(deps, action, booking)
  return mailOf(deps, action, charge)
}

/** Schedules the reminder, and the cancellation if there is one, before the stay begins. */
async function scheduleNext(
  deps: BalanceDependencies,
  { dueEpochSeconds }: ScheduledAction,
  booking: Booking,
): Promise<void> {
  const { cancelSeconds } = (await dueBalance(deps, booking)) ?? {}
  const next = [
    ['balance_remind', REMINDER_SECONDS],
    ['balance_cancel', cancelSeconds ?? Number.POSITIVE_INFINITY],
  ] as const
  const end = Math.min(
    booking.startEpochSeconds,
    dueEpochSeconds + (cancelSeconds ?? Number.POSITIVE_INFINITY) + 1,
  )
  for (const [kind, seconds] of next) {
    const at = dueEpochSeconds + seconds
    if (at < end) await scheduleAction(deps, actionOf(booking, kind, at))
  }
}

/** The email that asks for a charge. One of each kind for each charge and arrival: a stay that moves is asked at its new dates. */
function mailOf(
  deps: BalanceDependencies,
  { bookingId, kind, startEpochSeconds }: ScheduledAction,
  charge: Payment,
): Task {
  const atEpochMilliseconds = charge.createdAtEpochSeconds * 1000
  const cause = `${kind} ${bookingId} ${charge.id} ${startEpochSeconds}`
  const event = {
    ...chargeMessage(deps, charge, 'payment.requested'),
    id: derivedEventId(deps.secrets, cause, atEpochMilliseconds),
    schemaVersion: 1 as const,
    occurredAtEpochMilliseconds: atEpochMilliseconds,
  }
  return newTask('mails', event, deps.clock.nowEpochMilliseconds())
}
