import { invariant } from '@holdfast/engine'
import { DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { OUTBOX_VERSION } from '../../kernel/events/outbox.ts'
import { outboxKey } from '../../kernel/keys.ts'
import { type Item, STORE_LIMITS, StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import { eventHeadKey } from '../keys.ts'
import { loggedEventItem } from './event-log.ts'

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

/** An event with the writes that publish it beside its place in the log. */
interface Prepared {
  readonly event: DomainEvent
  /** Its way to the consumers. */
  readonly tasks: readonly Write[]
}

/** Events of one account that are moved in one transaction. */
type Batch = readonly Prepared[]

// The write of the log's head comes to those of the events.
const EVENT_WRITES_PER_TRANSACTION = STORE_LIMITS.writesPerTransaction - 1
/** DynamoDB takes 4 MB a transaction; keys and names of attributes come to what is counted here. */
const DATA_BYTES_PER_TRANSACTION = 2_000_000

/** Its outbox item goes, its log item comes, and so do its tasks. */
const writeCount = ({ tasks }: Prepared): number => 2 + tasks.length
/** The log item and each task hold the whole event. */
const dataBytes = ({ event, tasks }: Prepared): number =>
  JSON.stringify(event.data).length * (1 + tasks.length)

/** Cuts events, in their order, into as few transactions as the limits allow. */
function transactionsOf(prepared: readonly Prepared[]): readonly Batch[] {
  const transactions: Prepared[][] = []
  let writes = Number.POSITIVE_INFINITY
  let bytes = 0
  for (const each of prepared) {
    writes += writeCount(each)
    bytes += dataBytes(each)
    if (writes > EVENT_WRITES_PER_TRANSACTION || bytes > DATA_BYTES_PER_TRANSACTION) {
      transactions.push([])
      writes = writeCount(each)
      bytes = dataBytes(each)
    }
    transactions.at(-1)?.push(each)
  }
  return transactions
}

/** Events that can be moved; those whose way to the consumers cannot be told are noted as failed. */
function prepare(
  bus: Bus,
  events: readonly DomainEvent[],
  errors: Map<string, string>,
): readonly Prepared[] {
  return events.flatMap((event) => {
    try {
      return [{ event, tasks: bus.enqueue?.(event) ?? [] }]
    } catch (error) {
      errors.set(event.id, messageOf(error))
      return []
    }
  })
}

/** What has failed for good when the first of some batches has failed, and what is to be tried next. */
function afterFailure(
  error: unknown,
  [first = [], ...others]: readonly Batch[],
): { readonly failed: Batch; readonly rest: readonly Batch[] } {
  // An outage of the store is no event's fault: it fails all that were not moved yet.
  if (error instanceof StoreUnavailable) return { failed: [first, ...others].flat(), rest: [] }
  if (first.length === 1) return { failed: first, rest: others }
  const middle = Math.ceil(first.length / 2)
  return { failed: [], rest: [first.slice(0, middle), first.slice(middle), ...others] }
}

/**
 * Moves events of one account from the outbox to its log and to the consumers, in their order. Where
 * that fails, halves are tried, until only those are left that fail alone.
 */
async function moveOfAccount(
  deps: Dependencies,
  bus: Bus,
  accountId: string,
  events: readonly DomainEvent[],
): Promise<Publication> {
  const errors = new Map<string, string>()
  let published = 0
  let batches = transactionsOf(prepare(bus, events, errors))
  let head = await deps.store.get(eventHeadKey(accountId), { consistent: true })
  for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
    try {
      const moved = await moveToLog(deps, accountId, head, batch)
      head = moved.head
      published += moved.published
      if (moved.published > 0) bus.onPublished?.(accountId)
      batches = batches.slice(1)
    } catch (error) {
      const { failed, rest } = afterFailure(error, batches)
      for (const { event } of failed) errors.set(event.id, messageOf(error))
      batches = rest
    }
  }
  return { published, errors }
}

interface Moved {
  readonly published: number
  /** The head of the log as it is now, or nothing where there is none. */
  readonly head: Item | undefined
}

/**
 * Moves events from the outbox to their account's log and hands them to the consumers, in one
 * transaction that also takes the next positions of the log. Events that somebody else published
 * meanwhile are left out.
 */
async function moveToLog(
  deps: Dependencies,
  accountId: string,
  known: Item | undefined,
  batch: Batch,
): Promise<Moved> {
  let left = batch
  let head = known
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    if (left.length === 0) return { published: 0, head }
    const last = (head?.position as number | undefined) ?? 0
    const position = last + left.length
    const next: Item = { ...eventHeadKey(accountId), position, version: position }
    const writes: Write[] = [
      head === undefined
        ? { kind: 'put-if-absent', item: next }
        : { kind: 'put-if-version', item: next, version: last },
      ...left.map(({ event }) => removal(event)),
      ...left.flatMap(({ event, tasks }, index): readonly Write[] => [
        { kind: 'put-if-absent', item: loggedEventItem({ position: last + 1 + index, event }) },
        ...tasks,
      ]),
    ]
    const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
    const outcome = await deps.store.transact(writes, token)
    if (outcome.committed) return { published: left.length, head: next }
    const failed = new Map(outcome.failed.map((write) => [write.index, write]))
    const staleHead = failed.get(0)
    if (staleHead) head = staleHead.current
    const published = left.filter((_, index) => failed.has(index + 1))
    // Where others took positions meanwhile, those of this attempt are theirs now.
    invariant(staleHead ?? published.length > 0, 'a position of an event log was given out twice')
    left = left.filter((each) => !published.includes(each))
  }
  throw tooContended(`the event log of ${accountId}`)
}

const removal = (event: DomainEvent): Write => ({
  kind: 'delete-if-version',
  key: outboxKey(event.resourceId, event.id),
  version: OUTBOX_VERSION,
})

/**
 * Publishes events that lie in the outbox: to the bus, if there is one, then to the log and the
 * consumers. Each is sent once, however the rest goes.
 */
export async function publish(
  deps: Dependencies,
  bus: Bus,
  events: readonly DomainEvent[],
): Promise<Publication> {
  const sent = bus.send && events.length > 0 ? await bus.send(events) : undefined
  const taken = events.filter((event) => sent === undefined || sent.has(event.id))
  const left = events.filter((event) => sent !== undefined && !sent.has(event.id))
  // One account's events take positions of one log, so they wait for each other in any case; those of
  // several accounts need not.
  const moved = await Promise.all(
    [...Map.groupBy(taken, (event) => event.accountId)].map(([accountId, ofAccount]) =>
      moveOfAccount(deps, bus, accountId, ofAccount),
    ),
  )
  return {
    published: moved.reduce((sum, { published }) => sum + published, 0),
    errors: new Map([
      ...allFailed(left, 'the bus did not take it'),
      ...moved.flatMap(({ errors }) => [...errors]),
    ]),
  }
}
