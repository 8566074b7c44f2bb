import { expect, test } from 'vitest'
import type { Operation } from '../checker/operation.ts'
import type { Api } from '../run/api.ts'
import type { ApiCall } from '../run/transport.ts'
import type { PlannedCall } from './cell.ts'
import { HouseCell } from './house-cell.ts'
import { createRandom } from './random.ts'

const DAY = 24 * 60
const TODAY = 20_000 * DAY
const NOW = TODAY * 60_000
const UNITS = ['1', '2', '3'].map((n) => ({ id: `prv_${n}`, calendarId: `cal_${n}` }))
const WORLD = {
  shape: 'adopted',
  types: [],
  units: UNITS,
  stayTypeId: 'ety',
  today: TODAY,
} as const
const nights = (n: string, from: number, to: number) => ({
  resource: `cal_${n}`,
  from: TODAY + from * DAY,
  to: TODAY + to * DAY,
  amount: 1,
})

/** A guest who came two days ago, and has changed rooms today: 2024-10-04. */
const SPLIT = {
  id: 'bkg_a',
  version: 3,
  status: 'confirmed',
  providerId: 'prv_2',
  arrival: '2024-10-02',
  departure: '2024-10-06',
  earlierUnits: [{ providerId: 'prv_1', from: '2024-10-02', to: '2024-10-04' }],
  holdExpiresAt: null,
}
const EVENT = { calendarId: 'cal_1', title: 'op-7', start: '2024-10-03', end: '2024-10-05' }
const ADOPTED = { arrival: EVENT.start, departure: EVENT.end, bookingId: 'bkg_s' }

const plansOf = (cell: HouseCell): readonly PlannedCall[] => {
  const random = createRandom(3)
  return Array.from({ length: 400 }, (_, n) => cell.plan(random, `op-${n}`, NOW))
}
const adoptionOf = (cell: HouseCell): PlannedCall => {
  cell.shownIn({ status: 201, body: { id: 'cev_b', version: 1, ...EVENT } })
  const found = plansOf(cell).find(({ call }) => call.path === '/v1/units/prv_1/adopt')
  if (found === undefined) throw new Error('nobody adopts')
  return found
}

test('a stay that has changed units has its nights in each of them', () => {
  expect(new HouseCell(WORLD, TODAY, undefined).shownIn({ status: 200, body: SPLIT })).toEqual([
    { id: 'bkg_a', claims: [nights('1', -2, 0), nights('2', 0, 2)], state: 'confirmed' },
  ])
})

test('guests who are there get other units and dates, and the account writes, changes and adopts stays of calendars', () => {
  const cell = new HouseCell(WORLD, TODAY, undefined)
  cell.shownIn({ status: 200, body: SPLIT })
  cell.shownIn({ status: 201, body: { id: 'cev_s', version: 1, ...EVENT } })
  const plans = plansOf(cell)
  const calls = plans.map(({ action, call }) => `${action.kind} ${call.method} ${call.path}`)
  expect([...new Set(calls)].filter((call) => !/_[23]\/|_[23]$/.test(call)).sort()).toEqual([
    'adopt POST /v1/units/prv_1/adopt',
    'alter POST /v1/bookings/bkg_a/reassign',
    'alter POST /v1/bookings/bkg_a/reschedule',
    'confirm POST /v1/bookings/bkg_a/confirm',
    'move PUT /v1/calendars/cal_1/events/cev_s',
    'read GET /v1/bookings/bkg_a',
    'read GET /v1/bookings/bkg_s',
    'release DELETE /v1/calendars/cal_1/events/cev_s',
    'release POST /v1/bookings/bkg_a/cancel',
    'take POST /v1/bookings',
    'take POST /v1/calendars/cal_1/events',
  ])
  const wanted = plans.flatMap(({ action }) =>
    action.kind === 'take' ? action.wanted.flat(2) : [],
  )
  // From four nights ago to six ahead; nobody comes for nights that are all over.
  expect(Math.min(...wanted.map(({ from }) => from))).toBe(TODAY - 4 * DAY)
  expect(Math.max(...wanted.map(({ to }) => to))).toBe(TODAY + 6 * DAY)
  expect(Math.min(...wanted.map(({ to }) => to))).toBe(TODAY)
})

