import { invariant } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { isWaiting, OUTBOX_VERSION, outboxEntity } from '../../kernel/events/outbox.ts'
import { outboxKey } from '../../kernel/keys.ts'
import type { Item, Write } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import {
  type EventLogHead,
  eventLogHeadEntity,
  loggedEventEntity,
  readEventLogHead,
} from './event-log.ts'

/** An event and the writes that enqueue it for its consumers. */
export interface PreparedEvent {
  readonly event: DomainEvent
  readonly tasks: readonly Write[]
}

/** Events of one account that one transaction publishes. */
export type Batch = readonly PreparedEvent[]

/** What a publisher knows of an account's log. */
export interface KnownLog {
  readonly accountId: string
  /** The head without an unsettled event. Undefined if the log is empty. */
  readonly head: EventLogHead | undefined
  /** Whether the events to publish were seen in the outbox after the head was read. */
  readonly isOutboxRead: boolean
}

/** How a batch is moved. */
export interface MoveOptions {
  /** After how many attempts that lost to other publishers it ends. Absent: when its time is up, with an error. */
  readonly rounds?: number
  /** Publishes a single event by lone writes: half the price of a transaction, in more requests. */
  readonly usesLoneWrites: boolean
}

/** How moving a batch ended. `contended`: other publishers won every round; nothing was moved. */
export type MovedBatch =
  | { readonly kind: 'moved'; readonly published: number; readonly log: KnownLog }
  | { readonly kind: 'contended' }

/** Reads the head of an account's log, and settles its last event. */
export async function readLog(deps: Dependencies, accountId: string): Promise<KnownLog> {
  const head = await readEventLogHead(deps, accountId)
  return { accountId, head: head && (await settle(deps, head)), isOutboxRead: false }
}

/**
 * Moves a batch from the outbox to the account's log, which assigns the next positions. Skips events that another
 * publisher moved meanwhile.
 *
 * Several events move in one transaction. A single event can move by lone writes, in an order that lets any other
 * publisher complete them:
 *
 * 1. It is put at the position after the head, which fails if an event is there.
 * 2. The head moves there, with the event as its unsettled one.
 * 3. Its outbox item is deleted.
 *
 * Whoever finds an event behind the head moves the head, and whoever finds an unsettled event deletes its outbox
 * item before the next event is put into the log. So an event whose outbox item exists is in the log only if it is
 * unsettled or behind the head. A publisher that reads first the head and then the outbox publishes it once.
 */
export async function moveToLog(
  deps: Dependencies,
  known: KnownLog,
  batch: Batch,
  { rounds, usesLoneWrites }: MoveOptions,
): Promise<MovedBatch> {
  let pending = batch
  let log = known
  return await retryOnConflict<MovedBatch>(`the event log of ${log.accountId}`, async (round) => {
    if (round === rounds) return { kind: 'contended' }
    const [first] = pending
    if (first === undefined) return { kind: 'moved', published: 0, log }
    const moved =
      usesLoneWrites && pending.length === 1
        ? await moveAlone(deps, log, first.event)
        : await moveTogether(deps, log, pending)
    if (moved.isDone) return { kind: 'moved', published: moved.pending.length, log: moved.log }
    pending = moved.pending
    log = moved.log
    return CONFLICT
  })
}

/** An attempt to move a batch: the events that it moved, or those that are still to be moved. */
interface Attempt {
  readonly isDone: boolean
  readonly pending: Batch
  readonly log: KnownLog
}

async function moveTogether(deps: Dependencies, log: KnownLog, pending: Batch): Promise<Attempt> {
  const { accountId, head } = log
  const position = (head?.position ?? 0) + pending.length
  const next: EventLogHead = { accountId, position, version: position }
  const outcome = await transact(deps, movingWrites(head, next, pending))
  if (outcome.kind === 'done') return { isDone: true, pending, log: { ...log, head: next } }
  const { conflicts } = outcome
  const unpublished = pending.filter(({ event }) => !conflicts.has(`outbox:${event.id}`))
  const behindHead = conflicts.get(`log:${pending[0]?.event.id}`)
  const isHeadStale = conflicts.has('head')
  invariant(
    isHeadStale || behindHead !== undefined || unpublished.length < pending.length,
    'a batch of events was rejected without a conflict',
  )
  if (!isHeadStale && behindHead === undefined) return { isDone: false, pending: unpublished, log }
  if (!isHeadStale && behindHead !== undefined) await moveHead(deps, head, behindHead)
  return { isDone: false, pending: unpublished, log: await readLog(deps, accountId) }
}

async function moveAlone(deps: Dependencies, log: KnownLog, event: DomainEvent): Promise<Attempt> {
  const { accountId, head } = log
  if (!log.isOutboxRead) {
    const key = outboxKey(event.resourceId, event.id)
    if (!isWaiting(await deps.store.get(key, { consistent: true }))) {
      return { isDone: true, pending: [], log }
    }
  }
  const position = (head?.position ?? 0) + 1
  const put = await transact(deps, { log: loggedEventEntity.create({ position, event }) })
  if (put.kind === 'conflict') {
    const behindHead = put.conflicts.get('log')
    if (behindHead) await moveHead(deps, head, behindHead)
    return { isDone: false, pending: [{ event, tasks: [] }], log: await readLog(deps, accountId) }
  }
  const unsettled = { resourceId: event.resourceId, eventId: event.id }
  const next: EventLogHead = { accountId, position, version: position }
  // A conflict means that another publisher has moved it there.
  await transact(deps, { head: eventLogHeadEntity.put(head, { ...next, unsettled }) })
  await transact(deps, { outbox: outboxDeletion(event) })
  return {
    isDone: true,
    pending: [{ event, tasks: [] }],
    // Nobody else can have published another event meanwhile without taking the next position.
    log: { ...log, head: next },
  }
}

/** Moves the head to the event behind it, for the publisher that has not done so yet. */
async function moveHead(
  deps: Dependencies,
  head: EventLogHead | undefined,
  behindHead: Item,
): Promise<void> {
  const { position, event } = loggedEventEntity.decode(behindHead)
  const { accountId, id: eventId, resourceId } = event
  const next = { accountId, position, version: position, unsettled: { resourceId, eventId } }
  await transact(deps, { head: eventLogHeadEntity.put(head, next) })
}

/** Deletes the outbox item of the last event if it still exists. */
async function settle(deps: Dependencies, head: EventLogHead): Promise<EventLogHead> {
  const { unsettled, ...settled } = head
  if (unsettled === undefined) return head
  const key = outboxKey(unsettled.resourceId, unsettled.eventId)
  // A read costs a fifth of a rejected deletion, and the item is nearly always gone.
  if ((await deps.store.get(key, { consistent: true })) !== undefined) {
    const outbox = { kind: 'delete-if-version', key, version: OUTBOX_VERSION } as const
    await transact(deps, { outbox })
  }
  return settled
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
    head: eventLogHeadEntity.put(head, next),
    ...Object.fromEntries([...outbox, ...logAndTasks]),
  }
}

const outboxDeletion = (event: DomainEvent) =>
  outboxEntity.remove({ ...event, version: OUTBOX_VERSION })
