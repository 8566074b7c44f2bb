import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeEventType,
  makeProvider,
  START,
} from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
let path: string
let eventTypeId: string
beforeAll(async () => {
  server = await openTestApp()
  eventTypeId = (await makeEventType(server.call, { minNoticeMinutes: 60 })).id
  path = `/v1/event-types/${eventTypeId}/slots`
})
afterAll(() => server.close())

const list = async (query: string) => (await server.call('GET', `${path}?${query}`)).body.data

describe('a list of slots', () => {
  test('is written in UTC, or in the zone that is asked for', async () => {
    const range = 'from=2026-04-27T07:00:00Z&to=2026-04-27T07:30:00Z'
    expect(await list(range)).toEqual([
      {
        start: '2026-04-27T07:00:00Z',
        end: '2026-04-27T07:30:00Z',
        available: true,
      },
    ])
    expect(await list(`${range}&timeZone=Europe/Berlin`)).toEqual([
      {
        start: '2026-04-27T09:00:00+02:00',
        end: '2026-04-27T09:30:00+02:00',
        available: true,
      },
    ])
    expect(await list(`${range}&timeZone=America/Vancouver`)).toEqual([
      {
        start: '2026-04-27T00:00:00-07:00',
        end: '2026-04-27T00:30:00-07:00',
        available: true,
      },
    ])
    expect((await list(`${range}&timeZone=UTC`))[0]?.start).toBe('2026-04-27T07:00:00Z')
  })

  test('offers the same instants in every zone', async () => {
    const instants = async (zone: string) =>
      (await list(`from=2026-04-27T00:00:00Z&to=2026-05-27T00:00:00Z&timeZone=${zone}`)).map(
        (slot) => Date.parse(slot.start),
      )
    const inBerlin = await instants('Europe/Berlin')
    expect(inBerlin).toHaveLength(352)
    expect(await instants('Pacific/Apia')).toEqual(inBerlin)
    expect(await instants('Asia/Kathmandu')).toEqual(inBerlin)
  })

  test('of dates means dates of the zone that is asked for, else of the provider', async () => {
    const ofProvider = await list('from=2026-04-27&to=2026-04-28')
    expect(ofProvider).toHaveLength(16)
    expect(ofProvider[0]?.start).toBe('2026-04-27T07:00:00Z')
    // 27 April of Kiritimati, 14 hours ahead, begins on the 26th of UTC.
    const east = await makeProvider(server.call, { timeZone: 'Pacific/Kiritimati' })
    const made = await server.call('POST', '/v1/event-types', { body: eventTypeBody(east.id) })
    const ofEast = await server.call(
      'GET',
      `/v1/event-types/${made.body.id}/slots?from=2026-04-27&to=2026-04-28`,
    )
    expect(ofEast.body.data).toHaveLength(16)
    expect(ofEast.body.data[0]?.start).toBe('2026-04-26T19:00:00Z')
    // 27 April of Vancouver begins at 9:00 of Berlin and ends at 9:00 of the 28th.
    const inVancouver = await list('from=2026-04-27&to=2026-04-28&timeZone=America/Vancouver')
    expect(inVancouver).toHaveLength(16)
    expect(inVancouver[0]?.start).toBe('2026-04-27T00:00:00-07:00')
    // 27 April of Auckland ends at 14:00 of Berlin.
    expect(await list('from=2026-04-27&to=2026-04-28&timeZone=Pacific/Auckland')).toHaveLength(10)
  })

  test('takes an offset, with its + written as %2B', async () => {
    const from = encodeURIComponent('2026-04-27T09:00:00+02:00')
    const to = encodeURIComponent('2026-04-27T10:00:00+02:00')
    expect(await list(`from=${from}&to=${to}`)).toHaveLength(2)
  })

  test('takes a bare + before an offset for what it was meant to be', async () => {
    const range = 'from=2026-04-27T09:00:00+02:00&to=2026-04-27T10:00:00+02:00'
    expect((await list(range)).map((slot) => slot.start)).toEqual([
      '2026-04-27T07:00:00Z',
      '2026-04-27T07:30:00Z',
    ])
    const spaced = 'from=2026-04-27T09:00:00%2002:00&to=2026-04-27T07:30:00Z'
    expect((await list(spaced)).map((slot) => slot.start)).toEqual(['2026-04-27T07:00:00Z'])
  })

  test('of a date that the zone skipped is empty', async () => {
    // Samoa went from the end of 29 December to the start of 31 December 2011.
    const query = 'from=2011-12-30&to=2011-12-31&timeZone=Pacific/Apia'
    const got = await server.call('GET', `${path}?${query}`)
    expect([got.status, got.body]).toEqual([200, { data: [] }])
  })

  test('leaves out what is taken, unless it is asked for', async () => {
    const eventType = await makeEventType(server.call)
    await book(server.call, eventType.id, START)
    const slots = async (more: string) =>
      (
        await server.call(
          'GET',
          `/v1/event-types/${eventType.id}/slots?from=${START}&to=2026-04-27T08:00:00Z${more}`,
        )
      ).body.data.map((slot) => slot.available)
    expect(await slots('')).toEqual([true])
    expect(await slots('&include=unavailable')).toEqual([false, true])
  })

  test('begins at the first whole minute of the range', async () => {
    expect(await list('from=2026-04-27T07:00:01Z&to=2026-04-27T08:00:00Z')).toHaveLength(1)
  })

  test.each([
    ['without an end', 'from=2026-04-27', '/query/to'],
    ['that ends when it starts', 'from=2026-04-27&to=2026-04-27', '/query/to'],
    ['of 63 days', 'from=2026-04-01&to=2026-06-03', '/query/to'],
    ['of a day that does not exist', 'from=2026-02-30&to=2026-03-01', '/query/from'],
    ['without an offset', 'from=2026-04-27T09:00:00&to=2026-04-28', '/query/from'],
    ['with a bare + in front', 'from=+2026-04-27T07:00:00Z&to=2026-04-28', '/query/from'],
    ['with half an offset', 'from=2026-04-27T09:00:00+02&to=2026-04-28', '/query/from'],
    ['in an unknown zone', 'from=2026-04-27&to=2026-04-28&timeZone=Mars/Base', '/query/timeZone'],
    ['with something else included', 'from=2026-04-27&to=2026-04-28&include=all', '/query/include'],
    ['with a start twice', 'from=2026-04-27&from=2026-04-26&to=2026-04-28', '/query/from'],
  ])('%s is refused', async (_, query, pointer) => {
    const got = await server.call('GET', `${path}?${query}`)
    expect([got.status, got.body.code, got.body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      pointer,
    ])
  })
})