test('each stay of an adoption is a change of its own, and one that the answer leaves out is none', () => {
  const { steps } = adoptionOf(new HouseCell(WORLD, TODAY, undefined))
  const other = { ...ADOPTED, stayId: 'cev_c', bookingId: null, reason: 'of_channel' }
  const body = { data: [{ ...ADOPTED, stayId: 'cev_s', reason: null }, other], nextCursor: null }
  expect(steps?.({ status: 200, body }, false)).toEqual([
    {
      action: { kind: 'adopt', id: 'bkg_s', stayId: 'cev_s' },
      outcome: {
        kind: 'done',
        bookings: [{ id: 'bkg_s', claims: [nights('1', -1, 1)], state: 'confirmed' }],
      },
    },
  ])
})

test('a stay may have become a booking by a request without an answer, and by no other', () => {
  const run = { skewSince: () => 0 } as unknown as Parameters<HouseCell['conclude']>[0]
  const cell = new HouseCell(WORLD, TODAY, undefined)
  const asked = plansOf(cell).findIndex(({ call }) => call.path === '/v1/calendars/cal_1/events')
  const claims = [nights('1', -1, 1)]
  const booking = {
    shown: { id: 'bkg_s', claims, state: 'confirmed' },
    version: 1,
    operationId: `op-${asked}`,
    madeAs: { id: 'cev_s', claims, state: 'confirmed' },
  } as const
  const { steps } = adoptionOf(cell)
  steps?.({ status: 200, body: { data: [] } }, false)
  expect(cell.conclude(run, NOW, [], [booking]).unasked).toEqual([])
  steps?.(undefined, false)
  expect(cell.conclude(run, NOW, [], [booking]).unasked).toMatchObject([
    {
      action: { kind: 'adopt', id: 'bkg_s', stayId: 'cev_s' },
      invokedAt: NOW,
      outcome: { kind: 'unknown' },
    },
  ])
})

test('both units and their calendars must list the nights of a stay that has changed units', async () => {
  const run = { skewSince: () => 0 } as unknown as Parameters<HouseCell['conclude']>[0]
  const part = (calendarId: string, start: string, end: string) => ({
    id: 'bkg_a',
    version: 3,
    status: 'confirmed',
    calendarId,
    start,
    end,
  })
  const parts = [
    part('cal_1', '2024-10-02', '2024-10-04'),
    part('cal_2', '2024-10-04', '2024-10-06'),
  ]
  /** An API of one booking, whose calendars list these parts of it. */
  const strangeOf = async (listed: typeof parts, operations: readonly Operation[] = []) => {
    const api = {
      async must({ path }: ApiCall) {
        const calendar = /^\/v1\/calendars\/(cal_\d)/.exec(path)?.[1]
        const unit = /providerId=prv_(\d)/.exec(path)?.[1]
        const of = calendar ?? (unit && `cal_${unit}`)
        const data = listed.filter(({ calendarId }) => calendarId === of)
        return { data: of ? data : [SPLIT], nextCursor: null }
      },
    } as unknown as Api
    const cell = new HouseCell(WORLD, TODAY, undefined)
    return cell.conclude(run, NOW, operations, await cell.list(api)).strange
  }
  expect(await strangeOf(parts)).toEqual([])
  const has =
    'booking bkg_a has 2024-10-02 to 2024-10-04 in cal_1 and 2024-10-04 to 2024-10-06 in cal_2'
  expect(await strangeOf(parts.slice(1))).toEqual([
    `${has}, and calendars list 2024-10-04 to 2024-10-06 in cal_2`,
    `${has}, and the units of cal_2 list it`,
  ])
  // A request without an answer may have moved it between the two lists.
  const lost = { action: { kind: 'read', id: 'bkg_a' }, outcome: { kind: 'unknown' } } as Operation
  expect(await strangeOf(parts.slice(1), [lost])).toEqual([])
})
