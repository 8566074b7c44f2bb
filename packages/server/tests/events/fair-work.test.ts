import { afterEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { ALL_SHARDS, dueTasksRange } from '../../src/kernel/keys.ts'
import { type Store, StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { createFairWork } from '../../src/kernel/queue/fair-work.ts'
import { type Attempt, type Consumer, runQueue } from '../../src/kernel/queue/queue.ts'
import { newTask, taskEntity, taskFromItem, taskItem } from '../../src/kernel/queue/task.ts'
import { testDependencies } from '../support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../support/stores.ts'

const NOW = '2026-04-20T08:00:00Z'
const NOW_MILLISECONDS = Date.parse(NOW)
const FAR_MILLISECONDS = NOW_MILLISECONDS + 3_600_000
const DONE: Attempt = { kind: 'done' }

const event = (id: string): DomainEvent => ({
  id,
  type: 'booking.created',
  schemaVersion: 1,
  accountId: 'acc_1',
  resourceId: 'bkg_1',
  resourceVersion: 1,
  occurredAtEpochMilliseconds: NOW_MILLISECONDS,
  data: {},
})

const opened: TestStore[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

describe.each(SOME_ENGINES)('on %s', (engine) => {
  /** A queue of messages, and receivers that answer when the test says so. */
  async function createFixture({ mostWaiting = 100, limit = 100 } = {}) {
    const opening = await openTestStore(engine)
    opened.push(opening)
    const { deps: plain, clock } = testDependencies(opening.store, NOW)
    clock.moveTo(NOW_MILLISECONDS + 10)
    let writes = 0
    let isOut = false
    const store: Store = {
      ...plain.store,
      query: (request) => plain.store.query(request),
      getMany: (keys, options) => plain.store.getMany(keys, options),
      transact(...given) {
        writes += 1
        if (isOut) return Promise.reject(new StoreUnavailable('an outage', 'not-applied'))
        return plain.store.transact(...given)
      },
    }
    const deps = { ...plain, store, random: () => 0.5 }
    /** Messages that are being sent, by receiver. */
    const open = new Map<string, { id: string; answer: (attempt: Attempt) => void }[]>()
    const sent: string[] = []
    const consumer: Consumer = {
      name: 'deliveries',
      wants: () => false,
      handle: ({ subject = '', event: { id } }) => {
        sent.push(id)
        const { promise, resolve } = Promise.withResolvers<Attempt>()
        open.set(subject, [...(open.get(subject) ?? []), { id, answer: resolve }])
        return promise
      },
    }
    const errors: unknown[] = []
    let rooms = 0
    let expectedRooms = 0
    const work = createFairWork(deps, consumer, {
      most: 8,
      mostPerSubject: 2,
      mostWaiting,
      limit,
      removesTogether: false,
      onRoom: () => {
        rooms += 1
      },
      onError: (error) => errors.push(error),
    })
    const run = async () => {
      while (await work.run());
    }
    return {
      work,
      clock,
      sent,
      errors,
      run,
      writes: () => writes,
      setOut(value: boolean) {
        isOut = value
      },
      async put(id: string, receiver: string, dueEpochMilliseconds = NOW_MILLISECONDS) {
        const task = newTask('deliveries', event(id), dueEpochMilliseconds, receiver)
        await plain.store.transact([{ kind: 'put-if-absent', item: taskItem(task) }], task.id)
        return taskEntity.key(task)
      },
      /** Lets a receiver answer all its open messages, records that, and starts what follows. */
      async answer(receiver: string, attempt: Attempt = DONE) {
        const answered = open.get(receiver) ?? []
        open.delete(receiver)
        expectedRooms += answered.length
        for (const each of answered) each.answer(attempt)
        await expect.poll(() => rooms).toBe(expectedRooms)
        await run()
        return answered.map(({ id }) => id).sort()
      },
      waiting: async () => {
        const pages = await Promise.all(
          ALL_SHARDS.map((shard) =>
            plain.store.query(dueTasksRange('deliveries', shard, FAR_MILLISECONDS)),
          ),
        )
        return pages.flatMap(({ items }) => items.map(taskFromItem))
      },
      /** Runs another process, to which all receivers answer at once. Returns the messages it sent. */
      async runElsewhere() {
        const there: string[] = []
        const handle: Consumer['handle'] = async (task) => {
          there.push(task.event.id)
          return DONE
        }
        await runQueue(
          { ...plain, random: () => 0.5 },
          { ...consumer, handle },
          {
            limit: 100,
            concurrency: 1,
          },
        )
        return there.sort()
      },
    }
  }

  test('a slow receiver does not delay the messages to another one', async () => {
    const on = await createFixture()
    for (let number = 1; number <= 9; number += 1) await on.put(`evn_slow${number}`, 'slow')
    await on.put('evn_fast1', 'fast', NOW_MILLISECONDS + 1)
    await on.run()
    expect(await on.answer('fast')).toEqual(['evn_fast1'])
    const key = await on.put('evn_fast2', 'fast', NOW_MILLISECONDS + 2)
    on.work.notice(Number(key.PK.at(-1)), key)
    await on.run()
    expect(await on.answer('fast')).toEqual(['evn_fast2'])
    expect(on.sent.filter((id) => id.startsWith('evn_slow'))).toHaveLength(2)
  })

  test('a slow receiver gets its next message as soon as it has answered one, and nothing is written for those that wait', async () => {
    const on = await createFixture()
    for (let number = 1; number <= 5; number += 1) {
      await on.put(`evn_${number}`, 'slow', NOW_MILLISECONDS + number)
    }
    await on.run()
    expect(on.writes()).toBe(0)
    const answered = [await on.answer('slow'), await on.answer('slow'), await on.answer('slow')]
    expect(answered.map((ids) => ids.length)).toEqual([2, 2, 1])
    expect(answered.flat().sort()).toEqual(['evn_1', 'evn_2', 'evn_3', 'evn_4', 'evn_5'])
    expect([await on.waiting(), on.writes(), on.errors]).toEqual([[], 5, []])
  })

  test('more messages than a server remembers are all sent, each once', async () => {
    const on = await createFixture({ mostWaiting: 4, limit: 3 })
    const ids = Array.from({ length: 30 }, (_, number) => `evn_${String(number).padStart(2, '0')}`)
    for (const id of ids) await on.put(id, 'slow')
    await on.put('evn_fast', 'fast', NOW_MILLISECONDS + 5)
    await on.run()
    expect(await on.answer('fast')).toEqual(['evn_fast'])
    const answered: string[] = []
    for (let round = 0; round < 15; round += 1) answered.push(...(await on.answer('slow')))
    expect(answered.sort()).toEqual(ids)
    expect([await on.waiting(), on.errors]).toEqual([[], []])
  })

  test('a message that failed is counted, and attempted again at its time, not before', async () => {
    const on = await createFixture()
    await on.put('evn_1', 'failing')
    await on.run()
    const at = NOW_MILLISECONDS + 30_000
    await on.answer('failing', { kind: 'retry', error: 'no answer', atEpochMilliseconds: at })
    expect(await on.waiting()).toMatchObject([
      { subject: 'failing', failedAttempts: 1, lastError: 'no answer', dueEpochMilliseconds: at },
    ])
    on.clock.moveTo(at - 1)
    on.work.readNew()
    await on.run()
    expect(on.sent).toEqual(['evn_1'])
    on.clock.moveTo(at)
    on.work.readNew()
    await on.run()
    expect(await on.answer('failing')).toEqual(['evn_1'])
    expect(await on.waiting()).toEqual([])
  })

  test('another process sends at once what a process had open when it died', async () => {
    const on = await createFixture()
    await on.put('evn_1', 'hung')
    await on.run()
    expect(on.sent).toEqual(['evn_1'])
    expect(await on.runElsewhere()).toEqual(['evn_1'])
    expect(await on.waiting()).toEqual([])
  })

  test('a message that another process has done meanwhile is not sent', async () => {
    const on = await createFixture()
    for (const id of ['evn_1', 'evn_2', 'evn_3']) await on.put(id, 'slow')
    await on.run()
    expect(await on.runElsewhere()).toEqual(['evn_1', 'evn_2', 'evn_3'])
    await on.answer('slow')
    expect(on.sent).toHaveLength(2)
  })

  test('a message whose outcome could not be recorded is sent again', async () => {
    const on = await createFixture()
    await on.put('evn_1', 'well')
    await on.run()
    on.setOut(true)
    await on.answer('well')
    expect(on.errors).toMatchObject([{ message: 'an outage' }])
    on.setOut(false)
    on.work.readAll(true)
    await on.run()
    expect(await on.answer('well')).toEqual(['evn_1'])
    expect([on.sent, await on.waiting()]).toEqual([['evn_1', 'evn_1'], []])
  })

  test('a message that another process has put in with an earlier time is sent', async () => {
    const on = await createFixture()
    await on.run()
    await on.put('evn_1', 'well', NOW_MILLISECONDS - 600_000)
    on.work.readNew()
    await on.run()
    expect(on.sent).toEqual([])
    on.work.readAll(true)
    await on.run()
    expect(on.sent).toEqual(['evn_1'])
  })
})
