import type { Booking } from '@holdfast/engine'
import { getBooking } from '../../booking/bookings/change-booking.ts'
import { emailTask } from '../../booking/bookings/email-task.ts'
import { eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey } from '../../booking/keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { derivedEventId } from '../../kernel/events/derived-event-id.ts'
import type { Task } from '../../kernel/queue/task.ts'
import type { RecordDependencies } from '../../payments/payment/payment-dependencies.ts'
import { askForDeposit, releaseDeposit } from '../../payments/security/decide-deposit.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import { scheduleAction } from './schedule-action.ts'
import type { ScheduledAction } from './scheduled-action.ts'

const DAY_SECONDS = 24 * 60 * 60

/** How long after the departure a security deposit is released that nobody took. */
const RELEASE_SECONDS = 2 * DAY_SECONDS

/**
 * Schedules that the security deposit of a confirmed stay is asked for, at once if that time has passed, and that it is released after
 * the departure. Nothing for others.
 */
export async function scheduleDeposit(
  deps: Dependencies,
  bookingId: string,
  caller: Pick<Caller, 'accountId'>,
): Promise<void> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok || found.value.status !== 'confirmed') return
  const { id, accountId, startEpochSeconds, endEpochSeconds, securityDeposit } = found.value
  if (securityDeposit === undefined) return
  const askAt = startEpochSeconds - securityDeposit.daysBefore * DAY_SECONDS
  const of = { accountId, bookingId: id }
  await Promise.all([
    scheduleAction(deps, {
      ...of,
      kind: 'security_due',
      dueEpochSeconds: Math.max(askAt, epochSeconds(deps.clock)),
      startEpochSeconds,
    }),
    scheduleAction(deps, {
      ...of,
      kind: 'security_release',
      dueEpochSeconds: endEpochSeconds + RELEASE_SECONDS,
    }),
  ])
}

/**
 * Asks for the security deposit of a stay. Void for one that has moved since, which has an action of its own, and if nothing is to be
 * authorized. Answers the email to send, whose id is the same each time.
 */
export async function askForDepositWhenDue(
  deps: RecordDependencies,
  caller: Caller<Booking>,
  { kind, startEpochSeconds, dueEpochSeconds }: ScheduledAction,
  booking: Booking,
): Promise<Task | undefined> {
  if (booking.startEpochSeconds !== startEpochSeconds) return undefined
  const asked = await askForDeposit(deps, caller, booking.id, await titleFor(deps, booking))
  if (asked === undefined) return undefined
  const dueEpochMilliseconds = dueEpochSeconds * 1000
  const cause = `${kind} ${booking.id} ${startEpochSeconds}`
  const eventId = derivedEventId(deps.secrets, cause, dueEpochMilliseconds)
  return emailTask(deps, asked, 'security_deposit.requested', { eventId, dueEpochMilliseconds })
}

/** What the payer reads at the vendor, in their language. */
async function titleFor(
  deps: Pick<Dependencies, 'store'>,
  { booker, eventTypeId }: Booking,
): Promise<string> {
  const eventType =
    eventTypeId === undefined
      ? undefined
      : await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId))
  const { title } = TEXTS[mailLanguageOf(booker?.locale)].payments.securityDeposit
  return title(eventType?.title ?? '')
}

/** Releases the security deposit of a stay after its departure. Void for one that leaves later now. Answers whether it was released. */
export async function releaseDepositWhenDue(
  deps: RecordDependencies,
  caller: Caller<Booking>,
  booking: Booking,
): Promise<boolean> {
  const { endEpochSeconds, securityDeposit } = booking
  const isOver = endEpochSeconds + RELEASE_SECONDS <= epochSeconds(deps.clock)
  const isOpen = securityDeposit?.state === 'due' || securityDeposit?.state === 'authorized'
  return isOver && isOpen && (await releaseDeposit(deps, caller, booking.id)).ok
}
