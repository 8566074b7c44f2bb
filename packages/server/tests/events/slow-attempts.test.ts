import { afterEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { ALL_SHARDS, dueTasksRange } from '../../src/kernel/keys.ts'
import { type Attempt, type Consumer, runQueue } from '../../src/kernel/queue/queue.ts'
import { createSlowAttempts } from '../../src/kernel/queue/slow-attempts.ts'
import { newTask, taskFromItem, taskItem } from '../../src/kernel/queue/task.ts'
import { testDependencies } from '../support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../support/stores.ts'

const NOW = '2026-04-20T08:00:00Z'
const NOW_MILLISECONDS = Date.parse(NOW)
const FAR_MILLISECONDS = NOW_MILLISECONDS + 3_600_000
const ONE_AT_ONCE = { limit: 10, concurrency: 1 }

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
  /** Messages to a receiver that responds when the test says so, followed by one to another receiver. */
  async function createFixture({ hung = 1, most = 10 } = {}) {
    const opening = await openTestStore(engine)
    opened.push(opening)
    const { deps: plain, clock } = testDependencies(opening.store, NOW)
    const deps = { ...plain, random: () => 0.5 }
    for (const [index, receiver] of [...Array<string>(hung).fill('hung'), 'well'].entries()) {
      const task = newTask('deliveries', event(`evn_${index}`), NOW_MILLISECONDS + index, receiver)
      await deps.store.transact([{ kind: 'put-if-absent', item: taskItem(task) }], task.id)
    }
    clock.moveTo(NOW_MILLISECONDS + 10)
    const response = Promise.withResolvers<Attempt>()
    const started: string[] = []
    const consumer: Consumer = {
      name: 'deliveries',
      wants: () => false,
      handle: async ({ subject = '' }) => {
        started.push(subject)
        return subject === 'hung' ? await response.promise : { kind: 'done' }
      },
    }
    const errors: unknown[] = []
    const slow = createSlowAttempts({
      softTimeoutMilliseconds: 5,
      most,
      mostPerSubject: 2,
      onError: (error) => errors.push(error),
    })
    const waiting = async () => {
      const pages = await Promise.all(
        ALL_SHARDS.map((shard) =>
          deps.store.query(dueTasksRange('deliveries', shard, FAR_MILLISECONDS)),
        ),
      )
      return pages.flatMap(({ items }) => items.map(taskFromItem))
    }
    return {
      clock,
      response,
      started,
      errors,
      slow,
      waiting,
      run: () => runQueue(deps, consumer, { ...ONE_AT_ONCE, slow }),
      /** Runs another process, to which all receivers respond. Returns the receivers it sent to. */
      runElsewhere: async () => {
        const sent: string[] = []
        const succeed: Consumer['handle'] = async ({ subject = '' }) => {
          sent.push(subject)
          return { kind: 'done' }
        }
        await runQueue(deps, { ...consumer, handle: succeed }, ONE_AT_ONCE)
        return sent
      },
    }
  }

  test('a receiver that does not respond does not block messages to others', async () => {
    const { run, started, response, slow, waiting, errors } = await createFixture()
    expect(await run()).toMatchObject({ done: 1, retried: 0, dead: 0 })
    expect(started).toEqual(['hung', 'well'])
    // No second attempt starts while the first one is open.
    expect(await run()).toMatchObject({ done: 0, retried: 0, dead: 0 })
    expect(started).toEqual(['hung', 'well'])
    response.resolve({ kind: 'done' })
    await slow.ended()
    expect(await waiting()).toEqual([])
    expect(errors).toEqual([])
  })

  test('a slow attempt that fails is counted and retried by the schedule', async () => {
    const { run, response, slow, waiting } = await createFixture()
    await run()
    const at = NOW_MILLISECONDS + 30_000
    response.resolve({ kind: 'retry', error: 'no answer', atEpochMilliseconds: at })
    await slow.ended()
    expect(await waiting()).toMatchObject([
      { subject: 'hung', failedAttempts: 1, lastError: 'no answer', dueEpochMilliseconds: at },
    ])
  })

  test('a retry that is due exactly when the deferred message is due is not lost', async () => {
    const { run, response, slow, waiting } = await createFixture()
    await run()
    const [deferred] = await waiting()
    const atEpochMilliseconds = deferred?.dueEpochMilliseconds ?? 0
    expect(atEpochMilliseconds).toBe(NOW_MILLISECONDS + 10 + 120_000)
    response.resolve({ kind: 'retry', error: 'no answer', atEpochMilliseconds })
    await slow.ended()
    expect(await waiting()).toMatchObject([{ subject: 'hung', failedAttempts: 1 }])
  })

  test('another process sends a message whose sender died while it waited for the response', async () => {
    const { run, runElsewhere, clock, waiting } = await createFixture()
    await run()
    clock.moveTo(NOW_MILLISECONDS + 10 + 119_999)
    expect(await runElsewhere()).toEqual([])
    clock.moveTo(NOW_MILLISECONDS + 10 + 120_000)
    expect(await runElsewhere()).toEqual(['hung'])
    expect(await waiting()).toEqual([])
  })

  test('a receiver that does not respond has few open attempts; the other messages wait and none is lost', async () => {
    const { run, clock, response, slow, started, waiting, errors } = await createFixture({
      hung: 4,
    })
    expect(await run()).toMatchObject({ done: 1, retried: 0, dead: 0 })
    expect(started).toEqual(['hung', 'hung', 'well'])
    // A deferred message has no failed attempt.
    expect((await waiting()).map(({ failedAttempts }) => failedAttempts)).toEqual([0, 0, 0, 0])
    response.resolve({ kind: 'done' })
    await slow.ended()
    expect(await waiting()).toHaveLength(2)
    clock.moveTo(NOW_MILLISECONDS + 10 + 30_000)
    expect(await run()).toMatchObject({ done: 2 })
    expect(await waiting()).toEqual([])
    expect(errors).toEqual([])
  })

  test('with the maximum number of open attempts, a run waits for its own', async () => {
    const { run, response, started, waiting } = await createFixture({ most: 0 })
    const running = run()
    response.resolve({ kind: 'done' })
    expect(await running).toMatchObject({ done: 2 })
    expect(started).toEqual(['hung', 'well'])
    expect(await waiting()).toEqual([])
  })
})
