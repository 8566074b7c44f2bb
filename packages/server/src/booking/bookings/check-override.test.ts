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
import { MemoryCalendars } from '../../../tests/support/memory-calendars.ts'
import { createTimeOff } from '../absences/time-offs.ts'
import { openAvailability } from '../availability/availability.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { providerEntity } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { createSchedule } from '../schedules/schedules.ts'
import type { BookingInput } from './booking-input.ts'
import { createBooking } from './create-booking.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const MINUTE = 60

/** Books outside the rules. */
const override = (target: BookingInput['target'], start: string, deps = world.deps) =>
  createBooking(deps, world.caller, {
    target,
    startEpochSeconds: secondsOf(start),
    booker: BOOKER,
    isOverride: true,
  })

const refusalOf = async (of: ReturnType<typeof override>) => {
  const answer = await of
  return answer.ok ? 'booked' : answer.refusal
}

test('an override skips hours, grid, notice and advance, and the booking says so', async () => {
  const type = await world.eventType({ minNoticeMinutes: 600, maxAdvanceDays: 7 })
  for (const start of [
    '2026-04-26T03:07:00Z',
    '2026-04-20T08:30:00Z',
    '2026-04-27T09:10:00Z',
    '2028-02-01T09:00:00Z',
  ]) {
    const { booking } = unwrap(await override({ eventTypeId: type.id }, start))
    expect(booking).toMatchObject({
      isOverride: true,
      startEpochSeconds: secondsOf(start),
      endEpochSeconds: secondsOf(start) + 60 * MINUTE,
    })
  }
  const { booking } = await world.created(type.id, '2026-04-27T13:00:00Z')
  expect(booking).not.toHaveProperty('isOverride')
})

test('an override never takes time that is claimed, buffers included', async () => {
  const type = await world.eventType({ bufferAfterMinutes: 15 })
  await world.book(type.id, '2026-04-27T10:00:00Z')
  expect(await refusalOf(override({ eventTypeId: type.id }, '2026-04-27T11:10:00Z'))).toEqual({
    code: 'slot_taken',
    startEpochSeconds: secondsOf('2026-04-27T11:10:00Z'),
  })
  expect(await override({ eventTypeId: type.id }, '2026-04-27T11:15:00Z')).toMatchObject({
    ok: true,
  })
})

test('of two overrides of one time one wins', async () => {
  const type = await world.eventType({ confirmation: 'instant' })
  const start = '2026-04-25T03:00:00Z'
  const answers = await Promise.all(
    [1, 2].map(() => refusalOf(override({ eventTypeId: type.id }, start))),
  )
  expect(
    answers.map((answer) => (typeof answer === 'string' ? answer : answer.code)).sort(),
  ).toEqual(['booked', 'slot_taken'])
})

test('an override needs a whole minute, at most 24 hours ago and three years ahead', async () => {
  const type = await world.eventType()
  const at = (start: string) => refusalOf(override({ eventTypeId: type.id }, start))
  expect(await at('2026-04-27T10:00:30Z')).toEqual({
    code: 'validation_failed',
    errors: [{ pointer: '/start', message: '`start` must be a whole minute.' }],
  })
  expect(await at('2026-04-19T08:00:00Z')).toBe('booked')
  expect(await at('2026-04-19T07:59:00Z')).toEqual({
    code: 'slot_not_bookable',
    reasons: [{ code: 'in_the_past', nowEpochSeconds: secondsOf(NOW) }],
  })
  expect(await at('2029-04-19T23:59:00Z')).toBe('booked')
  expect(await at('2029-04-20T00:00:00Z')).toEqual({
    code: 'slot_not_bookable',
    reasons: [
      {
        code: 'too_far',
        maxAdvanceDays: 1095,
        endEpochMinutes: secondsOf('2029-04-20T00:00:00Z') / MINUTE,
      },
    ],
  })
})

test('an override books an inactive event type, but not an inactive provider', async () => {
  const type = await world.eventType()
  const start = '2026-04-27T10:00:00Z'
  unwrap(await setEventTypeStatus(world.deps, world.caller, type.id, 'inactive'))
  expect(await refusalOf(override({ eventTypeId: type.id }, start))).toBe('booked')
  unwrap(await updateProvider(world.deps, world.caller, type.providerId, { active: false }))
  expect(await refusalOf(override({ eventTypeId: type.id }, '2026-04-27T12:00:00Z'))).toEqual({
    code: 'provider_inactive',
    providerId: type.providerId,
  })
})

