import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { isWaiting } from '../../kernel/events/outbox.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { outboxKey } from '../../kernel/keys.ts'
import { STORE_LIMITS, StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import type { NeedsTask } from '../../kernel/queue/task.ts'
import { addSubjects } from './add-subjects.ts'
import { type Batch, type KnownLog, moveToLog, type PreparedEvent, readLog } from './move-to-log.ts'

/** The destinations of published events. */
export interface Bus {
  /**
   * Sends events to an external bus and returns the ids of the accepted ones. The others stay in the
   * outbox. After a crash between sending and publishing, events are sent again.
   */
  readonly send?: (events: readonly DomainEvent[]) => Promise<ReadonlySet<string>>
  /** The writes that enqueue an event for its consumers: at most 8, committed with its publication. */
  readonly enqueue?: (event: DomainEvent, needsTask?: NeedsTask) => readonly Write[]
  /** Prepares events of an account that are in the outbox for `enqueue`. Absent: the event alone decides. */
  readonly prepare?: (accountId: string, events: readonly DomainEvent[]) => Promise<NeedsTask>
  /** Called with each account whose log has grown. */
  readonly onPublished?: (accountId: string) => void
  /** Takes events of accounts with many publishers. Absent: publishers compete until they win. */
  readonly forwarder?: Forwarder
}

/** Takes over events of an account whose log many publishers write to at once. They stay in the outbox. */
export interface Forwarder {
  /** Whether events of the account are forwarded without an attempt to publish them. */
  readonly isHot: (accountId: string) => boolean
  /** Takes events over. Rejects if that fails. */
  readonly forward: (accountId: string, events: readonly DomainEvent[]) => Promise<void>
}

/** The result of publishing some events. */
export interface PublishReport {
  readonly published: number
  /** The error of each event that was not published, by event id. */
  readonly errors: ReadonlyMap<string, string>
  /** The ids of events that were forwarded. */
  readonly forwarded: ReadonlySet<string>
}

/** The message of a thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The same error for each of the events. */
export const allFailed = (
  events: readonly DomainEvent[],
  error: string,
): ReadonlyMap<string, string> => new Map(events.map((event) => [event.id, error]))

// One write is reserved for the head of the log.
const EVENT_WRITES_PER_TRANSACTION = STORE_LIMITS.writesPerTransaction - 1
/** DynamoDB accepts 4 MB per transaction. Keys and attribute names are not counted here. */
const DATA_BYTES_PER_TRANSACTION = 2_000_000

/** One write deletes the outbox item and one puts the log item; the tasks come on top. */
const writeCount = ({ tasks }: PreparedEvent): number => 2 + tasks.length
/** The log item and each task contain the whole event. */
const dataBytes = ({ event, tasks }: PreparedEvent): number =>
  JSON.stringify(event.data).length * (1 + tasks.length)

/** Splits events, in order, into as few batches as the limits allow. */
function splitIntoBatches(prepared: readonly PreparedEvent[]): readonly Batch[] {
  const batches: PreparedEvent[][] = []
  let writes = Number.POSITIVE_INFINITY
  let bytes = 0
  for (const each of prepared) {
    writes += writeCount(each)
    bytes += dataBytes(each)
    if (writes > EVENT_WRITES_PER_TRANSACTION || bytes > DATA_BYTES_PER_TRANSACTION) {
      batches.push([])
      writes = writeCount(each)
      bytes = dataBytes(each)
    }
    batches.at(-1)?.push(each)
  }
  return batches
}

/** Builds the tasks of each event. Adds an event to `errors` if `bus.enqueue` throws for it. */
function prepare(
  bus: Bus,
  events: readonly DomainEvent[],
  needsTask: NeedsTask | undefined,
  errors: Map<string, string>,
): readonly PreparedEvent[] {
  return events.flatMap((event) => {
    try {
      return [{ event, tasks: bus.enqueue?.(event, needsTask) ?? [] }]
    } catch (error) {
      errors.set(event.id, messageOf(error))
      return []
    }
  })
}

/** After the first batch failed: the events that failed for good, and the batches to try next. */
function bisectFailure(
  error: unknown,
  [first = [], ...others]: readonly Batch[],
): { readonly failed: Batch; readonly rest: readonly Batch[] } {
  // An outage of the store fails every event that is not published yet; splitting would not help.
  if (error instanceof StoreUnavailable) return { failed: [first, ...others].flat(), rest: [] }
  if (first.length === 1) return { failed: first, rest: others }
  const middle = Math.ceil(first.length / 2)
  return { failed: [], rest: [first.slice(0, middle), first.slice(middle), ...others] }
}

/** So many events are published one by one by lone writes: cheaper than a transaction, but slower. */
const MOST_ALONE = 3
/** So many lost rounds mean that many publishers write to the log at once. */
const ROUNDS_BEFORE_FORWARDING = 3

/** The result of publishing some events of one account. */
interface AccountReport extends Omit<PublishReport, 'forwarded'> {
  /** The events that are left because of other publishers. */
  readonly contended: readonly DomainEvent[]
}

/**
 * Moves events of one account from the outbox to its log and to the consumers, in order. Bisects a
 * batch that fails, until only the events that fail by themselves are left.
 */
async function publishForAccount(
  deps: Dependencies,
  bus: Bus,
  known: KnownLog,
  events: readonly DomainEvent[],
): Promise<AccountReport> {
  const errors = new Map<string, string>()
  const options = {
    ...(bus.forwarder && { rounds: ROUNDS_BEFORE_FORWARDING }),
    usesLoneWrites: bus.enqueue === undefined,
  }
  let published = 0
  // After the outbox: what an account set up before an event is seen.
  const needsTask = events.length > 0 ? await bus.prepare?.(known.accountId, events) : undefined
  const prepared = prepare(bus, events, needsTask, errors)
  const isFew = options.usesLoneWrites && prepared.length <= MOST_ALONE
  let batches = isFew ? prepared.map((each) => [each]) : splitIntoBatches(prepared)
  let log = known
  const done = (contended: readonly DomainEvent[]) => ({ published, errors, contended })
  for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
    try {
      const moved = await moveToLog(deps, log, batch, options)
      if (moved.kind === 'contended') return done(eventsOf(batches))
      log = moved.log
      published += moved.published
      if (moved.published > 0) bus.onPublished?.(log.accountId)
      batches = batches.slice(1)
    } catch (error) {
      if (bus.forwarder && isContention(error)) return done(eventsOf(batches))
      const { failed, rest } = bisectFailure(error, batches)
      for (const { event } of failed) errors.set(event.id, messageOf(error))
      batches = rest
    }
  }
  return done([])
}

