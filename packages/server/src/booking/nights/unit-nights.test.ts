import { parseDate } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BOOKER,
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { createEventType } from '../event-types/event-types.ts'
import { createProperty } from '../properties/properties.ts'
import { createRatePlan, updateRatePlan } from '../rates/rate-plans.ts'
import { quoteByPlans, quoteStay } from './quote-stay.ts'
import { explainNights, listUnitNights } from './unit-nights.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const day = (date: string) => parseDate(date) ?? Number.NaN
const range = (arrival: string, departure: string) => ({
  arrivalDay: day(arrival),
  departureDay: day(departure),
})
let made = 0

/** An event type of a room in a house in Berlin. */
async function room(more: object = {}) {
  made += 1
  const { deps, caller } = world
  const house = { name: 'House', timeZone: 'Europe/Berlin' }
  const property = unwrap(await createProperty(deps, caller, house))
  const unit = await world.provider({
    kind: 'unit',
    propertyId: property.id,
    timeZone: 'Europe/Berlin',
  })
  const input = { providerId: unit.id, grain: 'nights', slug: `room-${made}`, title: 'Room' }
  const type = { confirmation: 'instant', maxAdvanceDays: 400, ...input, ...more }
  return unwrap(await createEventType(deps, caller, type as never))
}
const plan = async (amount: number, more: object = {}) => {
  const input = { name: `Plan of ${amount}`, currency: 'EUR', amount, ...more }
  return unwrap(await createRatePlan(world.deps, world.caller, input as never)).id
}
const book = async (eventTypeId: string, arrival: string, departure: string) =>
  unwrap(
    await createBooking(world.deps, world.caller, {
      target: { eventTypeId },
      startEpochSeconds: 0,
      stay: range(arrival, departure) as never,
      booker: BOOKER,
    }),
  )
const nightsLeft = async (eventTypeId: string, arrival: string, departure: string) => {
  const asked = range(arrival, departure)
  const { nights } = unwrap(await listUnitNights(world.deps, world.caller, eventTypeId, asked))
  return nights.map(({ day: night, unitsLeft }) => [night - asked.arrivalDay, unitsLeft])
}
const refusedAt = (pointer: string, message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
})

test('the nights of a stay are taken, the day of the departure is free', async () => {
  const { id } = await room()
  await book(id, '2026-05-30', '2026-06-02')
  expect(await nightsLeft(id, '2026-05-29', '2026-06-03')).toEqual([
    [0, 1],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 1],
  ])
  const other = await room()
  expect(await nightsLeft(other.id, '2026-05-30', '2026-05-31')).toEqual([[0, 1]])
})

test('a range of nights ends after it begins, and has at most 731', async () => {
  const { id, stay } = await room()
  const list = (arrival: string, departure: string) =>
    listUnitNights(world.deps, world.caller, id, range(arrival, departure))
  const after = 'must be after the first night'
  expect(await list('2026-05-10', '2026-05-10')).toEqual(refusedAt('/query/to', after))
  expect(await list('2026-05-10', '2028-05-11')).toEqual(
    refusedAt('/query/to', 'must be at most 731 days after the first night'),
  )
  const longest = unwrap(await list('2026-05-10', '2028-05-10'))
  expect(longest.nights).toHaveLength(731)
  expect(longest.stay).toEqual(stay)
  const explained = explainNights(world.deps, world.caller, id, range('2026-05-10', '2026-05-09'))
  expect(await explained).toEqual(refusedAt('/query/departure', after))
})

test('nights are explained by the rules that they break, and by those that are taken', async () => {
  const { id, providerId } = await room({ stay: { minNights: 2 } })
  await book(id, '2026-05-12', '2026-05-14')
  const explain = async (arrival: string, departure: string) =>
    unwrap(await explainNights(world.deps, world.caller, id, range(arrival, departure)))
  expect(await explain('2026-05-10', '2026-05-12')).toEqual({
    isFree: true,
    reasons: [],
    takenDays: [],
    outOfOrder: [],
    unitId: providerId,
  })
  const short = await explain('2026-05-13', '2026-05-14')
  expect(short.isFree).toBe(false)
  expect(short.takenDays).toEqual([day('2026-05-13')])
  expect(short.reasons).toHaveLength(1)
  expect((await explain('2026-05-11', '2026-05-15')).takenDays).toEqual([
    day('2026-05-12'),
    day('2026-05-13'),
  ])
})

test('the only plan of an event type counts without being named, one of several only if it is', async () => {
  const [cheap, dear] = [await plan(5000), await plan(9000)]
  const one = await room({ ratePlanIds: [cheap] })
  const two = await room({ ratePlanIds: [cheap, dear] })
  const none = await room()
  const asked = range('2026-05-10', '2026-05-11')
  const planOf = async (id: string, ratePlanId?: string) => {
    const query = { ...asked, ...(ratePlanId !== undefined && { ratePlanId }) }
    const { plan: found } = unwrap(await listUnitNights(world.deps, world.caller, id, query))
    return found?.plan.id
  }
  expect(await planOf(one.id)).toBe(cheap)
  expect(await planOf(two.id)).toBeUndefined()
  expect(await planOf(two.id, dear)).toBe(dear)
  expect(await planOf(none.id)).toBeUndefined()
  const named = { ...asked, ratePlanId: cheap }
  expect(await listUnitNights(world.deps, world.caller, none.id, named)).toEqual(
    refusedAt('/ratePlanId', 'is not possible: the event type has no rate plans'),
  )
})

