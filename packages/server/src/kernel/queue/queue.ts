import { type Dependencies, epochSeconds } from '../dependencies.ts'
import type { DomainEvent } from '../events/event.ts'
import { ALL_SHARDS, consumerQueue, dueTasksRange, queueOfPartition, taskKey } from '../keys.ts'
import type { FailedWrite, Item, ItemKey, Write } from '../ports/store.ts'
import { within } from '../with-timeout.ts'
import { deadLetterItem } from './dead-letters.ts'
import type { SlowAttempts } from './slow-attempts.ts'
import { type ConsumerName, newTask, type Task, taskFromItem, taskItem } from './task.ts'

/** How an attempt of a task ended. */
export type Attempt =
  | { readonly kind: 'done' }
  /** Try again: at a time of the consumer's own choice, or by the common schedule. */
  | { readonly kind: 'retry'; readonly error: string; readonly atEpochMilliseconds?: number }
  /** Give it up: it goes to the dead letters. */
  | { readonly kind: 'dead'; readonly error: string }

/**
 * Reacts to events. It may get the same event more than once, and events in another order than they
 * happened in: what it does must be the same for it. What it throws counts as `retry`.
 */
export interface Consumer {
  readonly name: ConsumerName
  readonly wants: (event: DomainEvent) => boolean
  readonly handle: (task: Task) => Promise<Attempt>
}

/** The writes that hand an event to those who want it. */
export const enqueueFor =
  (deps: Dependencies, consumers: readonly Consumer[]) =>
  (event: DomainEvent): readonly Write[] =>
    consumers
      .filter((consumer) => consumer.wants(event))
      .map((consumer) => ({
        kind: 'put-if-absent',
        item: taskItem(newTask(consumer.name, event, deps.clock.nowEpochMilliseconds())),
      }))

/** What one run of a consumer did, without what goes on beside it. */
export interface QueueReport {
  readonly done: number
  readonly retried: number
  readonly dead: number
  /** Whether due tasks are left for the next run. */
  readonly more: boolean
}

/** Attempts that fail at most before a task is given up: with the pauses below, one to three days. */
export const ATTEMPTS = 24
const FIRST_PAUSE_MILLISECONDS = 2_000
const LONGEST_PAUSE_MILLISECONDS = 6 * 60 * 60 * 1000

/**
 * The pause after so many failed attempts: 2 s, doubled up to 6 h, and anything from half of it to
 * all of it, so that what failed together does not come back together.
 */
export function pauseMilliseconds(failedAttempts: number, random: number): number {
  const full = FIRST_PAUSE_MILLISECONDS * 2 ** (failedAttempts - 1)
  return Math.round(Math.min(full, LONGEST_PAUSE_MILLISECONDS) * (0.5 + random / 2))
}

/** What the queue needs beside the dependencies of all use cases. */
export interface QueueDependencies extends Dependencies {
  /** A number in `[0, 1)`, for the jitter of retries. */
  readonly random: () => number
}

/** How much of a queue one run takes on. */
export interface RunOptions {
  /** The most tasks of a shard. */
  readonly limit: number
  /** The most tasks at once. */
  readonly concurrency: number
  /** Absent: all. */
  readonly shards?: readonly number[]
  /** Leaves alone what became due less than this ago: another runner was just told of it. */
  readonly graceMilliseconds?: number
  /** Where attempts go on that take long, so that they hold up no others. Absent: all are waited for. */
  readonly slow?: SlowAttempts
}

/**
 * Runs a consumer over what is due, at most `limit` tasks a shard, `concurrency` at once. A task
 * stays in the queue until it is done: a crash at any point means that it is tried again.
 */
export async function runQueue(
  deps: QueueDependencies,
  consumer: Consumer,
  { limit, concurrency, shards = ALL_SHARDS, graceMilliseconds = 0, slow }: RunOptions,
): Promise<QueueReport> {
  const now = deps.clock.nowEpochMilliseconds() - graceMilliseconds
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
    .flatMap((page) => page.items.map(taskFromItem))
    .sort((a, b) => a.dueEpochMilliseconds - b.dueEpochMilliseconds)
  const counts = { done: 0, retried: 0, dead: 0 }
  const next = tasks.values()
  const work = async () => {
    for (const task of next) {
      const became = await runTask(deps, consumer, task, slow)
      if (became !== undefined) counts[became] += 1
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, work))
  return { ...counts, more: pages.some((page) => page.cursor !== undefined) }
}

/**
 * Runs the one task under a key of its consumer's queue; answers what became of it, or nothing where
 * it is gone, not due yet, or no task of this consumer.
 */