describe('an explanation', () => {
  const explain = async (start: string) => {
    const got = await server.call('GET', `${path}/explain?start=${start}`)
    expect(got.status).toBe(200)
    return got.body
  }

  test('of a slot that is offered has no reason against it', async () => {
    expect(await explain(START)).toEqual({ available: true, reasons: [] })
  })

  test.each([
    [
      '2026-04-27T07:10:00Z',
      {
        code: 'off_grid',
        previousStart: '2026-04-27T07:00:00Z',
        nextStart: '2026-04-27T07:30:00Z',
      },
    ],
    [
      '2026-04-27T15:30:00Z',
      {
        code: 'outside_availability',
        openOnDate: [{ start: '2026-04-27T07:00:00Z', end: '2026-04-27T15:00:00Z' }],
      },
    ],
    ['2026-04-20T07:30:00Z', { code: 'in_the_past', now: '2026-04-20T08:00:00Z' }],
    [
      '2026-04-20T08:30:00Z',
      { code: 'too_soon', minNoticeMinutes: 60, earliestStart: '2026-04-20T09:00:00Z' },
    ],
    [
      '2027-05-03T07:00:00Z',
      { code: 'too_far', maxAdvanceDays: 365, startsBefore: '2027-04-20T22:00:00Z' },
    ],
  ])('of %s tells the rule and its figures', async (start, reason) => {
    const got = await explain(start)
    expect(got.available).toBe(false)
    expect(got.reasons).toContainEqual(reason)
  })

  test('of a slot that is taken tells by what', async () => {
    const eventType = await makeEventType(server.call, { bufferAfterMinutes: 15 })
    await book(server.call, eventType.id, START)
    const got = await server.call(
      'GET',
      `/v1/event-types/${eventType.id}/slots/explain?start=2026-04-27T07:30:00Z`,
    )
    expect(got.body).toEqual({
      available: false,
      reasons: [
        {
          code: 'taken',
          claim: { start: '2026-04-27T07:30:00Z', end: '2026-04-27T08:15:00Z' },
          occupied: { start: '2026-04-27T07:00:00Z', end: '2026-04-27T07:45:00Z' },
        },
      ],
    })
  })

  test('is the reason that a booking of that start is refused for', async () => {
    const explained = await explain('2026-04-20T08:30:00Z')
    const refused = await server.call('POST', '/v1/bookings', {
      body: { eventTypeId, start: '2026-04-20T08:30:00Z', booker: BOOKER },
    })
    expect([refused.status, refused.body.code]).toEqual([422, 'slot_not_bookable'])
    expect(refused.body.reasons).toEqual(explained.reasons)
  })

  test('needs an instant', async () => {
    const got = await server.call('GET', `${path}/explain?start=2026-04-27`)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/query/start'])
  })
})

test('every documented answer of these calls was seen', async () => {
  const nobody = '/v1/event-types/ety_01kqs3v7m8e2f4g6h8j0k2m4n6/slots'
  await server.call('GET', `${nobody}?from=2026-04-27&to=2026-04-28`)
  await server.call('GET', `${nobody}?from=${START}&to=2026-04-28T00:00:00Z`)
  await server.call('GET', `${nobody}/explain?start=${START}`)
  const unseen = server.call.unseen('Slots', REFUSED_ALIKE)
  // `move-slots.test.ts` sees those of the other call.
  expect(unseen.filter((answer) => !answer.startsWith('listMoveSlots'))).toEqual([])
})
