import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { listDeadLetters, redriveDeadLetter } from '../../kernel/queue/dead-letters.ts'
import { createLease } from '../../kernel/queue/lease.ts'
import { type Consumer, enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { listEvents } from './event-log.ts'
import { relayOutbox } from './relay.ts'

const NOW = '2026-04-20T08:00:00Z'
const ACCOUNT = { accountId: 'acc_1' }
const caller = {
  ...ACCOUNT,
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const

/** Commits one event for each booking, as use cases do. */
async function change(deps: Dependencies, ids: readonly string[], accountId = 'acc_1') {
  for (const resourceId of ids) {
    await deps.store.transact(
      [
        outboxWrite(
          deps,
          {
            type: 'booking.confirmed',
            actor: { kind: 'system' },
            accountId,
            resourceId,
            resourceVersion: 2,
            data: { booking: { id: resourceId } },
          },
          deps.clock.nowEpochMilliseconds(),
        ),
      ],
      deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
    )
  }
}

const ids = (count: number, prefix = 'bkg') =>
  Array.from({ length: count }, (_, n) => `${prefix}_${String(n).padStart(3, '0')}`)

const logOf = async (deps: Dependencies, accountId = 'acc_1') =>
  (await listEvents(deps, { accountId }, { afterPosition: 0, limit: 1000 })).data

const consumer = (
  handle: (task: Task) => ReturnType<Consumer['handle']> = async () => ({ kind: 'done' }),
): Consumer => ({ name: 'contacts', wants: () => true, handle })

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  // Each test has its own account and leaves the outbox and the queues empty.
  const dependencies = () => {
    const { deps, clock } = testDependencies(opened.store, NOW)
    return { deps: { ...deps, random: () => 0.5 }, clock }
  }

  test('the positions of the log have no gaps, however many relays run at once', async () => {
    const { deps } = dependencies()
    await change(deps, ids(60), 'acc_gapless')
    const relays = await Promise.all([1, 2, 3].map(() => relayOutbox(deps, {}, 50)))
    expect(relays.reduce((sum, { published }) => sum + published, 0)).toBe(60)
    const log = await logOf(deps, 'acc_gapless')
    expect(log.map(({ position }) => position)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
    expect(new Set(log.map(({ event }) => event.resourceId))).toEqual(new Set(ids(60)))
  })

  test('events of one resource are published in order', async () => {
    const { deps } = dependencies()
    for (const version of [1, 2, 3, 4, 5]) {
      await deps.store.transact(
        [
          outboxWrite(
            deps,
            {
              type: 'booking.rescheduled',
              actor: { kind: 'system' },
              accountId: 'acc_order',
              resourceId: 'bkg_same',
              resourceVersion: version,
              data: {},
            },
            deps.clock.nowEpochMilliseconds(),
          ),
        ],
        `order-${version}`,
      )
    }
    await relayOutbox(deps, {}, 2)
    await relayOutbox(deps, {}, 10)
    const log = await logOf(deps, 'acc_order')
    expect(log.map(({ event }) => event.resourceVersion)).toEqual([1, 2, 3, 4, 5])
  })

  test('an event that the bus rejects stays in the outbox and is sent again with the same id', async () => {
    const { deps } = dependencies()
    await change(deps, ids(4, 'bus'), 'acc_bus')
    const seen: string[] = []
    const rejectAll = async (events: readonly DomainEvent[]) => {
      seen.push(...events.map((event) => event.id))
      return new Set<string>()
    }
    expect(await relayOutbox(deps, { send: rejectAll }, 50)).toMatchObject({ published: 0 })
    expect(await logOf(deps, 'acc_bus')).toEqual([])
    const acceptAll = async (events: readonly DomainEvent[]) => {
      seen.push(...events.map((event) => event.id))
      return new Set(events.map((event) => event.id))
    }
    await relayOutbox(deps, { send: acceptAll }, 50)
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(4)
    expect(await logOf(deps, 'acc_bus')).toHaveLength(4)
  })

  test('an event that cannot be published is reported and does not block the others', async () => {
    const { deps } = dependencies()
    await change(deps, ['bkg_poison', ...ids(20, 'after')], 'acc_after')
    const enqueue = (event: DomainEvent) => {
      if (event.resourceId === 'bkg_poison') throw new Error('too large for the log')
      return []
    }
    let published = 0
    for (let run = 0; run < 10; run += 1) {
      const report = await relayOutbox(deps, { enqueue }, 1)
      published += report.published
    }
    expect(published).toBe(20)
    expect(await logOf(deps, 'acc_after')).toHaveLength(20)
    const report = await relayOutbox(deps, { enqueue }, 50)
    expect([...report.errors.values()]).toEqual(['too large for the log'])
    expect(report.more).toBe(false)
    await relayOutbox(deps, {}, 50)
  })

  test('an event is enqueued once for a consumer, and completing its task deletes it', async () => {
    const { deps } = dependencies()
    const handled: string[] = []
    const counting = consumer(async (task) => {
      handled.push(task.event.resourceId)
      return { kind: 'done' }
    })
    await change(deps, ids(10, 'once'))
    await Promise.all([
      relayOutbox(deps, { enqueue: enqueueFor(deps, [counting]) }, 50),
      relayOutbox(deps, { enqueue: enqueueFor(deps, [counting]) }, 50),
    ])
    const report = await runQueue(deps, counting, { limit: 20, concurrency: 4 })
    expect(report).toEqual({ done: 10, retried: 0, dead: 0, more: false })
    expect(handled.sort()).toEqual(ids(10, 'once'))
    expect((await runQueue(deps, counting, { limit: 20, concurrency: 4 })).done).toBe(0)
  })

  test('a failed task is retried with exponential backoff', async () => {
    const { deps, clock } = dependencies()
    const attempts: number[] = []
    const failing = consumer(async (task) => {
      attempts.push(task.failedAttempts)
      if (attempts.length < 3) throw new Error('mail server unreachable')
      return { kind: 'done' }
    })
    await change(deps, ['bkg_retry'])
    await relayOutbox(deps, { enqueue: enqueueFor(deps, [failing]) }, 50)
    const run = () => runQueue(deps, failing, { limit: 20, concurrency: 1 })
    expect(await run()).toMatchObject({ retried: 1 })
    // With half of the jitter, the delays are 0.75 × 2 s and 0.75 × 4 s.
    clock.moveTo(Date.parse(NOW) + 1_499)
    expect(await run()).toMatchObject({ done: 0, retried: 0 })
    clock.moveTo(Date.parse(NOW) + 1_500)
    expect(await run()).toMatchObject({ retried: 1 })
    clock.moveTo(Date.parse(NOW) + 4_499)
    expect(await run()).toMatchObject({ done: 0, retried: 0 })
    clock.moveTo(Date.parse(NOW) + 4_500)
    expect(await run()).toMatchObject({ done: 1 })
    expect(attempts).toEqual([0, 1, 2])
  })

  test('a task that fails for good is listed with its reason, and a redrive enqueues it again', async () => {
    const { deps } = dependencies()
    let broken = true
    const failing = consumer(async () =>
      broken ? { kind: 'dead', error: 'no such mailbox' } : { kind: 'done' },
    )
    await change(deps, ['bkg_dead'], 'acc_dead')
    await relayOutbox(deps, { enqueue: enqueueFor(deps, [failing]) }, 50)
    expect(await runQueue(deps, failing, { limit: 20, concurrency: 1 })).toMatchObject({ dead: 1 })
    const owner = { ...caller, accountId: 'acc_dead' }
    const letters = await listDeadLetters(deps, owner, {}, { limit: 10 })
    const [letter] = letters.data
    expect(letter?.task).toMatchObject({
      consumer: 'contacts',
      lastError: 'no such mailbox',
      failedAttempts: 1,
    })
    expect((await listDeadLetters(deps, caller, {}, { limit: 10 })).data).toEqual([])
    const id = `contacts.${letter?.task.id}`
    expect(await redriveDeadLetter(deps, caller, id)).toMatchObject({
      ok: false,
      refusal: { code: 'not_found' },
    })
    broken = false
    expect((await redriveDeadLetter(deps, owner, id)).ok).toBe(true)
    expect((await listDeadLetters(deps, owner, {}, { limit: 10 })).data).toEqual([])
    expect(await runQueue(deps, failing, { limit: 20, concurrency: 1 })).toMatchObject({ done: 1 })
  })

  test('a lease has one holder at a time and is free after its expiry or release', async () => {
    const { deps } = dependencies()
    let machine = 1_000_000
    const lease = (owner: string) =>
      createLease(deps, {
        name: `relay-${engine}`,
        owner,
        machineEpochMilliseconds: () => machine,
        durationMilliseconds: 10_000,
      })
    const [a, b] = [lease('a'), lease('b')]
    expect(await a.acquire()).toBe(true)
    expect(await b.acquire()).toBe(false)
    machine += 9_999
    expect(await a.acquire()).toBe(true)
    expect(await b.acquire()).toBe(false)
    machine += 10_000
    expect(await b.acquire()).toBe(true)
    expect(await a.acquire()).toBe(false)
    await b.release()
    expect(await a.acquire()).toBe(true)
  })
})
