import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY, openTestApp, type TestApp } from '../http/support/app.ts'
import { BOOKER, makeStayType } from '../http/support/fixtures.ts'
import { connectTo, mcpOf } from './assistant.ts'

let server: TestApp
let answer: ReturnType<typeof mcpOf>
beforeAll(async () => {
  server = await openTestApp()
  answer = mcpOf(server)
})
afterAll(() => server.close())

const connect = () => connectTo(answer, KEY)

const DATES = { arrival: '2026-05-01', departure: '2026-05-04' }

const makeRoom = async (more: object = {}) => {
  const occupancy = { base: 2, adults: 2, children: 1, total: 3 }
  const { id: eventTypeId, propertyId } = await makeStayType(server.call, { occupancy, ...more })
  return { eventTypeId, propertyId }
}

describe('the tools of an assistant for stays', () => {
  test('find a room, hold it, confirm it, and move it to other dates', async () => {
    const { propertyId, eventTypeId } = await makeRoom()
    const { tool } = await connect()
    const houses = await tool('list_properties', {})
    expect(houses.body.properties).toContainEqual(
      expect.objectContaining({ id: propertyId, timeZone: 'Europe/Berlin', checkInTime: '15:00' }),
    )
    const party = { adults: 2, childAges: [7] }
    const found = await tool('search_stays', { propertyId, ...DATES, ...party })
    expect(found.body).toMatchObject({
      stays: [{ eventTypeId, unitsLeft: 1, total: null, confirmation: 'hold' }],
      nextCursor: null,
    })
    const stay = { eventTypeId, ...DATES, occupants: party, booker: BOOKER }
    const held = await tool('hold_stay', stay)
    expect(held).toMatchObject({ isError: false, body: { status: 'pending', ...DATES } })
    const bookingId = held.body.id
    const confirmed = await tool('confirm_booking', { bookingId })
    expect(confirmed.body).toMatchObject({ status: 'confirmed' })
    const later = { arrival: '2026-05-02', departure: '2026-05-05' }
    const moved = await tool('reschedule_booking', { bookingId, ...later })
    expect(moved.body).toMatchObject({ id: bookingId, ...later })
  })

  test('hold a stay only at the price that they found', async () => {
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
    const payment = { amount: 9_000, currency: 'EUR', kind: 'full' }
    const { propertyId, eventTypeId } = await makeRoom({ payment })
    const { tool } = await connect()
    const found = await tool('search_stays', { propertyId, ...DATES, adults: 2 })
    expect(found.body.stays).toMatchObject([{ total: 27_000, currency: 'EUR', quotes: [] }])
    const stay = { eventTypeId, ...DATES, booker: BOOKER }
    const refused = await tool('hold_stay', { ...stay, expectedAmount: 26_000 })
    expect(refused).toMatchObject({ isError: true, body: { code: 'price_changed' } })
    const held = await tool('hold_stay', { ...stay, expectedAmount: 27_000 })
    expect(held.body).toMatchObject({ status: 'pending', payment: { amount: 27_000 } })
  })

  test('answer taken nights with their code, and explain them', async () => {
    const { propertyId, eventTypeId } = await makeRoom({ confirmation: 'instant' })
    const { tool } = await connect()
    const stay = { eventTypeId, ...DATES, booker: BOOKER }
    expect((await tool('hold_stay', stay)).body).toMatchObject({ code: 'unsuitable' })
    expect((await tool('book_stay', stay)).body).toMatchObject({ status: 'confirmed' })
    const refused = await tool('book_stay', stay)
    expect(refused).toMatchObject({
      isError: true,
      body: { code: 'night_taken', nights: ['2026-05-01', '2026-05-02', '2026-05-03'] },
    })
    const explained = await tool('explain_stay', { eventTypeId, ...DATES })
    expect(explained.body).toMatchObject({ bookable: false, nights: refused.body.nights })
    const found = await tool('search_stays', { propertyId, ...DATES })
    expect(found.body.stays).toEqual([])
  })

  test('list event types of nights only if asked for', async () => {
    const { propertyId, eventTypeId } = await makeRoom()
    const { tool } = await connect()
    const listed = async (args: object) =>
      (await tool('list_event_types', { limit: 100, ...args })).body.eventTypes
    const room = expect.objectContaining({ id: eventTypeId, propertyId, durationMinutes: null })
    expect(await listed({ grain: 'nights' })).toContainEqual(room)
    expect(await listed({})).not.toContainEqual(expect.objectContaining({ id: eventTypeId }))
  })
})
