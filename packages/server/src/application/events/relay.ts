import { invariant } from '@holdfast/engine'
import { DECISION_ROUNDS, tooContended } from '../commit.ts'
import type { Dependencies } from '../dependencies.ts'
import { eventHeadKey, outboxKey, outboxPartition, QUEUE_SHARD_COUNT } from '../items/keys.ts'
import { STORE_LIMITS, type Write } from '../ports/store.ts'
import type { DomainEvent } from './event.ts'
import { loggedEventItem } from './event-log.ts'
import { eventFromOutbox, OUTBOX_VERSION } from './outbox.ts'

/** Where published events go. */
export interface Bus {
  /**
   * Sends events away, and answers with the ids of those that were taken. What was not stays in the
   * outbox. Sent and then not marked as published (a crash in between) means sent again.
   */
  readonly send?: (events: readonly DomainEvent[]) => Promise<ReadonlySet<string>>
  /** Writes that hand an event to its consumers, committed with its publication: at most 8. */
  readonly enqueue?: (event: DomainEvent) => readonly Write[]
  /** Told of each account whose log has grown. */
  readonly onPublished?: (accountId: string) => void
}

/** What one run of the relay did. */
export interface RelayReport {
  readonly published: number
  /** Whether events are left for the next run. */
  readonly more: boolean
}

/** Writes that one event may need: its outbox item goes, its log item comes, up to 8 tasks. */
const WRITES_PER_EVENT = 10
const EVENTS_PER_TRANSACTION = Math.floor(
  (STORE_LIMITS.writesPerTransaction - 1) / WRITES_PER_EVENT,
)

/**
 * Publishes what lies in the outbox, at most `limit` events a shard. It keeps no position: what was
 * published is gone from the outbox, so a run that was interrupted goes on where it stopped.
 */
export async function relayOutbox(
  deps: Dependencies,
  bus: Bus,
  limit: number,
): Promise<RelayReport> {
  const shards = Array.from({ length: QUEUE_SHARD_COUNT }, (_, shard) => shard)
  const reports = await Promise.all(
    shards.map(async (shard) => {
      const pending = await deps.store.query({
        partition: outboxPartition(shard),
        limit,
        consistent: true,
      })
      const published = await publishEvents(deps, bus, pending.items.map(eventFromOutbox))
      return { published, more: pending.cursor !== undefined }
    }),
  )
  return {
    published: reports.reduce((sum, report) => sum + report.published, 0),
    more: reports.some((report) => report.more),
  }
}

/** Publishes events that lie in the outbox, those of one account in their order; answers how many. */
export async function publishEvents(
  deps: Dependencies,
  bus: Bus,
  events: readonly DomainEvent[],
): Promise<number> {
  const sent = bus.send && events.length > 0 ? await bus.send(events) : undefined
  const taken = sent === undefined ? events : events.filter((event) => sent.has(event.id))
  const byAccount = Map.groupBy(taken, (event) => event.accountId)
  let published = 0
  for (const [accountId, ofAccount] of byAccount) {
    for (let at = 0; at < ofAccount.length; at += EVENTS_PER_TRANSACTION) {
      const batch = ofAccount.slice(at, at + EVENTS_PER_TRANSACTION)
      published += await moveToLog(deps, bus, accountId, batch)
    }
  }
  return published
}

/**
 * Moves events from the outbox to their account's log and hands them to the consumers, in one
 * transaction that also takes the next positions of the log. Events that somebody else published
 * meanwhile are left out.
 */
async function moveToLog(
  deps: Dependencies,
  bus: Bus,
  accountId: string,
  batch: readonly DomainEvent[],
): Promise<number> {
  let events = batch
  const head = eventHeadKey(accountId)
  let current = await deps.store.get(head, { consistent: true })
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    if (events.length === 0) return 0
    const last = (current?.position as number | undefined) ?? 0
    const item = { ...head, position: last + events.length, version: last + events.length }
    const writes: Write[] = [
      current === undefined
        ? { kind: 'put-if-absent', item }
        : { kind: 'put-if-version', item, version: last },
      ...events.map((event) => removal(event)),
      ...events.flatMap((event, index): Write[] => [
        {
          kind: 'put-if-absent',
          item: loggedEventItem({ position: last + 1 + index, event }),
        },
        ...(bus.enqueue?.(event) ?? []),
      ]),
    ]
    const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
    const outcome = await deps.store.transact(writes, token)
    if (outcome.committed) {
      bus.onPublished?.(accountId)
      return events.length
    }
    const failed = new Map(outcome.failed.map((write) => [write.index, write]))
    const staleHead = failed.get(0)
    if (staleHead) current = staleHead.current
    const published = events.filter((_, index) => failed.has(index + 1))
    // Where others took positions meanwhile, those of this attempt are theirs now.
    invariant(staleHead ?? published.length > 0, 'a position of an event log was given out twice')
    events = events.filter((event) => !published.includes(event))
  }
  throw tooContended(`the event log of ${accountId}`)
}

const removal = (event: DomainEvent): Write => ({
  kind: 'delete-if-version',
  key: outboxKey(event.resourceId, event.id),
  version: OUTBOX_VERSION,
})
