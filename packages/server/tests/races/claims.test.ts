import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  bookUntilAnswered,
  type CreatedBooking,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  moveUntilAnswered,
  type Outcome,
  readBooking,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const CLIENTS = repetitions(100, 200)
/** Clients that all write the same day; each retries until the others are done. */
const WRITERS_OF_A_DAY = repetitions(70, 140)
const EXPIRY = '2035-04-22T08:05:00Z'

/** An instant on the booked Monday, from minutes after midnight UTC. */
const mondayAt = (minutes: number): string =>
  new Date(Date.parse('2035-04-23T00:00:00Z') + minutes * 60_000).toISOString()

const winnersOf = (answers: readonly Outcome<CreatedBooking>[]) =>
  answers.filter((answer) => answer.status === 202).map((answer) => answer.body)

describe.each(RACE_ENGINES)('claims from many clients on three servers on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 3, env: { HOLDFAST_RELAY: 'off' } })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  /** Every client requests the start for its index at once, on alternating servers. */
  const race = (clients: number, ask: (client: number) => Promise<Outcome<CreatedBooking>>) =>
    Promise.all(Array.from({ length: clients }, (_, client) => ask(client)))

  test('on one slot have exactly one winner', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    const answers = await race(CLIENTS, (client) =>
      book(api, { eventTypeId }, mondayAt(540), { name: `client${client}` }),
    )
    expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': CLIENTS - 1 })
    const [winner] = winnersOf(answers)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([winner?.id])
  })

  test('on one slot of a lapsed hold have exactly one winner', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    await hold(api, eventTypeId, mondayAt(540))
    await cluster.setClock(EXPIRY)
    const answers = await race(CLIENTS, () => book(api, { eventTypeId }, mondayAt(540)))
    expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': CLIENTS - 1 })
    const [winner] = winnersOf(answers)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([winner?.id])
  })

  test('on slots that overlap by fifteen minutes never succeed for adjacent slots', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id, { slotStepMinutes: 15 })
    // Twenty starts from 09:00 to 13:45, each overlapping the next by fifteen minutes.
    const answers = await race(CLIENTS, (client) =>
      book(api, { eventTypeId }, mondayAt(540 + (client % 20) * 15)),
    )
    const winners = winnersOf(answers)
    expect(tally(answers)).toEqual({
      202: winners.length,
      '409 slot_taken': CLIENTS - winners.length,
    })
    const owners = await checkLedger(api, provider.id, '2035-04-23')
    expect(new Set(owners)).toEqual(new Set(winners.map(({ id }) => id)))
    // In any outcome, every start except the first and last wins or has a winner next to it.
    const starts = new Set(winners.map(({ start }) => Date.parse(start)))
    for (let index = 0; index < 20; index += 1) {
      const at = (slot: number) => starts.has(Date.parse(mondayAt(540 + slot * 15)))
      expect(at(index - 1) || at(index) || at(index + 1)).toBe(true)
    }
  })

  test('across two event types of one provider have one winner for each time', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const short = await makeEventType(api, provider.id)
    const long = await makeEventType(api, provider.id, { durationMinutes: 60, slotStepMinutes: 30 })
    const answers = await race(CLIENTS, (client) =>
      client % 2 === 0
        ? book(api, { eventTypeId: short.id }, mondayAt(570))
        : book(api, { eventTypeId: long.id }, mondayAt(client % 4 === 1 ? 540 : 570)),
    )
    // All three claim 09:30 to 10:00.
    expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': CLIENTS - 1 })
    const [winner] = winnersOf(answers)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([winner?.id])
  })

  test('that overlap only in their buffers have one winner', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id, {
      bufferBeforeMinutes: 10,
      bufferAfterMinutes: 10,
    })
    const answers = await race(CLIENTS, (client) =>
      book(api, { eventTypeId }, mondayAt(client % 2 === 0 ? 540 : 570)),
    )
    expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': CLIENTS - 1 })
    expect(await checkLedger(api, provider.id, '2035-04-23')).toHaveLength(1)
  })

  test('across midnight UTC have one winner for both days', async () => {
    const { api } = cluster
    // Noon in Auckland is midnight UTC.
    const provider = await makeProvider(api, { timeZone: 'Pacific/Auckland' })
    const { id: eventTypeId } = await makeEventType(api, provider.id, {
      durationMinutes: 60,
      slotStepMinutes: 30,
      bufferBeforeMinutes: 5,
    })
    // 23:00 ends before midnight; 23:30 crosses it; 00:00 crosses it with its buffer only.
    const starts = [mondayAt(1380), mondayAt(1410), mondayAt(1440), mondayAt(1470)]
    const answers = await race(CLIENTS, (client) =>
      book(api, { eventTypeId }, starts[client % starts.length] ?? ''),
    )
    const winners = winnersOf(answers)
    expect(tally(answers)).toEqual({
      202: winners.length,
      '409 slot_taken': CLIENTS - winners.length,
    })
    const owners = await checkLedger(api, provider.id, '2035-04-23')
    expect(new Set(owners)).toEqual(new Set(winners.map(({ id }) => id)))
    // 23:00 and 00:30 can coexist; 23:30 and 00:00 exclude all others, including 23:00.
    const won = winners.map(({ start }) =>
      starts.findIndex((s) => Date.parse(s) === Date.parse(start)),
    )
    expect(['0,3', '1', '2']).toContain(won.sort().join(','))
  })

  // On a busy machine, a crowd may need longer than a request may take: its last ones get 503 and ask again.
  test('that are disjoint all succeed, on one day at the same moment', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id, { durationMinutes: 10 })
    const answers = await race(144, (client) =>
      bookUntilAnswered(api, eventTypeId, mondayAt(client * 10), 'grace'),
    )
    expect(tally(answers)).toEqual({ 202: 144 })
    expect(await checkLedger(api, provider.id, '2035-04-23')).toHaveLength(144)
  })

  test('that are disjoint all take over lapsed holds of one day', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id, { durationMinutes: 10 })
    const lapsed = await race(WRITERS_OF_A_DAY, (client) =>
      bookUntilAnswered(api, eventTypeId, mondayAt(client * 10), 'first'),
    )
    expect(tally(lapsed)).toEqual({ 202: WRITERS_OF_A_DAY })
    await cluster.setClock(EXPIRY)
    const answers = await race(WRITERS_OF_A_DAY, (client) =>
      bookUntilAnswered(api, eventTypeId, mondayAt(client * 10), 'second'),
    )
    expect(tally(answers)).toEqual({ 202: WRITERS_OF_A_DAY })
    const owners = await checkLedger(api, provider.id, '2035-04-23')
    expect(new Set(owners)).toEqual(new Set(winnersOf(answers).map(({ id }) => id)))
  })

  test('that are disjoint can all be moved within one day', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id, { durationMinutes: 5 })
    const held = winnersOf(
      await race(WRITERS_OF_A_DAY, (client) =>
        bookUntilAnswered(api, eventTypeId, mondayAt(client * 5), 'grace'),
      ),
    )
    expect(held).toHaveLength(WRITERS_OF_A_DAY)
    const moved = await Promise.all(
      held.map((booking, index) => moveUntilAnswered(api, booking, mondayAt(720 + index * 5))),
    )
    expect(tally(moved)).toEqual({ 200: WRITERS_OF_A_DAY })
    expect(await checkLedger(api, provider.id, '2035-04-23')).toHaveLength(WRITERS_OF_A_DAY)
  })

  test('of blocks and bookings on one time have one winner', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    const range = { start: mondayAt(530), end: mondayAt(575) }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, client) =>
        client % 2 === 0
          ? book(api, { eventTypeId }, mondayAt(540))
          : api.post<{ id: string; code: never }>(`/v1/providers/${provider.id}/blocks`, range),
      ),
    )
    const won = answers.filter((answer) => answer.status < 300)
    expect(won).toHaveLength(1)
    expect(tally(answers)).toMatchObject({ '409 slot_taken': 99 })
    const [winner] = won
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([winner?.body.id])
  })

  test('on opened slots and an event type have one winner for each slot', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    const opening = { date: '2035-04-23', startTime: '09:00', endTime: '11:00' }
    const path = `/v1/providers/${provider.id}/availability`
    expectStatus(await api.post(path, { ...opening, slotDurationMinutes: 30 }), 201)
    const answers = await race(CLIENTS, (client) => {
      const start = mondayAt(540 + (client % 4) * 30)
      const target = client % 8 < 4 ? { eventTypeId } : { providerId: provider.id }
      return book(api, target, start)
    })
    expect(tally(answers)).toEqual({ 202: 4, '409 slot_taken': CLIENTS - 4 })
    expect(await checkLedger(api, provider.id, '2035-04-23')).toHaveLength(4)
  })

  test('on one slug of a provider have one winner', async () => {
    const { api } = cluster
    const slug = `one-slug-${engine}`
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        api.post<{ code: string }>('/v1/providers', { name: 'Ada', slug, timeZone: 'UTC' }),
      ),
    )
    expect(tally(answers)).toEqual({ 201: 1, '409 slug_taken': 29 })
  })

  test('succeed after an earlier conflict, since a conflict leaves nothing behind', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    for (let round = 0; round < 3; round += 1) {
      const answers = await race(30, () => book(api, { eventTypeId }, mondayAt(540)))
      expect(tally(answers)).toEqual({ 202: 1, '409 slot_taken': 29 })
      const [winner] = winnersOf(answers)
      const booking = winner ?? { id: '' }
      expectStatus(await act(api, booking, 'cancel'), 200)
      expect((await readBooking(api, booking)).status).toBe('cancelled')
    }
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([])
  })

  test('leave a store in which the doctor finds no problem', async () => {
    // After the expiry of every hold of the tests above.
    await cluster.setClock('2035-04-22T10:00:00Z')
    expect(await doctorFindings(cluster, '2035-04-22T10:00:00Z')).toEqual([])
  })
})
