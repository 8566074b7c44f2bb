import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import type { RetryPolicy } from '../../src/adapters/aws/retry.ts'
import { createEventBridgeBus, type RejectedEvents } from '../../src/adapters/eventbridge/bus.ts'
import {
  createEventBridgeClient,
  type EventBridgeClient,
  eventBridgeEndpoint,
} from '../../src/adapters/eventbridge/client.ts'
import type { PutEventsEntry } from '../../src/adapters/eventbridge/entries.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { outboxWrite } from '../../src/kernel/events/outbox.ts'
import { CREDENTIALS, errorAnswerOf, REGION } from '../support/aws-server.ts'
import { testDependencies } from '../support/dependencies.ts'
import {
  type EventBridgeLimits,
  type EventBridgeServer,
  startEventBridge,
} from '../support/eventbridge-server.ts'
import { seededRandom } from '../support/fault-proxy.ts'
import { openTestStore } from '../support/stores.ts'

let server: EventBridgeServer
const clients: EventBridgeClient[] = []

beforeEach(async () => {
  server = await startEventBridge()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await server.stop()
})

/** A bus on the server that does not pause between retries, and the failures it reported. */
function openBus(retry: Partial<RetryPolicy> = {}, secretAccessKey = CREDENTIALS.secretAccessKey) {
  const client = createEventBridgeClient({
    endpoint: server.endpoint,
    region: REGION,
    credentials: fixedCredentials({ ...CREDENTIALS, secretAccessKey }),
  })
  clients.push(client)
  const failures: RejectedEvents[] = []
  const bus = createEventBridgeBus({
    client,
    eventBusName: 'holdfast',
    onFailure: (failure) => failures.push(failure),
    retry: { sleep: async () => {}, random: () => 0, ...retry },
  })
  const send = async (events: readonly DomainEvent[]) => [...(await bus.send(events))].sort()
  return { bus, send, failures }
}

const withLimits = async (limits: EventBridgeLimits): Promise<void> => {
  await server.stop()
  server = await startEventBridge(limits)
}

const eventOf = (id: string, text = ''): DomainEvent => ({
  id,
  type: 'booking.confirmed',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: `bkg_${id}`,
  resourceVersion: 2,
  occurredAtEpochMilliseconds: 1_776_672_000_000,
  data: { text },
})
const eventsOf = (count: number, text?: string) =>
  Array.from({ length: count }, (_, n) => eventOf(`e${String(n).padStart(2, '0')}`, text))
const idOf = (entry: PutEventsEntry): string => (JSON.parse(entry.Detail) as DomainEvent).id
const idsOf = (entries: readonly PutEventsEntry[]) => entries.map(idOf)
const ids = (events: readonly DomainEvent[]) => events.map(({ id }) => id)

test('events are sent signed and complete, at most ten per call', async () => {
  const { send, failures } = openBus()
  const events = eventsOf(23)
  expect(await send(events)).toEqual(ids(events))
  expect(idsOf(server.taken).sort()).toEqual(ids(events))
  expect(
    server
      .calls()
      .map((call) => call.length)
      .sort(),
  ).toEqual([10, 10, 3])
  expect(server.taken[0]).toMatchObject({
    EventBusName: 'holdfast',
    Source: 'holdfast',
    DetailType: 'booking.confirmed',
    Time: 1_776_672_000,
  })
  expect(failures).toEqual([])
})

test('calls with large events have at most one megabyte', async () => {
  const { send } = openBus()
  const events = eventsOf(5, 'x'.repeat(300_000))
  expect(await send(events)).toEqual(ids(events))
  expect(
    server
      .calls()
      .map((call) => call.length)
      .sort(),
  ).toEqual([2, 3])
})

