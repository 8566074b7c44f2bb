import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import { type CreatedGroup, createBookingGroup } from './create-group.ts'
import type { GroupWithBookings } from './group.ts'
import { rescheduleBookingGroup } from './move-group.ts'
import { getBookingGroup } from './read-group.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const DAY = 1440

const ALL_DAY = WORKING_HOURS.map(({ weekday }) => ({
  weekday,
  windows: [{ start: '00:00', end: '24:00' }],
}))

const booker = () => ({ ...world.caller, role: 'manage', actor: { kind: 'booker' } }) as const

/** A new group of one event type, at these starts. */
const groupAt = async (eventTypeId: string, starts: readonly string[]) =>
  unwrap(
    await createBookingGroup(world.deps, world.caller, {
      items: starts.map((start) => ({ eventTypeId, startEpochSeconds: secondsOf(start) })),
      onConflict: 'refuse',
      booker: BOOKER,
      fields: {},
      isOverride: false,
    }),
  )

/** A new group, and its provider. */
async function plain(
  starts: readonly string[],
  more: Parameters<BookingWorld['eventType']>[0] = {},
) {
  const type = await world.eventType({ confirmation: 'instant', ...more })
  return await groupAt(type.id, starts)
}

const move = (
  { group }: Pick<CreatedGroup, 'group'>,
  shiftMinutes: number,
  caller: Parameters<typeof rescheduleBookingGroup>[1] = world.caller,
) => rescheduleBookingGroup(world.deps, caller, group.id, { to: { shiftMinutes } })

const startsOf = ({ bookings }: Pick<GroupWithBookings, 'bookings'>) =>
  bookings.map(({ startEpochSeconds }) =>
    new Date(startEpochSeconds * 1000).toISOString().slice(0, 16),
  )

const read = async ({ group }: Pick<CreatedGroup, 'group'>) =>
  unwrap(await getBookingGroup(world.deps, world.caller, group.id))

const idOf = ({ bookings }: CreatedGroup, index: number) => bookings[index]?.id ?? ''

const freeOf = async ({ bookings }: CreatedGroup, date: string) =>
  (await world.ledger(bookings[0]?.providerId ?? '', date)).taken

