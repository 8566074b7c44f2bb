import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { OTHER_ENGINES, openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { COUNTED_PER_SHARD, HOLDS_PER_SHARD, measureBacklog, measureOldestDue } from './backlog.ts'

const NOW = '2026-04-20T08:00:00Z'
const SHARDS = 8

describe.each(OTHER_ENGINES)('the backlog on %s', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
  })
  afterAll(() => opened.close())

  test('has the due work of each queue with its age, and the live and expired holds', async () => {
    const { deps, clock } = testDependencies(opened.store, NOW)
    const { hold } = await bookable(deps)
    await hold('2026-04-21T09:00:00Z')
    clock.moveTo(Date.parse('2026-04-20T08:04:00Z'))
    await hold('2026-04-21T11:00:00Z')
    // Five minutes after the first hold: it has just expired.
    clock.moveTo(Date.parse('2026-04-20T08:05:00Z'))
    const { queues, holds } = await measureBacklog(deps)
    expect(holds).toEqual({ live: 1, expired: 1 })
    const outbox = queues.find(({ queue }) => queue === 'outbox')
    // Two holds, and the event type of both.
    expect(outbox).toEqual({ queue: 'outbox', depth: 3, oldestSeconds: 300 })
    expect(queues.find(({ queue }) => queue === 'holds')).toEqual({
      queue: 'holds',
      depth: 1,
      oldestSeconds: 0,
    })
    const ages = await measureOldestDue(deps)
    expect([ages.get('outbox'), ages.get('holds'), ages.get('mails')]).toEqual([300, 0, 0])
    expect(queues.map(({ queue, oldestSeconds }) => [queue, oldestSeconds])).toEqual([...ages])
    expect(queues.find(({ queue }) => queue === 'mails')).toEqual({
      queue: 'mails',
      depth: 0,
      oldestSeconds: 0,
    })
  })

  test('counts tasks that are due apart from those that wait for their next attempt after a failure', async () => {
    const { deps, clock } = testDependencies(opened.store, NOW)
    const now = clock.nowEpochMilliseconds()
    for (const [dueAt, failedAttempts] of [
      [now - 90_000, 0],
      [now - 10_000, 3],
      [now + 60_000, 0],
      [now + 1, 1],
      [now + 6 * 3_600_000, 9],
    ] as const) {
      const id = deps.ids.next('event', now)
      const event = {
        id,
        type: 'webhook.test',
        schemaVersion: 1,
        accountId: 'acc_1',
        resourceId: 'whk_1',
        resourceVersion: 1,
        occurredAtEpochMilliseconds: now - failedAttempts * 100_000,
        data: {},
      } as const
      const task = { ...newTask('deliveries', event, dueAt), failedAttempts }
      await transact(deps, { task: taskEntity.create(task) })
    }
    const { queues, retries } = await measureBacklog(deps)
    expect(queues.find(({ queue }) => queue === 'deliveries')).toEqual({
      queue: 'deliveries',
      depth: 2,
      oldestSeconds: 90,
    })
    // Of those that wait, two have failed; the event of the older one happened 900 s ago.
    expect(retries.find(({ queue }) => queue === 'deliveries')).toEqual({
      queue: 'deliveries',
      depth: 2,
      oldestSeconds: 900,
    })
    expect(retries.find(({ queue }) => queue === 'mails')).toEqual({
      queue: 'mails',
      depth: 0,
      oldestSeconds: 0,
    })
  })

  test('is measured by a fixed number of bounded queries, and never by a scan', async () => {
    const { deps } = testDependencies(opened.store, NOW)
    const limits: (number | undefined)[] = []
    const store: Store = {
      ...opened.store,
      query(request) {
        limits.push(request.limit)
        return opened.store.query(request)
      },
      getMany: () => Promise.reject(new Error('not a query')),
      scan: () => {
        throw new Error('a scan of the whole store')
      },
    }
    await measureBacklog({ ...deps, store })
    expect(limits.filter((limit) => limit === COUNTED_PER_SHARD)).toHaveLength(17 * SHARDS)
    expect(limits.filter((limit) => limit === HOLDS_PER_SHARD)).toHaveLength(2 * SHARDS)
    expect(limits).toHaveLength(19 * SHARDS)
  })
})