export async function runTaskAt(
  deps: QueueDependencies,
  consumer: Consumer,
  key: ItemKey,
): Promise<Outcome['kind'] | undefined> {
  if (queueOfPartition(key.PK)?.queue !== consumerQueue(consumer.name)) return undefined
  const stored = await deps.store.get(key, { consistent: true })
  const task = stored && taskFromItem(stored)
  const isDue = task && task.dueEpochMilliseconds <= deps.clock.nowEpochMilliseconds()
  return isDue ? await runTask(deps, consumer, task) : undefined
}

async function runTask(
  deps: QueueDependencies,
  consumer: Consumer,
  task: Task,
  slow?: SlowAttempts,
): Promise<Outcome['kind'] | undefined> {
  const subject = task.subject ?? ''
  if (slow?.isBusy(subject) && (await putOff(deps, task, BUSY_MILLISECONDS))) return undefined
  const attempt = attemptTask(deps, consumer, task)
  const patience = slow?.patienceFor(subject)
  if (slow && patience !== undefined && (await within(attempt, patience)) === undefined) {
    const aside = await putOff(deps, task, ASIDE_MILLISECONDS)
    if (aside !== undefined) {
      slow.add(
        subject,
        attempt.then((outcome) => settleTask(deps, aside, outcome)),
      )
      return undefined
    }
  }
  return await settleTask(deps, task, await attempt)
}

/**
 * When a task is due whose attempt goes on aside: later than any attempt ends by itself (a webhook has
 * 60 s at most), and soon enough after a crash.
 */
const ASIDE_MILLISECONDS = 120_000

/** When a task is due that was not tried, since too many for the same receiver are under way. */
const BUSY_MILLISECONDS = 30_000

/** Moves a task out of the way of the next runs; nothing where it is not in its place any more. */
async function putOff(
  deps: QueueDependencies,
  task: Task,
  milliseconds: number,
): Promise<Task | undefined> {
  const now = deps.clock.nowEpochMilliseconds()
  const dueEpochMilliseconds = Math.max(now, task.dueEpochMilliseconds) + milliseconds
  const later = { ...task, dueEpochMilliseconds }
  const writes: readonly Write[] = [
    removalOf(task),
    { kind: 'put-if-absent', item: taskItem(later) },
  ]
  const token = deps.ids.next('event', now)
  return (await deps.store.transact(writes, token)).committed ? later : undefined
}

const removalOf = (task: Task): Write => ({
  kind: 'delete-if-version',
  key: taskKey(task.consumer, task.id, task.dueEpochMilliseconds),
  version: task.version,
})

/** Writes what became of a task, in the place of it as it lies in its queue. */
async function settleTask(
  deps: QueueDependencies,
  task: Task,
  outcome: Outcome,
): Promise<Outcome['kind']> {
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  const removal = removalOf(task)
  const item = followUp(deps, outcome, task)
  const writes: readonly Write[] = item ? [removal, { kind: 'put-if-absent', item }] : [removal]
  const answer = await deps.store.transact(writes, token)
  if (!answer.committed && item) await replaceEarlier(deps, removal, item, answer.failed)
  return outcome.kind
}

/** What takes the place of a task after an attempt, if anything does. */
function followUp(deps: QueueDependencies, outcome: Outcome, before: Task): Item | undefined {
  if (outcome.kind === 'done') return undefined
  const { task } = outcome
  if (outcome.kind === 'dead') return deadLetterItem(task, epochSeconds(deps.clock))
  // Another time is another key, so the old place and the new one never are the same item.
  const isSamePlace = task.dueEpochMilliseconds === before.dueEpochMilliseconds
  const dueEpochMilliseconds = task.dueEpochMilliseconds + (isSamePlace ? 1 : 0)
  return taskItem({ ...task, dueEpochMilliseconds })
}

/**
 * Puts what follows a task in the place of what follows an earlier copy of it, which was redriven or
 * sent again on demand: were it left as it is, its attempts would never end.
 */
async function replaceEarlier(
  deps: QueueDependencies,
  removal: Write,
  item: Item,
  failed: readonly FailedWrite[],
): Promise<void> {
  const earlier = failed.find(({ index }) => index === 1)?.current
  if (earlier === undefined) return
  const version = earlier.version as number
  // Refused where the task itself is gone: whoever removed it has decided what follows.
  await deps.store.transact(
    [removal, { kind: 'put-if-version', item, version }],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
}

/** What becomes of a task after an attempt; the task carries what is to be known of it then. */
export type Outcome =
  | { readonly kind: 'done' }
  /** To be tried again when it is due. */
  | { readonly kind: 'retried'; readonly task: Task }
  /** Given up. */
  | { readonly kind: 'dead'; readonly task: Task }

/** Tries a task once and decides what becomes of it, wherever its queue is; writes nothing itself. */
export async function attemptTask(
  deps: QueueDependencies,
  consumer: Consumer,
  task: Task,
): Promise<Outcome> {
  const attempt = await tryTask(consumer, task)
  if (attempt.kind === 'done') return attempt
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
