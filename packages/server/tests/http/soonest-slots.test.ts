import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, eventTypeBody, makeProvider, makeStayType, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

const NOBODY = 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6'

describe.each(SOME_ENGINES)('the soonest slots on %s', (engine) => {
  let server: TestApp
  /** Event types of half an hour and of an hour, of two providers. */
  let [half, hour]: readonly [string, string] = ['', '']
  let providerId: string
  beforeAll(async () => {
    server = await openTestApp({ engine })
    const made = async (specialty: string, more: object) => {
      const provider = await makeProvider(server.call, { specialty, listed: true })
      const body = eventTypeBody(provider.id, { ...more })
      return (await server.call('POST', '/v1/event-types', { body })).body
    }
    const first = await made('Cardiology', {})
    providerId = first.providerId
    half = first.id
    hour = (await made('cardiology', { durationMinutes: 60 })).id
    await book(server.call, half, START)
  })
  afterAll(() => server.close())

  const get = (query: string) => server.call('GET', `/v1/slots?${query}`)
  const RANGE = `from=${START}&to=2026-04-27T09:00:00Z&limit=3`

  test('come in order of time, in the zone that is asked for', async () => {
    const got = await get(`eventTypeIds=${half}&eventTypeIds=${hour}&${RANGE}`)
    expect(got.status).toBe(200)
    expect(got.body.nextCursor).toBeNull()
    expect(got.body.data.map(({ start, eventTypeId }) => [start, eventTypeId])).toEqual([
      ['2026-04-27T07:00:00Z', hour],
      ['2026-04-27T07:30:00Z', half],
      ['2026-04-27T08:00:00Z', [half, hour].sort()[0]],
    ])
    const inBerlin = await get(`eventTypeIds=${half}&${RANGE}&timeZone=Europe/Berlin`)
    expect(inBerlin.body.data[0]).toEqual({
      start: '2026-04-27T09:30:00+02:00',
      end: '2026-04-27T10:00:00+02:00',
      eventTypeId: half,
      providerId,
    })
  })

  test('of a provider are the first of each event type that its public page shows', async () => {
    const page = await server.call('POST', '/v1/providers', {
      body: { name: 'Bo', slug: 'bo', timeZone: 'Europe/Berlin' },
    })
    const add = async (slug: string, more: object = {}) => {
      const body = eventTypeBody(page.body.id, { slug, ...more })
      return (await server.call('POST', '/v1/event-types', { body })).body.id
    }
    const [visit, long] = [await add('visit'), await add('long', { durationMinutes: 60 })]
    await add('hidden', { hidden: true })
    await add('members', { access: [{ tags: ['member'] }] })
    await book(server.call, visit, START)
    const range = `from=${START}&to=2026-05-04T09:00:00Z`
    const path = `/v1/public/slots?providerSlug=bo&${range}`
    const first = await server.call('GET', path, { key: null })
    expect(first.body.data.map(({ start, eventTypeId }) => [start, eventTypeId])).toEqual([
      ['2026-04-27T07:30:00Z', visit],
      ['2026-04-27T08:00:00Z', long],
    ])
    const { body: shown } = await server.call('GET', '/v1/public/bo', { key: null })
    expect((shown.eventTypes as readonly { id: string }[]).map(({ id }) => id)).toEqual(
      expect.arrayContaining([visit, long]),
    )
    const unknown = await server.call('GET', '/v1/public/slots?providerSlug=nobody', { key: null })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    const both = await server.call('GET', `${path}&specialty=vet`, { key: null })
    expect([both.status, both.body.errors[0].pointer]).toEqual([422, '/query/specialty'])
  })

  test('of a specialty are for the account and for the public', async () => {
    const own = await get(`specialty=cardiology&${RANGE}`)
    const path = `/v1/public/slots?specialty=CARDIOLOGY&${RANGE}`
    const open = await server.call('GET', path, { key: null })
    expect([own.status, open.status]).toEqual([200, 200])
    expect(own.body.data).toHaveLength(3)
    expect(open.body).toEqual(own.body)
    const other = await server.call('GET', `/v1/slots?specialty=cardiology`, {
      key: server.otherKey,
    })
    expect(other.body).toEqual({ data: [], nextCursor: null })
  })

  test('of an event type that does not exist are 404', async () => {
    const got = await get(`eventTypeIds=${half}&eventTypeIds=${NOBODY}`)
    expect([got.status, got.body.code]).toEqual([404, 'not_found'])
  })

  test('of event types of nights are 422, which name each of them, also beside others', async () => {
    const nights = [
      (await makeStayType(server.call)).id,
      (await makeStayType(server.call)).id,
    ] as const
    const single = await server.call(
      'GET',
      `/v1/event-types/${nights[0]}/slots?from=2026-04-27&to=2026-04-28`,
    )
    const alone = await get(`eventTypeIds=${nights[0]}`)
    expect([alone.status, alone.body.code]).toEqual([single.status, single.body.code])
    const instead =
      'is booked by the night: read its free nights at `/nights` instead of slots, and book with `arrival` and `departure`'
    const all = [half, half, ...nights].map((id) => `eventTypeIds=${id}`).join('&')
    const beside = await get(all)
    expect([beside.status, beside.body.code, beside.body.errors]).toEqual([
      422,
      'validation_failed',
      [
        { pointer: '/query/eventTypeIds/2', message: `"${nights[0]}" ${instead}` },
        { pointer: '/query/eventTypeIds/3', message: `"${nights[1]}" ${instead}` },
      ],
    ])
    const unknown = await get(`${all}&eventTypeIds=${NOBODY}`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    for (const path of ['/v1/slots', '/v1/public/slots']) {
      const visits = await server.call('GET', `${path}?sequence=${half}&sequence=${nights[1]}`)
      expect([visits.status, visits.body.errors]).toEqual([
        422,
        [{ pointer: '/query/sequence', message: `"${nights[1]}" ${instead}` }],
      ])
    }
    const foreign = await server.call('GET', `/v1/slots?eventTypeIds=${nights[0]}`, {
      key: server.otherKey,
    })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['neither event types nor a specialty', '', '/query/eventTypeIds'],
    ['both', `specialty=a&eventTypeIds=${NOBODY}`, '/query/eventTypeIds'],
    [
      'more than 100 event types',
      Array.from({ length: 101 }, () => `eventTypeIds=${NOBODY}`).join('&'),
      '/query/eventTypeIds',
    ],
    ['more than 62 days', 'specialty=a&from=2026-05-01&to=2026-07-03', '/query/to'],
    ['an unknown zone', 'specialty=a&timeZone=Europe/Berln', '/query/timeZone'],
    ['a cursor for event types', `eventTypeIds=${NOBODY}&cursor=x`, '/query/cursor'],
    ['a cursor of another list', 'specialty=a&cursor=x', '/query/cursor'],
  ])('with %s are 422', async (_, query, pointer) => {
    const got = await get(query)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('have no other documented answer', async () => {
    await server.call('GET', '/v1/public/slots', { key: null })
    const ofNobody = '/v1/public/slots?specialty=any&accountSlug=nobody'
    await server.call('GET', ofNobody, { key: null })
    // That of a suspended account is seen in `public-accounts.test.ts`.
    expect(server.call.unseen('Soonest slots', [...REFUSED_ALIKE, 403])).toEqual([])
  })
})
