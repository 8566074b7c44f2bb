import { type Booking, providersOf } from '@holdfast/engine'
import { recheckTimeOff } from '../../booking/absences/affected-bookings.ts'
import { cancelBooking, closeBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { emailTask } from '../../booking/bookings/email-task.ts'
import { abortEventTypeDeletion } from '../../booking/bookings/event-type-deletion.ts'
import { type EventType, eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { abortPendingDeletion } from '../../booking/providers/provider-deletion.ts'
import { recountLimits } from '../../booking/recounts/recount-limits.ts'
import { followSession } from '../../booking/sessions/follow-session.ts'
import type { Account } from '../../identity/accounts/account.ts'
import { getAccount } from '../../identity/accounts/accounts.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent } from '../../kernel/events/event.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { type Task, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { dueRange } from '../keys.ts'
import { isFollowUpDue } from './follow-up.ts'
import { decideReminder, reminderMinutesOf, scheduleReminders } from './reminders.ts'
import { scheduleAction } from './schedule-action.ts'
import { type ScheduledAction, scheduledActionEntity } from './scheduled-action.ts'

const epochSecondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/**
 * Schedules the reminder and the completion of a booking that was confirmed, moved or reassigned. It does not
 * look for actions from before a move: they turn out to be void when they are due. It cancels the
 * booking instead if one of its providers or the event type was deleted while the booking was being made or
 * reassigned.
 */
export const scheduleConsumer = (deps: Dependencies): Consumer => ({
  name: 'schedule',
  wants: (event) =>
    (event.type === 'booking.confirmed' ||
      event.type === 'booking.rescheduled' ||
      event.type === 'booking.reassigned') &&
    bookingOf(event).status === 'confirmed',
  handle: async ({ event }) => {
    if (event.type === 'session.follow') return await followSession(deps, event)
    if (event.type === 'time_off.recheck') {
      await recheckTimeOff(deps, event)
      return { kind: 'done' }
    }
    if (event.type === 'limits.recount') {
      await recountLimits(deps, event)
      return { kind: 'done' }
    }
    const { accountId } = event
    const { start, end, id: bookingId } = bookingOf(event)
    const isOver = epochSecondsOf(end) <= epochSeconds(deps.clock)
    const subject = isOver ? {} : await loadSubject(deps, event)
    if (subject.gone !== undefined) {
      const reason = subject.gone
      await cancelBooking(deps, callerOf(accountId), bookingId, { reason, by: 'system' })
      return { kind: 'done' }
    }
    const account = await getAccount(deps, accountId)
    await scheduleReminders(
      deps,
      { id: bookingId, accountId, startEpochSeconds: epochSecondsOf(start) },
      reminderMinutesOf(account, subject.eventType),
      epochSeconds(deps.clock),
    )
    await scheduleAction(deps, {
      accountId,
      bookingId,
      kind: 'complete',
      dueEpochSeconds: epochSecondsOf(end),
    })
    return { kind: 'done' }
  },
})

const callerOf = (accountId: string) => systemCaller(accountId, 'schedule')

/** What a booking is for. `gone`: why it must be cancelled. */
interface Subject {
  readonly eventType?: EventType
  readonly gone?: string
}

/**
 * Loads the event type of a booking. The booking must be cancelled if one of its providers or its event type
 * was deleted. Otherwise, deletions of them that are being decided are aborted.
 */
async function loadSubject(deps: Dependencies, event: DomainEvent): Promise<Subject> {
  const { eventTypeId } = bookingOf(event)
  const providerIds = await currentProviders(deps, event)
  const keys = providerIds.map(providerKey)
  if (eventTypeId !== null) keys.push(eventTypeKey(eventTypeId))
  const items = await deps.store.getMany(keys, { consistent: true })
  const eventTypeItem = items[providerIds.length]
  for (const item of items.slice(0, providerIds.length)) {
    if (item && !(await abortPendingDeletion(deps, providerEntity.decode(item)))) {
      return { gone: 'The provider is no longer available.' }
    }
  }
  const eventType = eventTypeItem && eventTypeEntity.decode(eventTypeItem)
  if (eventType && !(await abortEventTypeDeletion(deps, eventType))) {
    return { gone: 'This service is no longer available.' }
  }
  return eventType ? { eventType } : {}
}

/** The providers of a booking. Those of an event may have been replaced since, and deleted then. */
async function currentProviders(
  deps: Dependencies,
  event: DomainEvent,
): Promise<readonly string[]> {
  const { id, providerId, assignments = [] } = bookingOf(event)
  if (assignments.length === 0) return [providerId]
  const current = await getBooking(deps, callerOf(event.accountId), id)
  return current.ok ? providersOf(current.value) : []
}

/** The result of one run of the schedule. */
export interface ScheduleReport {
  readonly reminded: number
  readonly completed: number
  /** How many emails after the end of a booking are sent. */
  readonly followedUp: number
  /** Whether due actions are left for the next run. */
  readonly more: boolean
}

/** How many actions did what. */
type Counts = Record<'reminded' | 'completed' | 'followedUp' | 'void', number>

/** How many actions run at once. */
const CONCURRENCY = 8

/**
 * Runs due actions, oldest first, at most `limit` per shard. It stores no position: a finished action
 * is deleted from the queue.
 */
export async function runSchedule(
  deps: Dependencies,
  limit: number,
  shards: readonly number[] = ALL_SHARDS,
): Promise<ScheduleReport> {
  const now = epochSeconds(deps.clock)
  const pages = await Promise.all(
    shards.map((shard) => deps.store.query({ ...dueRange(shard, now), limit, consistent: true })),
  )
  const actions = pages
    .flatMap((page) => page.items.map(scheduledActionEntity.decode))
    .sort((a, b) => a.dueEpochSeconds - b.dueEpochSeconds)
  const counts: Counts = { reminded: 0, completed: 0, followedUp: 0, void: 0 }
  const next = actions.values()
  const work = async () => {
    for (const action of next) counts[await runAction(deps, action, now)] += 1
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, actions.length) }, work))
  return {
    reminded: counts.reminded,
    completed: counts.completed,
    followedUp: counts.followedUp,
    more: pages.some((page) => page.cursor !== undefined),
  }
}