test('a stay costs its nights by each plan by which it can be booked', async () => {
  const [cheap, long] = [
    await plan(5000),
    await plan(4000, {
      restrictions: [{ from: '2026-01-01', to: '2027-01-01', minNights: 3, on: 'arrival' }],
    }),
  ]
  const { id } = await room({ ratePlanIds: [cheap, long] })
  const quotes = async (arrival: string, departure: string) => {
    const stay = { ...range(arrival, departure), childAges: [] }
    const found = unwrap(await quoteByPlans(world.deps, world.caller, id, stay))
    return found.map(({ plan: { id: planId }, quote }) => [planId, quote.total])
  }
  expect(await quotes('2026-05-10', '2026-05-12')).toEqual([[cheap, 10_000]])
  expect(await quotes('2026-05-10', '2026-05-13')).toEqual([
    [cheap, 15_000],
    [long, 12_000],
  ])
})

test('a stay that no plan allows is refused, and so are children without adults', async () => {
  const long = await plan(4000, {
    restrictions: [{ from: '2026-01-01', to: '2027-01-01', minNights: 3, on: 'arrival' }],
  })
  const { id } = await room({ ratePlanIds: [long] })
  const stay = { ...range('2026-05-10', '2026-05-12'), childAges: [] }
  const { deps, caller } = world
  expect(await quoteByPlans(deps, caller, id, stay)).toMatchObject({
    ok: false,
    refusal: { code: 'stay_not_bookable' },
  })
  const withChild = { ...stay, childAges: [4] }
  const noAdults = refusedAt('/query/adults', 'is required with `childAges`')
  expect(await quoteByPlans(deps, caller, id, withChild)).toEqual(noAdults)
  expect(await quoteStay(deps, caller, id, withChild)).toEqual(noAdults)
})

test('an event type without plans has no price by one', async () => {
  const { id } = await room()
  const stay = { ...range('2026-05-10', '2026-05-12'), childAges: [] }
  expect(unwrap(await quoteByPlans(world.deps, world.caller, id, stay))).toEqual([])
  expect(await quoteStay(world.deps, world.caller, id, stay)).toEqual(
    refusedAt('/path/id', 'has no rate plans: set `ratePlanIds` of the event type'),
  )
})

test('one of several plans is named, is one of the event type, and is active', async () => {
  const [first, second, other] = [await plan(5000), await plan(6000), await plan(7000)]
  const { id } = await room({ ratePlanIds: [first, second] })
  const asked = range('2026-05-10', '2026-05-12')
  const quoted = (ratePlanId?: string) =>
    quoteStay(world.deps, world.caller, id, {
      ...asked,
      childAges: [],
      ...(ratePlanId !== undefined && { ratePlanId }),
    })
  const names = `${first}, ${second}`
  expect(await quoted()).toEqual(refusedAt('/ratePlanId', `is required: send one of ${names}`))
  expect(await quoted(other)).toEqual(refusedAt('/ratePlanId', `must be one of ${names}`))
  expect(unwrap(await quoted(second)).quote).toMatchObject({ ratePlanId: second, total: 12_000 })
  const ended = { status: 'inactive' } as const
  unwrap(await updateRatePlan(world.deps, world.caller, second, ended))
  expect(await quoted(second)).toEqual(refusedAt('/ratePlanId', 'is an inactive rate plan'))
})

test('the price names its plan, extras and code, and refuses unknown ones', async () => {
  const id = await plan(5000, {
    extras: [{ id: 'bike', name: 'Bike', amount: 1000, per: 'stay' }],
    codes: [{ code: 'SPRING', percent: 10 }],
  })
  const type = await room({ ratePlanIds: [id] })
  const stay = { ...range('2026-05-10', '2026-05-12'), childAges: [] }
  const quoted = (more: object) =>
    quoteStay(world.deps, world.caller, type.id, { ...stay, ...more })
  const plain = unwrap(await quoted({ extras: [] }))
  expect(plain).toMatchObject({ hasCodes: true, extras: [{ id: 'bike' }], policy: [] })
  expect(plain.deposit).toBeUndefined()
  expect(plain.quote).toMatchObject({ ratePlanId: id, ratePlanVersion: 1, total: 10_000 })
  expect(plain.quote).not.toHaveProperty('extras')
  expect(plain.quote).not.toHaveProperty('code')
  const full = unwrap(await quoted({ extras: [{ id: 'bike', quantity: 2 }], code: 'SPRING' }))
  expect(full.quote).toMatchObject({
    extras: [{ id: 'bike', quantity: 2 }],
    code: 'SPRING',
    total: 11_000,
  })
  expect(await quoted({ code: 'AUTUMN' })).toEqual(
    refusedAt('/code', 'is no code that can be used today with this rate plan'),
  )
  expect(await quoted({ extras: [{ id: 'boat', quantity: 1 }] })).toEqual(
    refusedAt('/extras', '"boat" is no extra of the rate plan'),
  )
})

test('nobody reads the nights of an event type of another account, or of one of time', async () => {
  const { id } = await room()
  const asked = range('2026-05-10', '2026-05-12')
  expect(await listUnitNights(world.deps, world.stranger, id, asked)).toMatchObject({
    ok: false,
    refusal: { code: 'not_found', resource: 'event_type' },
  })
  const time = await world.eventType()
  expect(await listUnitNights(world.deps, world.caller, time.id, asked)).toMatchObject({
    ok: false,
  })
})