const eventsOf = (batches: readonly Batch[]): readonly DomainEvent[] =>
  batches.flat().map(({ event }) => event)

/**
 * Whether a failure of a batch means that others write to the log, too: DynamoDB rejects transactions that meet
 * another one, and writes to a partition at its limit. In an outage, the read of the head fails first.
 */
const isContention = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.outcome === 'not-applied'

/** Publishes events of one account, or hands them over if its log is contended. */
async function publishOrForward(
  deps: Dependencies,
  bus: Bus,
  log: KnownLog,
  events: readonly DomainEvent[],
): Promise<PublishReport> {
  const { forwarder } = bus
  const report: AccountReport = forwarder?.isHot(log.accountId)
    ? { published: 0, errors: new Map(), contended: events }
    : await publishForAccount(deps, bus, log, events)
  const { published, errors, contended } = report
  const ids = contended.map(({ id }) => id)
  if (forwarder === undefined || ids.length === 0) {
    return { published, errors, forwarded: new Set() }
  }
  try {
    await forwarder.forward(log.accountId, contended)
    return { published, errors, forwarded: new Set(ids) }
  } catch (error) {
    const failed = allFailed(contended, messageOf(error))
    return { published, errors: new Map([...errors, ...failed]), forwarded: new Set() }
  }
}

/** The events that are not published yet. A redelivered record must not send its event again. */
async function stillInOutbox(
  deps: Dependencies,
  events: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  const keys = events.map((event) => outboxKey(event.resourceId, event.id))
  const items = await readItems(deps.store, keys)
  return events.filter((_, index) => isWaiting(items[index]))
}

/**
 * Publishes events of the outbox, with their subjects: to the external bus if there is one, then to the
 * log and the consumers. Skips events that are not in the outbox any more. One call sends each event to the bus
 * once, whatever fails afterwards.
 */
export async function publish(
  deps: Dependencies,
  bus: Bus,
  outbox: readonly DomainEvent[],
): Promise<PublishReport> {
  const accountIds = [...new Set(outbox.map(({ accountId }) => accountId))]
  // The logs are read before the outbox: `moveToLog` relies on this order.
  const logs = await Promise.all(accountIds.map((accountId) => readLog(deps, accountId)))
  const isOutboxRead = bus.send !== undefined && outbox.length > 0
  const waiting = isOutboxRead ? await stillInOutbox(deps, outbox) : outbox
  const events = await addSubjects(deps, waiting)
  const acceptedIds = bus.send && events.length > 0 ? await bus.send(events) : undefined
  const accepted = events.filter(({ id }) => acceptedIds === undefined || acceptedIds.has(id))
  const rejected = events.filter(({ id }) => acceptedIds !== undefined && !acceptedIds.has(id))
  // Events of one account contend for the head of its log. Accounts are independent of each other.
  const reports = await Promise.all(
    logs.map((log) => {
      const ofAccount = accepted.filter(({ accountId }) => accountId === log.accountId)
      return publishOrForward(deps, bus, { ...log, isOutboxRead }, ofAccount)
    }),
  )
  return {
    published: reports.reduce((sum, { published }) => sum + published, 0),
    errors: new Map([
      ...allFailed(rejected, 'the bus did not accept the event'),
      ...reports.flatMap(({ errors }) => [...errors]),
    ]),
    forwarded: new Set(reports.flatMap(({ forwarded }) => [...forwarded])),
  }
}
