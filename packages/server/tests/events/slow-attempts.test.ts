import { afterEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/kernel/events/event.ts'
import { ALL_SHARDS, dueTasksRange } from '../../src/kernel/keys.ts'
import { type Attempt, type Consumer, runQueue } from '../../src/kernel/queue/queue.ts'
import { createSlowAttempts } from '../../src/kernel/queue/slow-attempts.ts'
import { newTask, taskFromItem, taskItem } from '../../src/kernel/queue/task.ts'
import { testDependencies } from '../support/dependencies.ts'
import { ENGINES, openTestStore, type TestStore } from '../support/stores.ts'

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

describe.each(ENGINES)('on %s', (engine) => {
  /** Messages to a receiver that answers when the test says so, and after them one to another. */
  async function setting({ hung = 1, most = 10 } = {}) {
    const opening = await openTestStore(engine)
    opened.push(opening)
    const { deps: plain, clock } = testDependencies(opening.store, NOW)
    const deps = { ...plain, random: () => 0.5 }
    for (const [index, receiver] of [...Array<string>(hung).fill('hung'), 'well'].entries()) {
      const of = event(`evn_${index}`)
      const task = newTask('deliveries', of, NOW_MILLISECONDS + index, receiver)
      await deps.store.transact([{ kind: 'put-if-absent', item: taskItem(task) }], task.id)
    }
    clock.moveTo(NOW_MILLISECONDS + 10)
    const answer = Promise.withResolvers<Attempt>()
    const begun: string[] = []
    const consumer: Consumer = {
      name: 'deliveries',
      wants: () => false,
      handle: async ({ subject = '' }) => {
        begun.push(subject)
        return subject === 'hung' ? await answer.promise : { kind: 'done' }
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
      answer,
      begun,
      errors,
      slow,
      waiting,
      run: () => runQueue(deps, consumer, { ...ONE_AT_ONCE, slow }),
      /** Another process, to which the receivers answer; tells to whom it sent. */
      runElsewhere: async () => {
        const sent: string[] = []
        const answered: Consumer['handle'] = async ({ subject = '' }) => {
          sent.push(subject)
          return { kind: 'done' }
        }
        await runQueue(deps, { ...consumer, handle: answered }, ONE_AT_ONCE)
        return sent
      },
    }
  }

  test('a receiver that does not answer holds up no message to another', async () => {
    const { run, begun, answer, slow, waiting, errors } = await setting()
    expect(await run()).toMatchObject({ done: 1, retried: 0, dead: 0 })
    expect(begun).toEqual(['hung', 'well'])
    // It is not sent a second time while its first attempt goes on.
    expect(await run()).toMatchObject({ done: 0, retried: 0, dead: 0 })
    expect(begun).toEqual(['hung', 'well'])
    answer.resolve({ kind: 'done' })
    await slow.ended()
    expect(await waiting()).toEqual([])
    expect(errors).toEqual([])
  })

  test('an attempt that fails late counts, and is repeated by the schedule', async () => {
    const { run, answer, slow, waiting } = await setting()
    await run()
    const at = NOW_MILLISECONDS + 30_000
    answer.resolve({ kind: 'retry', error: 'no answer', atEpochMilliseconds: at })
    await slow.ended()
    expect(await waiting()).toMatchObject([
      { subject: 'hung', failedAttempts: 1, lastError: 'no answer', dueEpochMilliseconds: at },
    ])
  })

  test('a retry at the very time at which the message was put aside is kept', async () => {
    const { run, answer, slow, waiting } = await setting()
    await run()
    const [aside] = await waiting()
    const atEpochMilliseconds = aside?.dueEpochMilliseconds ?? 0
    expect(atEpochMilliseconds).toBe(NOW_MILLISECONDS + 10 + 120_000)
    answer.resolve({ kind: 'retry', error: 'no answer', atEpochMilliseconds })
    await slow.ended()
    expect(await waiting()).toMatchObject([{ subject: 'hung', failedAttempts: 1 }])
  })

  test('a message whose sender died while it waited for the answer is sent by another', async () => {
    const { run, runElsewhere, clock, waiting } = await setting()
    await run()
    clock.moveTo(NOW_MILLISECONDS + 10 + 119_999)
    expect(await runElsewhere()).toEqual([])
    clock.moveTo(NOW_MILLISECONDS + 10 + 120_000)
    expect(await runElsewhere()).toEqual(['hung'])
    expect(await waiting()).toEqual([])
  })

  test('to a receiver that does not answer few are sent at once, the others later, and none is lost', async () => {
    const { run, clock, answer, slow, begun, waiting, errors } = await setting({ hung: 4 })
    expect(await run()).toMatchObject({ done: 1, retried: 0, dead: 0 })
    expect(begun).toEqual(['hung', 'hung', 'well'])
    // Not trying is no failed attempt.
    expect((await waiting()).map(({ failedAttempts }) => failedAttempts)).toEqual([0, 0, 0, 0])
    answer.resolve({ kind: 'done' })
    await slow.ended()
    expect(await waiting()).toHaveLength(2)
    clock.moveTo(NOW_MILLISECONDS + 10 + 30_000)
    expect(await run()).toMatchObject({ done: 2 })
    expect(await waiting()).toEqual([])
    expect(errors).toEqual([])
  })

  test('where too many answers are waited for, a run waits as well', async () => {
    const { run, answer, begun, waiting } = await setting({ most: 0 })
    const running = run()
    answer.resolve({ kind: 'done' })
    expect(await running).toMatchObject({ done: 2 })
    expect(begun).toEqual(['hung', 'well'])
    expect(await waiting()).toEqual([])
  })
})
