import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'
import { booker, meteredBookings } from './metered-bookings.ts'

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

test.each([
  ['group', {}],
  ['visit', { together: true }],
])(
  'a %s costs at most 14 write units a booking and 5 for itself, in one transaction',
  async (_, kind) => {
    const plain = await makeKnown({})
    for (const [hour, count] of [1, 12].entries()) {
      const items = Array.from({ length: count }, (_each, day) => ({
        eventTypeId: plain,
        start: `2026-06-${String(day + 1).padStart(2, '0')}T${String(hour + 8).padStart(2, '0')}:00:00Z`,
      }))
      const body = { items, booker: booker('Ada'), ...kind }
      const held = await cost(202, 'POST', '/v1/booking-groups', { body })
      expect(held.writeUnits).toBeLessThanOrEqual(14 * count + 5)
      expect(held.uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
      const path = `/v1/booking-groups/${held.body.id}`
      const confirmed = await cost(200, 'POST', `${path}/confirm`, { body: {} })
      expect(confirmed.writeUnits).toBeLessThanOrEqual(12 * count + 6)
      const read = await cost(200, 'GET', path)
      expect(read.readUnits).toBeLessThanOrEqual(count + 1)
      const later = { shiftMinutes: 30 * 1440, override: true }
      const moved = await cost(200, 'POST', `${path}/reschedule`, { body: later })
      // Each leaves one day and takes another, and its indexes go by its start.
      expect(moved.writeUnits).toBeLessThanOrEqual(20 * count + 4)
      expect(moved.uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
      const cancelled = await cost(200, 'POST', `${path}/cancel`, { body: { scope: 'all' } })
      expect(cancelled.writeUnits).toBeLessThanOrEqual(12 * count + 4)
    }
  },
)

test('the order of a group costs at most 8 write units at each change, and 2 more a booking until it is cancelled', async () => {
  const priced = await makeKnown({ payment: { amount: 5000, currency: 'EUR', kind: 'full' } })
  for (const [hour, count] of [1, 12].entries()) {
    const items = Array.from({ length: count }, (_, day) => ({
      eventTypeId: priced,
      start: `2026-06-${String(day + 1).padStart(2, '0')}T${String(hour + 8).padStart(2, '0')}:00:00Z`,
    }))
    const body = { items, booker: booker('Ada') }
    const made = await cost(202, 'POST', '/v1/booking-groups', { body })
    expect(made.writeUnits).toBeLessThanOrEqual(14 * count + 5 + 8 + 2 * count)
    expect(made.uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
    const path = `/v1/booking-groups/${made.body.id}`
    const confirmed = await cost(200, 'POST', `${path}/confirm`, { body: {} })
    expect(confirmed.writeUnits).toBeLessThanOrEqual(12 * count + 6 + 8 + 2 * count)
    const cancelled = await cost(200, 'POST', `${path}/cancel`, { body: { scope: 'all' } })
    expect(cancelled.writeUnits).toBeLessThanOrEqual(12 * count + 4 + 8)
  }
})

test('a deposit with a balance costs at most 4 write units more than a payment, and a plain hold nothing', async () => {
  const full = { amount: 5000, currency: 'EUR', kind: 'full' }
  const priced = await makeKnown({ payment: full })
  const deposit = await makeKnown({ payment: { ...full, kind: 'deposit', depositAmount: 1000 } })
  const paid = await hold(priced, '2026-06-02T07:00:00Z')
  const held = await hold(deposit, '2026-06-02T07:00:00Z')
  expect(held.uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
  expect(held.writeUnits - paid.writeUnits).toBeLessThanOrEqual(4)
  const [paidAfter, heldAfter] = [await confirm(paid.body.id), await confirm(held.body.id)]
  expect(heldAfter.writeUnits - paidAfter.writeUnits).toBeLessThanOrEqual(6)
  const plain = await makeKnown({})
  expect((await hold(plain, '2026-06-02T07:00:00Z')).writeUnits).toBe(12)
})

test('keeping freed time costs a booking nothing until it is cancelled, and then one write unit at most', async () => {
  const plain = await makeKnown({})
  const kept = await makeKnown({ release: { freedAfterMinutes: { min: 20, max: 240 } } })
  const start = '2026-05-08T07:00:00Z'
  const [usual, held] = [await hold(plain, start), await hold(kept, start)]
  expect([held.writeUnits, held.readUnits]).toEqual([usual.writeUnits, usual.readUnits])
  const [usualAfter, heldAfter] = [await confirm(usual.body.id), await confirm(held.body.id)]
  expect(heldAfter.writeUnits).toBe(usualAfter.writeUnits)
  const [freed, cancelled] = [await cancel(usual.body.id), await cancel(held.body.id)]
  expect(cancelled.writeUnits - freed.writeUnits).toBeLessThanOrEqual(1)
  expect(cancelled.uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
})

test('a wait list costs a booking nothing until its time is given back', async () => {
  const listed = await makeKnown({ waitlist: { offerMinutes: 30 } })
  const held = await hold(listed, '2026-05-06T07:00:00Z')
  expect(held.writeUnits).toBe(12)
  expect((await confirm(held.body.id)).writeUnits).toBe(10)
  const unwanted = await hold(listed, '2026-05-07T07:00:00Z')
  // The line is looked at.
  expect((await cancel(unwanted.body.id)).writeUnits).toBeLessThanOrEqual(14)

  const join = (name: string) =>
    cost(201, 'POST', `/v1/event-types/${listed}/waitlist`, {
      body: { from: '2026-05-06', to: '2026-05-07', booker: booker(name) },
    })
  const joined = await join('Lea')
  expect(joined.writeUnits).toBeLessThanOrEqual(12)
  // One transaction frees the time and holds it for the first on the wait list.
  const offered = await cancel(held.body.id)
  expect(offered.uses.filter(({ writeUnits }) => writeUnits > 0)).toHaveLength(1)
  expect(offered.writeUnits).toBeLessThanOrEqual(32)
  expect(offered.readUnits).toBeLessThanOrEqual(9)
  const { status } = (await call('GET', `/v1/waitlist/${joined.body.id}`)).body
  expect(status).toBe('offered')
  const last = await join('Tom')
  const left = await cost(204, 'DELETE', `/v1/waitlist/${last.body.id}`)
  expect(left.writeUnits).toBeLessThanOrEqual(10)
})
