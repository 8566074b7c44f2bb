import { afterAll, beforeAll, expect, test } from 'vitest'
import { repetitions } from '../support/depth.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'
import { meteredBookings } from './metered-bookings.ts'

let app: MeteredApp
let call: MeteredApp['call']
let cost: MeteredApp['cost']
beforeAll(async () => {
  app = await openMeteredApp()
  call = app.call
  cost = app.cost
})
afterAll(() => app.close())

const { hold, confirm, cancel, makeKnown } = meteredBookings(() => app)

const slotsOfMay = async (eventTypeId: string) => {
  const path = `/v1/event-types/${eventTypeId}/slots?from=2026-05-01&to=2026-05-28`
  await call('GET', path)
  return await cost(200, 'GET', path)
}

const CROWD = repetitions(24, 500)
/** Write units of a held seat. A mark takes 48 bytes, and each further kilobyte of the session costs two units. */
const SEAT_WRITE_UNITS: Readonly<Record<number, number>> = {
  1: 14,
  24: 16,
  64: 20,
  250: 36,
  500: 60,
}

test('a plain hold costs 12 write units, a confirm 10 and a cancel 12', async () => {
  const plain = await makeKnown({})
  const held = await hold(plain, '2026-05-05T07:00:00Z')
  const confirmed = await confirm(held.body.id)
  const cancelled = await cancel(held.body.id)
  expect([held, confirmed, cancelled].map(({ writeUnits }) => writeUnits)).toEqual([12, 10, 12])
  expect(held.readUnits).toBeLessThanOrEqual(2)
  expect(confirmed.readUnits).toBeLessThanOrEqual(1)
  expect(cancelled.readUnits).toBeLessThanOrEqual(1)
})

test('a seat costs two write units more for its session, and none more once the session is final', async () => {
  const yoga = await makeKnown({ seats: { capacity: 30 } })
  const start = '2026-05-05T07:00:00Z'
  const first = await hold(yoga, start)
  const second = await hold(yoga, start, 'Ben')
  expect([first.writeUnits, second.writeUnits]).toEqual([14, 14])
  expect((await confirm(first.body.id)).writeUnits).toBe(12)
  // From now on, seats touch no ledger.
  const third = await hold(yoga, start, 'Kim', { seats: 2 })
  expect(third.writeUnits).toBe(12)
  expect((await confirm(second.body.id)).writeUnits).toBe(10)
  expect((await cancel(third.body.id)).writeUnits).toBe(10)
  expect((await cancel(second.body.id)).writeUnits).toBe(12)
  const last = await cancel(first.body.id)
  expect(last.writeUnits).toBe(14)
  // Also the session, and the ledger of its teacher.
  for (const { readUnits } of [first, second, third, last]) {
    expect(readUnits).toBeLessThanOrEqual(4)
  }
})

test('a crowd of held seats makes its session larger, and the next seat dearer', async () => {
  const concert = await makeKnown({ seats: { capacity: 500 } })
  const costs: Record<number, number> = {}
  for (let seat = 1; seat <= CROWD; seat += 1) {
    const { writeUnits } = await hold(concert, '2026-05-06T07:00:00Z', `Guest${seat}`)
    if (seat in SEAT_WRITE_UNITS) costs[seat] = writeUnits
  }
  const seen = Object.entries(SEAT_WRITE_UNITS).filter(([seat]) => Number(seat) <= CROWD)
  expect(costs).toEqual(Object.fromEntries(seen))
}, 600_000)

test('each limit costs two write units for its count, and the one per booker a read unit for the contact', async () => {
  const one = await makeKnown({ limits: { perDay: 9 } })
  const three = await makeKnown({ limits: { perDay: 9, perWeek: 30, perBooker: 9 } })
  const ofOne = await hold(one, '2026-05-05T07:00:00Z')
  const ofThree = await hold(three, '2026-05-05T07:00:00Z')
  // The names of its counts make this short booking longer than a kilobyte: two more.
  expect([ofOne.writeUnits, ofThree.writeUnits]).toEqual([12 + 2 + 2, 12 + 6 + 2])
  expect(ofOne.readUnits).toBeLessThanOrEqual(2)
  expect(ofThree.readUnits).toBeLessThanOrEqual(3)
  expect((await confirm(ofOne.body.id)).writeUnits).toBe(10 + 2 + 2)
  expect((await confirm(ofThree.body.id)).writeUnits).toBe(10 + 6 + 2)
  expect((await cancel(ofOne.body.id)).writeUnits).toBe(12 + 2)
  expect((await cancel(ofThree.body.id)).writeUnits).toBe(12 + 6)
})

test('a month of slots takes one query of half a read unit more with seats, and with limits', async () => {
  const queriesOf = async (options: object) => {
    const { uses } = await slotsOfMay(await makeKnown(options))
    return uses.filter((use) => use.operation === 'Query').map(({ readUnits }) => readUnits)
  }
  expect(await queriesOf({})).toEqual([0.5])
  expect(await queriesOf({ seats: { capacity: 30 } })).toEqual([0.5, 0.5])
  expect(await queriesOf({ limits: { perDay: 9, perWeek: 30 } })).toEqual([0.5, 0.5])
})
