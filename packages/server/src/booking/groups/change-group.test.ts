import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import { cancelBooking, expireBooking } from '../bookings/change-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import { cancelBookingGroup, confirmBookingGroup } from './change-group.ts'
import { type CreatedGroup, createBookingGroup } from './create-group.ts'
import { type GroupWithBookings, statusOfGroup } from './group.ts'
import { accountOfManagedGroup, getBookingGroup, getBookingOfManagedGroup } from './read-group.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const FIRST = '2026-04-27T10:00:00Z'

/** A new group of weekly holds, without a booker. */
async function weekly(count: number, confirmation: 'hold' | 'instant' = 'hold') {
  const type = await world.eventType({ confirmation })
  const recurrence = { frequency: 'weekly', count } as const
  return unwrap(
    await createBookingGroup(world.deps, world.caller, {
      items: [{ eventTypeId: type.id, startEpochSeconds: secondsOf(FIRST), recurrence }],
      onConflict: 'refuse',
      ...(confirmation === 'instant' && { booker: BOOKER }),
      fields: {},
      isOverride: false,
    }),
  )
}

const booker = () => ({ ...world.caller, role: 'manage', actor: { kind: 'booker' } }) as const

const statusesOf = ({ bookings }: Pick<GroupWithBookings, 'bookings'>) =>
  bookings.map(({ status }) => status)

const read = async ({ group }: Pick<CreatedGroup, 'group'>) =>
  unwrap(await getBookingGroup(world.deps, world.caller, group.id))

const idOf = ({ bookings }: CreatedGroup, index: number) => bookings[index]?.id ?? ''

describe('a confirmed group', () => {
  test('has all of its bookings confirmed, with the booker that was missing', async () => {
    const made = await weekly(24)
    const confirmed = unwrap(
      await confirmBookingGroup(world.deps, booker(), made.group.id, { booker: BOOKER }),
    )
    expect(new Set(statusesOf(confirmed))).toEqual(new Set(['confirmed']))
    expect(await read(made)).toEqual(confirmed)
    expect(confirmed.bookings[23]?.booker).toEqual(BOOKER)
  })

  test('leaves alone what was cancelled or moved by itself before', async () => {
    const made = await weekly(3)
    unwrap(await cancelBooking(world.deps, world.caller, idOf(made, 0), {}))
    const startEpochSeconds = secondsOf('2026-05-05T10:00:00Z')
    unwrap(await rescheduleBooking(world.deps, world.caller, idOf(made, 1), { startEpochSeconds }))
    const confirmed = unwrap(
      await confirmBookingGroup(world.deps, booker(), made.group.id, { booker: BOOKER }),
    )
    expect(statusesOf(confirmed)).toEqual(['cancelled', 'confirmed', 'confirmed'])
    expect(confirmed.bookings[1]?.startEpochSeconds).toBe(startEpochSeconds)
  })

  test('is decided again if one of its bookings changes meanwhile', async () => {
    const made = await weekly(2)
    const store = storeInterruptedBefore(
      world.store,
      (write) => write.kind === 'ledger-confirm',
      () => cancelBooking(world.deps, world.caller, idOf(made, 0), {}),
    )
    const confirmed = unwrap(
      await confirmBookingGroup({ ...world.deps, store }, booker(), made.group.id, {
        booker: BOOKER,
      }),
    )
    expect(statusesOf(confirmed)).toEqual(['cancelled', 'confirmed'])
  })

  test('is not possible in part: a lapsed hold refuses all, also once it is marked as expired', async () => {
    const [hold, request] = [
      await world.eventType(),
      await world.eventType({ confirmation: 'approval' }),
    ]
    const startEpochSeconds = secondsOf(FIRST)
    const made = unwrap(
      await createBookingGroup(world.deps, world.caller, {
        items: [hold, request].map(({ id: eventTypeId }) => ({ eventTypeId, startEpochSeconds })),
        onConflict: 'refuse',
        booker: BOOKER,
        fields: {},
        isOverride: false,
      }),
    )
    world.moveTo('2026-04-20T08:05:00Z')
    const confirm = () => confirmBookingGroup(world.deps, world.caller, made.group.id)
    const refused = {
      refusal: {
        code: 'group_item_refused',
        refusal: { code: 'hold_expired' },
        item: { index: 0 },
      },
    }
    expect(await confirm()).toMatchObject(refused)
    unwrap(await expireBooking(world.deps, world.caller, idOf(made, 0)))
    expect(await confirm()).toMatchObject(refused)
    expect(statusesOf(await read(made))).toEqual(['expired', 'pending'])
  })
})