describe('a moved group', () => {
  test('has all of its bookings at the same distance, and its old time is free', async () => {
    const made = await plain(['2026-04-27T10:00:00Z', '2026-05-04T12:00:00Z'])
    const moved = unwrap(await move(made, DAY + 60))
    expect(startsOf(moved)).toEqual(['2026-04-28T11:00', '2026-05-05T13:00'])
    expect(await read(made)).toEqual(moved)
    expect(await freeOf(made, '2026-04-27')).toEqual([])
    expect(await freeOf(made, '2026-04-28')).toHaveLength(12)
  })

  test('takes what its own bookings give back', async () => {
    const made = await plain([
      '2026-04-27T10:00:00Z',
      '2026-04-27T11:00:00Z',
      '2026-04-27T12:00:00Z',
    ])
    const later = unwrap(await move(made, 60))
    expect(startsOf(later)).toEqual(['2026-04-27T11:00', '2026-04-27T12:00', '2026-04-27T13:00'])
    const back = unwrap(await move(made, -60))
    expect(startsOf(back)).toEqual(['2026-04-27T10:00', '2026-04-27T11:00', '2026-04-27T12:00'])
    expect(await freeOf(made, '2026-04-27')).toHaveLength(36)
  })

  test('takes what its own bookings give back of a team and of a limit', async () => {
    const person = await world.provider({ name: 'Tara' })
    const made = await plain(['2026-04-27T10:00:00Z', '2026-04-28T10:00:00Z'], {
      requirements: [{ name: 'doctor', providerIds: [person.id], count: 1 }],
      limits: { perDay: 1 },
    })
    const moved = unwrap(await move(made, DAY))
    expect(startsOf(moved)).toEqual(['2026-04-28T10:00', '2026-04-29T10:00'])
    expect(moved.bookings.map(({ providerId }) => providerId)).toEqual([person.id, person.id])
  })

  test('takes what several of its bookings together give back of a limit', async () => {
    const person = await world.provider({ name: 'Tara', limits: { minutesPerDay: 60 } })
    const types = await Promise.all(
      [60, 30].map((durationMinutes) =>
        world.eventType({
          requirements: [{ name: 'doctor', providerIds: [person.id], count: 1 }],
          confirmation: 'instant',
          durationMinutes,
        }),
      ),
    )
    const items = ['2026-04-27T10:00:00Z', '2026-04-28T10:00:00Z', '2026-04-28T11:00:00Z'].map(
      (start, index) => ({
        eventTypeId: types[Math.min(index, 1)]?.id ?? '',
        startEpochSeconds: secondsOf(start),
      }),
    )
    const asked = {
      items,
      onConflict: 'refuse',
      booker: BOOKER,
      fields: {},
      isOverride: false,
    } as const
    const made = unwrap(await createBookingGroup(world.deps, world.caller, asked))
    const moved = unwrap(await move(made, DAY))
    expect(startsOf(moved)).toEqual(['2026-04-28T10:00', '2026-04-29T10:00', '2026-04-29T11:00'])
  })

  test('keeps the people of a team who are free, and gets others where they are not', async () => {
    const [tara, ulf] = [
      await world.provider({ name: 'Tara' }),
      await world.provider({ name: 'Ulf' }),
    ]
    const requirements = [
      { name: 'doctor', providerIds: [tara.id, ulf.id], count: 1, choice: 'priority' as const },
    ]
    const made = await plain(['2026-04-27T10:00:00Z', '2026-04-27T11:00:00Z'], { requirements })
    const own = await world.eventType({ providerId: tara.id, confirmation: 'instant' })
    await world.book(own.id, '2026-04-28T11:00:00Z')
    const moved = unwrap(await move(made, DAY))
    expect(moved.bookings.map(({ providerId }) => providerId)).toEqual([tara.id, ulf.id])
  })

  test('leaves what has begun, and what was cancelled', async () => {
    const made = await plain([
      '2026-04-27T10:00:00Z',
      '2026-04-28T10:00:00Z',
      '2026-04-29T10:00:00Z',
    ])
    unwrap(await cancelBooking(world.deps, world.caller, idOf(made, 1), {}))
    world.moveTo('2026-04-27T10:30:00Z')
    const moved = unwrap(await move(made, DAY))
    expect(startsOf(moved)).toEqual(['2026-04-27T10:00', '2026-04-28T10:00', '2026-04-30T10:00'])
  })

  test('with a start has its earliest booking there, however the items were ordered', async () => {
    const made = await plain(['2026-05-04T12:00:00Z', '2026-04-27T10:00:00Z'])
    const to = { startEpochSeconds: secondsOf('2026-04-28T13:00:00Z') }
    const to28 = () => rescheduleBookingGroup(world.deps, world.caller, made.group.id, { to })
    const moved = unwrap(await to28())
    expect(startsOf(moved)).toEqual(['2026-05-05T15:00', '2026-04-28T13:00'])
    // A repeated call finds them there.
    expect(unwrap(await to28())).toEqual(moved)
  })

  test('keeps the wall time of each booking over a change of the clocks', async () => {
    const provider = await world.provider({ name: 'Bea', timeZone: 'Europe/Berlin' })
    const type = { providerId: provider.id, maxAdvanceDays: 365 }
    const made = await plain(['2026-10-19T08:00:00Z', '2026-10-23T08:00:00Z'], type)
    const moved = unwrap(await move(made, 3 * DAY))
    expect(startsOf(moved)).toEqual(['2026-10-22T08:00', '2026-10-26T09:00'])
    expect(moved.bookings.map(({ localStart }) => localStart)).toEqual([
      '2026-10-22T10:00',
      '2026-10-26T10:00',
    ])
  })

  test('is decided again if one of its bookings changes meanwhile', async () => {
    const made = await plain(['2026-04-27T10:00:00Z', '2026-04-28T10:00:00Z'])
    let isDone = false
    const store = storeWith(world.store, {
      // After the bookings were read, before the days of their claims are.
      async getMany(keys, options) {
        if (!isDone && keys.some(({ SK }) => SK.startsWith('DAY#'))) {
          isDone = true
          unwrap(await cancelBooking(world.deps, world.caller, idOf(made, 1), {}))
        }
        return await world.store.getMany(keys, options)
      },
    })
    const deps = { ...world.deps, store }
    const to = { shiftMinutes: DAY }
    const moved = unwrap(await rescheduleBookingGroup(deps, world.caller, made.group.id, { to }))
    expect(isDone).toBe(true)
    expect(startsOf(moved)).toEqual(['2026-04-28T10:00', '2026-04-28T10:00'])
    expect(moved.bookings.map(({ status }) => status)).toEqual(['confirmed', 'cancelled'])
  })
})

