import type { ItemKey } from '../ports/store.ts'

/** How many tasks of a consumer run at once, and how many of those that wait are remembered. */
export interface SubjectQueuesOptions {
  /** The most open tasks. */
  readonly most: number
  /** The most open tasks of one subject. It gets fewer while few places are free: at most a quarter of them. */
  readonly mostPerSubject: number
  /** The most tasks of one subject that are remembered, by their keys, until they may start. */
  readonly mostWaiting: number
}

/** A task that may start, or has started. */
export interface WaitingTask {
  readonly subject: string
  readonly key: ItemKey
}

/** The part of a shard in which tasks of a subject wait that are not remembered. */
export interface LeftPart {
  readonly subject: string
  readonly shard: number
  /** The sort key of the first of them. */
  readonly from: string
}

/**
 * The tasks of a consumer that run or wait, in a queue for each subject. A subject whose tasks take long fills its own
 * queue and no other.
 */
export interface SubjectQueues {
  /** Lets a task wait, unless it is known already. Where its subject's queue is full, it only notes the place. */
  add(shard: number, task: WaitingTask): void
  /** Takes tasks that may start now, from all subjects by turns. Each is open until `end` or `putBack`. */
  take(limit: number): readonly WaitingTask[]
  /** A task has ended. */
  end(task: WaitingTask): void
  /** A task did not start after all, and waits again. */
  putBack(task: WaitingTask): void
  /** The parts of the store's queue to read again, because the queues of their subjects have become short. */
  leftParts(): readonly LeftPart[]
  /**
   * Lets the tasks of a part wait that were read again, and notes the place of the first that is still too much.
   * `next`: where the part goes on; undefined at its end.
   */
  addLeft(part: LeftPart, keys: readonly ItemKey[], next: string | undefined): void
}

interface SubjectQueue {
  open: number
  readonly waiting: ItemKey[]
  /** By shard: the first sort key of a task that is not remembered. */
  readonly left: Map<number, string>
}

/** The share of the free places that one subject may have, so that some are left however many subjects are slow. */
const SHARE_OF_FREE = 1 / 4
/** A subject's queue is read again when it has less than this share of what it may remember. */
const SHORT = 1 / 4

const nameOf = ({ PK, SK }: ItemKey): string => `${PK} ${SK}`

/** Creates the queues of a consumer's subjects in this process. */
export function createSubjectQueues({
  most,
  mostPerSubject,
  mostWaiting,
}: SubjectQueuesOptions): SubjectQueues {
  const queues = new Map<string, SubjectQueue>()
  /** The subjects with waiting tasks. Whoever has had its turn is last. */
  const ready = new Map<string, SubjectQueue>()
  const withLeft = new Map<string, SubjectQueue>()
  const known = new Set<string>()
  let open = 0

  const queueOf = (subject: string): SubjectQueue => {
    const own = queues.get(subject) ?? { open: 0, waiting: [], left: new Map() }
    queues.set(subject, own)
    return own
  }
  const hasRoom = (own: SubjectQueue): boolean =>
    own.open < mostPerSubject && own.open < Math.max(1, (most - open) * SHARE_OF_FREE)
  const leave = (subject: string, own: SubjectQueue): void => {
    open -= 1
    own.open -= 1
    if (own.open === 0 && own.waiting.length === 0 && own.left.size === 0) queues.delete(subject)
  }
  const noteLeft = (subject: string, own: SubjectQueue, shard: number, sortKey: string): void => {
    const first = own.left.get(shard)
    if (first === undefined || sortKey < first) own.left.set(shard, sortKey)
    withLeft.set(subject, own)
  }
  const add = (shard: number, { subject, key }: WaitingTask): void => {
    if (known.has(nameOf(key))) return
    const own = queueOf(subject)
    if (own.waiting.length >= mostWaiting) {
      noteLeft(subject, own, shard, key.SK)
      return
    }
    known.add(nameOf(key))
    own.waiting.push(key)
    ready.set(subject, own)
  }
  return {
    add,
    take(limit) {
      const taken: WaitingTask[] = []
      // A subject that is put at the end is visited again, as long as its queue has room.
      for (const [subject, own] of ready) {
        if (taken.length === limit || open >= most) break
        if (!hasRoom(own)) continue
        const key = own.waiting.shift()
        ready.delete(subject)
        if (own.waiting.length > 0) ready.set(subject, own)
        if (key === undefined) continue
        own.open += 1
        open += 1
        taken.push({ subject, key })
      }
      return taken
    },
    end({ subject, key }) {
      known.delete(nameOf(key))
      leave(subject, queueOf(subject))
    },
    putBack({ subject, key }) {
      const own = queueOf(subject)
      own.waiting.unshift(key)
      ready.set(subject, own)
      leave(subject, own)
    },
    leftParts: () =>
      [...withLeft]
        .filter(([, { waiting }]) => waiting.length < mostWaiting * SHORT)
        .flatMap(([subject, { left }]) =>
          [...left].map(([shard, from]) => ({ subject, shard, from })),
        ),
    addLeft({ subject, shard, from }, keys, next) {
      const own = queueOf(subject)
      // An earlier task may have been noted while the part was read.
      if (own.left.get(shard) === from) own.left.delete(shard)
      for (const key of keys) add(shard, { subject, key })
      if (next !== undefined) noteLeft(subject, own, shard, next)
      if (own.left.size > 0) return
      withLeft.delete(subject)
      if (own.open === 0 && own.waiting.length === 0) queues.delete(subject)
    },
  }
}