/** What an action did, and the task that it creates when it is removed. */
interface Outcome {
  readonly done: keyof Counts
  readonly task?: Task
}

const VOID: Outcome = { done: 'void' }

async function runAction(
  deps: Dependencies,
  action: ScheduledAction,
  nowEpochSeconds: number,
): Promise<keyof Counts> {
  const { accountId, bookingId } = action
  const found = await getBooking(deps, callerOf(accountId), bookingId)
  const account = await getAccount(deps, accountId)
  const { done, task } = found.ok
    ? await perform(deps, account, action, found.value, nowEpochSeconds)
    : VOID
  await transact(deps, {
    action: scheduledActionEntity.remove(action),
    task: task && taskEntity.create(task),
  })
  return done
}

async function perform(
  deps: Dependencies,
  account: Account,
  action: ScheduledAction,
  booking: Booking,
  nowEpochSeconds: number,
): Promise<Outcome> {
  switch (action.kind) {
    case 'remind':
      return remind(deps, account, action, booking, nowEpochSeconds)
    case 'complete':
      return complete(deps, account, booking, nowEpochSeconds)
    case 'thank_you':
    case 'no_show':
      return isFollowUpDue(account, booking, action.kind)
        ? { done: 'followedUp', task: emailTask(deps, booking, 'booking.follow_up') }
        : VOID
  }
}

async function remind(
  deps: Dependencies,
  account: Account,
  action: ScheduledAction,
  booking: Booking,
  nowEpochSeconds: number,
): Promise<Outcome> {
  const { eventTypeId } = booking
  const eventType =
    eventTypeId === undefined
      ? undefined
      : await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId))
  const wanted = reminderMinutesOf(account, eventType)
  const { send, reschedule } = decideReminder(action, booking, wanted, nowEpochSeconds)
  if (reschedule) await scheduleReminders(deps, booking, wanted, nowEpochSeconds)
  return send ? { done: 'reminded', task: emailTask(deps, booking, 'booking.reminder') } : VOID
}

async function complete(
  deps: Dependencies,
  { completesBookings }: Account,
  { id, accountId, endEpochSeconds }: Booking,
  nowEpochSeconds: number,
): Promise<Outcome> {
  if (!completesBookings || endEpochSeconds > nowEpochSeconds) return VOID
  const closed = await closeBooking(deps, callerOf(accountId), id, 'complete', 'automatic')
  return closed.ok ? { done: 'completed' } : VOID
}
