import type { Booking, Provider } from '@holdfast/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  book,
  type CreatedBooking,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  type Outcome,
  offeredStarts,
  outcomeOf,
  readBooking,
  SUNDAY,
} from '../support/fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'
import { checkLedger, listAll } from '../support/ledger-check.ts'
import { SOME_ENGINES } from '../support/stores.ts'

const SLOT = '2035-04-23T09:00:00Z'
const PROXY_SECRET = 'the-secret-of-the-proxy'

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = { HOLDFAST_RAPIDAPI_PROXY_SECRET: PROXY_SECRET }
    cluster = await startCluster({ engine, servers: 1, env })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  const withToken = ({ manageToken }: { readonly manageToken: string }): HttpClient =>
    cluster.anybody.as({ authorization: `Bearer ${manageToken}` })
  const rapidApi = (user: string, secret = PROXY_SECRET): HttpClient =>
    cluster.anybody.as({ 'x-rapidapi-user': user, 'x-rapidapi-proxy-secret': secret })

  async function makePublic(given: Readonly<Record<string, unknown>> = {}) {
    const provider = await makeProvider(cluster.api, { email: 'private@provider.example' })
    const eventType = await makeEventType(cluster.api, provider.id, {
      bufferAfterMinutes: 25,
      ...given,
    })
    return { provider, eventType, page: `/v1/public/${provider.slug}/${eventType.slug}` }
  }

  const bookPublicly = (
    { provider, eventType }: Awaited<ReturnType<typeof makePublic>>,
    start: string,
    name = 'grace',
  ): Promise<Outcome<CreatedBooking>> =>
    cluster.anybody.post('/v1/public/bookings', {
      providerSlug: provider.slug,
      eventTypeSlug: eventType.slug,
      start,
      booker: { name, email: `${name}@booker.example` },
    })

  describe('a booker without a key', () => {
    test('can see the page and its slots, and hold, confirm, move and cancel with only the token', async () => {
      const made = await makePublic()
      const { anybody, api } = cluster
      const page = await anybody.get<Record<string, unknown>>(made.page)
      expect(expectStatus(page, 200)).toEqual({
        id: made.eventType.id,
        slug: made.eventType.slug,
        title: 'First visit',
        description: null,
        grain: 'time',
        ratePlanIds: [],
        durationMinutes: 30,
        confirmation: 'hold',
        durationOptionsMinutes: null,
        hoursApplyTo: 'duration',
        canAddServices: false,
        photos: [],
        securityDeposit: null,
        durationsMinutes: [30],
        priceRange: null,
        release: null,
        locations: [],
        questions: [],
        color: null,
        payment: null,
        waitlist: null,
        seats: null,
        choices: [],
        leads: [],
        account: { name: null, slug: null, brand: null, locale: null, bookerContact: 'email' },
        provider: {
          slug: made.provider.slug,
          path: `/${made.provider.slug}`,
          name: made.provider.name,
          specialty: null,
          timeZone: 'UTC',
        },
      })
      const range = 'from=2035-04-23T09:00:00Z&to=2035-04-23T10:00:00Z'
      const slots = await anybody.get<{ data: unknown[] }>(`${made.page}/slots?${range}`)
      expect(expectStatus(slots, 200).data).toEqual([
        { start: SLOT, end: '2035-04-23T09:30:00Z', available: true },
        { start: '2035-04-23T09:30:00Z', end: '2035-04-23T10:00:00Z', available: true },
      ])

      const booking = expectStatus(await bookPublicly(made, SLOT), 202)
      const mine = withToken(booking)
      expect(await readBooking(mine, booking)).toMatchObject({ status: 'pending', start: SLOT })
      expect(expectStatus(await act(mine, booking, 'confirm'), 200).status).toBe('confirmed')
      const moved = await act(mine, booking, 'reschedule', { start: '2035-04-23T14:00:00Z' })
      expect(expectStatus(moved, 200)).toMatchObject({ start: '2035-04-23T14:00:00Z', sequence: 1 })
      expect(await checkLedger(api, made.provider.id, '2035-04-23')).toEqual([booking.id])
      expect(expectStatus(await act(mine, booking, 'cancel'), 200).status).toBe('cancelled')
      expect(await checkLedger(api, made.provider.id, '2035-04-23')).toEqual([])
      expect(await readBooking(api, booking)).toMatchObject({
        booker: { email: 'grace@booker.example' },
      })
    })

    test('gets the same conflicts as any other caller', async () => {
      const made = await makePublic()
      await hold(cluster.api, made.eventType.id, SLOT)
      expect(outcomeOf(await bookPublicly(made, SLOT))).toBe('409 slot_taken')
      // The first booking's buffer of 25 minutes ends after 09:30.
      expect(outcomeOf(await bookPublicly(made, '2035-04-23T09:30:00Z'))).toBe('409 slot_taken')
      expect(outcomeOf(await bookPublicly(made, '2035-04-23T09:10:00Z'))).toBe(
        '422 slot_not_bookable',
      )
      expectStatus(await cluster.api.post(`/v1/event-types/${made.eventType.id}/deactivate`), 200)
      expect((await cluster.anybody.get(made.page)).status).toBe(404)
    })

    test('sees nothing of the account, the provider’s rules, or other bookers', async () => {
      const made = await makePublic()
      const { anybody } = cluster
      const other = { id: 'customer-17', name: 'Secret Person', email: 'secret@person.example' }
      const target = { eventTypeId: made.eventType.id, start: '2035-04-23T12:00:00Z' }
      const input = { ...target, booker: other, note: 'An embarrassing illness.' }
      expectStatus(await cluster.api.post('/v1/bookings', input), 202)
      const booking = await bookPublicly(made, SLOT)
      const taken = await bookPublicly(made, '2035-04-23T12:00:00Z')
      const seen = [
        await anybody.get(made.page),
        await anybody.get(`${made.page}/slots?from=2035-04-23&to=2035-04-24`),
        booking,
        taken,
        await withToken(booking.body).get(`/v1/bookings/${booking.body.id}`),
      ].map(({ text }) => text)
      const secrets = ['acc_', 'private@provider', 'customer-17', 'Secret', 'secret@', 'illness']
      const rules = ['bufferAfterMinutes', 'minNoticeMinutes', 'availabilityRules', 'tzdbVersion']
      for (const secret of [...secrets, ...rules, 'manageTokenHash', 'policy']) {
        expect(seen.filter((text) => text.includes(secret))).toEqual([])
      }
      expect(seen.slice(0, 2).filter((text) => /prv_|bkg_/.test(text))).toEqual([])
    })

    test('cannot act with the token of another booking, or without one', async () => {
      const made = await makePublic()
      const mine = expectStatus(await bookPublicly(made, SLOT), 202)
      const theirs = expectStatus(await bookPublicly(made, '2035-04-23T12:00:00Z', 'ada'), 202)
      const strangers = [
        withToken(mine),
        withToken({ manageToken: `${theirs.manageToken.slice(0, -1)}_` }),
        withToken({ manageToken: 'hm_' }),
        cluster.anybody,
      ]
      const path = `/v1/bookings/${theirs.id}`
      for (const stranger of strangers) {
        expect((await stranger.get(path)).status).toBe(401)
        for (const action of ['confirm', 'cancel', 'complete', 'no-show'] as const) {
          expect(outcomeOf(await act(stranger, theirs, action))).toBe('401 unauthenticated')
        }
        const move = { start: '2035-04-23T15:00:00Z' }
        expect(outcomeOf(await act(stranger, theirs, 'reschedule', move))).toBe(
          '401 unauthenticated',
        )
      }
      expect(await readBooking(withToken(theirs), theirs)).toMatchObject({
        status: 'pending',
        version: 1,
      })
    })

    test('has a token that gives access to one booking only', async () => {
      const made = await makePublic()
      const booking = expectStatus(await bookPublicly(made, SLOT), 202)
      const mine = withToken(booking)
      for (const path of [
        '/v1/providers',
        `/v1/providers/${made.provider.id}`,
        `/v1/event-types/${made.eventType.id}`,
        `/v1/bookings?providerId=${made.provider.id}`,
        '/v1/api-keys',
      ]) {
        expect((await mine.get(path)).status).toBe(401)
      }
      expect(outcomeOf(await book(mine, { eventTypeId: made.eventType.id }, SLOT))).toBe(
        '401 unauthenticated',
      )
      for (const action of ['complete', 'no-show'] as const) {
        expect(outcomeOf(await act(mine, booking, action))).toBe('401 unauthenticated')
      }
    })
  })

  describe('an account', () => {
    /** One resource of each kind in an account. */
    async function makeEverything(api: HttpClient) {
      const provider = await makeProvider(api, { specialty: 'dentist' })
      const eventType = await makeEventType(api, provider.id)
      const booking = await hold(api, eventType.id, SLOT, 'shared-booker')
      const block = expectStatus(
        await api.post<{ id: string }>(`/v1/providers/${provider.id}/blocks`, {
          start: '2035-04-23T20:00:00Z',
          end: '2035-04-23T21:00:00Z',
        }),
        201,
      )
      return { provider, eventType, booking, block }
    }

    test('can neither read nor change anything of another account', async () => {
      const [ada, grace] = [rapidApi(`ada-${engine}`), rapidApi(`grace-${engine}`)]
      const mine = await makeEverything(ada)
      await makeEverything(grace)
      const provider = `/v1/providers/${mine.provider.id}`
      const eventType = `/v1/event-types/${mine.eventType.id}`
      const range = 'from=2035-04-23&to=2035-04-24'
      const tries: (() => Promise<{ readonly status: number }>)[] = [
        () => grace.get(provider),
        () => grace.patch(provider, { name: 'Mine now' }),
        () => grace.delete(provider),
        () => grace.get(`${provider}/slots?date=2035-04-23`),
        () => grace.get(`${provider}/blocks`),
        () => grace.delete(`${provider}/blocks/${mine.block.id}`),
        () =>
          grace.post(`${provider}/availability`, {
            date: '2035-04-23',
            startTime: '09:00',
            endTime: '10:00',
            slotDurationMinutes: 30,
          }),
        () => grace.get(eventType),
        () => grace.patch(eventType, { title: 'Mine now' }),
        () => grace.post(`${eventType}/deactivate`),
        () => grace.get(`${eventType}/slots?${range}`),
        () => grace.get(`${eventType}/slots/explain?start=${SLOT}`),
        () => grace.get(`/v1/bookings/${mine.booking.id}`),
        () => grace.get(`/v1/bookings?providerId=${mine.provider.id}`),
        () => grace.get(`/v1/bookings?eventTypeId=${mine.eventType.id}`),
        () => book(grace, { eventTypeId: mine.eventType.id }, '2035-04-23T12:00:00Z'),
        () => book(grace, { providerId: mine.provider.id }, '2035-04-23T12:00:00Z'),
        () => act(grace, mine.booking, 'confirm'),
        () => act(grace, mine.booking, 'cancel'),
        () => act(grace, mine.booking, 'reschedule', { start: '2035-04-23T12:00:00Z' }),
        () => act(grace, mine.booking, 'complete'),
        () => act(grace, mine.booking, 'no-show'),
      ]
      for (const attempt of tries) expect((await attempt()).status).toBe(404)
      expect((await ada.get<Provider>(provider)).body.version).toBe(1)
      expect((await readBooking(ada, mine.booking)).version).toBe(1)
      expect(
        await offeredStarts(ada, mine.eventType.id, '2035-04-23T12:00:00Z', '2035-04-23T12:30:00Z'),
      ).toEqual(['2035-04-23T12:00:00Z'])
    })

    test('lists only its own resources, even with the same specialty and booker', async () => {
      const [ada, grace] = [rapidApi(`list-ada-${engine}`), rapidApi(`list-grace-${engine}`)]
      const mine = await makeEverything(ada)
      const theirs = await makeEverything(grace)
      for (const [api, own] of [
        [ada, mine],
        [grace, theirs],
      ] as const) {
        const ids = async (path: string) =>
          (await listAll<{ id: string }>(api, path)).map(({ id }) => id)
        expect(await ids('/v1/providers')).toEqual([own.provider.id])
        expect(await ids('/v1/providers?specialty=dentist')).toEqual([own.provider.id])
        expect(await ids('/v1/event-types')).toEqual([own.eventType.id])
        expect(await ids('/v1/bookings?bookerEmail=shared-booker@example.com')).toEqual([
          own.booking.id,
        ])
      }
    })

    test('has its own namespace of idempotency keys', async () => {
      const [ada, grace] = [rapidApi(`key-ada-${engine}`), rapidApi(`key-grace-${engine}`)]
      const headers = { 'idempotency-key': 'the-same' }
      const make = (api: HttpClient, name: string) =>
        api.post<Provider>('/v1/providers', { name, timeZone: 'UTC' }, headers)
      const mine = expectStatus(await make(ada, 'Ada'), 201)
      const theirs = expectStatus(await make(grace, 'Grace'), 201)
      expect([mine.name, theirs.name]).toEqual(['Ada', 'Grace'])
    })

    test('is accessible to its RapidAPI user only with the proxy’s secret', async () => {
      const user = `only-${engine}`
      const mine = await makeProvider(rapidApi(user))
      expect((await rapidApi(user).get(`/v1/providers/${mine.id}`)).status).toBe(200)
      const pretended = [
        cluster.anybody.as({ 'x-rapidapi-user': user }),
        rapidApi(user, 'a-wrong-secret'),
        rapidApi(user, `${PROXY_SECRET} `.trim().slice(0, -1)),
        rapidApi('', PROXY_SECRET),
      ]
      for (const client of pretended) {
        expect((await client.get(`/v1/providers/${mine.id}`)).status).toBe(401)
      }
    })

    test('can have several keys, and works on when one is revoked', async () => {
      const { api } = cluster
      const created = await api.post<{ id: string; secret: string }>('/v1/api-keys', {
        name: 'booking site',
      })
      const { id, secret } = expectStatus(created, 201)
      const byNewKey = cluster.anybody.as({ authorization: `Bearer ${secret}` })
      const provider = await makeProvider(byNewKey)
      const listed = await api.get('/v1/api-keys')
      expect(listed.text).toContain(id)
      expect(listed.text).not.toContain(secret)
      expectStatus(await api.delete(`/v1/api-keys/${id}`), 204)
      expect((await byNewKey.get('/v1/providers')).status).toBe(401)
      expect((await api.get<Booking>(`/v1/providers/${provider.id}`)).body.id).toBe(provider.id)
    })
  })
})
