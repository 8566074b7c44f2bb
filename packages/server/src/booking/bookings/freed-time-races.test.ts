import { hasClaim } from '@holdfast/engine'
import { afterAll, expect, test } from 'vitest'
import { openBookingWorld, secondsOf } from '../../../tests/support/booking-world.ts'
import { repetitions } from '../../../tests/support/depth.ts'
import { RACE_ENGINES, stopSharedEngine } from '../../../tests/support/stores.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { createBlock } from '../blocks/blocks.ts'
import { bookingEntity } from './booking-item.ts'
import { cancelBooking } from './change-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

afterAll(stopSharedEngine)

const TEN = '2026-04-27T10:00:00Z'
const TWO = '2026-04-27T14:00:00Z'

test.each(RACE_ENGINES)(
  'kept time has one winner among desk, block and whoever left it, on %s',
  async (engine) => {
    for (let round = 0; round < repetitions(6, 60); round += 1) {
      const world = await openBookingWorld(engine)
      try {
        const { deps, caller } = world
        const type = await world.eventType({
          confirmation: 'instant',
          release: { freedAfterMinutes: { min: 20, max: 240 } },
        })
        const { id } = await world.book(type.id, TEN)
        const startEpochSeconds = secondsOf(TEN)
        const [moved, ...early] = await Promise.all([
          rescheduleBooking(deps, caller, id, { startEpochSeconds: secondsOf(TWO) }),
          world.create(type.id, TEN),
          world.create(type.id, TEN),
        ])
        expect([moved.ok, ...early.map(({ ok }) => ok)]).toEqual([true, false, false])
        const endEpochSeconds = startEpochSeconds + 1800
        const outcomes = await Promise.all([
          rescheduleBooking(deps, caller, id, { startEpochSeconds }),
          world.create(type.id, TEN, { isOverride: true }),
          world.create(type.id, TEN, { isOverride: true }),
          createBlock(deps, caller, type.providerId, { startEpochSeconds, endEpochSeconds }),
          world.create(type.id, TEN),
        ])
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        expect(outcomes.at(-1)?.ok).toBe(false)
        expect((await inspect(deps)).findings).toEqual([])
        const live = (await world.items('BOOKING#')).map(bookingEntity.decode).filter(hasClaim)
        await Promise.all([
          ...live.map((booking) => cancelBooking(deps, caller, booking.id, {})),
          ...[TEN, TWO].map((start) => world.create(type.id, start, { isOverride: true })),
        ])
        expect((await inspect(deps)).findings).toEqual([])
      } finally {
        await world.close()
      }
    }
  },
)
