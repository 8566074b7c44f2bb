import { monotonicMilliseconds } from '../dependencies.ts'
import { ALL_SHARDS, dueTasksRange, prefixEnd } from '../keys.ts'
import type { Item, ItemKey } from '../ports/store.ts'
import { attemptTask, type Consumer, type QueueDependencies, recordOutcome } from './queue.ts'
import { createRemovals } from './removals.ts'
import {
  createSubjectQueues,
  type LeftPart,
  type SubjectQueuesOptions,
  type WaitingTask,
} from './subject-queues.ts'
import { subjectOfTaskAt, type Task, taskEntity } from './task.ts'

/** How the work on a queue is shared among subjects. */
export interface FairWorkOptions extends SubjectQueuesOptions {
  /** The most tasks that one read of a shard returns. */
  readonly limit: number
  /** Whether tasks that end together leave the queue in one transaction. */
  readonly removesTogether: boolean
  /** Called when `run` would start something: an attempt has ended. */
  readonly onRoom: () => void
  /** Called with the error of an outcome that could not be recorded, or of a task that cannot be read. */
  readonly onError: (error: unknown) => void
}

/**
 * The work on a queue whose tasks go to many receivers, each of which may be slow or dead. A task waits for tasks of its
 * own subject only. It stays in the queue until it is done, so it is attempted again after a crash.
 */
export interface FairWork {
  /** Notes a task that this process has put into the queue, and that is due. */
  notice(shard: number, key: ItemKey): void
  /** Lets `run` read what has become due since the last time. */
  readNew(): void
  /**
   * Lets `run` read the whole queue: also tasks that another process has put in with an earlier time, and those
   * whose outcome could not be recorded. Seldom if the queue is long, unless `isUrgent`.
   */
  readAll(isUrgent: boolean): void
  /** Reads a part of what is to be read, and starts what has room. Resolves with whether more is to be read. */
  run(): Promise<boolean>
  /** Resolves when all attempts have ended. */
  ended(): Promise<void>
}

/** Reading the whole queue takes at most this share of the time, or happens once between two calls of `readAll`. */
const SHARE_OF_READING = 1 / 20
const BEGINNING = '0'

/** Creates the work on a consumer's queue. */
export function createFairWork(
  deps: QueueDependencies,
  consumer: Consumer,
  options: FairWorkOptions,
): FairWork {
  const { limit, onRoom, onError } = options
  const queues = createSubjectQueues(options)
  const removals = options.removesTogether ? createRemovals(deps) : undefined
  const open = new Set<Promise<void>>()
  const reading = createReading(() => monotonicMilliseconds(deps.clock))

  /** Reads the keys of a shard from a sort key on. `next` is where the rest begins. */
  const readFrom = async (shard: number, from: string) => {
    const range = dueTasksRange(consumer.name, shard, deps.clock.nowEpochMilliseconds())
    if (from > range.to) return { keys: [], end: range.to }
    const { items, cursor } = await deps.store.query({ ...range, from, limit, consistent: true })
    const last = items.at(-1)
    return {
      keys: items.map(({ PK, SK }) => ({ PK, SK })),
      end: range.to,
      ...(cursor !== undefined && last && { next: prefixEnd(last.SK) }),
    }
  }
  const readShard = async (shard: number): Promise<void> => {
    const from = reading.from(shard)
    const { keys, next, end } = await readFrom(shard, from)
    for (const key of keys) queues.add(shard, { subject: subjectOfTaskAt(key), key })
    reading.hasRead(shard, from, next, end)
  }
  const readLeft = async (part: LeftPart): Promise<void> => {
    const { keys, next } = await readFrom(part.shard, part.from)
    const own = keys.filter((key) => subjectOfTaskAt(key) === part.subject)
    queues.addLeft(part, own, next)
  }
  const record = async (task: Task): Promise<void> => {
    const outcome = await attemptTask(deps, consumer, task)
    if (outcome.kind !== 'done' || removals === undefined) {
      await recordOutcome(deps, task, outcome)
      return
    }
    await removals.remove(task)
    deps.onTaskOutcome?.(task.consumer, outcome.kind)
  }
  const start = (place: WaitingTask, task: Task): void => {
    const ended = record(task)
      .catch(onError)
      .finally(() => {
        open.delete(ended)
        queues.end(place)
        onRoom()
      })
    open.add(ended)
  }
  /** Reads tasks again, since another process may have done or replaced them, and starts those that are there. */
  const startTaken = async (taken: readonly WaitingTask[]): Promise<void> => {
    const keys = taken.map(({ key }) => key)
    const items = await deps.store.getMany(keys, { consistent: true }).catch((error: unknown) => {
      for (const place of taken) queues.putBack(place)
      throw error
    })
    for (const [at, place] of taken.entries()) {
      const task = decoded(items[at])
      if (task === undefined) queues.end(place)
      else start(place, task)
    }
  }
  const decoded = (item: Item | undefined): Task | undefined => {
    try {
      return item && taskEntity.decode(item)
    } catch (error) {
      onError(error)
      return undefined
    }
  }
  const startWaiting = async (): Promise<void> => {
    for (;;) {
      const taken = queues.take(limit)
      if (taken.length === 0) return
      await startTaken(taken)
    }
  }
  return {
    notice: (shard, key) => queues.add(shard, { subject: subjectOfTaskAt(key), key }),
    readNew: reading.readNew,
    readAll: reading.readAll,
    async run() {
      await startWaiting()
      await Promise.all(reading.shards().map(readShard))
      await Promise.all(queues.leftParts().map(readLeft))
      await startWaiting()
      return reading.shards().length > 0 || queues.leftParts().length > 0
    },
    async ended() {
      await Promise.all(open)
    },
  }
}

/** How far the shards of a queue are read. `now` is in milliseconds of a clock that never steps back. */
function createReading(now: () => number) {
  const positions = ALL_SHARDS.map(() => BEGINNING)
  const unread = new Set<number>(ALL_SHARDS)
  let allSince = now()
  let isReadingAll = true
  let allAgainAt = 0
  const readNew = (): void => {
    for (const shard of ALL_SHARDS) unread.add(shard)
  }
  return {
    /** The shards with an unread part. */
    shards: (): readonly number[] => [...unread],
    from: (shard: number): string => positions[shard] ?? BEGINNING,
    readNew,
    readAll(isUrgent: boolean): void {
      if (!isUrgent && (isReadingAll || now() < allAgainAt)) {
        readNew()
        return
      }
      isReadingAll = true
      allSince = now()
      positions.fill(BEGINNING)
      readNew()
    },
    /** A shard was read from a position: up to `next`, or without it up to `end`. */
    hasRead(shard: number, from: string, next: string | undefined, end: string): void {
      // Meanwhile, the whole queue is to be read.
      if (positions[shard] !== from) return
      positions[shard] = next ?? end
      if (next !== undefined) return
      unread.delete(shard)
      if (unread.size > 0 || !isReadingAll) return
      isReadingAll = false
      const readAt = now()
      allAgainAt = readAt + (readAt - allSince) / SHARE_OF_READING
    },
  }
}
