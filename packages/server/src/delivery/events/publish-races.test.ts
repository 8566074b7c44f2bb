import { setImmediate as tick } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { repetitions } from '../../../tests/support/depth.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { eventFromOutbox, fenceItem, outboxWrite } from '../../kernel/events/outbox.ts'
import { outboxKey } from '../../kernel/keys.ts'
import { type Store, StoreUnavailable } from '../../kernel/ports/store.ts'
import { listEvents } from './event-log.ts'
import { createForwarder, type ForwardedEvents, publishForwarded } from './forward.ts'
import { handleStreamBatch } from './handle-stream.ts'
import { type Bus, publish } from './publish.ts'
import { relayOutbox } from './relay.ts'

let opened: TestStore
let deps: Dependencies
beforeAll(async () => {
  opened = await openTestStore()
  deps = testDependencies(opened.store, '2026-04-20T08:00:00Z').deps
})
afterAll(() => opened.close())

/** A sequence of numbers in [0, 1) that is the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function fill(accountId: string, count: number): Promise<readonly DomainEvent[]> {
  const now = deps.clock.nowEpochMilliseconds()
  const writes = Array.from({ length: count }, (_, n) =>
    outboxWrite(
      deps,
      {
        type: 'booking.created',
        actor: { kind: 'system' },
        accountId,
        resourceId: `bkg_${accountId}_${n}`,
        resourceVersion: 1,
        data: {},
      },
      now,
    ),
  )
  await deps.store.transact(writes, deps.ids.next('event', now))
  return writes.flatMap((write) => ('item' in write ? [eventFromOutbox(write.item)] : []))
}

/** A store that other publishers interrupt at every request, and that is gone after some of them. */
function mortalStore(store: Store, random: () => number, requests: number): Store {
  let left = requests
  const request = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    for (let pause = Math.floor(random() * 4); pause > 0; pause -= 1) await tick()
    left -= 1
    if (left < 0) throw new StoreUnavailable('died', 'unknown')
    const answer = await work()
    // It dies after the request was done, before it knows.
    if (left === 0 && random() < 0.5) throw new StoreUnavailable('died', 'unknown')
    return answer
  }
  return storeWith(store, {
    get: (...given) => request(() => store.get(...given)),
    getMany: (...given) => request(() => store.getMany(...given)),
    transact: (...given) => request(() => store.transact(...given)),
  })
}

const ACCEPTING: Bus = { send: async (events) => new Set(events.map(({ id }) => id)) }
/** The publishers of a log: of single events, of a stream, of a server with queues. */
const BUSES: readonly Bus[] = [{}, ACCEPTING, { enqueue: () => [] }]

const logOf = async (accountId: string) =>
  (await listEvents(deps, { accountId }, { afterPosition: 0, limit: 1000 })).data

/** Publishes what is left, and expects each event once, at positions without a gap. */
async function expectOnce(accountId: string, events: readonly DomainEvent[]): Promise<void> {
  await relayOutbox(deps, {}, 1000)
  const log = await logOf(accountId)
  expect(log.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
  expect(log.map(({ event }) => event.id).sort()).toEqual(events.map(({ id }) => id).sort())
  const keys = events.map((event) => outboxKey(event.resourceId, event.id))
  expect((await deps.store.getMany(keys)).filter((item) => item !== undefined)).toEqual([])
}

test('publishers that interrupt each other and die anywhere log every event once, without gaps', {
  timeout: repetitions(30_000, 300_000),
}, async () => {
  for (let seed = 1; seed <= repetitions(60, 1000); seed += 1) {
    const random = randomOf(seed)
    const accountId = `acc_race_${seed}`
    const events = await fill(accountId, 2 + Math.floor(random() * 4))
    await Promise.all(
      Array.from({ length: 2 + Math.floor(random() * 4) }, async (_, n) => {
        const from = Math.floor(random() * events.length)
        const some = events.slice(from, from + 1 + Math.floor(random() * 3))
        const requests = random() < 0.5 ? 1000 : 1 + Math.floor(random() * 8)
        const store = mortalStore(deps.store, random, requests)
        const bus = BUSES[Math.floor(random() * BUSES.length)] ?? {}
        // A publisher that dies answers nothing.
        await publish({ ...deps, store }, bus, n === 0 ? events : some).catch(() => undefined)
      }),
    )
    await expectOnce(accountId, events).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error })
    })
  }
})

describe('a single event', () => {
  test('that was put into the log by a publisher that died then is not logged again', async () => {
    for (const requests of [1, 2, 3, 4, 5]) {
      const accountId = `acc_dead_${requests}`
      const events = await fill(accountId, 3)
      const [first, second] = events
      if (!first || !second) throw new Error('two events')
      const store = mortalStore(deps.store, () => 0.9, requests)
      await publish({ ...deps, store }, {}, [first]).catch(() => undefined)
      await publish(deps, {}, [second])
      await publish(deps, {}, [first])
      await expectOnce(accountId, events)
    }
  })

  test('whose outbox item a fence has taken the place of is not logged again', async () => {
    const events = await fill('acc_fenced', 1)
    const [event] = events
    if (!event) throw new Error('an event')
    await publish(deps, ACCEPTING, events)
    const fence = fenceItem(outboxKey(event.resourceId, event.id), 0)
    await deps.store.transact([{ kind: 'put-if-absent', item: fence }], 'fence')
    const place = { resourceId: event.resourceId, eventId: event.id }
    await publish(deps, ACCEPTING, events)
    await publish(deps, {}, events)
    await publishForwarded(deps, {}, [place])
    expect(await logOf('acc_fenced')).toHaveLength(1)
  })
})

