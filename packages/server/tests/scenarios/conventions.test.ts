import type { Booking, Provider } from '@holdfast/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  book,
  type CreatedBooking,
  everyDay,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  outcomeOf,
  readBooking,
  SUNDAY,
} from '../support/fixtures.ts'
import type { Answer } from '../support/http-client.ts'
import { checkLedger, listAll } from '../support/ledger-check.ts'
import { SOME_ENGINES } from '../support/stores.ts'

const SLOT = '2035-04-23T09:00:00Z'

describe.each(SOME_ENGINES)('a repeated call to two servers on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 2 })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  async function makeBookable() {
    const provider = await makeProvider(cluster.api)
    const { id: eventTypeId } = await makeEventType(cluster.api, provider.id)
    return { provider, eventTypeId }
  }

  function expectReplay(again: Answer<unknown>, first: Answer<unknown>): void {
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.status).toBe(first.status)
    expect(again.text).toBe(first.text)
    expect(again.headers.location).toBe(first.headers.location)
    expect(again.headers.etag).toBe(first.headers.etag)
  }

  test('with the same key and body gets the same response, byte for byte, even after kill -9', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeBookable()
    const headers = { 'idempotency-key': `first-${engine}` }
    const first = await book(api, { eventTypeId }, SLOT, { headers })
    expectStatus(first, 202)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    for (const server of [0, 1]) {
      expectReplay(await book(cluster.at(server), { eventTypeId }, SLOT, { headers }), first)
    }
    // The response shows the hold as it was at the first call, although it has changed since.
    expectStatus(await act(api, first.body, 'confirm'), 200)
    for (const server of [0, 1]) await cluster.kill(server)
    for (const server of [0, 1]) await cluster.restart(server)
    expectReplay(await book(api, { eventTypeId }, SLOT, { headers }), first)
    expect((await readBooking(api, first.body)).status).toBe('confirmed')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([first.body.id])
  })

  test('with the same key and another body is rejected and changes nothing', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeBookable()
    const headers = { 'idempotency-key': `reused-${engine}` }
    const first = expectStatus(await book(api, { eventTypeId }, SLOT, { headers }), 202)
    const other = await book(api, { eventTypeId }, '2035-04-23T10:00:00Z', { headers })
    expect(outcomeOf(other)).toBe('422 idempotency_key_reused')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([first.id])
  })

  test('with the same key replays every action on a booking', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeBookable()
    const booking = await hold(api, eventTypeId, SLOT)
    const steps = [
      ['confirm', {}],
      ['reschedule', { start: '2035-04-23T11:00:00Z' }],
      ['cancel', { reason: 'Moved away.' }],
    ] as const
    for (const [action, body] of steps) {
      const headers = { 'idempotency-key': `${action}-${booking.id}` }
      const first = await act(api, booking, action, body, headers)
      expectStatus(first, 200)
      expectReplay(await act(api, booking, action, body, headers), first)
    }
    expect((await readBooking(api, booking)).version).toBe(4)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([])
  })

  test('with the same key after a day is a new call', async () => {
    const { api } = cluster
    const headers = { 'idempotency-key': `day-${engine}` }
    const make = () =>
      api.post<Provider>('/v1/providers', { name: 'Ada', timeZone: 'UTC' }, headers)
    const first = expectStatus(await make(), 201)
    await cluster.setClock('2035-04-23T07:59:59Z')
    expect(expectStatus(await make(), 201).id).toBe(first.id)
    await cluster.setClock('2035-04-23T08:00:00Z')
    expect(expectStatus(await make(), 201).id).not.toBe(first.id)
  })

  test('with the same key at the same moment is executed once', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeBookable()
    const headers = { 'idempotency-key': `storm-${engine}` }
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => book(api, { eventTypeId }, SLOT, { headers })),
    )
    const done = answers.filter((answer) => answer.status === 202)
    expect(new Set(done.map((answer) => answer.text)).size).toBe(1)
    expect(done.filter((answer) => !('idempotency-replayed' in answer.headers))).toHaveLength(1)
    const others = answers.filter((answer) => answer.status !== 202).map(outcomeOf)
    expect(new Set(['409 request_in_progress', ...others])).toEqual(
      new Set(['409 request_in_progress']),
    )
    const [winner] = done
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([winner?.body.id])
    expectReplay(await book(api, { eventTypeId }, SLOT, { headers }), done[0] as Answer<unknown>)
  })
})

