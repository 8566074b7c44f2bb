import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingWorld, openBookingWorld } from '../../../tests/support/booking-world.ts'
import type { OpenedDate } from '../../booking/availability/opening.ts'
import { availabilityProblems } from '../../booking/availability/opening.ts'
import type { Block } from '../../booking/blocks/block.ts'
import { blockProblems } from '../../booking/blocks/block.ts'
import { assignmentProblems, bookingProblems } from '../../booking/bookings/booking-problems.ts'
import type { ClosedTime } from '../../booking/closed-time/closed-time.ts'
import type { EventType } from '../../booking/event-types/event-type.ts'
import {
  eventTypeProblems,
  requirementProblems,
} from '../../booking/event-types/event-type-problems.ts'
import { providerProblems } from '../../booking/providers/provider.ts'
import { scheduleProblems } from '../../booking/schedules/schedule.ts'
import { timeOffProblems } from '../../booking/time-off/time-off.ts'
import { apiKeyProblems } from '../../identity/api-keys/api-key.ts'
import { versionProblem } from '../../kernel/items/item-version.ts'
import { emptyMembers, hashProblems } from '../../kernel/items/value-problems.ts'
import { isVersioned } from './item-version.ts'

const DAY = 86_400
/** A whole minute. */
const START = 1_777_000_020

let world: BookingWorld
let held: Booking
let eventType: EventType
beforeAll(async () => {
  world = await openBookingWorld()
  eventType = await world.eventType()
  held = await world.book(eventType.id, '2026-04-21T09:00:00Z')
})
afterAll(() => world.close())

describe('a booking', () => {
  /** The stamps of a status, without others. */
  const booking = (more: object): Booking => {
    const { holdExpiresAtEpochSeconds: _, ...rest } = held
    return { ...rest, ...more } as Booking
  }
  const C = { confirmedAtEpochSeconds: 1 }
  const STAMPS = {
    holdExpiresAtEpochSeconds: 1,
    completedAtEpochSeconds: 2,
    noShowAtEpochSeconds: 3,
    cancelledAtEpochSeconds: 4,
    expiredAtEpochSeconds: 5,
  }
  const OWN = {
    pending: 'holdExpiresAtEpochSeconds',
    confirmed: undefined,
    completed: 'completedAtEpochSeconds',
    no_show: 'noShowAtEpochSeconds',
    cancelled: 'cancelledAtEpochSeconds',
    expired: 'expiredAtEpochSeconds',
  } as const

  test('that was just made has no problem', () => {
    expect(bookingProblems(held)).toEqual([])
  })

  test.each(Object.entries(OWN))(
    'that is %s has its own time stamps and no others',
    (status, own) => {
      const needsConfirmation = ['confirmed', 'completed', 'no_show'].includes(status)
      const stamps = { ...(own && { [own]: 9 }), ...(needsConfirmation && C) }
      const at = (more: object) => bookingProblems(booking({ status, ...stamps, ...more }))
      expect(at({})).toEqual([])
      for (const [stamp, value] of Object.entries(STAMPS)) {
        if (stamp === own) continue
        expect(at({ [stamp]: value })).toEqual([`The status is ${status}, but ${stamp} is set.`])
      }
      for (const stamp of Object.keys(stamps)) {
        const missing = [`The status is ${status}, but ${stamp} is missing or negative.`]
        expect(at({ [stamp]: undefined })).toEqual(missing)
        expect(at({ [stamp]: -1 })).toEqual(missing)
        expect(at({ [stamp]: 0 })).toEqual([])
      }
    },
  )

  test('that waits is confirmed before only if it waits for an approval', () => {
    const waiting = { status: 'pending', holdExpiresAtEpochSeconds: 9, ...C }
    const set = 'The status is pending, but confirmedAtEpochSeconds is set.'
    expect(bookingProblems(booking(waiting))).toEqual([set])
    expect(bookingProblems(booking({ ...waiting, confirmation: 'approval' }))).toEqual([])
    const cancelled = { status: 'cancelled', cancelledAtEpochSeconds: 9, ...C }
    expect(bookingProblems(booking(cancelled))).toEqual([])
    const expired = { status: 'expired', expiredAtEpochSeconds: 9, ...C }
    expect(bookingProblems(booking(expired))).toHaveLength(1)
  })

  const shown = (more: object) => bookingProblems({ ...held, ...more } as Booking)

  test('has whole minutes, as many as its policy says', () => {
    const off = ['The start or the end is not a whole minute.']
    expect(shown({ startEpochSeconds: held.startEpochSeconds + 1 })).toEqual(off)
    expect(shown({ endEpochSeconds: held.endEpochSeconds + 59 })).toEqual(off)
    expect(shown({ startEpochSeconds: -60 })).toEqual(off)
    expect(shown({ endEpochSeconds: held.endEpochSeconds + 60 })).toEqual([
      'The booking lasts 61 minutes, but its policy says 60.',
    ])
  })

  test('has a duration and buffers within the limits', () => {
    const out = ['The duration or a buffer of the policy is out of range.']
    const policy = (more: object) => shown({ policy: { ...held.policy, ...more } })
    expect(policy({ durationMinutes: 0 })).toEqual(out)
    expect(policy({ durationMinutes: 1_000_000 })).toEqual(out)
    expect(policy({ bufferBeforeMinutes: -1 })).toEqual(out)
    expect(policy({ bufferAfterMinutes: 1_000_000 })).toEqual(out)
    expect(policy({ bufferBeforeMinutes: 0, bufferAfterMinutes: 5 })).toEqual([])
  })

  test('names its account, provider and event type, and a booker once it was confirmed', () => {
    expect(shown({ accountId: '', providerId: '', eventTypeId: '' })).toEqual([
      'accountId is empty.',
      'providerId is empty.',
      'eventTypeId is empty.',
    ])
    expect(shown({ booker: { ...held.booker, email: '', id: '' } })).toEqual([
      'booker.email is empty.',
      'booker.id is empty.',
    ])
    expect(shown({ booker: undefined })).toEqual([])
    const none = ['The booking has no booker.']
    expect(shown({ booker: undefined, confirmation: 'instant' })).toEqual(none)
    const confirmed = { status: 'confirmed', booker: undefined, ...C }
    expect(bookingProblems(booking(confirmed))).toEqual(none)
  })

  test('has a sequence from 0 up, and the hash of a token', () => {
    expect(shown({ sequence: 0 })).toEqual([])
    expect(shown({ sequence: -1 })).toEqual(['The sequence is -1, which is negative.'])
    expect(shown({ manageTokenHash: new Uint8Array(31) })).toEqual([
      'manageTokenHash has 31 bytes instead of 32.',
    ])
  })

  test('is assigned to its provider first, and to nobody twice', () => {
    const { providerId } = held
    const to = (...ids: readonly string[]) =>
      assignmentProblems({
        ...held,
        assignments: ids.map((id) => ({ requirement: 'any', providerId: id, providerName: 'Ada' })),
      } as Booking)
    expect(assignmentProblems(held)).toEqual([])
    expect(to(providerId, 'prv_other')).toEqual([])
    expect(to('prv_other', providerId)).toEqual([
      'The provider is not the first of the assigned ones.',
    ])
    expect(to(providerId, providerId)).toEqual(['A provider is assigned twice.'])
  })
})