describe('events that are forwarded', () => {
  /** A queue as SQS has it: messages of an account in order, one call at a time. */
  function openQueue() {
    const messages: ForwardedEvents[] = []
    const forwarder = createForwarder(deps.clock, async (message) => void messages.push(message))
    return { messages, bus: { ...ACCEPTING, forwarder } }
  }
  const recordsOf = (events: readonly DomainEvent[]) =>
    events.map((event, n) => ({ kind: 'event' as const, sequenceNumber: String(n), event }))

  /** A store on which every write to the log of an account meets another publisher. */
  const contended = (accountId: string): Dependencies => ({
    ...deps,
    store: storeWith(deps.store, {
      transact: (writes, token) =>
        writes.some((write) => 'item' in write && write.item.PK.startsWith(`ACCOUNT#${accountId}`))
          ? Promise.reject(new StoreUnavailable('TransactionConflict', 'not-applied'))
          : deps.store.transact(writes, token),
    }),
  })

  test('fail nothing, stay in the outbox, and do not hold up another account', async () => {
    const { messages, bus } = openQueue()
    const hot = await fill('acc_hot', 3)
    const calm = await fill('acc_calm', 2)
    const report = await handleStreamBatch(contended('acc_hot'), bus, recordsOf([...hot, ...calm]))
    expect(report).toEqual({ published: 2, expired: 0, failed: [] })
    expect(await logOf('acc_calm')).toHaveLength(2)
    expect(await logOf('acc_hot')).toEqual([])
    expect(messages).toEqual([
      {
        accountId: 'acc_hot',
        events: hot.map(({ id, resourceId }) => ({ resourceId, eventId: id })),
      },
    ])
    // If the message is lost, the relay of the timer finds the events in the outbox.
    await expectOnce('acc_hot', hot)
  })

  test('of an account that was contended a short time ago are not tried again', async () => {
    const { messages, bus } = openQueue()
    const first = await fill('acc_warm', 2)
    await handleStreamBatch(contended('acc_warm'), bus, recordsOf(first))
    const second = await fill('acc_warm', 2)
    expect((await handleStreamBatch(deps, bus, recordsOf(second))).published).toBe(0)
    expect(messages).toHaveLength(2)
    expect(await logOf('acc_warm')).toEqual([])
    await publishForwarded(
      deps,
      {},
      messages.flatMap(({ events }) => events),
    )
    await expectOnce('acc_warm', [...first, ...second])
  })

  test('of many publishers at once fail no batch, and are logged once without gaps', async () => {
    const { messages, bus } = openQueue()
    const events = await fill('acc_busy', 96)
    const random = randomOf(1)
    const reports = await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        const store = mortalStore(deps.store, random, 1000)
        const records = recordsOf(events.slice(n * 8, (n + 1) * 8))
        return handleStreamBatch({ ...deps, store }, bus, records)
      }),
    )
    expect(reports.flatMap(({ failed }) => failed)).toEqual([])
    expect(messages.length).toBeGreaterThan(0)
    for (const { events: places } of messages) await publishForwarded(deps, {}, places)
    expect(await logOf('acc_busy')).toHaveLength(96)
    await expectOnce('acc_busy', events)
  })

  test('that nobody takes over fail, so that the stream delivers them again', async () => {
    const events = await fill('acc_refused', 2)
    const forwarder = createForwarder(deps.clock, () => Promise.reject(new Error('SQS is down')))
    const report = await handleStreamBatch(
      contended('acc_refused'),
      { ...ACCEPTING, forwarder },
      recordsOf(events),
    )
    expect(report.failed).toEqual([
      { sequenceNumber: '0', error: 'SQS is down' },
      { sequenceNumber: '1', error: 'SQS is down' },
    ])
    await expectOnce('acc_refused', events)
  })

  test('are logged in their order, once, although the message comes twice and a worker dies', async () => {
    const events = await fill('acc_ordered', 90)
    const places = events.map(({ id, resourceId }) => ({ resourceId, eventId: id }))
    // It dies after the first of two transactions.
    const dying = { ...deps, store: mortalStore(deps.store, () => 0.9, 3) }
    await publishForwarded(dying, {}, places).catch(() => undefined)
    expect(await logOf('acc_ordered')).toHaveLength(49)
    await publishForwarded(deps, {}, places)
    await publishForwarded(deps, {}, places)
    expect((await logOf('acc_ordered')).map(({ event }) => event.id)).toEqual(
      events.map(({ id }) => id),
    )
    await expectOnce('acc_ordered', events)
  })
})