describe('a call that succeeds partially', () => {
  test('is retried for throttled entries and internal failures only', async () => {
    const { send, failures } = openBus()
    server.failEntries({ 1: 'ThrottlingException', 3: 'InternalFailure' })
    server.failEntries({ 0: 'InternalException' })
    expect(await send(eventsOf(5))).toEqual(ids(eventsOf(5)))
    expect(server.calls().map(idsOf)).toEqual([
      ['e00', 'e01', 'e02', 'e03', 'e04'],
      ['e01', 'e03'],
      ['e01'],
    ])
    expect(idsOf(server.taken)).toEqual(['e00', 'e02', 'e04', 'e03', 'e01'])
    expect(failures).toEqual([])
  })

  test('gives up on an entry that can never succeed, and reports why', async () => {
    const { send, failures } = openBus()
    server.failEntries({ 2: 'MalformedDetail', 4: 'ThrottlingException' })
    expect(await send(eventsOf(5))).toEqual(['e00', 'e01', 'e03', 'e04'])
    expect(server.calls().map(idsOf)).toEqual([ids(eventsOf(5)), ['e04']])
    expect(failures).toEqual([{ eventIds: ['e02'], code: 'MalformedDetail', message: 'injected' }])
  })

  test('gives up on an entry that is still throttled after five retries', async () => {
    const { send, failures } = openBus()
    for (let call = 0; call < 6; call += 1) {
      server.failEntries(call === 0 ? { 1: 'ThrottlingException' } : { 0: 'ThrottlingException' })
    }
    expect(await send(eventsOf(3))).toEqual(['e00', 'e02'])
    expect(server.calls()).toHaveLength(6)
    expect(failures).toEqual([
      { eventIds: ['e01'], code: 'ThrottlingException', message: 'injected' },
    ])
  })
})

describe('a call that fails', () => {
  const answer = (status: number, body: string) => ({ kind: 'answer', status, body }) as const
  test.each([
    ['it is throttled', errorAnswerOf(400, 'ThrottlingException')],
    ['of too many requests', answer(429, '')],
    ['of an internal error', errorAnswerOf(500, 'InternalException')],
    ['of a bad gateway', answer(502, '<html>Bad gateway</html>')],
    ['the connection broke before it was processed', { kind: 'drop-before' }],
    ['the response is another one', answer(200, '{"Entries":[]}')],
    ['the response is truncated', answer(200, '{"Entr')],
  ] as const)('because %s is retried', async (_, fault) => {
    const { send, failures } = openBus()
    server.inject(fault, fault)
    expect(await send(eventsOf(2))).toEqual(['e00', 'e01'])
    expect(server.calls()).toHaveLength(3)
    expect(idsOf(server.taken)).toEqual(['e00', 'e01'])
    expect(failures).toEqual([])
  })

  test('because the response was lost is retried: the bus has each event twice, with the same id', async () => {
    const { send } = openBus()
    server.inject({ kind: 'drop-answer' })
    expect(await send(eventsOf(2))).toEqual(['e00', 'e01'])
    expect(idsOf(server.taken)).toEqual(['e00', 'e01', 'e00', 'e01'])
  })

  test('is retried at most five times, with full jitter and exponential backoff from 50 ms', async () => {
    const waits: number[] = []
    const { send, failures } = openBus({
      random: () => 0.5,
      sleep: async (ms) => void waits.push(ms),
    })
    server.inject(...Array.from({ length: 9 }, () => errorAnswerOf(500, 'InternalException')))
    expect(await send(eventsOf(2))).toEqual([])
    expect(server.calls()).toHaveLength(6)
    expect(waits).toEqual([25, 50, 100, 200, 400])
    expect(failures).toEqual([
      { eventIds: ['e00', 'e01'], code: 'InternalException', message: 'injected' },
    ])
  })

  test('because permission is missing is not retried', async () => {
    const { send, failures } = openBus()
    server.inject(errorAnswerOf(400, 'AccessDeniedException', 'no events:PutEvents'))
    expect(await send(eventsOf(2))).toEqual([])
    expect(server.calls()).toHaveLength(1)
    expect(failures).toMatchObject([
      { code: 'AccessDeniedException', message: 'no events:PutEvents' },
    ])
  })

  test('because the secret is wrong is not retried', async () => {
    const { send, failures } = openBus({}, 'another secret')
    expect(await send(eventsOf(1))).toEqual([])
    expect(failures).toMatchObject([{ eventIds: ['e00'], code: 'InvalidSignatureException' }])
  })

  test('because the bus is unreachable publishes nothing', async () => {
    const { send, failures } = openBus()
    await server.stop()
    expect(await send(eventsOf(12))).toEqual([])
    expect(failures.map(({ code, eventIds }) => [code, eventIds.length])).toEqual([
      ['ECONNREFUSED', 10],
      ['ECONNREFUSED', 2],
    ])
    server = await startEventBridge()
  })
})

