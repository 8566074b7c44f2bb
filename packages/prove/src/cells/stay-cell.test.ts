import { expect, test } from 'vitest'
import type { PlannedCall } from './cell.ts'
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

test('the account and guests move, cancel and read stays of guests, and the account those of its own', () => {
  const stays = cell()
  const dates = { arrival: '2024-10-04', departure: '2024-10-06' }
  const guest = { name: 'op-1', email: 'grace@example.com' }
  stays.shownIn({ status: 201, body: { id: 'cev_guest', version: 1, ...dates, guest } })
  const ownDates = { start: '2024-10-08', end: '2024-10-09' }
  const own = { id: 'cev_own', version: 1, title: 'op-2', guest: null, ...ownDates }
  stays.shownIn({ status: 201, body: own })
  const random = createRandom(3)
  const planned = Array.from({ length: 200 }, (_, n) => stays.plan(random, `op-${n}`))
  const places = planned.flatMap(({ action: { kind }, call: { method, path } }) =>
    kind === 'take' ? [] : [`${kind} ${method} ${path}`],
  )
  expect([...new Set(places)].sort()).toEqual([
    'move POST /v1/stays/cal/cev_guest/reschedule',
    'move PUT /v1/calendars/cal/events/cev_guest',
    'move PUT /v1/calendars/cal/events/cev_own',
    'read GET /v1/calendars/cal/events/cev_guest',
    'read GET /v1/calendars/cal/events/cev_own',
    'read GET /v1/stays/cal/cev_guest',
    'release DELETE /v1/calendars/cal/events/cev_guest',
    'release DELETE /v1/calendars/cal/events/cev_own',
    'release POST /v1/stays/cal/cev_guest/cancel',
  ])
  const move = planned.find(
    ({ call: { path, method } }) => method === 'PUT' && path.endsWith('guest'),
  )
  expect(move?.call.body).toMatchObject({ title: 'op-1' })
})

test('the empty answer to a deletion shows no stay', () => {
  expect(cell().shownIn({ status: 204, body: {} })).toEqual([])
})

test('the account reads a stay that a guest has booked before it moves it, since its title must stay', () => {
  const stays = cell()
  const body = { id: 'cev_a', version: 1, arrival: '2024-10-04', departure: '2024-10-06' }
  stays.shownIn({ status: 201, body })
  const random = createRandom(3)
  const plan = () => Array.from({ length: 200 }, (_, n) => stays.plan(random, `op-${n}`))
  const methodsOf = (planned: readonly PlannedCall[]) =>
    new Set(planned.flatMap(({ action, call }) => (action.kind === 'move' ? call.method : [])))
  expect(methodsOf(plan())).toEqual(new Set(['POST']))
  const { arrival: start, departure: end, ...rest } = body
  stays.shownIn({
    status: 200,
    body: { ...rest, start, end, title: 'op-7', guest: { name: 'op-7' } },
  })
  const planned = plan()
  expect(methodsOf(planned)).toEqual(new Set(['POST', 'PUT']))
  const put = planned.find(({ call }) => call.method === 'PUT')
  expect(put?.call.body).toMatchObject({ title: 'op-7' })
})
