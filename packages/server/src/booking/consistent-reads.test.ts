import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../tests/support/booking-world.ts'
import { everyDayOf } from '../../tests/support/slot-starts.ts'
import { storeWith } from '../../tests/support/store-with.ts'
import { createTimeOff, deleteTimeOff } from './absences/time-offs.ts'
import { closeAvailability, openAvailability } from './availability/availability.ts'
import { createBlock, deleteBlock } from './blocks/blocks.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
  expireBooking,
  getBooking,
} from './bookings/change-booking.ts'
import { createBooking } from './bookings/create-booking.ts'
import { expireDue } from './bookings/expire-due.ts'
import { getManagedBooking } from './bookings/managed-booking.ts'
import { rescheduleBooking } from './bookings/reschedule-booking.ts'
import { getEventTypeBySlug } from './event-types/event-type-by-slug.ts'
import {
  createEventType,
  getEventType,
  setEventTypeStatus,
  updateEventType,
} from './event-types/event-types.ts'
import { updateProvider } from './provider-changes/save-provider.ts'
import { providerEntity } from './providers/provider.ts'
import { abortPendingDeletion, deleteProvider } from './providers/provider-deletion.ts'
import { getProvider } from './providers/read-providers.ts'
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  setScheduleDate,
  updateSchedule,
} from './schedules/schedules.ts'
import { explainEventTypeSlot } from './slots/explain-slot.ts'

// A store on one file sees every write at once. DynamoDB does so only where a read asks for it, so the
// requests themselves are looked at here.

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

/** The dependencies on a store that records how its reads are to be made. */
function recording() {
  const reads: string[] = []
  const record = (what: string, options: { readonly consistent?: boolean } | undefined) =>
    reads.push(`${what} ${options?.consistent === true ? 'consistent' : 'outdated'}`)
  const store = storeWith(world.store, {
    get(key, options) {
      record(`${key.PK.split('#')[0]} ${key.SK.split('#')[0]}`, options)
      return world.store.get(key, options)
    },
    getMany(keys, options) {
      for (const { PK, SK } of keys) record(`${PK.split('#')[0]} ${SK.split('#')[0]}`, options)
      return world.store.getMany(keys, options)
    },
    query(request) {
      record(`${request.partition.split('#')[0]} ${request.from}`, request)
      return world.store.query(request)
    },
  })
  return { reads, deps: { ...world.deps, store } }
}

type Deps = ReturnType<typeof recording>['deps']

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = { startEpochSeconds: secondsOf('2026-04-27T11:00:00Z') }
const HOUR = { startEpochSeconds: secondsOf(TEN), endEpochSeconds: ELEVEN.startEpochSeconds }
const OPENING = {
  date: '2026-04-27',
  startTime: '10:00',
  endTime: '12:00',
  slotDurationMinutes: 60,
}
const input = { startEpochSeconds: secondsOf(TEN), booker: BOOKER }

/** Prepares a use case on the plain store, and answers how to run it on the recording one. */
type Prepared = () => Promise<(deps: Deps) => Promise<unknown>>

const onProvider =
  (run: (deps: Deps, providerId: string) => Promise<unknown>): Prepared =>
  async () => {
    const { id } = await world.provider()
    return (deps) => run(deps, id)
  }
const onEventType =
  (run: (deps: Deps, eventTypeId: string) => Promise<unknown>): Prepared =>
  async () => {
    const { id } = await world.eventType()
    return (deps) => run(deps, id)
  }
const onHold =
  (run: (deps: Deps, bookingId: string) => Promise<unknown>): Prepared =>
  async () => {
    const { id } = await world.eventType()
    const booking = await world.book(id, TEN)
    return (deps) => run(deps, booking.id)
  }
const HOURS = { name: 'Office', timeZone: 'UTC', availabilityRules: everyDayOf() }
const onSchedule =
  (run: (deps: Deps, scheduleId: string) => Promise<unknown>): Prepared =>
  async () => {
    const { id } = unwrap(await createSchedule(world.deps, world.caller, HOURS))
    return (deps) => run(deps, id)
  }
/** An event type of a provider with a schedule, and time off on the day after `TEN`. */
const onWorkingHours =
  (run: (deps: Deps, eventTypeId: string) => Promise<unknown>): Prepared =>
  async () => {
    const { id: scheduleId } = unwrap(await createSchedule(world.deps, world.caller, HOURS))
    const { id: providerId } = await world.provider({ scheduleId })
    const { id } = await world.eventType({ providerId, availabilityRules: null })
    const time = { startDate: '2026-04-28', endDate: '2026-04-29' }
    unwrap(await createTimeOff(world.deps, world.caller, providerId, { time }))
    return (deps) => run(deps, id)
  }
const onOpening =
  (run: (deps: Deps, providerId: string) => Promise<unknown>): Prepared =>
  async () => {
    const { id } = await world.provider()
    unwrap(await openAvailability(world.deps, world.caller, id, OPENING))
    return (deps) => run(deps, id)
  }

