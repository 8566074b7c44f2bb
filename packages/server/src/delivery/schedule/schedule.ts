import type { Booking } from '@holdfast/engine'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { cancelBooking, closeBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { providerKey } from '../../booking/keys.ts'
import { providerFromItem } from '../../booking/providers/provider.ts'
import { keepProvider } from '../../booking/providers/provider-deletion.ts'
import type { Account } from '../../identity/accounts/account.ts'
import { getAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { bookingOf, type DomainEvent } from '../../kernel/events/event.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { newTask, taskItem } from '../../kernel/queue/task.ts'
import { dueKey, dueRange } from '../keys.ts'

/** What happens to a confirmed booking by itself: its booker is reminded, and it is completed. */
type DueKind = 'remind' | 'complete'

const epochSecondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000)

/**
 * Notes when something is due for a booking that was confirmed or moved. What was noted before a
 * move is not looked for and removed: it is found to be void when its time comes. A booking that was
 * on its way while its provider was deleted is cancelled instead.
 */
export const scheduleConsumer = (deps: Dependencies): Consumer => ({
  name: 'schedule',
  wants: (event) =>
    (event.type === 'booking.confirmed' || event.type === 'booking.rescheduled') &&
    bookingOf(event).status === 'confirmed',
  handle: async ({ event }) => {
    const { start, end, id: bookingId, providerId } = bookingOf(event)
    const isOver = epochSecondsOf(end) <= epochSeconds(deps.clock)
    if (!isOver && !(await hasProvider(deps, providerId))) {
      await cancelBooking(deps, callerOf(event.accountId), bookingId, PROVIDER_GONE)
      return { kind: 'done' }
    }
    const { reminderMinutes } = await getAccount(deps, event.accountId)
    const remindAt = epochSecondsOf(start) - reminderMinutes * 60
    const isLate = remindAt <= epochSeconds(deps.clock)
    const { accountId } = event
    if (reminderMinutes > 0 && !isLate) {
      const startEpochSeconds = epochSecondsOf(start)
      await note(deps, { accountId, bookingId, kind: 'remind', startEpochSeconds }, remindAt)
    }
    await note(deps, { accountId, bookingId, kind: 'complete' }, epochSecondsOf(end))
    return { kind: 'done' }
  },
})

const PROVIDER_GONE = { reason: 'The provider is no longer available.' }

const callerOf = (accountId: string): Caller => ({
  accountId,
  requestId: 'schedule',
  role: 'account',
})

/** Whether the provider of a booking is there, from now on: a deletion of it that is under way fails. */
async function hasProvider(deps: Dependencies, providerId: string): Promise<boolean> {
  const item = await deps.store.get(providerKey(providerId), { consistent: true })
  return item === undefined || (await keepProvider(deps, providerFromItem(item)))
}

/** What will be due for a booking. */
interface Due {
  readonly accountId: string
  readonly bookingId: string
  readonly kind: DueKind
  /** Of a reminder: the start that it is for. */
  readonly startEpochSeconds?: number
}

/** Notes one thing that will be due; noting it again changes nothing. */
async function note(deps: Dependencies, due: Due, dueEpochSeconds: number): Promise<void> {
  const item: Item = {
    ...dueKey(due.bookingId, due.kind, dueEpochSeconds),
    version: 1,
    ...due,
    dueEpochSeconds,
  }
  await transact(deps, [{ kind: 'put-if-absent', item }])
}

/** What one run of the schedule did. */
export interface ScheduleReport {
  readonly reminded: number
  readonly completed: number
  /** Whether due work is left for the next run. */
  readonly more: boolean
}

/** Bookings that are worked on at once. */
const CONCURRENCY = 8

/**
 * Does what is due, at most `limit` a shard, the longest due first: found by its time, without a
 * scan. It keeps no position: what was done is gone from the queue.
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
  const items = pages
    .flatMap((page) => page.items)
    .sort((a, b) => (a.dueEpochSeconds as number) - (b.dueEpochSeconds as number))
  const counts = { reminded: 0, completed: 0, void: 0 }
  const next = items.values()
  const work = async () => {
    for (const item of next) counts[await doDue(deps, item, now)] += 1
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, work))
  return {
    reminded: counts.reminded,
    completed: counts.completed,
    more: pages.some((page) => page.cursor !== undefined),
  }
}

async function doDue(
  deps: Dependencies,
  item: Item,
  now: number,
): Promise<'reminded' | 'completed' | 'void'> {
  const accountId = item.accountId as string
  const bookingId = item.bookingId as string
  const caller = callerOf(accountId)
  const { PK, SK } = item
  const removal: Write = { kind: 'delete-if-version', key: { PK, SK }, version: 1 }
  const found = await getBooking(deps, caller, bookingId)
  const account = await getAccount(deps, accountId)
  const remindAt = found.ok && item.kind === 'remind' && reminderAt(account, found.value, item)
  if (remindAt && remindAt > now) {
    const { startEpochSeconds } = found.value
    await note(deps, { accountId, bookingId, kind: 'remind', startEpochSeconds }, remindAt)
  } else if (remindAt && now < found.value.startEpochSeconds) {
    const task = newTask('mails', reminder(deps, found.value), deps.clock.nowEpochMilliseconds())
    await transact(deps, [removal, { kind: 'put-if-absent', item: taskItem(task) }])
    return 'reminded'
  }
  const isOver = found.ok && item.kind === 'complete' && found.value.endEpochSeconds <= now
  const completed =
    isOver &&
    account.completesBookings &&
    (await closeBooking(deps, caller, bookingId, 'complete', 'automatic')).ok
  await transact(deps, [removal])
  return completed ? 'completed' : 'void'
}

/**
 * When the reminder that a note is for is due by the account as it is now, which may say another time
 * than when it was noted; nothing: the booking was moved or cancelled since, or nobody is reminded.
 */
function reminderAt(account: Account, booking: Booking, item: Item): number | undefined {
  const { reminderMinutes } = account
  if (booking.status !== 'confirmed' || reminderMinutes === 0) return undefined
  const remindAt = booking.startEpochSeconds - reminderMinutes * 60
  const isOfStart = booking.startEpochSeconds === item.startEpochSeconds
  // Two starts may share a note, where the account changed the time between them as well.
  return isOfStart || remindAt === item.dueEpochSeconds ? remindAt : undefined
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

const transact = (deps: Dependencies, writes: readonly Write[]) =>
  deps.store.transact(writes, deps.ids.next('event', deps.clock.nowEpochMilliseconds()))
