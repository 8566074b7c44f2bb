import type { ItemKey } from '../ports/store.ts'

/** How much goes on at once in the lanes of a queue, and how much they remember. */
export interface LanesOptions {
  /** The most open tasks. */
  readonly most: number
  /** The most open tasks of one subject. It gets fewer while few places are free: at most a quarter of them. */
  readonly mostPerSubject: number
  /** The most tasks of one subject that are remembered, by their keys, until they may start. */
  readonly mostWaiting: number
}

/** A task that may start, or has started. */
export interface LaneTask {
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
 * What goes on and what waits in a queue, in a lane for each subject. A subject whose tasks take long fills its own
 * lane and no other.
 */
export interface Lanes {
  /** Lets a task wait, unless it is known already. Where its lane remembers no more, it only notes the place. */
  add(shard: number, task: LaneTask): void
  /** Takes tasks that may start now, from all subjects by turns. Each is open until `end` or `putBack`. */
  take(limit: number): readonly LaneTask[]
  /** A task has ended. */
  end(task: LaneTask): void
  /** A task did not start after all, and waits again. */
  putBack(task: LaneTask): void
  /** The parts of the queue to read again, because their lanes have become short. */
  leftParts(): readonly LeftPart[]
  /**
   * Lets the tasks of a part wait that were read again, and notes the place of the first that is still too much.
   * `next`: where the part goes on; undefined at its end.
   */
  addLeft(part: LeftPart, keys: readonly ItemKey[], next: string | undefined): void
}

interface Lane {
  open: number
  readonly waiting: ItemKey[]
  /** By shard: the first sort key of a task that is not remembered. */
  readonly left: Map<number, string>
}

/** The share of the free places that one subject may have, so that some are left however many subjects are slow. */
const SHARE_OF_FREE = 1 / 4
/** A lane is read again when it has less than this share of what it may remember. */
const SHORT = 1 / 4

const nameOf = ({ PK, SK }: ItemKey): string => `${PK} ${SK}`

/** Creates the lanes of a queue in this process. */
export function createLanes({ most, mostPerSubject, mostWaiting }: LanesOptions): Lanes {
  const lanes = new Map<string, Lane>()
  /** The subjects with waiting tasks. Whoever has had its turn is last. */
  const ready = new Map<string, Lane>()
  const withLeft = new Map<string, Lane>()
  const known = new Set<string>()
  let open = 0

  const laneOf = (subject: string): Lane => {
    const lane = lanes.get(subject) ?? { open: 0, waiting: [], left: new Map() }
    lanes.set(subject, lane)
    return lane
  }
  const hasRoom = (lane: Lane): boolean =>
    lane.open < mostPerSubject && lane.open < Math.max(1, (most - open) * SHARE_OF_FREE)
  const leave = (subject: string, lane: Lane): void => {
    open -= 1
    lane.open -= 1
    if (lane.open === 0 && lane.waiting.length === 0 && lane.left.size === 0) lanes.delete(subject)
  }
  const noteLeft = (subject: string, lane: Lane, shard: number, sortKey: string): void => {
    const first = lane.left.get(shard)
    if (first === undefined || sortKey < first) lane.left.set(shard, sortKey)
    withLeft.set(subject, lane)
  }
  const add = (shard: number, { subject, key }: LaneTask): void => {
    if (known.has(nameOf(key))) return
    const lane = laneOf(subject)
    if (lane.waiting.length >= mostWaiting) {
      noteLeft(subject, lane, shard, key.SK)
      return
    }
    known.add(nameOf(key))
    lane.waiting.push(key)
    ready.set(subject, lane)
  }
  return {
    add,
    take(limit) {
      const taken: LaneTask[] = []
      // A subject that is put at the end is visited again, as long as its lane has room.
      for (const [subject, lane] of ready) {
        if (taken.length === limit || open >= most) break
        if (!hasRoom(lane)) continue
        const key = lane.waiting.shift()
        ready.delete(subject)
        if (lane.waiting.length > 0) ready.set(subject, lane)
        if (key === undefined) continue
        lane.open += 1
        open += 1
        taken.push({ subject, key })
      }
      return taken
    },
    end({ subject, key }) {
      known.delete(nameOf(key))
      leave(subject, laneOf(subject))
    },
    putBack({ subject, key }) {
      const lane = laneOf(subject)
      lane.waiting.unshift(key)
      ready.set(subject, lane)
      leave(subject, lane)
    },
    leftParts: () =>
      [...withLeft]
        .filter(([, { waiting }]) => waiting.length < mostWaiting * SHORT)
        .flatMap(([subject, { left }]) =>
          [...left].map(([shard, from]) => ({ subject, shard, from })),
        ),
    addLeft({ subject, shard, from }, keys, next) {
      const lane = laneOf(subject)
      // An earlier task may have been noted while the part was read.
      if (lane.left.get(shard) === from) lane.left.delete(shard)
      for (const key of keys) add(shard, { subject, key })
      if (next !== undefined) noteLeft(subject, lane, shard, next)
      if (lane.left.size > 0) return
      withLeft.delete(subject)
      if (lane.open === 0 && lane.waiting.length === 0) lanes.delete(subject)
    },
  }
}
