import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { type MemoryCalendar, MemoryCalendars } from '../../../tests/support/memory-calendars.ts'
import type { Conflict } from '../conflict.ts'
import { providerEntity } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { createBooking } from './create-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const TEN = '2026-04-27T10:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'

/** An event type with buffers, of a provider with such calendars. */
async function connected(...calendarsOf: readonly MemoryCalendar[]) {
  const type = await world.eventType({ bufferBeforeMinutes: 10, bufferAfterMinutes: 5 })
  const { providerId } = type
  const before = unwrap(await getProvider(world.deps, world.caller, providerId))
  const after = { ...before, version: 2, connectedKinds: ['google'] as const }
  await world.store.transact([providerEntity.replace(before, after)], `connect ${providerId}`)
  const calendars = new MemoryCalendars()
  calendars.set(providerId, ...calendarsOf)
  const conflicts: Conflict[] = []
  const deps = {
    ...world.deps,
    connectedCalendars: calendars,
    reportConflict: (one: Conflict) => void conflicts.push(one),
  }
  const create = (start = TEN) =>
    createBooking(deps, world.caller, {
      target: { eventTypeId: type.id },
      startEpochSeconds: secondsOf(start),
      booker: BOOKER,
    })
  return { type, providerId, calendars, conflicts, deps, create }
}

const BUSY = { source: 'google', busy: [['2026-04-27T10:30:00Z', '2026-04-27T10:40:00Z']] } as const
const taken = (start: string) => ({
  ok: false,
  refusal: { code: 'slot_taken', startEpochSeconds: secondsOf(start) },
})

describe('the connected calendars of a provider', () => {
  test('are asked about the claim, buffers included, before it is made', async () => {
    const { providerId, calendars, create } = await connected()
    expect(await create()).toMatchObject({ ok: true })
    expect(calendars.taken()).toEqual([
      { method: 'check', providerId, reach: ['2026-04-27T09:50Z', '2026-04-27T11:05Z'] },
    ])
  })

  test('are not asked about a start that the rules refuse', async () => {
    const { calendars, create } = await connected(BUSY)
    expect(await create('2026-04-27T10:30:00Z')).toMatchObject({
      refusal: { code: 'slot_not_bookable', reasons: [{ code: 'off_grid' }] },
    })
    expect(calendars.calls).toEqual([])
  })

  test('are not asked for a provider without connections', async () => {
    const type = await world.eventType()
    const calendars = new MemoryCalendars()
    calendars.set(type.providerId, BUSY)
    const deps = { ...world.deps, connectedCalendars: calendars }
    const input = { target: { eventTypeId: type.id }, startEpochSeconds: secondsOf(TEN) }
    expect(await createBooking(deps, world.caller, input)).toMatchObject({ ok: true })
    expect(calendars.calls).toEqual([])
  })
})

describe('a start', () => {
  test('that is busy elsewhere is taken, and reported as a conflict', async () => {
    const { type, providerId, conflicts, create } = await connected(BUSY)
    expect(await create()).toEqual(taken(TEN))
    expect(conflicts).toEqual([
      {
        accountId: world.accountId,
        providerId,
        eventTypeId: type.id,
        resourceVersion: 1,
        startEpochSeconds: secondsOf(TEN),
      },
    ])
    expect(await world.ledger(providerId, '2026-04-27')).toMatchObject({ taken: [] })
    expect(await create('2026-04-27T12:00:00Z')).toMatchObject({ ok: true })
  })

  test('that is unknown elsewhere is unavailable, and names each calendar', async () => {
    const unknown = [['2026-04-27T10:30:00Z', '2026-04-27T10:40:00Z']] as const
    const { conflicts, create } = await connected(
      { source: 'google', unknown },
      { source: 'ical', unknown },
    )
    expect(await create()).toEqual({
      ok: false,
      refusal: {
        code: 'calendar_unavailable',
        startEpochSeconds: secondsOf(TEN),
        sources: ['google', 'ical'],
      },
    })
    expect(conflicts).toEqual([])
  })

  test('that is busy in one calendar and unknown in another is unavailable', async () => {
    const unknown = [['2026-04-27T10:00:00Z', '2026-04-27T11:00:00Z']] as const
    const { create } = await connected(BUSY, { source: 'outlook', unknown })
    expect(await create()).toEqual({
      ok: false,
      refusal: {
        code: 'calendar_unavailable',
        startEpochSeconds: secondsOf(TEN),
        sources: ['outlook'],
      },
    })
  })

  test('that passes while the calendars answer is refused with every reason', async () => {
    const { calendars, create } = await connected(BUSY)
    world.moveTo('2026-04-27T10:00:00Z')
    calendars.duringCheck = () => world.moveTo('2026-04-27T10:00:01Z')
    expect(await create()).toMatchObject({
      refusal: {
        code: 'slot_not_bookable',
        reasons: [{ code: 'in_the_past' }, { code: 'calendar_busy' }],
      },
    })
  })

  test('is booked at the second at which the calendars answered', async () => {
    const { calendars, create } = await connected()
    calendars.duringCheck = () => world.moveTo('2026-04-20T08:00:02Z')
    const { booking } = unwrap(await create())
    expect(booking).toMatchObject({
      createdAtEpochSeconds: secondsOf('2026-04-20T08:00:02Z'),
      holdExpiresAtEpochSeconds: secondsOf('2026-04-20T08:05:02Z'),
    })
  })

  test('to move a booking to is checked in the same way', async () => {
    const { calendars, conflicts, deps, create, providerId } = await connected()
    const { booking } = unwrap(await create())
    calendars.set(providerId, {
      source: 'google',
      busy: [['2026-04-27T11:50:00Z', '2026-04-27T11:55:00Z']],
    })
    const move = (start: string) =>
      rescheduleBooking(deps, world.caller, booking.id, { startEpochSeconds: secondsOf(start) })
    expect(await move(ELEVEN)).toEqual(taken(ELEVEN))
    expect(conflicts.map(({ startEpochSeconds }) => startEpochSeconds)).toEqual([secondsOf(ELEVEN)])
    expect(await move('2026-04-27T14:00:00Z')).toMatchObject({ ok: true })
  })
})
