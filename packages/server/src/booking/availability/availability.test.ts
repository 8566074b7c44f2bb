import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import type { Page } from '../../kernel/paging.ts'
import {
  type AvailabilityInput,
  closeAvailability,
  listAvailability,
  openAvailability,
} from './availability.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const MORNING: AvailabilityInput = {
  date: '2026-04-27',
  startTime: '09:00',
  endTime: '12:00',
  slotDurationMinutes: 45,
}

const open = (providerId: string, more: Partial<AvailabilityInput> = {}, caller = world.caller) =>
  openAvailability(world.deps, caller, providerId, { ...MORNING, ...more })

const list = (
  providerId: string,
  { from = '2026-01-01', to = '2027-01-01' } = {},
  page: Page = { limit: 100 },
) => listAvailability(world.deps, world.caller, providerId, { from, to }, page)

const close = (providerId: string, date: string, caller: object = {}) =>
  closeAvailability(world.deps, { ...world.caller, ...caller }, providerId, date)

const intent = (scopeHash: string) => ({
  scopeHash,
  fingerprint: 'body',
  seal: () => new Uint8Array([1]),
})
const SEEN = { refusal: { code: 'idempotency_key_seen', record: { fingerprint: 'body' } } }

describe('opening slots', () => {
  test('answers how many fit, and stores the window', async () => {
    const { id } = await world.provider()
    expect(await open(id)).toEqual({
      ok: true,
      value: {
        providerId: id,
        date: '2026-04-27',
        version: 1,
        opening: { startMinute: 540, endMinute: 720, slotDurationMinutes: 45 },
        slotCount: 4,
      },
    })
    expect(unwrap(await list(id))).toEqual({
      data: [
        {
          accountId: world.accountId,
          providerId: id,
          version: 1,
          date: '2026-04-27',
          openings: [{ startMinute: 540, endMinute: 720, slotDurationMinutes: 45 }],
        },
      ],
    })
  })

  test('counts whole slots alone', async () => {
    const { id } = await world.provider()
    const opened = await open(id, { endTime: '11:59' })
    expect(unwrap(opened).slotCount).toBe(3)
  })

  test('of one date again keeps its windows in order under a new version', async () => {
    const { id } = await world.provider()
    await open(id, { startTime: '13:00', endTime: '24:00' })
    const second = unwrap(await open(id, { startTime: '09:00', endTime: '13:00' }))
    expect([second.version, second.slotCount]).toEqual([2, 5])
    expect(unwrap(await list(id)).data[0]?.openings).toEqual([
      { startMinute: 540, endMinute: 780, slotDurationMinutes: 45 },
      { startMinute: 780, endMinute: 1440, slotDurationMinutes: 45 },
    ])
  })

  test.each([
    ['08:00', '09:01'],
    ['11:59', '13:00'],
    ['10:00', '11:00'],
    ['08:00', '13:00'],
    ['09:00', '12:00'],
  ])('from %s to %s is refused where 09:00 to 12:00 is open', async (startTime, endTime) => {
    const { id } = await world.provider()
    await open(id)
    expect(await open(id, { startTime, endTime, slotDurationMinutes: 10 })).toEqual({
      ok: false,
      refusal: {
        code: 'availability_overlaps',
        date: '2026-04-27',
        startMinute: 540,
        endMinute: 720,
      },
    })
    expect(await open(id, { startTime, endTime, date: '2026-04-28' })).toMatchObject({ ok: true })
  })

  test('is limited to fifty windows of a date', async () => {
    const { id } = await world.provider()
    const window = (n: number) => {
      const minute = (at: number) =>
        `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
      return { startTime: minute(n * 10), endTime: minute(n * 10 + 5), slotDurationMinutes: 5 }
    }
    for (let n = 0; n < 50; n += 1) expect((await open(id, window(n))).ok).toBe(true)
    expect(await open(id, window(50))).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/date',
            message: '2026-04-27 has 50 openings already, the most of one date',
          },
        ],
      },
    })
  })

  test('of a provider of another account is refused', async () => {
    const { id } = await world.provider()
    expect(await open(id, {}, world.stranger)).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'provider', id },
    })
  })

  test('at the same time keeps every window', async () => {
    const { id } = await world.provider()
    const hours = ['09', '10', '11', '12']
    const all = await Promise.all(
      hours.map((hour) => open(id, { startTime: `${hour}:00`, endTime: `${hour}:45` })),
    )
    expect(all.map((one) => unwrap(one).version).sort()).toEqual([1, 2, 3, 4])
    expect(unwrap(await list(id)).data[0]?.openings.map(({ startMinute }) => startMinute)).toEqual([
      540, 600, 660, 720,
    ])
  })

  test('twice under one idempotency key is refused the second time', async () => {
    const { id } = await world.provider()
    const caller = { ...world.caller, idempotency: intent('opens') }
    unwrap(await open(id, {}, caller))
    expect(await open(id, { date: '2026-04-28' }, caller)).toMatchObject(SEEN)
    expect(unwrap(await list(id)).data.map(({ date }) => date)).toEqual(['2026-04-27'])
  })
})

describe('a window on the day of a clock change', () => {
  // Berlin skips 02:00 to 03:00 on 2026-03-29 and repeats it on 2026-10-25.
  const berlin = () => world.provider({ timeZone: 'Europe/Berlin' })
  const NIGHT = { startTime: '01:00', endTime: '04:00', slotDurationMinutes: 30 }

  test('has as many slots as its exact time allows', async () => {
    const { id } = await berlin()
    expect(unwrap(await open(id, { ...NIGHT, date: '2026-03-28' })).slotCount).toBe(6)
    expect(unwrap(await open(id, { ...NIGHT, date: '2026-03-29' })).slotCount).toBe(4)
    expect(unwrap(await open(id, { ...NIGHT, date: '2026-10-25' })).slotCount).toBe(8)
  })

  test('that is skipped as a whole is refused', async () => {
    const { id } = await berlin()
    const skipped = { startTime: '02:00', endTime: '03:00', date: '2026-03-29' }
    expect(await open(id, { ...skipped, slotDurationMinutes: 30 })).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/slotDurationMinutes',
            message: '02:00 to 03:00 is 0 minutes long: no slot of 30 minutes fits',
          },
        ],
      },
    })
  })

  test('on a date that the zone skipped is refused', async () => {
    const { id } = await world.provider({ timeZone: 'Pacific/Apia' })
    expect(await open(id, { date: '2011-12-30' })).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [
          {
            pointer: '/date',
            message: 'there was no 2011-12-30 in Pacific/Apia: the zone skipped that day',
          },
        ],
      },
    })
    expect(await open(id, { date: '2011-12-29' })).toMatchObject({ ok: true })
  })
})

describe('an invalid window', () => {
  test.each([
    [{ date: '2026-02-30' }, '/date', '"2026-02-30" is not a date; use YYYY-MM-DD'],
    [
      { startTime: '24:00' },
      '/startTime',
      '"24:00" is not a time of day; use HH:MM from 00:00 to 23:59',
    ],
    [
      { endTime: '24:01' },
      '/endTime',
      '"24:01" is not a time of day; use HH:MM from 00:01 to 24:00',
    ],
    [
      { endTime: '09:00' },
      '/endTime',
      '09:00 is not after 09:00; an opening ends on its own date, at 24:00 at the latest',
    ],
    [
      { startTime: '22:00', endTime: '02:00' },
      '/endTime',
      '02:00 is not after 22:00; an opening ends on its own date, at 24:00 at the latest',
    ],
    [
      { slotDurationMinutes: 181 },
      '/slotDurationMinutes',
      '09:00 to 12:00 is 180 minutes long: no slot of 181 minutes fits',
    ],
  ])('%j is refused', async (input, pointer, message) => {
    const { id } = await world.provider()
    expect(await open(id, input)).toEqual({
      ok: false,
      refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
    })
    expect(unwrap(await list(id)).data).toEqual([])
  })

  test('is refused with each wrong value, before the provider is read', async () => {
    const wrong = { date: 'tomorrow', startTime: 'nine', endTime: 'ten' }
    const refused = await open('prv_none', wrong)
    expect(refused).toMatchObject({
      refusal: {
        code: 'validation_failed',
        errors: [{ pointer: '/date' }, { pointer: '/startTime' }, { pointer: '/endTime' }],
      },
    })
    expect(await open('prv_none', { startTime: 'nine' })).toMatchObject({
      refusal: { errors: [{ pointer: '/startTime' }] },
    })
    expect(await open('prv_none', { date: 'x', endTime: '08:00' })).toMatchObject({
      refusal: { errors: [{ pointer: '/date' }, { pointer: '/endTime' }] },
    })
  })

  test('may be exactly one slot long', async () => {
    const { id } = await world.provider()
    expect(unwrap(await open(id, { slotDurationMinutes: 180 })).slotCount).toBe(1)
  })
})

describe('a list of openings', () => {
  const DATES = ['2026-04-29', '2026-04-27', '2026-04-28']
  const openedDates = async () => {
    const { id } = await world.provider()
    for (const date of DATES) unwrap(await open(id, { date }))
    return id
  }
  const datesOf = async (id: string, range: { from?: string; to?: string }) =>
    unwrap(await list(id, range)).data.map(({ date }) => date)

  test('comes by date, from its first one to the day before its last', async () => {
    const id = await openedDates()
    expect(await datesOf(id, {})).toEqual(['2026-04-27', '2026-04-28', '2026-04-29'])
    expect(await datesOf(id, { from: '2026-04-28', to: '2026-04-29' })).toEqual(['2026-04-28'])
    expect(await datesOf(id, { from: '2026-04-28' })).toEqual(['2026-04-28', '2026-04-29'])
    expect(await datesOf(id, { to: '2026-04-28' })).toEqual(['2026-04-27'])
  })

  test('comes page by page', async () => {
    const id = await openedDates()
    const first = unwrap(await list(id, {}, { limit: 2 }))
    expect(first.data.map(({ date }) => date)).toEqual(['2026-04-27', '2026-04-28'])
    const { cursor = '' } = first
    const second = unwrap(await list(id, {}, { limit: 2, cursor }))
    expect(second.data.map(({ date }) => date)).toEqual(['2026-04-29'])
  })

  test.each([
    ['2026-04-27', '2026-04-27'],
    ['2026-04-28', '2026-04-27'],
    ['2026-04-28', '2026-04-31'],
  ])('from %s to %s is refused before the provider is read', async (from, to) => {
    expect(await list('prv_none', { from, to })).toEqual({
      ok: false,
      refusal: {
        code: 'validation_failed',
        errors: [
          { pointer: 'to', message: '`to` must be a date after `from`; ranges are half-open' },
        ],
      },
    })
  })

  test('of a provider of another account is refused', async () => {
    const { id } = await world.provider()
    const range = { from: '2026-04-27', to: '2026-04-28' }
    expect(
      await listAvailability(world.deps, world.stranger, id, range, { limit: 1 }),
    ).toMatchObject({ refusal: { code: 'not_found', resource: 'provider' } })
  })
})

describe('closing a date', () => {
  test('removes all its windows and leaves other dates', async () => {
    const { id } = await world.provider()
    await open(id)
    await open(id, { startTime: '13:00', endTime: '14:00' })
    await open(id, { date: '2026-04-28' })
    expect(await close(id, '2026-04-27')).toEqual({ ok: true, value: undefined })
    expect(unwrap(await list(id)).data.map(({ date }) => date)).toEqual(['2026-04-28'])
    expect(unwrap(await open(id)).version).toBe(1)
  })

  test('that is not open is refused', async () => {
    const { id } = await world.provider()
    expect(await close(id, '2026-04-27')).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'availability', id: '2026-04-27' },
    })
  })

  test('of a provider of another account is refused', async () => {
    const { id } = await world.provider()
    await open(id)
    expect(await close(id, '2026-04-27', world.stranger)).toMatchObject({
      refusal: { code: 'not_found', resource: 'provider' },
    })
    expect(unwrap(await list(id)).data.length).toBe(1)
  })

  test('under an outdated version is refused with both versions', async () => {
    const { id } = await world.provider()
    await open(id)
    expect(await close(id, '2026-04-27', { ifVersion: 2 })).toEqual({
      ok: false,
      refusal: { code: 'version_mismatch', expected: 2, actual: 1 },
    })
    expect(await close(id, '2026-04-27', { ifVersion: 1 })).toMatchObject({ ok: true })
  })

  test('while a window is added removes that one too', async () => {
    const { id } = await world.provider()
    await open(id)
    const store = storeInterruptedBefore(
      world.store,
      ({ kind }) => kind === 'delete-if-version',
      () => open(id, { startTime: '13:00', endTime: '14:00' }),
    )
    const deps = { ...world.deps, store }
    expect(await closeAvailability(deps, world.caller, id, '2026-04-27')).toEqual({
      ok: true,
      value: undefined,
    })
    expect(unwrap(await list(id)).data).toEqual([])
  })

  test('twice under one idempotency key is refused the second time', async () => {
    const { id } = await world.provider()
    const caller = { idempotency: intent('closes') }
    await open(id)
    expect(await close(id, '2026-04-27', caller)).toMatchObject({ ok: true })
    await open(id)
    expect(await close(id, '2026-04-27', caller)).toMatchObject(SEEN)
  })
})
