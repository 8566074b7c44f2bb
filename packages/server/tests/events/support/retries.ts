import { ALL_SHARDS } from '../../../src/kernel/keys.ts'
import type { Store } from '../../../src/kernel/ports/store.ts'
import { type ConsumerName, type Task, taskFromItem } from '../../../src/kernel/queue/task.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { until } from '../../support/until.ts'
import { setClock } from './crash-run.ts'

/** The retries of a server whose clock the test moves, read from its store. */
export interface Retries {
  /** The time of the server's clock. */
  now(): number
  moveTo(epochMilliseconds: number): Promise<void>
  /** All tasks in a queue, due or not. */
  tasks(consumer: ConsumerName): Promise<readonly Task[]>
  /** Waits until a queue has exactly `taskCount` tasks with at least `attempts` failed attempts each. */
  untilFailed(consumer: ConsumerName, taskCount: number, attempts: number): Promise<void>
  /** Moves the clock until all tasks of a queue are due, and waits until each was tried. */
  tryAll(consumer: ConsumerName): Promise<void>
}

/** Watches the queues of a server and moves its clock. */
export function watchRetries(api: HttpClient, store: Store, startsAt: number): Retries {
  let now = startsAt
  const tasks = async (consumer: ConsumerName) => {
    const shards = ALL_SHARDS.map((shard) =>
      store.query({ partition: `QUEUE#${consumer}#${shard}`, consistent: true }),
    )
    return (await Promise.all(shards)).flatMap(({ items }) => items.map(taskFromItem))
  }
  const moveTo = async (epochMilliseconds: number) => {
    now = Math.max(now, epochMilliseconds)
    await setClock(api, now)
  }
  return {
    now: () => now,
    moveTo,
    tasks,
    untilFailed: (consumer, taskCount, attempts) =>
      until(`${taskCount} tasks of ${consumer} have failed ${attempts} times`, async () => {
        const all = await tasks(consumer)
        const failed = all.filter(({ failedAttempts }) => failedAttempts >= attempts)
        return all.length === taskCount && failed.length === taskCount
      }),
    async tryAll(consumer) {
      const due = (await tasks(consumer)).map(({ dueEpochMilliseconds }) => dueEpochMilliseconds)
      // The clock has a resolution of whole seconds.
      await moveTo(Math.ceil(Math.max(now, ...due) / 1000) * 1000)
      await until(`all tasks of ${consumer} were tried`, async () =>
        (await tasks(consumer)).every(({ dueEpochMilliseconds }) => dueEpochMilliseconds > now),
      )
    },
  }
}
