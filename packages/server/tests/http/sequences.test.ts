import { SEQUENCE_PARTS_MAX as PARTS_IN_CONTRACT } from '@holdfast/contracts'
import { SEQUENCE_PARTS_MAX } from '@holdfast/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider } from './support/fixtures.ts'

const PATH = '/v1/booking-groups'
const DAY = '2026-04-27'
const at = (time: string) => `${DAY}T${time}:00Z`
/** 9:00 to 12:00 in Berlin. */
const MORNING = `from=${at('07:00')}&to=${at('10:00')}`

interface Part {
  readonly eventTypeId: string
  readonly start: string
  readonly end: string
  readonly providerId: string | null
}

interface Visit {
  readonly start: string
  readonly end: string
  readonly items: readonly Part[]
}

type Fields = Readonly<Record<string, unknown>>

const visitsOf = ({ body }: Got) => body.data as unknown as readonly Visit[]
const timeOf = (instant: string) => instant.slice(11, 16)
const timesOf = (visits: readonly Visit[]) =>
  visits.map(({ items }) => items.map(({ start }) => timeOf(start)).join(' '))

describe.each(SOME_ENGINES)('a sequence on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, sent: Fields = {}) =>
    server.call('POST', path, { body, ...sent })

  async function makeType(providerId: string, more: Fields = {}): Promise<Body> {
    const body = eventTypeBody(providerId, { confirmation: 'instant', ...more })
    const made = await post('/v1/event-types', body)
    expect(made.status, made.text).toBe(201)
    return made.body
  }

  /** Event types of half an hour, each of a provider of its own unless it is served by some of these people. */
  async function makePeople(...names: readonly string[]) {
    const made = await Promise.all(names.map((name) => makeProvider(server.call, { name })))
    const ids = made.map(({ id }) => String(id))
    return {
      ids,
      /** Served by those people, the first who is free. */
      type: (people: readonly string[], more: Fields = {}, requirement: Fields = {}) =>
        makeType(String(ids[0]), {
          requirements: [
            { name: 'Stylist', count: 1, choice: 'priority', providerIds: people, ...requirement },
          ],
          ...more,
        }),
    }
  }

  const list = (ids: readonly unknown[], more = '', range = MORNING) =>
    server.call('GET', `/v1/slots?${ids.map((id) => `sequence=${id}`).join('&')}&${range}${more}`)

  const bookAt = (starts: readonly string[], ids: readonly unknown[], more: Fields = {}) =>
    post(PATH, {
      items: ids.map((eventTypeId, index) => ({ eventTypeId, start: at(starts[index] ?? '') })),
      sequence: true,
      booker: BOOKER,
      ...more,
    })

  test('is listed by the starts at which each part can follow the one before', async () => {
    const { ids } = await makePeople('Ann', 'Bea')
    const cut = await makeType(String(ids[0]))
    const color = await makeType(String(ids[1]))
    await post('/v1/bookings', { eventTypeId: color.id, start: at('08:00'), booker: BOOKER })
    const listed = await list([cut.id, color.id], '&maxGapMinutes=0')
    expect(timesOf(visitsOf(listed))).toEqual([
      '07:00 07:30',
      '08:00 08:30',
      '08:30 09:00',
      '09:00 09:30',
      '09:30 10:00',
    ])
    expect(listed.body.data[0]).toEqual({
      start: at('07:00'),
      end: at('08:00'),
      eventTypeId: cut.id,
      providerId: ids[0],
      items: [
        { eventTypeId: cut.id, start: at('07:00'), end: at('07:30'), providerId: ids[0] },
        { eventTypeId: color.id, start: at('07:30'), end: at('08:00'), providerId: ids[1] },
      ],
    })
    const withPause = await list([cut.id, color.id], '&maxGapMinutes=30')
    expect(timesOf(visitsOf(withPause))[1]).toBe('07:30 08:30')
    // Only the first part has to start in the range.
    const early = `from=${at('07:00')}&to=${at('07:31')}`
    const short = await list([cut.id, color.id], '&maxGapMinutes=30', early)
    expect(timesOf(visitsOf(short))).toEqual(['07:00 07:30', '07:30 08:30'])
    const few = await list([cut.id, color.id], '&limit=2&timeZone=Europe/Berlin')
    expect([visitsOf(few).length, few.body.nextFrom]).toEqual([2, '2026-04-27T10:30:00+02:00'])
    const rest = `from=${encodeURIComponent(String(few.body.nextFrom))}&to=${at('10:00')}`
    expect(timesOf(visitsOf(await list([cut.id, color.id], '', rest)))[0]).toBe('08:30 09:00')
  })

  test('is a visit once it is booked', async () => {
    const { ids } = await makePeople('Ann', 'Bea')
    const types = [await makeType(String(ids[0])), await makeType(String(ids[1]))]
    const typeIds = types.map(({ id }) => id)
    const made = await bookAt(['07:00', '07:30'], typeIds)
    expect([made.status, made.body.together]).toEqual([201, true])
    expect(timesOf(visitsOf(await list(typeIds)))[0]).toBe('07:30 08:00')
  })

  test('is refused if a part starts too early or too late, and names the part and the times: 422', async () => {
    const { ids } = await makePeople('Ann', 'Bea')
    const types = [await makeType(String(ids[0])), await makeType(String(ids[1]))]
    const typeIds = types.map(({ id }) => id)
    for (const [start, more] of [
      ['07:00', {}],
      ['08:00', {}],
      ['09:30', { maxGapMinutes: 119 }],
    ] as const) {
      const refused = await bookAt(['07:00', start], typeIds, more)
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { code: 'not_in_sequence', item: { index: 1 } },
      ])
      expect(refused.body.detail).toContain(at('07:30'))
    }
    expect((await bookAt(['07:00', '09:30'], typeIds, { maxGapMinutes: 120 })).status).toBe(201)
  })

  test('gives the same person both parts only if the buffers leave room', async () => {
    const { ids } = await makePeople('Ann')
    const quick = { slotStepMinutes: 5, bufferAfterMinutes: 10 }
    const types = [await makeType(String(ids[0]), quick), await makeType(String(ids[0]), quick)]
    const typeIds = types.map(({ id }) => id)
    expect(visitsOf(await list(typeIds, '&maxGapMinutes=5'))).toEqual([])
    expect(timesOf(visitsOf(await list(typeIds)))[0]).toBe('07:00 07:40')
    const touching = await bookAt(['07:00', '07:30'], typeIds)
    expect([touching.status, touching.body.code]).toEqual([409, 'slot_taken'])
    expect((await bookAt(['07:00', '07:40'], typeIds)).status).toBe(201)
  })

  test('takes somebody else for an earlier part, so that a later one has its only person', async () => {
    const { ids, type } = await makePeople('Ann', 'Bea')
    const cut = await type(ids, { bufferAfterMinutes: 10 })
    const color = await type([String(ids[0])])
    const typeIds = [cut.id, color.id]
    const [first] = visitsOf(await list(typeIds, '&maxGapMinutes=0'))
    expect(first?.items.map(({ providerId }) => providerId)).toEqual([ids[1], ids[0]])
    const made = await bookAt(['07:00', '07:30'], typeIds)
    expect(made.status, made.text).toBe(201)
    const parts = made.body.bookings as unknown as readonly Body[]
    expect(parts.map(({ providerId }) => providerId)).toEqual([ids[1], ids[0]])
  })

  test('can be booked wherever it is listed, with the people that are named and without', async () => {
    const { ids, type } = await makePeople('Ann', 'Bea', 'Cas')
    const [ann, bea, cas] = ids as [string, string, string]
    const quick = { slotStepMinutes: 15 }
    const types = [
      await type([ann, bea], { ...quick, bufferAfterMinutes: 10 }),
      await type([ann, cas], { ...quick, durationMinutes: 20, bufferBeforeMinutes: 5 }),
      await type([ann, bea], { ...quick, durationMinutes: 45 }),
    ]
    const typeIds = types.map(({ id }) => id)
    for (const [provider, start] of [
      [0, '07:30'],
      [1, '08:15'],
      [2, '09:00'],
    ] as const) {
      const body = { start: at(start), end: at(start.replace(/\d\d$/, '55')) }
      const blocked = await post(`/v1/providers/${ids[provider]}/blocks`, body)
      expect(blocked.status, blocked.text).toBe(201)
    }
    const visits = visitsOf(await list(typeIds))
    expect(visits.length).toBeGreaterThan(2)
    for (const { items } of visits) {
      for (const isNamed of [true, false]) {
        const made = await post(PATH, {
          items: items.map(({ eventTypeId, start, providerId }) => ({
            eventTypeId,
            start,
            ...(isNamed && { providerId }),
          })),
          sequence: true,
          booker: BOOKER,
        })
        expect([made.status, made.body.code, timesOf([{ start: '', end: '', items }])]).toEqual([
          201,
          undefined,
          timesOf([{ start: '', end: '', items }]),
        ])
        await post(`${PATH}/${made.body.id}/cancel`, { scope: 'all' })
      }
    }
  })

  test('gives somebody with limits one part at most, as several parts may be one too many', async () => {
    const { ids, type } = await makePeople('Ann', 'Bea')
    const limited = await server.call('PATCH', `/v1/providers/${ids[0]}`, {
      body: { limits: { perDay: 1 } },
    })
    expect(limited.status, limited.text).toBe(200)
    const typeIds = [(await type([String(ids[0])])).id, (await type(ids)).id]
    const [first] = visitsOf(await list(typeIds))
    expect(first?.items.map(({ providerId }) => providerId)).toEqual(ids)
    const made = await bookAt(['07:00', '07:30'], typeIds)
    expect(made.status, made.text).toBe(201)
  })

  test('is had by one of several who book it at once, and the others have no part of it', async () => {
    const { ids, type } = await makePeople('Ann', 'Bea')
    const typeIds = [(await type([String(ids[0])])).id, (await type([String(ids[1])])).id]
    const made = await Promise.all(
      Array.from({ length: 6 }, () => bookAt(['07:00', '07:30'], typeIds)),
    )
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const { body } = await server.call('GET', `/v1/bookings?providerId=${ids[0]}&status=confirmed`)
    expect(body.data).toHaveLength(1)
  })

  test('is listed for bookers without people whom they may not choose', async () => {
    const { ids, type } = await makePeople('Ann', 'Bea')
    const open = await type(ids, {}, { bookerMayChoose: true })
    const closed = await type(ids)
    const sent = { key: null }
    const path = `/v1/public/slots?sequence=${open.id}&sequence=${closed.id}&${MORNING}`
    const listed = await server.call('GET', path, sent)
    expect(listed.status, listed.text).toBe(200)
    const [first] = visitsOf(listed)
    expect(first?.items.map(({ providerId }) => providerId)).toEqual([ids[0], null])
    const body = {
      items: first?.items.map(({ eventTypeId, start, providerId }) => ({
        eventTypeId,
        start,
        ...(providerId && { providerId }),
      })),
      sequence: true,
      booker: BOOKER,
    }
    const made = await post('/v1/public/booking-groups', body, sent)
    expect([made.status, made.body.together], made.text).toEqual([201, true])
  })

  test('has 2 to 5 different event types whose times depend on their start alone: 422', async () => {
    expect(PARTS_IN_CONTRACT).toBe(SEQUENCE_PARTS_MAX)
    const { ids } = await makePeople('Ann')
    const cut = await makeType(String(ids[0]))
    const color = await makeType(String(ids[0]))
    const course = await makeType(String(ids[0]), { seats: { capacity: 5 } })
    const request = await makeType(String(ids[0]), { confirmation: 'approval' })
    for (const asked of [
      [cut.id],
      [cut.id, cut.id],
      [cut.id, course.id],
      [cut.id, request.id],
      Array.from({ length: 6 }, () => cut.id),
    ]) {
      const listed = await list(asked)
      expect([asked.length, listed.status, listed.body.errors]).toMatchObject([
        asked.length,
        422,
        [{ pointer: '/query/sequence' }],
      ])
    }
    for (const [more, pointer] of [
      ['&maxGapMinutes=241', '/query/maxGapMinutes'],
      ['&seats=2', '/query/seats'],
      [`&eventTypeIds=${cut.id}`, '/query/eventTypeIds'],
    ] as const) {
      const listed = await list([cut.id, color.id], more)
      expect([listed.status, listed.body.errors]).toMatchObject([422, [{ pointer }]])
    }
    const alone = await server.call('GET', `/v1/slots?eventTypeIds=${cut.id}&maxGapMinutes=5`)
    expect(alone.body.errors).toMatchObject([{ pointer: '/query/maxGapMinutes' }])
    for (const [asked, more, pointer] of [
      [[cut.id], {}, '/items'],
      [[cut.id, cut.id], {}, '/items/1/eventTypeId'],
      [[cut.id, course.id], {}, '/items/1/eventTypeId'],
      [[cut.id, color.id], { sequence: false, maxGapMinutes: 5 }, '/maxGapMinutes'],
      [[cut.id, color.id], { maxGapMinutes: -1 }, '/maxGapMinutes'],
      [[cut.id, color.id], { onConflict: 'skip' }, '/onConflict'],
    ] as const) {
      const made = await bookAt(['07:00', '07:30'], asked, more)
      expect([made.status, made.body.errors]).toMatchObject([422, [{ pointer }]])
    }
    for (const name of ['durationMinutes', 'seats'] as const) {
      const items = [
        { eventTypeId: cut.id, start: at('07:00') },
        { eventTypeId: color.id, start: at('07:30'), [name]: 1 },
      ]
      const made = await post(PATH, { items, sequence: true, booker: BOOKER })
      expect([made.status, made.body.errors]).toMatchObject([
        422,
        [{ pointer: `/items/1/${name}` }],
      ])
    }
    const unknown = await list([cut.id, 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6'])
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  })
})