test('an override ignores the busy times of connected calendars', async () => {
  const type = await world.eventType()
  const before = unwrap(await getProvider(world.deps, world.caller, type.providerId))
  const after = { ...before, version: 2, connectedKinds: ['google'] as const }
  await world.store.transact([providerEntity.replace(before, after)], `connect ${before.id}`)
  const calendars = new MemoryCalendars()
  calendars.set(before.id, {
    source: 'google',
    busy: [['2026-04-27T10:00:00Z', '2026-04-27T11:00:00Z']],
  })
  const deps = { ...world.deps, connectedCalendars: calendars }
  const start = '2026-04-27T10:00:00Z'
  expect(await refusalOf(override({ eventTypeId: type.id }, start, deps))).toBe('booked')
  expect(calendars.taken()).toEqual([])
})

describe('an override of an opened slot', () => {
  const opened = async () => {
    const { id } = await world.provider()
    unwrap(
      await openAvailability(world.deps, world.caller, id, {
        date: '2026-05-04',
        startTime: '09:00',
        endTime: '10:00',
        slotDurationMinutes: 30,
      }),
    )
    return id
  }

  test('lasts as long as the slots of the opening that contains it, also beyond its end', async () => {
    const providerId = await opened()
    const { booking } = unwrap(await override({ providerId }, '2026-05-04T09:50:00Z'))
    expect(booking).toMatchObject({
      isOverride: true,
      endEpochSeconds: secondsOf('2026-05-04T10:20:00Z'),
    })
  })

  test('is refused outside all openings, since nothing says how long it lasts', async () => {
    const providerId = await opened()
    expect(await refusalOf(override({ providerId }, '2026-05-04T11:00:00Z'))).toMatchObject({
      code: 'slot_not_bookable',
      reasons: [{ code: 'outside_availability' }],
    })
  })
})

describe('a move', () => {
  const move = (id: string, start: string, isOverride: boolean) =>
    rescheduleBooking(world.deps, world.caller, id, {
      startEpochSeconds: secondsOf(start),
      isOverride,
    })

  test('outside the rules is an override, and a later move under the rules is not', async () => {
    const type = await world.eventType()
    const { booking } = await world.created(type.id, '2026-04-27T10:00:00Z')
    expect(await move(booking.id, '2026-04-26T05:05:00Z', false)).toMatchObject({
      ok: false,
      refusal: { code: 'slot_not_bookable' },
    })
    const moved = unwrap(await move(booking.id, '2026-04-26T05:05:00Z', true))
    expect(moved).toMatchObject({
      isOverride: true,
      startEpochSeconds: secondsOf('2026-04-26T05:05:00Z'),
    })
    const back = unwrap(await move(booking.id, '2026-04-27T12:00:00Z', false))
    expect(back).not.toHaveProperty('isOverride')
  })

  test('outside the rules never takes time that is claimed', async () => {
    const type = await world.eventType()
    await world.book(type.id, '2026-04-27T10:00:00Z')
    const { booking } = await world.created(type.id, '2026-04-27T12:00:00Z')
    expect(await move(booking.id, '2026-04-27T10:30:00Z', true)).toMatchObject({
      ok: false,
      refusal: { code: 'slot_taken' },
    })
  })
})

describe('an override of a team', () => {
  const SUNDAY_5 = '2026-04-26T05:05:00Z'
  /** Two candidates who work in the mornings of weekdays and are away in that week. */
  const team = async () => {
    const { id: scheduleId } = unwrap(
      await createSchedule(world.deps, world.caller, {
        name: 'Mornings',
        timeZone: 'UTC',
        availabilityRules: WORKING_HOURS,
      }),
    )
    const providerIds: string[] = []
    for (const name of ['Ada', 'Bob']) {
      const { id } = await world.provider({ name, scheduleId })
      const time = { startDate: '2026-04-25', endDate: '2026-05-03' }
      unwrap(await createTimeOff(world.deps, world.caller, id, { time }))
      providerIds.push(id)
    }
    const requirements = [{ name: 'who', providerIds, count: 1, choice: 'priority' as const }]
    return { type: await world.eventType({ requirements }), providerIds }
  }

  test('takes candidates outside their hours and in their time off, each only once', async () => {
    const { type, providerIds } = await team()
    const answers = await Promise.all(
      [1, 2, 3].map(() => override({ eventTypeId: type.id }, SUNDAY_5)),
    )
    const taken = answers.flatMap((answer) => (answer.ok ? [answer.value.booking] : []))
    expect(taken.map(({ isOverride }) => isOverride)).toEqual([true, true])
    expect(taken.map(({ providerId }) => providerId).sort()).toEqual([...providerIds].sort())
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]))).toEqual([
      'slot_taken',
    ])
  })

  test('can be the move of a booking', async () => {
    const { type } = await team()
    const { booking } = unwrap(await override({ eventTypeId: type.id }, SUNDAY_5))
    const moved = await rescheduleBooking(world.deps, world.caller, booking.id, {
      startEpochSeconds: secondsOf('2026-04-26T07:10:00Z'),
      isOverride: true,
    })
    expect(unwrap(moved)).toMatchObject({
      isOverride: true,
      startEpochSeconds: secondsOf('2026-04-26T07:10:00Z'),
    })
  })
})
