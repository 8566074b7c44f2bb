import { type Booking, providersOf } from '@holdfast/engine'
import { recheckTimeOff } from '../../booking/absences/affected-bookings.ts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { cancelBooking, closeBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { abortEventTypeDeletion } from '../../booking/bookings/event-type-deletion.ts'
import { eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { abortPendingDeletion } from '../../booking/providers/provider-deletion.ts'
import type { Account } from '../../identity/accounts/account.ts'
import { getAccount } from '../../identity/accounts/accounts.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent } from '../../kernel/events/event.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { dueRange } from '../keys.ts'
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
    if (event.type === 'time_off.recheck') {
      await recheckTimeOff(deps, event)
      return { kind: 'done' }
    }
    const { accountId } = event
    const { start, end, id: bookingId } = bookingOf(event)
    const isOver = epochSecondsOf(end) <= epochSeconds(deps.clock)
    const gone = isOver ? undefined : await missingSubject(deps, event)
    if (gone !== undefined) {
      await cancelBooking(deps, callerOf(accountId), bookingId, { reason: gone, by: 'system' })
      return { kind: 'done' }
    }
    const { reminderMinutes } = await getAccount(deps, accountId)
    const startEpochSeconds = epochSecondsOf(start)
    const remindAt = startEpochSeconds - reminderMinutes * 60
    const isLate = remindAt <= epochSeconds(deps.clock)
    if (reminderMinutes > 0 && !isLate) {
      await schedule(deps, {
        accountId,
        bookingId,
        kind: 'remind',
        dueEpochSeconds: remindAt,
        startEpochSeconds,
      })
    }
    await schedule(deps, {
      accountId,
      bookingId,
      kind: 'complete',
      dueEpochSeconds: epochSecondsOf(end),
    })
    return { kind: 'done' }
  },
})

const callerOf = (accountId: string) => systemCaller(accountId, 'schedule')

/**
 * Why a booking must be cancelled: one of its providers or its event type was deleted. Otherwise undefined, and
 * deletions of them that are being decided are aborted.
 */
async function missingSubject(deps: Dependencies, event: DomainEvent): Promise<string | undefined> {
  const { eventTypeId } = bookingOf(event)
  const providerIds = await currentProviders(deps, event)
  const keys = providerIds.map(providerKey)
  if (eventTypeId !== null) keys.push(eventTypeKey(eventTypeId))
  const items = await deps.store.getMany(keys, { consistent: true })
  const eventTypeItem = items[providerIds.length]
  for (const item of items.slice(0, providerIds.length)) {
    if (item && !(await abortPendingDeletion(deps, providerEntity.decode(item)))) {
      return 'The provider is no longer available.'
    }
  }
  const eventType = eventTypeItem && eventTypeEntity.decode(eventTypeItem)
  if (eventType && !(await abortEventTypeDeletion(deps, eventType))) {
    return 'This service is no longer available.'
  }
  return undefined
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

/** Writes an action. Writing it again changes nothing. */
async function schedule(
  deps: Dependencies,
  action: Omit<ScheduledAction, 'version'>,
): Promise<void> {
  await transact(deps, { action: scheduledActionEntity.create({ ...action, version: 1 }) })
}

/** The result of one run of the schedule. */
export interface ScheduleReport {
  readonly reminded: number
  readonly completed: number
  /** Whether due actions are left for the next run. */
  readonly more: boolean
}

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
  const counts = { reminded: 0, completed: 0, void: 0 }
  const next = actions.values()
  const work = async () => {
    for (const action of next) counts[await runAction(deps, action, now)] += 1
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, actions.length) }, work))
  return {
    reminded: counts.reminded,
    completed: counts.completed,
    more: pages.some((page) => page.cursor !== undefined),
  }
}

async function runAction(
  deps: Dependencies,
  action: ScheduledAction,
  nowEpochSeconds: number,
): Promise<'reminded' | 'completed' | 'void'> {
  const { accountId, bookingId, kind } = action
  const caller = callerOf(accountId)
  const removal = scheduledActionEntity.remove(action)
  const found = await getBooking(deps, caller, bookingId)
  const account = await getAccount(deps, accountId)
  const remindAt = found.ok && kind === 'remind' && reminderTime(account, found.value, action)
  if (remindAt && remindAt > nowEpochSeconds) {
    const { startEpochSeconds } = found.value
    await schedule(deps, {
      accountId,
      bookingId,
      kind: 'remind',
      dueEpochSeconds: remindAt,
      startEpochSeconds,
    })
  } else if (remindAt && nowEpochSeconds < found.value.startEpochSeconds) {
    const task = newTask('mails', reminder(deps, found.value), deps.clock.nowEpochMilliseconds())
    await transact(deps, { action: removal, task: taskEntity.create(task) })
    return 'reminded'
  }
  const isOver = found.ok && kind === 'complete' && found.value.endEpochSeconds <= nowEpochSeconds
  const completed =
    isOver &&
    account.completesBookings &&
    (await closeBooking(deps, caller, bookingId, 'complete', 'automatic')).ok
  await transact(deps, { action: removal })
  return completed ? 'completed' : 'void'
}

/**
 * When a reminder is due by the account's current setting, which may have changed since it was
 * scheduled. Undefined if there is none: the booking was moved or cancelled, or reminders are off.
 */
function reminderTime(
  { reminderMinutes }: Account,
  booking: Booking,
  action: ScheduledAction,
): number | undefined {
  if (booking.status !== 'confirmed' || reminderMinutes === 0) return undefined
  const remindAt = booking.startEpochSeconds - reminderMinutes * 60
  const isForStart = booking.startEpochSeconds === action.startEpochSeconds
  // Two starts can share one action if the account changed the reminder time in between.
  return isForStart || remindAt === action.dueEpochSeconds ? remindAt : undefined
}

const reminder = (deps: Dependencies, booking: Booking): DomainEvent => ({
  id: deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  type: 'booking.reminder',
  schemaVersion: 1,
  accountId: booking.accountId,
  resourceId: booking.id,
  resourceVersion: booking.version,
  occurredAtEpochMilliseconds: deps.clock.nowEpochMilliseconds(),
  data: { booking: bookingRepresentation(booking) },
})
