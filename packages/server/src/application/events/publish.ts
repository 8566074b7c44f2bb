import { invariant } from '@holdfast/engine'
import { DECISION_ROUNDS, tooContended } from '../commit.ts'
import type { Dependencies } from '../dependencies.ts'
import { eventHeadKey, outboxKey } from '../items/keys.ts'
import { STORE_LIMITS, StoreUnavailable, type Write } from '../ports/store.ts'
import type { DomainEvent } from './event.ts'
import { loggedEventItem } from './event-log.ts'
import { OUTBOX_VERSION } from './outbox.ts'

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

/** What became of events that were to be published. */
export interface Publication {
  readonly published: number
  /** Why some were not, by their ids. */
  readonly errors: ReadonlyMap<string, string>
}

/** The words of what was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The same error for all of some events. */
export const allFailed = (
  events: readonly DomainEvent[],
  error: string,
): ReadonlyMap<string, string> => new Map(events.map((event) => [event.id, error]))

/** Writes that one event may need: its outbox item goes, its log item comes, up to 8 tasks. */
const WRITES_PER_EVENT = 10
const EVENTS_PER_TRANSACTION = Math.floor(
  (STORE_LIMITS.writesPerTransaction - 1) / WRITES_PER_EVENT,
)

/** Publishes events that lie in the outbox, those of one account in their order; answers how many. */
async function publishEvents(
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

/**
 * Publishes events, and when that fails, halves of them, until only those are left that fail alone.
 * An outage of the store is no event's fault: it fails all of them at once.
 */
export async function publishApart(
  deps: Dependencies,
  bus: Bus,
  events: readonly DomainEvent[],
): Promise<Publication> {
  try {
    return { published: await publishEvents(deps, bus, events), errors: new Map() }
  } catch (error) {
    if (events.length === 1 || error instanceof StoreUnavailable) {
      return { published: 0, errors: allFailed(events, messageOf(error)) }
    }
    const middle = Math.ceil(events.length / 2)
    const first = await publishApart(deps, bus, events.slice(0, middle))
    const second = await publishApart(deps, bus, events.slice(middle))
    return {
      published: first.published + second.published,
      errors: new Map([...first.errors, ...second.errors]),
    }
  }
}