describe('a cancelled group', () => {
  test('frees the time of all bookings that have not started', async () => {
    const made = await weekly(3, 'instant')
    world.moveTo('2026-04-27T10:30:00Z')
    const cancelled = unwrap(await cancelBookingGroup(world.deps, booker(), made.group.id, {}))
    expect(statusesOf(cancelled)).toEqual(['confirmed', 'cancelled', 'cancelled'])
    const { providerId = '' } = made.bookings[0] ?? {}
    expect((await world.ledger(providerId, '2026-05-04')).taken).toEqual([])
    expect((await world.ledger(providerId, '2026-04-27')).taken).toHaveLength(12)
  })

  test('from a time on keeps what comes before', async () => {
    const made = await weekly(3, 'instant')
    const cancelled = unwrap(
      await cancelBookingGroup(world.deps, booker(), made.group.id, {
        fromEpochSeconds: secondsOf('2026-05-04T10:00:00Z'),
        reason: 'Moving',
      }),
    )
    expect(statusesOf(cancelled)).toEqual(['confirmed', 'cancelled', 'cancelled'])
    expect(cancelled.bookings[2]).toMatchObject({
      cancelledBy: 'booker',
      cancellationReason: 'Moving',
    })
  })

  test('can be cancelled again, which changes nothing', async () => {
    const made = await weekly(2)
    const once = unwrap(await cancelBookingGroup(world.deps, world.caller, made.group.id, {}))
    const twice = unwrap(await cancelBookingGroup(world.deps, world.caller, made.group.id, {}))
    expect(twice).toEqual(once)
  })
})

describe('the manage token of a group', () => {
  test('opens the group and each of its bookings, and no other', async () => {
    const [made, other] = [await weekly(2), await weekly(1)]
    const { manageToken: token } = made
    expect(await accountOfManagedGroup(world.deps, made.group.id, token)).toEqual({
      accountId: world.accountId,
    })
    expect(await accountOfManagedGroup(world.deps, other.group.id, token)).toBeUndefined()
    expect(await getBookingOfManagedGroup(world.deps, idOf(made, 1), token)).toMatchObject({
      id: idOf(made, 1),
    })
    expect(await getBookingOfManagedGroup(world.deps, idOf(other, 0), token)).toBeUndefined()
  })

  test('does not open a booking that was given to another email address', async () => {
    const made = await weekly(2, 'instant')
    const email = 'bob@example.com'
    unwrap(await updateBooking(world.deps, world.caller, idOf(made, 0), { booker: { email } }))
    expect(
      await getBookingOfManagedGroup(world.deps, idOf(made, 0), made.manageToken),
    ).toBeUndefined()
    const shown = unwrap(await getBookingGroup(world.deps, booker(), made.group.id))
    expect(shown.bookings.map(({ id }) => id)).toEqual([idOf(made, 1)])
  })

  test('ends 90 days after the last booking of the group', async () => {
    const made = await weekly(2)
    const open = () => accountOfManagedGroup(world.deps, made.group.id, made.manageToken)
    world.moveTo('2026-08-02T10:59:59Z')
    expect(await open()).toEqual({ accountId: world.accountId })
    world.moveTo('2026-08-02T11:00:00Z')
    expect(await open()).toBe('expired')
  })
})

test.each([
  [['cancelled', 'pending', 'confirmed'], 'pending'],
  [['cancelled', 'confirmed', 'expired'], 'confirmed'],
  [['cancelled', 'expired', 'completed'], 'completed'],
  [['expired', 'cancelled'], 'cancelled'],
  [['expired'], 'expired'],
] as const)('a group of %j bookings is %s', (statuses, expected) => {
  expect(statusOfGroup(statuses.map((status) => ({ status })))).toBe(expected)
})