const DECISIONS: readonly (readonly [name: string, prepared: Prepared])[] = [
  ['reading a provider', onProvider((deps, id) => getProvider(deps, world.caller, id))],
  ['changing a provider', onProvider((deps, id) => updateProvider(deps, world.caller, id, {}))],
  ['deleting a provider', onProvider((deps, id) => deleteProvider(deps, world.caller, id))],
  [
    'aborting a deletion',
    async () => {
      const { id } = await world.provider()
      const key = { PK: `PROVIDER#${id}`, SK: '#METADATA' }
      const before = await providerEntity.read(world.store, key, { consistent: false })
      if (before === undefined) throw new Error('the provider is not stored')
      // An outdated view of it: the abort must read it again.
      const pending = { ...before, version: 7, deletionBeganAtEpochSeconds: 1 }
      return (deps) => abortPendingDeletion(deps, pending)
    },
  ],
  [
    'creating an event type',
    onProvider((deps, providerId) => {
      const rules = { slug: 'x', title: 'X', durationMinutes: 60, availabilityRules: [] }
      return createEventType(deps, world.caller, { ...rules, providerId })
    }),
  ],
  ['reading an event type', onEventType((deps, id) => getEventType(deps, world.caller, id))],
  [
    'finding an event type by its slug',
    async () => {
      const { slug, providerId } = await world.eventType()
      return (deps) => getEventTypeBySlug(deps, world.caller, slug, providerId)
    },
  ],
  [
    'changing an event type',
    onEventType((deps, id) => updateEventType(deps, world.caller, id, {})),
  ],
  [
    'deactivating an event type',
    onEventType((deps, id) => setEventTypeStatus(deps, world.caller, id, 'inactive')),
  ],
  ['opening slots', onOpening((deps, id) => openAvailability(deps, world.caller, id, OPENING))],
  [
    'closing slots',
    onOpening((deps, id) => closeAvailability(deps, world.caller, id, OPENING.date)),
  ],
  ['blocking time', onProvider((deps, id) => createBlock(deps, world.caller, id, HOUR))],
  [
    'deleting a block',
    async () => {
      const { id } = await world.provider()
      const block = unwrap(await createBlock(world.deps, world.caller, id, HOUR))
      return (deps) => deleteBlock(deps, world.caller, id, block.id)
    },
  ],
  [
    'booking',
    onEventType((deps, eventTypeId) =>
      createBooking(deps, world.caller, { ...input, target: { eventTypeId } }),
    ),
  ],
  [
    'booking an opened slot',
    onOpening((deps, providerId) =>
      createBooking(deps, world.caller, { ...input, target: { providerId } }),
    ),
  ],
  [
    'booking a long slot, which reads its days',
    async () => {
      const rules = { durationMinutes: 725, availabilityRules: everyDayOf() }
      const { id: eventTypeId } = await world.eventType(rules)
      const startEpochSeconds = secondsOf('2026-04-27T00:00:00Z')
      const target = { eventTypeId }
      return (deps) => createBooking(deps, world.caller, { ...input, startEpochSeconds, target })
    },
  ],
  ['reading a schedule', onSchedule((deps, id) => getSchedule(deps, world.caller, id))],
  ['changing a schedule', onSchedule((deps, id) => updateSchedule(deps, world.caller, id, {}))],
  [
    'setting the hours of a date of a schedule',
    onSchedule((deps, id) => setScheduleDate(deps, world.caller, id, '2026-12-24', [])),
  ],
  ['deleting a schedule', onSchedule((deps, id) => deleteSchedule(deps, world.caller, id))],
  [
    'giving a provider a schedule',
    onSchedule(async (deps, scheduleId) => {
      const { id } = await world.provider()
      return updateProvider(deps, world.caller, id, { scheduleId })
    }),
  ],
  [
    'booking within working hours and beside time off',
    onWorkingHours((deps, eventTypeId) =>
      createBooking(deps, world.caller, { ...input, target: { eventTypeId } }),
    ),
  ],
  [
    'explaining a start within working hours and beside time off',
    onWorkingHours((deps, id) => explainEventTypeSlot(deps, world.caller, id, secondsOf(TEN))),
  ],
  [
    'deleting time off',
    async () => {
      const { id } = await world.provider()
      const time = { startDate: '2026-04-28', endDate: '2026-04-29' }
      const { timeOff } = unwrap(await createTimeOff(world.deps, world.caller, id, { time }))
      return (deps) => deleteTimeOff(deps, world.caller, id, timeOff.id)
    },
  ],
  ['reading a booking', onHold((deps, id) => getBooking(deps, world.caller, id))],
  ['reading a booking by its token', onHold((deps, id) => getManagedBooking(deps, id, 'hm_x'))],
  ['confirming', onHold((deps, id) => confirmBooking(deps, world.caller, id))],
  ['cancelling', onHold((deps, id) => cancelBooking(deps, world.caller, id, {}))],
  ['closing', onHold((deps, id) => closeBooking(deps, world.caller, id, 'complete'))],
  ['expiring', onHold((deps, id) => expireBooking(deps, world.caller, id))],
  [
    'moving within a day, which reads that day',
    onHold((deps, id) => rescheduleBooking(deps, world.caller, id, ELEVEN)),
  ],
  [
    'sweeping lapsed holds',
    onHold((deps) => {
      world.moveTo('2026-04-20T08:05:00Z')
      return expireDue(deps, 100)
    }),
  ],
  [
    'explaining a start',
    onEventType((deps, id) => explainEventTypeSlot(deps, world.caller, id, secondsOf(TEN))),
  ],
]

describe('every read of a decision sees all acknowledged writes', () => {
  test.each(DECISIONS)('%s', async (_, prepared) => {
    const run = await prepared()
    const { reads, deps } = recording()
    await run(deps)
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.filter((read) => read.endsWith('outdated'))).toEqual([])
  })
})
