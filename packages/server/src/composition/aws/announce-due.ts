import {
  type BatchedMessage,
  MESSAGES_PER_CALL,
  type MessageSender,
} from '../../adapters/sqs/sender.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DueQueue } from '../../kernel/due-queue.ts'
import { ALL_SHARDS } from '../../kernel/keys.ts'
import { findDue } from '../../kernel/queue/due-work.ts'

/** How the due entries of a queue are announced to the function that does them. */
export interface Announcement {
  /** The name of the kind of work, in logs and as the group of its messages. */
  readonly kind: string
  readonly queue: DueQueue
  /** Leaves younger entries to those who already have their messages. */
  readonly graceMilliseconds: number
  /** How many entries one message announces at most. */
  readonly keysPerMessage: number
  readonly textOf: (partition: string, sortKeys: readonly string[]) => string
  readonly sender: Pick<MessageSender, 'sendAll'>
}

/** What one page announced. */
interface Page {
  readonly announced: number
  readonly next: string | undefined
}

/** Announces due entries; resolves with how many. */
export type Announce = (endsAtMilliseconds: number) => Promise<number>

/** A backlog that is older than a page of each shard is announced again after this long. */
export const AGAIN_MILLISECONDS = 5 * 60_000
/** Each run looks back this far behind the last one, since its reads may have missed the last moments. */
const OVERLAP_MILLISECONDS = 60_000

/**
 * Creates the search for due entries of one kind. Each call announces, in all shards side by side: the page of the
 * longest due entries, and then those that became due since the last call, until `performance.now()` reaches the
 * given end. So an entry whose message was lost, or which failed, is announced again by the next call, while a long
 * backlog is not announced anew each minute, but each five minutes. Where a call stops is remembered in this process
 * alone. A new process announces everything, which costs messages and loses none.
 */
export function createAnnounce(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  { kind, queue, graceMilliseconds, keysPerMessage, textOf, sender }: Announcement,
): Announce {
  const positions = new Map<number, string>()
  let beganAt = Number.NEGATIVE_INFINITY

  const announcePage = async (shard: number, now: number, from?: string): Promise<Page> => {
    const limit = keysPerMessage * MESSAGES_PER_CALL
    const page = { nowEpochMilliseconds: now, limit, ...(from !== undefined && { from }) }
    const { partition, sortKeys, next } = await findDue(store, queue, shard, page)
    const messages: BatchedMessage[] = []
    for (let first = 0; first < sortKeys.length; first += keysPerMessage) {
      const keys = sortKeys.slice(first, first + keysPerMessage)
      messages.push({ body: textOf(partition, keys), groupId: kind })
    }
    if (messages.length > 0) await sender.sendAll(messages)
    return { announced: sortKeys.length, next }
  }

  const announceShard = async (shard: number, now: number, endsAt: number): Promise<number> => {
    let { announced, next } = await announcePage(shard, now)
    const position = positions.get(shard)
    if (next !== undefined && position !== undefined && next < position) next = position
    while (next !== undefined && performance.now() < endsAt) {
      const page: Page = await announcePage(shard, now, next)
      announced += page.announced
      next = page.next
    }
    positions.set(shard, next ?? queue.rangeOf(shard, now - OVERLAP_MILLISECONDS).to)
    return announced
  }

  return async (endsAtMilliseconds) => {
    const now = clock.nowEpochMilliseconds() - graceMilliseconds
    if (now - beganAt >= AGAIN_MILLISECONDS) {
      positions.clear()
      beganAt = now
    }
    const shards = await Promise.allSettled(
      ALL_SHARDS.map((shard) => announceShard(shard, now, endsAtMilliseconds)),
    )
    let announced = 0
    for (const shard of shards) {
      if (shard.status === 'rejected') throw shard.reason
      announced += shard.value
    }
    return announced
  }
}
