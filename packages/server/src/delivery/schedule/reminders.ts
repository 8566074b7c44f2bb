import type { Booking } from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'
import type { Account } from '../../identity/accounts/account.ts'
import type { TransactionDependencies } from '../../kernel/transaction.ts'
import { scheduleAction } from './schedule-action.ts'
import type { ScheduledAction } from './scheduled-action.ts'

/** How many minutes before the start a booker is reminded: as the event type says, or else the account. */
export function reminderMinutesOf(
  { reminderMinutes }: Pick<Account, 'reminderMinutes'>,
  eventType: Pick<EventType, 'reminderMinutes'> | undefined,
): readonly number[] {
  return eventType?.reminderMinutes ?? (reminderMinutes > 0 ? [reminderMinutes] : [])
}

/** Schedules the reminders of a booking whose time is yet to come. Again: changes nothing. */
export async function scheduleReminders(
  deps: TransactionDependencies,
  { id, accountId, startEpochSeconds }: Pick<Booking, 'id' | 'accountId' | 'startEpochSeconds'>,
  reminderMinutes: readonly number[],
  nowEpochSeconds: number,
): Promise<void> {
  // At once, so that they can share a commit.
  const scheduled = reminderMinutes.map(async (minutes) => {
    const dueEpochSeconds = startEpochSeconds - minutes * 60
    if (dueEpochSeconds <= nowEpochSeconds) return
    await scheduleAction(deps, {
      accountId,
      bookingId: id,
      kind: 'remind',
      dueEpochSeconds,
      startEpochSeconds,
      ...(reminderMinutes.length > 1 && { reminderMinutes }),
    })
  })
  await Promise.all(scheduled)
}

/**
 * What a reminder that is due does. The settings may have changed since it was scheduled, and the booking may
 * have moved or ended.
 *
 * - `send`: the booker is reminded now.
 * - `reschedule`: the reminders that are wanted now and yet to come are scheduled.
 * - `isMissed`: the booker was never reminded, since the booking had begun when the reminder was handled.
 */
export interface DueReminder {
  readonly send: boolean
  readonly reschedule: boolean
  readonly isMissed: boolean
}

const VOID: DueReminder = { send: false, reschedule: false, isMissed: false }

/** The statuses of a booking that took place, or should have. A late reminder of it was missed. */
const HELD: readonly Booking['status'][] = ['confirmed', 'completed', 'no_show']

/**
 * Decides about a due reminder. `wanted`: the minutes before the start by the current settings. A late reminder is
 * sent until the booking begins.
 */
export function decideReminder(
  action: ScheduledAction,
  { status, startEpochSeconds: start }: Pick<Booking, 'status' | 'startEpochSeconds'>,
  wanted: readonly number[],
  nowEpochSeconds: number,
): DueReminder {
  const hasBegun = nowEpochSeconds >= start
  if (!HELD.includes(status) || (status !== 'confirmed' && !hasBegun)) return VOID
  const minutes = (start - action.dueEpochSeconds) / 60
  const isForStart = start === action.startEpochSeconds
  const isWanted = wanted.includes(minutes)
  // Two starts can share one action: the second one has it too if it is due at the same time.
  if (!isForStart && !isWanted) return VOID
  const planned = action.reminderMinutes ?? [minutes]
  const reschedule = !hasBegun && isForStart && planned.join() !== wanted.join()
  // The first of the reminders makes up for earlier ones that were added after their time.
  const isFirst = minutes === Math.max(...planned)
  const isLate = isFirst && wanted.some((each) => each > minutes)
  // After an outage, the booker gets the last of those that are due.
  const isFollowed = wanted.some(
    (each) => each < minutes && planned.includes(each) && start - each * 60 <= nowEpochSeconds,
  )
  const isDue = (isWanted || isLate) && !isFollowed
  return { send: isDue && !hasBegun, reschedule, isMissed: isDue && hasBegun }
}
