import { expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { RoomsCell } from './rooms-cell.ts'

const DAY = 24 * 60
const FIRST = 20_000 * DAY
const NOW = FIRST * 60_000
const UNITS = ['1', '2', '3'].map((n) => ({ id: `prv_${n}`, calendarId: `cal_${n}` }))
const WORLD = { shape: 'rooms', types: [], units: UNITS, stayTypeId: 'ety' } as const

const stay = (n: string, status = 'pending') => ({
  id: `bkg_${n}`,
  version: 1,
  status,
  providerId: `prv_${n}`,
  arrival: '2024-10-04',
  departure: '2024-10-05',
  holdExpiresAt: null,
})
const PARTY = { id: 'grp_a', bookings: [stay('1'), stay('2')] }
const nightOf = (n: string) => [{ resource: `cal_${n}`, from: FIRST, to: FIRST + DAY, amount: 1 }]

test('a group has the nights of each of its rooms', () => {
  expect(new RoomsCell(WORLD, FIRST, 0).shownIn({ status: 201, body: PARTY })).toEqual([
    { id: 'bkg_1', claims: nightOf('1'), state: 'held' },
    { id: 'bkg_2', claims: nightOf('2'), state: 'held' },
  ])
})

test('a party asks for two rooms, each in any unit, and confirms and cancels them together', () => {
  const cell = new RoomsCell(WORLD, FIRST, 0)
  cell.shownIn({ status: 201, body: PARTY })
  const random = createRandom(3)
  const plans = Array.from({ length: 300 }, (_, n) => cell.plan(random, `op-${n}`, NOW))
  const [asked] = plans.filter(({ call }) => call.path === '/v1/booking-groups')
  if (asked?.action.kind !== 'take') throw new Error('no party asks')
  expect(asked.action.wanted.map((rooms) => rooms.map((claims) => claims[0]?.resource))).toEqual([
    ['cal_1', 'cal_2', 'cal_3'],
    ['cal_1', 'cal_2', 'cal_3'],
  ])
  const actionOf = (verb: string) =>
    plans.find(({ call }) => call.path === `/v1/booking-groups/grp_a/${verb}`)?.action
  const ids = ['bkg_1', 'bkg_2']
  expect(actionOf('confirm')).toEqual({ kind: 'confirm', ids, isGroup: true })
  expect(actionOf('cancel')).toEqual({ kind: 'release', ids, isGroup: true })
  const single = plans.map(({ call }) => `${call.method} ${call.path}`)
  expect(single).toContain('POST /v1/bookings/bkg_1/cancel')
  expect(single).toContain('POST /v1/bookings/bkg_2/reschedule')
})
