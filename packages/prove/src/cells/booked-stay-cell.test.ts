import { expect, test } from 'vitest'
import { BookedStayCell } from './booked-stay-cell.ts'
import { createRandom } from './random.ts'

const DAY = 24 * 60
const FIRST = 20_000 * DAY
const UNIT = { id: 'prv', calendarId: 'cal' }
const WORLD = { shape: 'stays', types: [], units: [UNIT], stayTypeId: 'ety' } as const
const cell = (index = 0) => new BookedStayCell(WORLD, FIRST, index)
const NOW = FIRST * 60_000

const HELD = {
  id: 'bkg_a',
  version: 1,
  status: 'pending',
  providerId: 'prv',
  arrival: '2024-10-04',
  departure: '2024-10-06',
  holdExpiresAt: '2024-10-04T00:01:00Z',
}
const NIGHTS = [{ resource: 'cal', from: FIRST, to: FIRST + 2 * DAY, amount: 1 }]

test('a booking claims the nights of its unit until its hold lapses, and not the day of departure', () => {
  expect(cell().shownIn({ status: 201, body: HELD })).toEqual([
    { id: 'bkg_a', claims: NIGHTS, state: 'held', lapsesAt: NOW + 60_000 },
  ])
})

test('a stay of the calendar claims the same nights for good, and a cancelled booking has ended', () => {
  const dates = { start: '2024-10-04', end: '2024-10-06' }
  const event = { id: 'cev_a', version: 1, calendarId: 'cal', title: 'op', ...dates }
  expect(cell().shownIn({ status: 201, body: event })).toEqual([
    { id: 'cev_a', claims: NIGHTS, state: 'confirmed' },
  ])
  const cancelled = { ...HELD, status: 'cancelled', holdExpiresAt: null }
  expect(cell().shownIn({ status: 200, body: cancelled })[0]?.state).toBe('ended')
})

test('bookings are held, confirmed, moved, cancelled and read, and the account writes stays between them', () => {
  const stays = cell()
  stays.shownIn({ status: 201, body: HELD })
  const random = createRandom(3)
  const calls = Array.from({ length: 300 }, (_, n) => stays.plan(random, `op-${n}`, NOW).call)
  expect([...new Set(calls.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual([
    'GET /v1/bookings/bkg_a',
    'POST /v1/bookings',
    'POST /v1/bookings/bkg_a/cancel',
    'POST /v1/bookings/bkg_a/confirm',
    'POST /v1/bookings/bkg_a/reschedule',
    'POST /v1/calendars/cal/events',
  ])
})

test('no guest of one cell leaves on a day of another', () => {
  const nightsOf = (index: number) => {
    const random = createRandom(index)
    return Array.from({ length: 80 }, () => cell(index).plan(random, 'op', NOW).action).flatMap(
      (action) => (action.kind === 'take' ? action.wanted.flat(2) : []),
    )
  }
  const latest = Math.max(...nightsOf(0).map(({ to }) => to))
  const earliest = Math.min(...nightsOf(1).map(({ from }) => from))
  expect(latest).toBeLessThan(earliest)
})

test('a booking of a pool can take any of its units, has the nights of the one that it got, and moves to any', () => {
  const units = [UNIT, { id: 'prv_2', calendarId: 'cal_2' }]
  const pool = new BookedStayCell({ ...WORLD, shape: 'pools', units }, FIRST, 0)
  expect(pool.shownIn({ status: 201, body: { ...HELD, providerId: 'prv_2' } })[0]?.claims).toEqual([
    { ...NIGHTS[0], resource: 'cal_2' },
  ])
  const random = createRandom(3)
  const plans = Array.from({ length: 300 }, (_, n) => pool.plan(random, `op-${n}`, NOW))
  const resources = (path: string) => [
    ...new Set(
      plans
        .filter(({ call }) => call.path === path)
        .map(({ action }) => {
          if (action.kind === 'move') return action.wanted.flat()
          return action.kind === 'take' ? action.wanted.flat(2) : []
        })
        .map((claims) => claims.map(({ resource }) => resource).join(' or ')),
    ),
  ]
  expect(resources('/v1/bookings')).toEqual(['cal or cal_2'])
  expect(resources('/v1/bookings/bkg_a/reschedule')).toEqual(['cal or cal_2'])
  expect(resources('/v1/calendars/cal_2/events')).toEqual(['cal_2'])
})
