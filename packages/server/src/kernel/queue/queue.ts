import { type Backoff, backoffMilliseconds } from '../backoff.ts'
import { type Dependencies, epochSeconds } from '../dependencies.ts'
import type { DomainEvent } from '../events/event.ts'
import { ALL_SHARDS, consumerQueue, dueTasksRange, queueOfPartition } from '../keys.ts'
import type { Item, ItemKey, Write } from '../ports/store.ts'
import { transact } from '../transaction.ts'
import { deadLetterItem } from './dead-letters.ts'
import { createRemovals, type Removals } from './removals.ts'
import {
  type ConsumerName,
  type NeedsTask,
  newTask,
  type Task,
  taskEntity,
  taskItem,
} from './task.ts'

/** How an attempt of a task ended. */
export type Attempt =
  | { readonly kind: 'done' }
  /** Attempt again: at the time that the consumer names, or after the common pause. */
  | { readonly kind: 'retry'; readonly error: string; readonly atEpochMilliseconds?: number }
  /** Not ready yet: attempt again at that time. It counts as no failure. */
  | { readonly kind: 'later'; readonly atEpochMilliseconds: number }
  /** Failed for good: the task becomes a dead letter. */
  | { readonly kind: 'dead'; readonly error: string }

/**
 * Reacts to events. It may get an event more than once, and events in another order than they happened
 * in, so its effects must be idempotent. An exception counts as `retry`.
 */
export interface Consumer {
  readonly name: ConsumerName
  readonly wants: (event: DomainEvent) => boolean
  /**
   * Reads what the consumer wants of an account's events at the moment; a task that would do nothing is not made.
   * Absent: all that it `wants`.
   */
  readonly wantsNow?: (accountId: string) => Promise<(event: DomainEvent) => boolean>
  /**
   * Set for a consumer that needs only the store: it attempts an event before the event is published, and only what
   * fails becomes a task. Events with one subject are attempted one after the other.
   */
  readonly subjectOf?: (event: DomainEvent) => string
  readonly handle: (task: Task) => Promise<Attempt>
}

/** The writes that enqueue an event for every consumer that wants it. */
export const enqueueFor =
  (deps: Dependencies, consumers: readonly Consumer[]) =>
  (event: DomainEvent, needsTask: NeedsTask = () => true): readonly Write[] =>
    consumers
      .filter((consumer) => consumer.wants(event) && needsTask(consumer.name, event))
      .map((consumer) => ({
        kind: 'put-if-absent',
        item: taskItem(newTask(consumer.name, event, deps.clock.nowEpochMilliseconds())),
      }))

/** What one run of a consumer did. */
export interface QueueReport {
  readonly done: number
  readonly retried: number
  readonly dead: number
  /** Whether due tasks are left for the next run. */
  readonly more: boolean
}

/** Failed attempts after which a task becomes a dead letter: one to three days with the pauses below. */
export const ATTEMPTS = 24

const RETRY: Backoff = {
  firstMilliseconds: 2_000,
  longestMilliseconds: 6 * 60 * 60 * 1000,
  jitter: 0.5,
}

/** The pause after `failedAttempts` failed attempts: 2 s, doubled up to 6 h, less up to half of it. */
export const pauseMilliseconds = (failedAttempts: number, random: number): number =>
  backoffMilliseconds(RETRY, failedAttempts, random)

/** What the queue needs beside the dependencies of all. */
export interface QueueDependencies extends Dependencies {
  /** A number in `[0, 1)`, for the jitter of retries. */
  readonly random: () => number
  /** Called after the outcome of an attempt was recorded. */
  readonly onTaskOutcome?: (consumer: ConsumerName, outcome: Outcome['kind']) => void
}

/** How much of a queue one run takes on. */
export interface RunOptions {
  /** The most tasks of a shard. */
  readonly limit: number
  /** The most tasks at once. */
  readonly concurrency: number
  /** Absent: all. */
  readonly shards?: readonly number[]
  /** Whether tasks that end together leave the queue in one transaction. Absent: each by a write of its own. */
  readonly removesTogether?: boolean
}

/** A task in a run. */
interface Run {
  readonly removals: Removals | undefined
  /** The removals that a run waits for. */
  readonly removed: Promise<void>[]
}

/** A task by itself. */
const ALONE: Run = { removals: undefined, removed: [] }

/**
 * Runs a consumer over its due tasks, at most `limit` a shard and `concurrency` at once. A task stays
 * in the queue until it is done, so it is attempted again after a crash.
 */
export async function runQueue(
  deps: QueueDependencies,
  consumer: Consumer,
  { limit, concurrency, shards = ALL_SHARDS, removesTogether = false }: RunOptions,
): Promise<QueueReport> {
  const now = deps.clock.nowEpochMilliseconds()
  const pages = await Promise.all(
    shards.map((shard) =>
      deps.store.query({
        ...dueTasksRange(consumer.name, shard, now),
        limit,
        consistent: true,
      }),
    ),
  )
  const tasks = pages
    .flatMap((page) => page.items.map(taskEntity.decode))
    .sort((a, b) => a.dueEpochMilliseconds - b.dueEpochMilliseconds)
  const counts = { done: 0, retried: 0, dead: 0 }
  const next = tasks.values()
  const removals = removesTogether ? createRemovals(deps) : undefined
  const run: Run = { removals, removed: [] }
  const work = async () => {
    for (const task of next) {
      counts[await runTask(deps, consumer, task, run)] += 1
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, tasks.length) }, work)
  const ended = await Promise.allSettled(workers)
  const removed = await Promise.allSettled(run.removed)
  for (const each of [...ended, ...removed]) if (each.status === 'rejected') throw each.reason
  return { ...counts, more: pages.some((page) => page.cursor !== undefined) }
}

