import { invariant } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { OUTBOX_VERSION, outboxEntity } from '../../kernel/events/outbox.ts'
import { STORE_LIMITS, StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { addSubjects } from './add-subjects.ts'
import {
  type EventLogHead,
  eventLogHeadEntity,
  loggedEventEntity,
  readEventLogHead,
} from './event-log.ts'

/** The destinations of published events. */
export interface Bus {
  /**
   * Sends events to an external bus and returns the ids of the accepted ones. The others stay in the
   * outbox. After a crash between sending and publishing, events are sent again.
   */
  readonly send?: (events: readonly DomainEvent[]) => Promise<ReadonlySet<string>>
  /** The writes that enqueue an event for its consumers: at most 8, committed with its publication. */
  readonly enqueue?: (event: DomainEvent) => readonly Write[]
  /** Called with each account whose log has grown. */
  readonly onPublished?: (accountId: string) => void
}

/** The result of publishing some events. */
export interface PublishReport {
  readonly published: number
  /** The error of each event that was not published, by event id. */
  readonly errors: ReadonlyMap<string, string>
}

/** The message of a thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The same error for each of the events. */
export const allFailed = (
  events: readonly DomainEvent[],
  error: string,
): ReadonlyMap<string, string> => new Map(events.map((event) => [event.id, error]))

/** An event and the writes that enqueue it for its consumers. */
interface PreparedEvent {
  readonly event: DomainEvent
  readonly tasks: readonly Write[]
}

/** Events of one account that one transaction publishes. */
type Batch = readonly PreparedEvent[]

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
  errors: Map<string, string>,
): readonly PreparedEvent[] {
  return events.flatMap((event) => {
    try {
      return [{ event, tasks: bus.enqueue?.(event) ?? [] }]
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

/**
 * Moves events of one account from the outbox to its log and to the consumers, in order. Bisects a
 * batch that fails, until only the events that fail by themselves are left.
 */
async function publishForAccount(
  deps: Dependencies,
  bus: Bus,
  accountId: string,
  events: readonly DomainEvent[],
): Promise<PublishReport> {
  const errors = new Map<string, string>()
  let published = 0
  let batches = splitIntoBatches(prepare(bus, events, errors))
  let head = await readEventLogHead(deps, accountId)
  for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
    try {
      const moved = await moveToLog(deps, accountId, head, batch)
      head = moved.head
      published += moved.published
      if (moved.published > 0) bus.onPublished?.(accountId)
      batches = batches.slice(1)
    } catch (error) {
      const { failed, rest } = bisectFailure(error, batches)
      for (const { event } of failed) errors.set(event.id, messageOf(error))
      batches = rest
    }
  }
  return { published, errors }
}

interface MovedBatch {
  readonly published: number
  /** The current head of the log; undefined if the log is empty. */
  readonly head: EventLogHead | undefined
}

/**
 * Moves a batch from the outbox to the account's log and enqueues it for the consumers, in one
 * transaction that also assigns the next positions of the log. Skips events that another process
 * published in the meantime.
 */
async function moveToLog(
  deps: Dependencies,
  accountId: string,
  knownHead: EventLogHead | undefined,
  batch: Batch,
): Promise<MovedBatch> {
  let pending = batch
  let head = knownHead
  return retryOnConflict(`the event log of ${accountId}`, async () => {
    if (pending.length === 0) return { published: 0, head }
    const position = (head?.position ?? 0) + pending.length
    const next: EventLogHead = { accountId, position, version: position }
    const outcome = await transact(deps, movingWrites(head, next, pending))
    if (outcome.kind === 'done') return { published: pending.length, head: next }
    const { conflicts } = outcome
    const isHeadStale = conflicts.has('head')
    if (isHeadStale) {
      const current = conflicts.get('head')
      head = current && eventLogHeadEntity.decode(current)
    }
    const unpublished = pending.filter(({ event }) => !conflicts.has(`outbox:${event.id}`))
    // A log item can exist at one of these positions only if another process moved the head.
    invariant(
      isHeadStale || unpublished.length < pending.length,
      'an event log position was assigned twice',
    )
    pending = unpublished
    return CONFLICT
  })
}

/** The writes that move a batch to the log, of which `next` is the head from then on. */
function movingWrites(
  head: EventLogHead | undefined,
  next: EventLogHead,
  batch: Batch,
): NamedWrites {
  const firstPosition = (head?.position ?? 0) + 1
  const outbox = batch.map(({ event }) => [`outbox:${event.id}`, outboxDeletion(event)] as const)
  const logAndTasks = batch.flatMap(({ event, tasks }, index) => {
    const logged = loggedEventEntity.create({ position: firstPosition + index, event })
    return [
      [`log:${event.id}`, logged] as const,
      ...tasks.map((task, n) => [`task ${n}:${event.id}`, task] as const),
    ]
  })
  return {
    head: head ? eventLogHeadEntity.replace(head, next) : eventLogHeadEntity.create(next),
    ...Object.fromEntries([...outbox, ...logAndTasks]),
  }
}

const outboxDeletion = (event: DomainEvent) =>
  outboxEntity.remove({ ...event, version: OUTBOX_VERSION })

/**
 * Publishes events of the outbox, with their subjects: to the external bus if there is one, then to the
 * log and the consumers. One call sends each event to the bus once, whatever fails afterwards.
 */
export async function publish(
  deps: Dependencies,
  bus: Bus,
  outbox: readonly DomainEvent[],
): Promise<PublishReport> {
  const events = await addSubjects(deps, outbox)
  const acceptedIds = bus.send && events.length > 0 ? await bus.send(events) : undefined
  const accepted = events.filter(({ id }) => acceptedIds === undefined || acceptedIds.has(id))
  const rejected = events.filter(({ id }) => acceptedIds !== undefined && !acceptedIds.has(id))
  // Events of one account contend for the head of its log. Accounts are independent of each other.
  const reports = await Promise.all(
    [...Map.groupBy(accepted, (event) => event.accountId)].map(([accountId, ofAccount]) =>
      publishForAccount(deps, bus, accountId, ofAccount),
    ),
  )
  return {
    published: reports.reduce((sum, { published }) => sum + published, 0),
    errors: new Map([
      ...allFailed(rejected, 'the bus did not accept the event'),
      ...reports.flatMap(({ errors }) => [...errors]),
    ]),
  }
}
