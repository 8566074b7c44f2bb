import type { Booking } from '@holdfast/engine'
import { closeBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { type EmailReason, emailTask } from '../../booking/bookings/email-task.ts'
import type { PaymentsOfBookings } from '../../booking/ports/payments.ts'
import type { Account } from '../../identity/accounts/account.ts'
import { getAccount } from '../../identity/accounts/accounts.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { derivedEventId } from '../../kernel/events/derived-event-id.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import { type DueWork, runDue } from '../../kernel/queue/due-work.ts'
import { type Task, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { actionsDue } from '../keys.ts'
import { runBalanceAction } from './balance.ts'
import { isFollowUpDue } from './follow-up.ts'
import { decideReminder, reminderMinutesOf, scheduleReminders } from './reminders.ts'
import { type ScheduledAction, scheduledActionEntity } from './scheduled-action.ts'
import { askForDepositWhenDue, releaseDepositWhenDue } from './security-deposit.ts'
import { eventTypeOf, isFollowedUpByVisit, isRemindedByVisit } from './visit-mails.ts'

/** A reminder that was not sent, since its booking had begun when it was handled. */
export interface MissedReminder {
  readonly accountId: string
  readonly bookingId: string
  /** How long the reminder had been due. */
  readonly lateSeconds: number
}

/** The dependencies of due actions. */
export interface ScheduleDependencies extends Dependencies, PaymentsOfBookings {
  /** The address of this server, for the pages on which bookers pay. */
  readonly publicUrl: string
  /**
   * Hands an email to the consumer of mails; rejects unless it was accepted. It may get an email again, with the same
   * id. Default: puts it into the consumer's queue in the store.
   */
  readonly sendMailTask?: (task: Task) => Promise<void>
  /** Called with each reminder that came too late. */
  readonly onMissedReminder?: (missed: MissedReminder) => void
}

/** What a due action did. */
type Done =
  | 'reminded'
  | 'completed'
  | 'followedUp'
  | 'asked'
  | 'cancelled'
  | 'released'
  | 'missed'
  | 'void'

/**
 * The actions on bookings that are due. An action is removed when its effect is committed. So after a crash between
 * the two, it is done again: the booking is completed already, and the email has the same id, so it is not sent twice.
 */
export const dueActions: DueWork<ScheduleDependencies, ScheduledAction, Done> = {
  ...actionsDue,
  decode: scheduledActionEntity.decode,
  dueEpochMilliseconds: ({ dueEpochSeconds }) => dueEpochSeconds * 1000,
  run: (deps, [action]) => runAction(deps, action),
}

/** The result of one run of the schedule. */
export interface ScheduleReport {
  readonly reminded: number
  readonly completed: number
  /** How many emails after the end of a booking are sent. */
  readonly followedUp: number
  /** The errors of actions that stay due and are tried again. */
  readonly errors: readonly unknown[]
  /** Whether due actions are left for the next run. */
  readonly more: boolean
}

/** Runs due actions, oldest first, at most `limit` per shard. */
export async function runSchedule(
  deps: ScheduleDependencies,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<ScheduleReport> {
  const { done, errors, more } = await runDue(deps, dueActions, limit, shards)
  const count = (kind: Done) => done.filter((each) => each === kind).length
  return {
    reminded: count('reminded'),
    completed: count('completed'),
    followedUp: count('followedUp'),
    errors,
    more,
  }
}

const callerOf = (accountId: string) => systemCaller(accountId, 'schedule')

async function runAction(deps: ScheduleDependencies, action: ScheduledAction): Promise<Done> {
  const { accountId, bookingId } = action
  const [found, account] = await Promise.all([
    getBooking(deps, callerOf(accountId), bookingId),
    getAccount(deps, accountId),
  ])
  const done = found.ok ? await perform(deps, account, action, found.value) : 'void'
  // A write of its own costs half of what it costs in the transaction of the effect. Refused if another worker
  // was faster.
  await transact(deps, { action: scheduledActionEntity.remove(action) })
  return done
}

async function perform(
  deps: ScheduleDependencies,
  account: Account,
  action: ScheduledAction,
  booking: Booking,
): Promise<Done> {
  switch (action.kind) {
    case 'remind':
      return remind(deps, account, action, booking)
    case 'complete':
      return complete(deps, account, booking)
    case 'thank_you':
    case 'no_show':
      if (!isFollowUpDue(account, booking, action.kind)) return 'void'
      if (await isFollowedUpByVisit(deps, account, booking)) return 'void'
      await sendEmail(deps, action, booking, 'booking.follow_up')
      return 'followedUp'
    case 'balance_due':
    case 'balance_remind':
    case 'balance_cancel': {
      const mail = await runBalanceAction(deps, callerOf(booking.accountId), action, booking)
      if (mail === undefined || mail === 'cancelled') return mail ?? 'void'
      await sendTask(deps, mail)
      return 'asked'
    }
    case 'security_due': {
      const mail = await askForDepositWhenDue(deps, callerOf(booking.accountId), action, booking)
      if (mail === undefined) return 'void'
      await sendTask(deps, mail)
      return 'asked'
    }
    case 'security_release': {
      const caller = callerOf(booking.accountId)
      return (await releaseDepositWhenDue(deps, caller, booking)) ? 'released' : 'void'
    }
  }
}

async function remind(
  deps: ScheduleDependencies,
  account: Account,
  action: ScheduledAction,
  booking: Booking,
): Promise<Done> {
  const now = epochSeconds(deps.clock)
  const wanted = reminderMinutesOf(account, await eventTypeOf(deps, booking))
  const due = decideReminder(action, booking, wanted, now)
  const { reschedule, isMissed } = due
  const send = due.send && !(await isRemindedByVisit(deps, account, booking))
  if (reschedule) await scheduleReminders(deps, booking, wanted, now)
  if (send) await sendEmail(deps, action, booking, 'booking.reminder')
  if (!isMissed) return send ? 'reminded' : 'void'
  const { accountId, bookingId, dueEpochSeconds } = action
  deps.onMissedReminder?.({ accountId, bookingId, lateSeconds: now - dueEpochSeconds })
  return 'missed'
}

async function sendEmail(
  deps: ScheduleDependencies,
  { bookingId, kind, dueEpochSeconds }: ScheduledAction,
  booking: Booking,
  reason: EmailReason,
): Promise<void> {
  const dueEpochMilliseconds = dueEpochSeconds * 1000
  const eventId = derivedEventId(
    deps.secrets,
    `${kind} ${bookingId} ${dueEpochSeconds}`,
    dueEpochMilliseconds,
  )
  await sendTask(deps, emailTask(deps, booking, reason, { eventId, dueEpochMilliseconds }))
}

async function sendTask(deps: ScheduleDependencies, task: Task): Promise<void> {
  if (deps.sendMailTask) await deps.sendMailTask(task)
  // Refused if an earlier attempt has put it there.
  else await transact(deps, { task: taskEntity.create(task) })
}

async function complete(
  deps: Dependencies,
  { completesBookings }: Account,
  { id, accountId, endEpochSeconds }: Booking,
): Promise<Done> {
  if (!completesBookings || endEpochSeconds > epochSeconds(deps.clock)) return 'void'
  const closed = await closeBooking(deps, callerOf(accountId), id, 'complete', 'automatic')
  return closed.ok ? 'completed' : 'void'
}