test('texts are not empty, hashes have 32 bytes, and what is absent is no problem', () => {
  expect(emptyMembers({ a: '', b: 'b', c: undefined, d: '' })).toEqual([
    'a is empty.',
    'd is empty.',
  ])
  expect(hashProblems('hash', undefined)).toEqual([])
  expect(hashProblems('hash', new Uint8Array(32))).toEqual([])
  expect(hashProblems('hash', new Uint8Array(33))).toEqual(['hash has 33 bytes instead of 32.'])
})

test.each([1, 2, Number.MAX_SAFE_INTEGER])('%d is a version', (version) => {
  expect(versionProblem({ PK: 'a', SK: 'b', version })).toBeUndefined()
})

test.each([0, -1, 1.5, '1', undefined])('%j is no version', (version) => {
  const item = { PK: 'a', SK: 'b', ...(version !== undefined && { version }) }
  expect(versionProblem(item)).toBe(
    `The version is ${JSON.stringify(version)}, not a whole number from 1 up.`,
  )
})

test('bookings have versions, and counts and days of a ledger have none', () => {
  expect((['booking', 'provider', 'event_type'] as const).filter(isVersioned)).toHaveLength(3)
  const unversioned = [
    'trigger',
    'ledger_day',
    'calendar_nights',
    'class_session',
    'limit_count',
    'booker_count',
    'waitlist_place',
    'waitlist_person',
    'booking_group',
    'credential',
  ] as const
  expect(unversioned.filter(isVersioned)).toEqual([])
})

test('a block has whole minutes, ends after its start, and lasts at most 1,096 days', () => {
  const problems = (startEpochSeconds: number, endEpochSeconds: number) =>
    blockProblems({ startEpochSeconds, endEpochSeconds } as Block)
  expect(problems(START, START + 60)).toEqual([])
  expect(problems(START, START + 1096 * DAY)).toEqual([])
  expect(problems(START, START + 1096 * DAY + 60)).toEqual(['The block is longer than 1096 days.'])
  expect(problems(START, START)).toEqual(['The end is not after the start.'])
  const off = ['The start or the end is not a whole minute.']
  expect(problems(START + 1, START + 60)).toEqual(off)
  expect(problems(START, START + 61)).toEqual(off)
})

