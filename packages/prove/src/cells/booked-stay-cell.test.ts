import { expect, test } from 'vitest'
import { BookedStayCell } from './booked-stay-cell.ts'
import { createRandom } from './random.ts'

const DAY = 24 * 60
const FIRST = 20_000 * DAY
const WORLD = { shape: 'stays', types: [], calendarId: 'cal', stayTypeId: 'ety' } as const
const cell = (index = 0) => new BookedStayCell(WORLD, FIRST, index)
const NOW = FIRST * 60_000

const HELD = {
  id: 'bkg_a',
  version: 1,
  status: 'pending',
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
  const event = { id: 'cev_a', version: 1, title: 'op', start: '2024-10-04', end: '2024-10-06' }
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