describe.each(SOME_ENGINES)('a resource on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 1 })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  test('has its version as ETag, and If-Match protects every change', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const path = `/v1/providers/${provider.id}`
    expect((await api.get(path)).headers.etag).toBe('"1"')
    const changed = await api.patch<Provider>(path, { name: 'Two' }, { 'if-match': '"1"' })
    expect(changed.headers.etag).toBe('"2"')
    expect(expectStatus(changed, 200).version).toBe(2)
    const stale = await api.patch<Provider & { code: string }>(
      path,
      { name: 'Three' },
      { 'if-match': '"1"' },
    )
    expect(outcomeOf(stale)).toBe('412 version_mismatch')
    expect((await api.get<Provider>(path)).body.name).toBe('Two')
    const deleted = await api.delete<{ code: string }>(path, { 'if-match': '"1"' })
    expect(outcomeOf(deleted)).toBe('412 version_mismatch')
    expectStatus(await api.delete(path, { 'if-match': '"2"' }), 204)
  })

  test('that is a booking changes only at the version in If-Match', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    const booking = await hold(api, eventTypeId, SLOT)
    const at = (version: number) => ({ 'if-match': `"${version}"` })
    expectStatus(await act(api, booking, 'confirm', {}, at(1)), 200)
    const moveTo = { start: '2035-04-23T10:00:00Z' }
    expect(outcomeOf(await act(api, booking, 'reschedule', moveTo, at(1)))).toBe(
      '412 version_mismatch',
    )
    expectStatus(await act(api, booking, 'reschedule', moveTo, at(2)), 200)
    expect(outcomeOf(await act(api, booking, 'cancel', {}, at(2)))).toBe('412 version_mismatch')
    expectStatus(await act(api, booking, 'cancel', {}, at(3)), 200)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([])
  })

  test('is listed exactly once, in pages of any size, while others are added', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const rules = everyDay({ start: '09:00', end: '17:00' })
    const { id: eventTypeId } = await makeEventType(api, provider.id, {
      availabilityRules: rules,
      confirmation: 'instant',
    })
    const make = async (time: string) =>
      expectStatus(await book(api, { eventTypeId }, `2035-04-23T${time}:00Z`), 201)
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
    const made: CreatedBooking[] = []
    for (const time of times) made.push(await make(time))
    const query = `/v1/bookings?providerId=${provider.id}`
    interface Page {
      readonly data: readonly Booking[]
      readonly nextCursor: string | null
    }
    const first = expectStatus(await api.get<Page>(`${query}&limit=3`), 200)
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 3).map(({ id }) => id))
    await make('16:30')
    const cursor = encodeURIComponent(first.nextCursor ?? '')
    const second = expectStatus(await api.get<Page>(`${query}&limit=3&cursor=${cursor}`), 200)
    expect(second.data.map(({ id }) => id)).toEqual(made.slice(3, 6).map(({ id }) => id))
    expect(await listAll(api, query)).toHaveLength(8)
    const wrong = await api.get<{ code: string }>(`${query}&cursor=nonsense`)
    expect(wrong.status).toBeGreaterThanOrEqual(400)
    expect(wrong.status).toBeLessThan(500)
  })

  test('list of any kind ends with a nextCursor of null', async () => {
    const { api } = cluster
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      made.push((await makeProvider(api, { specialty: `listed on ${engine}` })).id)
    }
    const path = `/v1/providers?specialty=${encodeURIComponent(`listed on ${engine}`)}&limit=2`
    const seen: string[] = []
    let cursor: string | null = ''
    const sizes: number[] = []
    while (cursor !== null) {
      const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page: { data: Provider[]; nextCursor: string | null } = expectStatus(
        await api.get(`${path}${next}`),
        200,
      )
      seen.push(...page.data.map(({ id }) => id))
      sizes.push(page.data.length)
      cursor = page.nextCursor
    }
    expect(seen).toEqual(made)
    expect(sizes.slice(0, 3)).toEqual([2, 2, 1])
  })
})