test('time off has dates that exist or whole minutes, in order, and the provider of its key', () => {
  const problems = (time: ClosedTime, of = 'prv_1') =>
    timeOffProblems({ time, providerId: 'prv_1' } as never, of)
  const order = ['The end is not after the start.']
  expect(problems({ startDate: '2026-05-01', endDate: '2026-05-02' })).toEqual([])
  expect(problems({ startDate: '2026-05-01', endDate: '2026-05-01' })).toEqual(order)
  expect(problems({ startDate: '2026-02-30', endDate: '2026-05-01' })).toEqual([
    'A date does not exist.',
  ])
  expect(problems({ startDate: '2026-05-01', endDate: '2026-06-31' })).toHaveLength(1)
  expect(problems({ startEpochSeconds: START, endEpochSeconds: START + 60 })).toEqual([])
  expect(problems({ startEpochSeconds: START, endEpochSeconds: START })).toEqual(order)
  const off = ['The start or the end is not a whole minute.']
  expect(problems({ startEpochSeconds: START + 1, endEpochSeconds: START + 60 })).toEqual(off)
  expect(problems({ startEpochSeconds: START, endEpochSeconds: START + 61 })).toEqual(off)
  expect(problems({ startDate: '2026-05-01', endDate: '2026-05-02' }, 'prv_2')).toEqual([
    'The provider differs from the one in the key.',
  ])
})

test('the windows of an opened date lie in it and do not overlap', () => {
  const problems = (...windows: readonly (readonly [number, number, number?])[]) =>
    availabilityProblems(
      {
        date: '2026-05-01',
        openings: windows.map(([startMinute, endMinute, slotDurationMinutes = 30]) => ({
          startMinute,
          endMinute,
          slotDurationMinutes,
        })),
      } as unknown as OpenedDate,
      '2026-05-01',
    )
  expect(problems([0, 60], [60, 1440])).toEqual([])
  expect(problems([600, 660], [0, 60])).toEqual([])
  const bad = (start: number, end: number) => [
    `The window from minute ${start} to ${end} is not valid.`,
  ]
  expect(problems([-1, 60])).toEqual(bad(-1, 60))
  expect(problems([60, 60])).toEqual(bad(60, 60))
  expect(problems([0, 1441])).toEqual(bad(0, 1441))
  expect(problems([0, 60, 0])).toEqual(bad(0, 60))
  expect(problems([0, 60, 1])).toEqual([])
  expect(problems([59, 90], [0, 60])).toEqual([
    'The window from minute 59 overlaps the one that ends at 60.',
  ])
  expect(problems([0, 100], [10, 20], [99, 120])).toHaveLength(2)
  const other = { date: '2026-05-01', openings: [] } as unknown as OpenedDate
  const differs = ['The date is not valid, or differs from the one in the key.']
  expect(availabilityProblems(other, '2026-05-02')).toEqual(differs)
  const never = { date: '2026-02-30', openings: [] } as unknown as OpenedDate
  expect(availabilityProblems(never, '2026-02-30')).toEqual(differs)
})

test('providers, keys, schedules and event types name what they belong to, in a known zone', async () => {
  const provider = await world.provider()
  expect(providerProblems(provider)).toEqual([])
  expect(providerProblems({ ...provider, accountId: '', slug: '', timeZone: 'Mars/Base' })).toEqual(
    ['accountId is empty.', 'slug is empty.', 'The time zone "Mars/Base" is unknown.'],
  )
  const key = { accountId: 'acc_1', secretHash: 'x' } as never
  expect(apiKeyProblems(key, 'acc_1')).toEqual([])
  expect(apiKeyProblems(key, 'acc_2')).toEqual(['The account differs from the one in the key.'])
  const bare = { accountId: 'acc_1', secretHash: '' } as never
  expect(apiKeyProblems(bare, 'acc_1')).toEqual(['secretHash is empty.'])
  const hours = { accountId: 'acc_1', name: 'Week', timeZone: 'UTC' }
  const schedule = { ...hours, availabilityRules: [], dateOverrides: [] } as never
  expect(scheduleProblems(schedule)).toEqual([])
  const wrong = { ...hours, name: '', timeZone: 'Mars/Base', availabilityRules: [] }
  const problems = scheduleProblems({ ...wrong, dateOverrides: [] } as never)
  expect(problems[0]).toBe('name is empty.')
  expect(problems.length).toBeGreaterThan(1)
  expect(eventTypeProblems(eventType)).toEqual([])
  expect(eventTypeProblems({ ...eventType, slug: '' })).toEqual(['slug is empty.'])
  const [problem] = eventTypeProblems({ ...eventType, durationMinutes: 0 })
  expect(problem).toMatch(/^\/durationMinutes /)
})

test('a requirement names its candidates once, under its own name, and needs somebody', () => {
  const problems = (...requirements: readonly object[]) =>
    requirementProblems({ ...eventType, requirements } as unknown as EventType)
  const any = { name: 'any', specialty: 'dentist', count: 1 }
  expect(requirementProblems(eventType)).toEqual([])
  expect(problems(any, { name: 'room', providerIds: ['a', 'b'], count: 'all' })).toEqual([])
  expect(problems(any, any)).toEqual(['Two requirements have the same name.'])
  expect(problems({ ...any, count: 0 })).toEqual(['The requirement "any" needs 0 providers.'])
  const once = ['The requirement "any" names its candidates not once.']
  expect(problems({ ...any, kind: 'room' })).toEqual(once)
  expect(problems({ name: 'any', count: 1 })).toEqual(once)
  expect(problems({ name: 'any', providerIds: ['a', 'a'], count: 1 })).toEqual([
    'The requirement "any" names one twice.',
  ])
})
