import { type Actor, type Booking, type Interval, timesOfProvider } from '@holdfast/engine'
import { z } from 'zod'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import { isLive } from '../bookings/live-booking.ts'
import { overlappingBookings } from '../bookings/overlapping-bookings.ts'
import type { SharingProvider } from '../bookings/shared-bookings.ts'
import {
  endsByEpochSeconds,
  intervalOfClosedTime,
  overlapsAny,
} from '../closed-time/closed-time.ts'
import { providerKey, timeOffKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'
import { type TimeOff, timeOffEntity, timeOffRepresentation } from '../time-off/time-off.ts'
import { RECHECK_AFTER_MILLISECONDS, recheck } from './recheck.ts'

/** The maximum number of bookings that an answer or an event names. */
export const AFFECTED_MAX = 1000

/**
 * The ids of the live bookings of a provider that overlap an interval, by start. Buffers do not count. The
 * index may lack a booking that was committed a moment ago.
 */
export async function affectedBookings(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  provider: SharingProvider,
  interval: Interval,
): Promise<readonly string[]> {
  const now = epochSeconds(deps.clock)
  const keep = (booking: Booking): boolean =>
    isLive(booking, now) && overlapsAny(timesOfProvider(booking, provider.id), interval)
  const wanted = { count: AFFECTED_MAX, keep }
  const bookings = await overlappingBookings(deps, provider, interval, wanted)
  return bookings.slice(0, AFFECTED_MAX).map(({ id }) => id)
}

/** The write of the event that names bookings in time off; undefined if there are none. */
export const affectedEvent = (
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  actor: Actor,
  timeOff: TimeOff,
  bookingIds: readonly string[],
): Write | undefined =>
  bookingIds.length === 0
    ? undefined
    : eventWrite(deps, 'time_off.affected', actor, timeOff, {
        timeOff: timeOffRepresentation(timeOff),
        bookingIds: [...bookingIds],
      })

/** The data of a task that looks for more bookings in new time off. */
const RECHECK = z.object({
  providerId: z.string(),
  timeOffId: z.string(),
  endsByEpochSeconds: z.int(),
  /** The bookings that were named when the time off was created. */
  bookingIds: z.array(z.string()),
})

/**
 * The write of a task that looks for more bookings after 60 s: a request that read the rules before the time
 * off was there may commit its booking a moment later.
 */
export function recheckWrite(
  deps: Pick<Dependencies, 'ids' | 'clock'>,
  timeOff: TimeOff,
  bookingIds: readonly string[],
): Write {
  const data = {
    providerId: timeOff.providerId,
    timeOffId: timeOff.id,
    endsByEpochSeconds: endsByEpochSeconds(timeOff.time),
    bookingIds: [...bookingIds],
  } satisfies z.infer<typeof RECHECK>
  const cause = {
    type: 'time_off.recheck',
    accountId: timeOff.accountId,
    resourceId: timeOff.id,
    resourceVersion: timeOff.version,
    data,
  } as const
  return ownTaskWrite(deps, 'schedule', cause, RECHECK_AFTER_MILLISECONDS)
}

/** Looks once more for bookings in new time off: see `recheck`. */
export async function recheckTimeOff(deps: Dependencies, event: DomainEvent): Promise<void> {
  const { providerId, timeOffId, endsByEpochSeconds: ends, bookingIds } = RECHECK.parse(event.data)
  const key = timeOffKey(providerId, ends, timeOffId)
  await recheck<TimeOff>(deps, event, bookingIds, {
    title: `time off ${timeOffId}`,
    read: () => timeOffEntity.read(deps.store, key),
    find: async ({ time }) => {
      const provider = await providerEntity.read(deps.store, providerKey(providerId))
      return provider === undefined
        ? []
        : affectedBookings(deps, provider, intervalOfClosedTime(time, provider.timeZone))
    },
    replace: timeOffEntity.replace,
    event: (timeOff, more) => affectedEvent(deps, { kind: 'system' }, timeOff, more),
  })
}