const FAULTS = [
  errorAnswerOf(400, 'ThrottlingException'),
  errorAnswerOf(503, 'ServiceUnavailable'),
  errorAnswerOf(400, 'AccessDeniedException'),
  { kind: 'drop-before' },
  { kind: 'drop-answer' },
] as const

describe('a bus with a lower size limit', () => {
  test('gets the same events in smaller calls', async () => {
    await withLimits({ bytesPerCall: 256 * 1024 })
    const { send, failures } = openBus()
    const events = eventsOf(9, 'x'.repeat(100_000))
    expect(await send(events)).toEqual(ids(events))
    expect(idsOf(server.taken).sort()).toEqual(ids(events))
    expect(failures).toEqual([])
  })

  test('rejects only the event that is too large', async () => {
    await withLimits({ bytesPerCall: 256 * 1024 })
    const { send, failures } = openBus()
    const events = [...eventsOf(4), eventOf('huge', 'x'.repeat(300_000)), eventOf('z')]
    expect(await send(events)).toEqual(['e00', 'e01', 'e02', 'e03', 'z'])
    expect(idsOf(server.taken).sort()).toEqual(['e00', 'e01', 'e02', 'e03', 'z'])
    expect(failures).toMatchObject([{ eventIds: ['huge'], code: 'ValidationException' }])
  })
})

test.each([1, 2, 3])(
  'with every second call failing, each event reaches the bus and is logged once, seed %i',
  async (seed) => {
    const opened = await openTestStore()
    const { deps } = testDependencies(opened.store, '2026-04-20T08:00:00Z')
    for (let n = 0; n < 60; n += 1) {
      const change = { accountId: `acc_${n % 3}`, resourceId: `bkg_${n}`, resourceVersion: 1 }
      await deps.store.transact(
        [
          outboxWrite(
            deps,
            { type: 'booking.created', actor: { kind: 'system' }, ...change, data: { n } },
            1_776_672_000_000,
          ),
        ],
        `change-${seed}-${n}`,
      )
    }
    const random = seededRandom(seed)
    for (let call = 0; call < 400; call += 1) {
      server.inject(random() < 0.5 ? undefined : FAULTS[Math.floor(random() * FAULTS.length)])
      server.failEntries(random() < 0.5 ? {} : { 1: 'InternalFailure', 3: 'MalformedDetail' })
    }
    const { bus, failures } = openBus({ retries: 1 })
    let published = 0
    for (let run = 0; published < 60 && run < 100; run += 1) {
      published += (await relayOutbox(deps, bus, 1)).published
    }
    expect(published).toBe(60)
    expect(new Set(failures.map(({ code }) => code)).size).toBeGreaterThan(3)
    const logged: string[] = []
    for (const accountId of ['acc_0', 'acc_1', 'acc_2']) {
      const { data } = await listEvents(deps, { accountId }, { afterPosition: 0, limit: 100 })
      expect(data.map(({ position }) => position)).toEqual(data.map((_, index) => index + 1))
      logged.push(...data.map(({ event }) => event.id))
    }
    expect(logged).toHaveLength(60)
    expect(new Set(idsOf(server.taken))).toEqual(new Set(logged))
    await opened.close()
  },
)

test("the endpoint of EventBridge is the region's, with another domain in China", () => {
  expect(eventBridgeEndpoint('eu-central-1')).toBe('https://events.eu-central-1.amazonaws.com')
  expect(eventBridgeEndpoint('cn-north-1')).toBe('https://events.cn-north-1.amazonaws.com.cn')
})