describe('a group is not moved at all', () => {
  test('if the time of one booking is taken, which the refusal names', async () => {
    const made = await plain(['2026-04-27T10:00:00Z', '2026-04-28T10:00:00Z'])
    await world.book(made.bookings[0]?.eventTypeId ?? '', '2026-04-28T11:00:00Z')
    expect(await move(made, 60)).toEqual({
      ok: false,
      refusal: {
        code: 'group_item_refused',
        refusal: { code: 'slot_taken', startEpochSeconds: secondsOf('2026-04-28T11:00:00Z') },
        item: { index: 1, localStart: '2026-04-28T10:00' },
      },
    })
    expect(await read(made)).toMatchObject({ bookings: made.bookings })
  })

  test('if a start is outside the hours, unless the account moves it outside the rules', async () => {
    const made = await plain(['2026-04-24T10:00:00Z', '2026-04-27T10:00:00Z'])
    expect(await move(made, DAY)).toMatchObject({
      refusal: { refusal: { code: 'slot_not_bookable' }, item: { index: 0 } },
    })
    const to = { shiftMinutes: DAY }
    const input = { to, isOverride: true }
    const moved = await rescheduleBookingGroup(world.deps, world.caller, made.group.id, input)
    expect(startsOf(unwrap(moved))).toEqual(['2026-04-25T10:00', '2026-04-28T10:00'])
    expect(unwrap(moved).bookings.map(({ isOverride }) => isOverride)).toEqual([true, true])
  })

  test('if the clocks skip a start', async () => {
    const provider = await world.provider({ name: 'Bea', timeZone: 'Europe/Berlin' })
    const type = { providerId: provider.id, availabilityRules: ALL_DAY, maxAdvanceDays: 365 }
    const made = await plain(['2027-03-26T01:30:00Z'], { ...type, slotStepMinutes: 30 })
    expect(await move(made, 2 * DAY)).toMatchObject({
      refusal: {
        code: 'group_item_refused',
        refusal: {
          code: 'no_such_time',
          localStart: '2027-03-28T02:30',
          timeZone: 'Europe/Berlin',
        },
      },
    })
  })

  test('by its booker, if one booking is too late to change', async () => {
    const made = await plain(['2026-04-27T10:00:00Z', '2026-04-28T10:00:00Z'], {
      policy: { rescheduleUntilMinutes: 24 * 60 },
    })
    world.moveTo('2026-04-26T12:00:00Z')
    expect(await move(made, DAY, booker())).toMatchObject({
      refusal: { refusal: { code: 'too_late_to_change' }, item: { index: 0 } },
    })
    expect(startsOf(unwrap(await move(made, DAY)))).toEqual([
      '2026-04-28T10:00',
      '2026-04-29T10:00',
    ])
  })

  test('if it is not as the caller saw it', async () => {
    const made = await plain(['2026-04-27T10:00:00Z'])
    const stale = await move(made, 60, { ...world.caller, ifVersion: 7 })
    expect(stale).toMatchObject({ refusal: { code: 'version_mismatch', expected: 7, actual: 1 } })
  })

  test('if nothing of it is left to move', async () => {
    const made = await plain(['2026-04-27T10:00:00Z'])
    world.moveTo('2026-04-27T10:30:00Z')
    expect(await move(made, 60)).toMatchObject({
      refusal: { refusal: { code: 'too_late_to_change' }, item: { index: 0 } },
    })
    unwrap(await cancelBooking(world.deps, world.caller, idOf(made, 0), {}))
    expect(await move(made, 60)).toMatchObject({
      refusal: { refusal: { code: 'invalid_transition', status: 'cancelled' } },
    })
  })

  test('if both of its bookings together are too many for the limit of a person', async () => {
    const person = await world.provider({ name: 'Tara', limits: { perDay: 1 } })
    const made = await plain(['2026-04-27T23:00:00Z', '2026-04-28T10:00:00Z'], {
      requirements: [{ name: 'doctor', providerIds: [person.id], count: 1 }],
      availabilityRules: ALL_DAY,
    })
    expect(await move(made, 60)).toMatchObject({
      refusal: { code: 'group_item_refused', refusal: { code: 'limit_reached' } },
    })
    expect(await read(made)).toMatchObject({ bookings: made.bookings })
  })
})
