import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider } from './support/fixtures.ts'
import { PRICE } from './support/paid-booking.ts'

const DAY = '2026-04-27'
const at = (time: string) => `${DAY}T${time}:00Z`
/** 9:00 to 12:00 in Berlin. */
const MORNING = `from=${at('07:00')}&to=${at('10:00')}`

type Fields = Readonly<Record<string, unknown>>

interface Slot {
  readonly start: string
  readonly end: string
  readonly price?: unknown
  readonly items?: readonly { readonly start: string; readonly providerId: string | null }[]
}

describe.each(SOME_ENGINES)('a service that a booker adds, on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, sent: Fields = {}) =>
    server.call('POST', path, { body, ...sent })
  const get = (path: string): Promise<Got> => server.call('GET', path, { key: null })

  const makeSalon = (visits: unknown = { maxGapMinutes: 0 }) =>
    makeProvider(server.call, { name: 'Salon', kind: 'team', ...(visits !== null && { visits }) })

  async function makeType(providerId: unknown, more: Fields = {}): Promise<Body> {
    const body = eventTypeBody(String(providerId), { confirmation: 'hold', ...more })
    const made = await post('/v1/event-types', body)
    expect(made.status, made.text).toBe(201)
    return made.body
  }

  /** A salon with people, and event types that they serve. */
  async function makeHouse(visits?: unknown) {
    const salon = await makeSalon(visits)
    const ann = await makeProvider(server.call, { name: 'Ann' })
    const bea = await makeProvider(server.call, { name: 'Bea' })
    const type = (more: Fields = {}, people: readonly unknown[] = [ann.id, bea.id]) =>
      makeType(salon.id, {
        requirements: [
          {
            name: 'Stylist',
            count: 1,
            choice: 'priority',
            providerIds: people,
            bookerMayChoose: true,
          },
        ],
        ...more,
      })
    return { salon, ann, bea, type }
  }

  const page = (salon: Body, eventType: Body, query = '') =>
    get(`/v1/public/${salon.slug}/${eventType.slug}?${query}`)
  const slotsOf = ({ body }: Got) => body.slots as unknown as readonly Slot[]
  const addable = async (salon: Body, eventType: Body) => {
    const got = await get(`/v1/public/${salon.slug}?addTo=${eventType.slug}`)
    return (got.body.eventTypes as unknown as readonly Body[]).map(({ id }) => id)
  }

  test('is offered only where the owner says so, and only if it fits', async () => {
    const { salon, type, ann } = await makeHouse()
    const cut = await type({ questions: [{ id: 'size', label: 'Size', kind: 'text' }] })
    const color = await type()
    await type({ confirmation: 'approval' })
    await type({ seats: { capacity: 4 } })
    await type({ questions: [{ id: 'size', label: 'How long?', kind: 'number' }] })
    await type({ candidateRules: [{ providerId: ann.id, durationMinutes: 45 }] })
    await type({ hidden: true })
    expect((await page(salon, cut)).body.canAddServices).toBe(true)
    expect(await addable(salon, cut)).toEqual([color.id])
    expect(await addable(salon, { ...cut, slug: 'nothing' })).toEqual([])

    await server.call('PATCH', `/v1/providers/${salon.id}`, { body: { visits: null } })
    expect((await page(salon, cut)).body.canAddServices).toBe(false)
    expect(await addable(salon, cut)).toEqual([])
  })

  test('makes the times of the page those of the whole visit, with its price', async () => {
    const { salon, ann, bea, type } = await makeHouse()
    const cut = await type({ payment: PRICE })
    const color = await type({ payment: { ...PRICE, amount: 7000 } }, [bea.id])
    const listed = await page(salon, cut, `${MORNING}&add=${color.id}`)
    expect(listed.status, listed.text).toBe(200)
    expect(slotsOf(listed)[0]).toEqual({
      start: at('07:00'),
      end: at('08:00'),
      available: true,
      price: { amount: 12_000, currency: 'EUR' },
      items: [
        {
          eventTypeId: cut.id,
          start: at('07:00'),
          end: at('07:30'),
          providerId: ann.id,
          price: { amount: 5000, currency: 'EUR' },
        },
        {
          eventTypeId: color.id,
          start: at('07:30'),
          end: at('08:00'),
          providerId: bea.id,
          price: { amount: 7000, currency: 'EUR' },
        },
      ],
    })
    // Bea does both; Ann cannot color, so somebody else does.
    const byBea = slotsOf(await page(salon, cut, `${MORNING}&add=${color.id}&providerId=${bea.id}`))
    expect(byBea[0]?.items?.map(({ providerId }) => providerId)).toEqual([bea.id, bea.id])
    const byAnn = slotsOf(await page(salon, cut, `${MORNING}&add=${color.id}&providerId=${ann.id}`))
    expect(byAnn[0]?.items?.map(({ providerId }) => providerId)).toEqual([ann.id, bea.id])
  })

  test('has the pauses that the owner allows, by default 15 minutes', async () => {
    const startsIn = async (visits: unknown) => {
      const { salon, bea, type } = await makeHouse(visits)
      const cut = await type()
      const color = await type({}, [bea.id])
      const taken = await post('/v1/bookings', {
        eventTypeId: color.id,
        start: at('07:30'),
        booker: BOOKER,
        override: true,
      })
      expect(taken.status, taken.text).toBeLessThan(300)
      const slots = slotsOf(await page(salon, cut, `${MORNING}&add=${color.id}`))
      const sent = {
        sequence: true,
        items: [
          { eventTypeId: cut.id, start: at('07:00') },
          { eventTypeId: color.id, start: at('08:00') },
        ],
      }
      const booked = await post('/v1/public/booking-groups', sent, { key: null })
      const longer = { ...sent, maxGapMinutes: 31 }
      const refused = await post('/v1/public/booking-groups', longer, { key: null })
      return [slots[0]?.start, booked.status, refused.status, refused.body.errors]
    }
    const tooLong = (most: number) => [
      {
        pointer: '/maxGapMinutes',
        message: `must be at most ${most}, the longest pause of their providers`,
      },
    ]
    expect(await startsIn({ maxGapMinutes: 30 })).toEqual([at('07:00'), 202, 422, tooLong(30)])
    expect(await startsIn({})).toEqual([at('07:30'), 422, 422, tooLong(15)])
    expect(await startsIn(null)).toEqual([at('07:30'), 422, 422, tooLong(15)])
  })

  test('is refused if it does not fit, and the problem names it: 422', async () => {
    const { salon, type } = await makeHouse()
    const cut = await type()
    const course = await type({ seats: { capacity: 4 } })
    const unlike = await page(salon, cut, `${MORNING}&add=${course.id}`)
    expect([unlike.status, unlike.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/query/add',
          message: `"${course.id}" cannot be part of a visit: it has seats`,
        },
      ],
    ])
    for (const query of [`add=${cut.id}`, 'add=ety_x', `add=${course.id}&seats=2`]) {
      expect((await page(salon, cut, `${MORNING}&${query}`)).status, query).toBe(422)
    }
    const other = await makeType((await makeProvider(server.call)).id)
    const others = await page(salon, cut, `${MORNING}&add=${other.id}`)
    expect(others.status).toBe(200)
  })

  test('takes the answers to its own questions from one form', async () => {
    const { type } = await makeHouse()
    const questions = (id: string) => [{ id, label: id, kind: 'text', required: true }]
    const cut = await type({ questions: questions('length') })
    const color = await type({ questions: questions('tone') })
    const held = await post(
      '/v1/public/booking-groups',
      {
        sequence: true,
        items: [
          { eventTypeId: cut.id, start: at('07:00') },
          { eventTypeId: color.id, start: at('07:30') },
        ],
      },
      { key: null },
    )
    expect(held.status, held.text).toBe(202)
    const confirm = (answers: Fields) =>
      post(
        `/v1/booking-groups/${held.body.id}/confirm`,
        { booker: BOOKER, answers },
        { key: held.body.manageToken },
      )
    expect((await confirm({ length: 'long' })).body.errors).toMatchObject([
      { pointer: '/answers/tone' },
    ])
    expect((await confirm({ length: 'long', tone: 'red', other: 'x' })).body.errors).toMatchObject([
      { pointer: '/answers/other' },
    ])
    const confirmed = await confirm({ length: 'long', tone: 'red' })
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(
      (confirmed.body.bookings as unknown as readonly Body[]).map(({ answers }) => answers),
    ).toEqual([{ length: 'long' }, { tone: 'red' }])
    const typed = { sequence: true, booker: BOOKER, answers: { length: 'long', tone: 'red' } }
    const both = [
      { eventTypeId: cut.id, start: at('08:00') },
      { eventTypeId: color.id, start: at('08:30') },
    ]
    const made = await post('/v1/public/booking-groups', { ...typed, items: both }, { key: null })
    expect(made.status, made.text).toBe(202)
  })

  test('is taken by one of two bookers who want the same visit at once', async () => {
    const { bea, type } = await makeHouse()
    const cut = await type({}, [bea.id])
    const color = await type({}, [bea.id])
    const items = [
      { eventTypeId: cut.id, start: at('07:00') },
      { eventTypeId: color.id, start: at('07:30') },
    ]
    const tries = await Promise.all(
      [1, 2].map(() => post('/v1/public/booking-groups', { sequence: true, items }, { key: null })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([202, 409])
  })
})
