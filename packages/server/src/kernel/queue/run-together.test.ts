import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { ALL_SHARDS, deadLettersRange, dueTasksRange } from '../keys.ts'
import type { Store, Write } from '../ports/store.ts'
import { StoreUnavailable } from '../ports/store.ts'
import { transact } from '../transaction.ts'
import { type Attempt, type Consumer, runQueue } from './queue.ts'
import { newTask, type Task, taskEntity } from './task.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z')
const TOGETHER = { limit: 100, concurrency: 32, removesTogether: true }

let opened: TestStore
beforeEach(async () => {
  opened = await openTestStore()
})
afterEach(() => opened.close())

const eventOf = (number: number) =>
  ({
    id: `evn_${number}`,
    type: 'booking.created',
    schemaVersion: 1,
    accountId: 'acc_1',
    resourceId: `bkg_${number}`,
    resourceVersion: 1,
    occurredAtEpochMilliseconds: NOW,
    data: {},
  }) as const

/** A queue with tasks 1 to `count`, on a store that counts the tasks of each transaction that removes some. */
async function queueOf(count: number, wrap: (store: Store) => Store = (store) => store) {
  const { deps: plain } = testDependencies(opened.store, new Date(NOW).toISOString())
  for (let number = 1; number <= count; number += 1) {
    await transact(plain, { task: taskEntity.create(newTask('contacts', eventOf(number), NOW)) })
  }
  const removed: number[] = []
  const isRemoval = ({ kind }: Write) => kind === 'delete-if-version'
  const store = wrap({
    ...plain.store,
    query: (request) => plain.store.query(request),
    transact(writes, token) {
      if (writes.some(isRemoval)) removed.push(writes.filter(isRemoval).length)
      return plain.store.transact(writes, token)
    },
  })
  const outcomes: string[] = []
  const deps = {
    ...plain,
    store,
    random: () => 0.5,
    onTaskOutcome: (_: string, kind: string) => outcomes.push(kind),
  }
  const waiting = async (): Promise<readonly string[]> => {
    const ids: string[] = []
    for (const shard of ALL_SHARDS) {
      const { items } = await plain.store.query(dueTasksRange('contacts', shard, NOW + 86_400_000))
      ids.push(...items.map((item) => taskEntity.decode(item).id))
    }
    return ids.sort()
  }
  const deadLetters = async () => {
    const { items } = await plain.store.query(deadLettersRange('acc_1', 'contacts'))
    return items.map(({ taskId }) => taskId)
  }
  return { deps, plain, removed, outcomes, waiting, deadLetters }
}

const consumerOf = (handle: (task: Task) => Promise<Attempt>): Consumer => ({
  name: 'contacts',
  wants: () => true,
  handle,
})

const DONE: Attempt = { kind: 'done' }

test('tasks that end together leave their queue in one transaction', async () => {
  const on = await queueOf(20)
  const report = await runQueue(
    on.deps,
    consumerOf(async () => DONE),
    TOGETHER,
  )
  expect(report).toEqual({ done: 20, retried: 0, dead: 0, more: false })
  expect(on.removed).toEqual([20])
  expect(await on.waiting()).toEqual([])
  expect(on.outcomes).toEqual(Array.from({ length: 20 }, () => 'done'))
})

test('a task that fails does not undo the tasks completed beside it, and is retried alone', async () => {
  const on = await queueOf(9)
  const consumer = consumerOf(async ({ id }) => {
    if (id === 'evn_3') throw new Error('no such contact')
    return id === 'evn_5' ? { kind: 'dead', error: 'never' } : DONE
  })
  expect(await runQueue(on.deps, consumer, TOGETHER)).toMatchObject({
    done: 7,
    retried: 1,
    dead: 1,
  })
  expect(await on.waiting()).toEqual(['evn_3'])
  expect(await on.deadLetters()).toEqual(['evn_5'])
})

test('a task that another server has removed does not keep the others in the queue', async () => {
  const on = await queueOf(6)
  const gone = Promise.withResolvers<void>()
  const consumer = consumerOf(async (task) => {
    if (task.id === 'evn_2') {
      await transact(on.plain, { task: taskEntity.remove(task) })
      gone.resolve()
    }
    await gone.promise
    return DONE
  })
  expect(await runQueue(on.deps, consumer, TOGETHER)).toMatchObject({ done: 6 })
  expect(await on.waiting()).toEqual([])
})

test('a slow task keeps no completed task in the queue', async () => {
  const on = await queueOf(4)
  const slow = Promise.withResolvers<Attempt>()
  const running = runQueue(
    on.deps,
    consumerOf(async ({ id }) => (id === 'evn_1' ? await slow.promise : DONE)),
    TOGETHER,
  )
  await expect.poll(on.waiting).toEqual(['evn_1'])
  slow.resolve(DONE)
  expect(await running).toMatchObject({ done: 4 })
  expect(await on.waiting()).toEqual([])
})

test('tasks whose removal fails are reported and attempted again', async () => {
  let isOut = true
  const on = await queueOf(3, (store) => ({
    ...store,
    transact: (writes, token) =>
      isOut
        ? Promise.reject(new StoreUnavailable('an outage', 'not-applied'))
        : store.transact(writes, token),
  }))
  const attempts: string[] = []
  const consumer = consumerOf(async ({ id }) => {
    attempts.push(id)
    return DONE
  })
  await expect(runQueue(on.deps, consumer, TOGETHER)).rejects.toThrow('an outage')
  expect(on.outcomes).toEqual([])
  isOut = false
  expect(await runQueue(on.deps, consumer, TOGETHER)).toMatchObject({ done: 3 })
  expect(attempts.sort()).toEqual(['evn_1', 'evn_1', 'evn_2', 'evn_2', 'evn_3', 'evn_3'])
})