/**
 * Runs the task under one key of a consumer's queue; answers its outcome, or undefined if the task is
 * gone, not due yet, or of another consumer.
 */
export async function runTaskAt(
  deps: QueueDependencies,
  consumer: Consumer,
  key: ItemKey,
): Promise<Outcome['kind'] | undefined> {
  if (queueOfPartition(key.PK)?.queue !== consumerQueue(consumer.name)) return undefined
  const task = await taskEntity.read(deps.store, key)
  const isDue = task && task.dueEpochMilliseconds <= deps.clock.nowEpochMilliseconds()
  return isDue ? await runTask(deps, consumer, task, ALONE) : undefined
}

async function runTask(
  deps: QueueDependencies,
  consumer: Consumer,
  task: Task,
  run: Run,
): Promise<Outcome['kind']> {
  const outcome = await attemptTask(deps, consumer, task)
  if (outcome.kind !== 'done' || run.removals === undefined) {
    return await recordOutcome(deps, task, outcome)
  }
  // The next task need not wait for it.
  const removed = run.removals
    .remove(task)
    .then(() => deps.onTaskOutcome?.(task.consumer, outcome.kind))
  // The run reports a failure at its end.
  removed.catch(() => {})
  run.removed.push(removed)
  return outcome.kind
}

/** Replaces a task in its queue by what follows from an attempt: nothing, a later task or a dead letter. */
export async function recordOutcome(
  deps: QueueDependencies,
  task: Task,
  outcome: Outcome,
): Promise<Outcome['kind']> {
  const item = followUp(deps, outcome, task)
  const removal = taskEntity.remove(task)
  const written = await transact(deps, {
    task: removal,
    followUp: item && { kind: 'put-if-absent', item },
  })
  if (written.kind === 'conflict' && item) {
    await replaceEarlier(deps, removal, item, written.conflicts.get('followUp'))
  }
  deps.onTaskOutcome?.(task.consumer, outcome.kind)
  return outcome.kind
}

/** The item that takes the place of a task after an attempt, if any. */
function followUp(deps: QueueDependencies, outcome: Outcome, before: Task): Item | undefined {
  if (outcome.kind === 'done') return undefined
  const { task } = outcome
  if (outcome.kind === 'dead') return deadLetterItem(task, epochSeconds(deps.clock))
  // The due time is part of the key: another time keeps the old place and the new one apart.
  const isSamePlace = task.dueEpochMilliseconds === before.dueEpochMilliseconds
  const dueEpochMilliseconds = task.dueEpochMilliseconds + (isSamePlace ? 1 : 0)
  return taskItem({ ...task, dueEpochMilliseconds })
}

/**
 * Overwrites the follow-up of an earlier copy of a task, which was redriven or sent again on request.
 * Otherwise the task would stay in its queue and be attempted for ever.
 */
async function replaceEarlier(
  deps: QueueDependencies,
  removal: Write,
  item: Item,
  earlier: Item | undefined,
): Promise<void> {
  if (typeof earlier?.version !== 'number') return
  // Refused if the task itself is gone: the writer that removed it has decided what follows.
  await transact(deps, {
    task: removal,
    followUp: { kind: 'put-if-version', item, version: earlier.version },
  })
}

/** What follows from an attempt; `task` is the task as it is then. */
export type Outcome =
  | { readonly kind: 'done' }
  /** Attempted again when it is due. */
  | { readonly kind: 'retried'; readonly task: Task }
  /** Failed for good. */
  | { readonly kind: 'dead'; readonly task: Task }

/** Attempts a task once and decides what follows; writes nothing, so any kind of queue can use it. */
export async function attemptTask(
  deps: QueueDependencies,
  consumer: Consumer,
  task: Task,
): Promise<Outcome> {
  const attempt = await tryTask(consumer, task)
  if (attempt.kind === 'done') return attempt
  if (attempt.kind === 'later') {
    const dueEpochMilliseconds = Math.max(
      attempt.atEpochMilliseconds,
      task.dueEpochMilliseconds + 1,
    )
    return { kind: 'retried', task: { ...task, dueEpochMilliseconds } }
  }
  const failed = { ...task, failedAttempts: task.failedAttempts + 1, lastError: attempt.error }
  if (attempt.kind === 'dead' || failed.failedAttempts >= ATTEMPTS) {
    return { kind: 'dead', task: failed }
  }
  const at =
    attempt.atEpochMilliseconds ??
    deps.clock.nowEpochMilliseconds() + pauseMilliseconds(failed.failedAttempts, deps.random())
  const dueEpochMilliseconds = Math.max(at, failed.dueEpochMilliseconds + 1)
  return { kind: 'retried', task: { ...failed, dueEpochMilliseconds } }
}

async function tryTask(consumer: Consumer, task: Task): Promise<Attempt> {
  try {
    return await consumer.handle(task)
  } catch (error) {
    return { kind: 'retry', error: error instanceof Error ? error.message : String(error) }
  }
}
