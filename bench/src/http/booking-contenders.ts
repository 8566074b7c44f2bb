import { type HttpContender, NAMES } from './contenders.ts'
import type { Origin } from './load-job.ts'
import type { Contender } from './measure.ts'
import type { SlotPool } from './slot-pool.ts'
import { bookingUnits } from './units.ts'

/** A server for bookings, and the slots to book. */
export interface BookingServer {
  readonly origin: Origin
  readonly processes: Contender['processes']
  readonly eventTypeIds: readonly string[]
  readonly pool: SlotPool
}

/** Holdfast over HTTP, with and without idempotency keys. */
export const holdfastContenders = (
  { origin, processes, eventTypeIds, pool }: BookingServer,
  confirm: boolean,
): readonly HttpContender[] =>
  [false, true].map((idempotencyKeys) => ({
    name: idempotencyKeys ? NAMES.keyed : NAMES.holdfast,
    origin,
    processes,
    unitsFor: (count) => bookingUnits(eventTypeIds, pool.take(count), { confirm, idempotencyKeys }),
  }))
