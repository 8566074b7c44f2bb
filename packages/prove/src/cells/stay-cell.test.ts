import { expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { StayCell } from './stay-cell.ts'

const DAY = 24 * 60
const FIRST = 20_000 * DAY
const cell = (index = 0) =>
  new StayCell({ shape: 'nights', types: [], calendarId: 'cal' }, FIRST, index)

test('a stay claims its nights, and not the day of departure', () => {
  const body = { id: 'cev_a', version: 1, arrival: '2024-10-04', departure: '2024-10-06' }
  expect(cell().shownIn({ status: 201, body })).toEqual([
    {
      id: 'cev_a',
      claims: [{ resource: 'cal', from: FIRST, to: FIRST + 2 * DAY, amount: 1 }],
      state: 'confirmed',
    },
  ])
})

test('a cancelled stay has ended', () => {
  const dates = { arrival: '2024-10-04', departure: '2024-10-06' }
  const body = { id: 'cev_a', version: 2, status: 'cancelled', ...dates }
  expect(cell().shownIn({ status: 200, body })[0]?.state).toBe('ended')
})

test('cells of one calendar want no common night', () => {
  const nightsOf = (index: number) => {
    const random = createRandom(index)
    return Array.from({ length: 50 }, () => cell(index).plan(random, 'op').action).flatMap(
      (action) => (action.kind === 'take' ? action.wanted.flat(2) : []),
    )
  }
  const latest = Math.max(...nightsOf(0).map(({ to }) => to))
  const earliest = Math.min(...nightsOf(1).map(({ from }) => from))
  expect(latest).toBeLessThanOrEqual(earliest)
})
