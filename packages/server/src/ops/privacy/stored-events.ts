import { type LoggedEvent, loggedEventEntity } from '../../delivery/events/event-log.ts'
import { type EventMatch, eventWithout, isEventAbout } from '../../delivery/events/event-person.ts'
import {
  deletedEndpointsRange,
  deliveriesRange,
  eventLogAfter,
  webhookEndpointsRange,
} from '../../delivery/keys.ts'
import { type Delivery, deliveryEntity } from '../../delivery/webhooks/delivery.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { isFence, OUTBOX_VERSION, outboxEntity } from '../../kernel/events/outbox.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import {
  ALL_SHARDS,
  deadLettersRange,
  dueTasksRange,
  keyTail,
  outboxPartition,
} from '../../kernel/keys.ts'
import type { Item, QueryRequest, Write } from '../../kernel/ports/store.ts'
import type { Mentions } from '../../kernel/privacy/person.ts'
import { type DeadLetter, deadLetterEntity } from '../../kernel/queue/dead-letters.ts'
import { CONSUMER_NAMES, type Task, taskEntity } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import {
  countErased,
  type ErasureDependencies,
  type ErasureWork,
  matchOf,
  report,
  type Step,
  type StepReport,
} from './erasure-work.ts'
import { subjectOf, subjectsLeft } from './event-subjects.ts'

/** Items that one part of a step reads. */
const ITEMS_AT_ONCE = 100
/** Later than every due time. */
const END_EPOCH_MILLISECONDS = 9_999_999_999_999

type Range = Pick<QueryRequest, 'partition' | 'from' | 'to'>

/** How the events of a kind of items are erased. */
interface EventItems<Value> {
  readonly decode: (item: Item) => Value
  readonly eventOf: (value: Value) => DomainEvent
  /** The write that replaces the event of an item. Texts of others around it are erased, too. */
  readonly replace: (value: Value, event: DomainEvent, mentions: Mentions) => Write
}

/**
 * Erases the person from the events of a page of items that belong to the account. An event stays if what it reports
 * still names the person: the steps before this one left it, since it was made after the request. No clock decides.
 */
async function eraseFromItems<Value>(
  deps: ErasureDependencies,
  work: ErasureWork,
  items: readonly Item[],
  { decode, eventOf, replace }: EventItems<Value>,
): Promise<number> {
  const values = items.map(decode).filter((value) => eventOf(value).accountId === work.accountId)
  const match = await matchOf(deps, work, values.map(eventOf))
  const theirs = values.filter((value) => isEventAbout(eventOf(value), match))
  const left = await subjectsLeft(deps, work.mentions, theirs.map(eventOf))
  const gone = theirs.filter((value) => !left.has(subjectOf(eventOf(value)) ?? ''))
  return await countErased(gone, (value) =>
    replaceEvent(deps, value, {
      match,
      eventOf,
      replace: (of, event) => replace(of, event, work.mentions),
    }),
  )
}

/** Replaces the event of an item if it is about somebody. Answers whether it is. */
export async function replaceEvent<Value>(
  deps: Pick<ErasureDependencies, 'store' | 'clock' | 'ids'>,
  value: Value,
  {
    match,
    eventOf,
    replace,
  }: {
    readonly match: EventMatch
    readonly eventOf: (value: Value) => DomainEvent
    readonly replace: (value: Value, event: DomainEvent) => Write
  },
): Promise<boolean> {
  const event = eventWithout(eventOf(value), match)
  if (event === undefined) return false
  // A conflict means that the item was moved, changed or removed meanwhile. The next round looks again.
  await transact(deps, { item: replace(value, event) })
  return true
}

/** Reads a page of one of several ranges, after a cursor, and erases the person from its items. */
async function eraseFromRanges<Value>(
  deps: ErasureDependencies,
  work: ErasureWork,
  {
    ranges,
    cursor,
    keep = () => true,
    kind,
  }: {
    readonly ranges: readonly Range[]
    readonly cursor: string | undefined
    readonly keep?: (item: Item) => boolean
    readonly kind: EventItems<Value>
  },
): Promise<StepReport> {
  // The cast: only this function writes these cursors.
  const [place, within] = (cursor === undefined ? [0] : JSON.parse(cursor)) as [number, string?]
  const range = ranges[place]
  if (range === undefined) return { erased: 0 }
  const page = await deps.store.query({
    ...range,
    limit: ITEMS_AT_ONCE,
    consistent: true,
    ...(within !== undefined && { cursor: within }),
  })
  const erased = await eraseFromItems(deps, work, page.items.filter(keep), kind)
  if (page.cursor !== undefined) return report(erased, JSON.stringify([place, page.cursor]))
  return report(erased, place + 1 < ranges.length ? JSON.stringify([place + 1]) : undefined)
}

/** Events that are not published yet. The relay removes the item by its version, which stays the same. */
export const eraseFromOutbox: Step = (deps, work, cursor) =>
  eraseFromRanges(deps, work, {
    ranges: ALL_SHARDS.map((shard) => ({ partition: outboxPartition(shard) })),
    cursor,
    keep: (item) => !isFence(item),
    kind: {
      decode: outboxEntity.decode,
      eventOf: (event) => event,
      replace: (before, event) =>
        outboxEntity.replace({ ...before, version: OUTBOX_VERSION }, event),
    },
  })

/** A task about the event without the person. Its error may name the address. */
function taskWith(task: Task, event: DomainEvent, mentions?: Mentions): Task {
  const { lastError, ...rest } = task
  const keepsError =
    lastError !== undefined && mentions !== undefined && !mentions.inText(lastError)
  return { ...rest, version: task.version + 1, event, ...(keepsError && { lastError }) }
}

/** The tasks that wait for a consumer, of all accounts. There are few, unless a consumer is stuck. */
export const eraseFromTasks: Step = (deps, work, cursor) =>
  eraseFromRanges(deps, work, {
    ranges: CONSUMER_NAMES.flatMap((consumer) =>
      ALL_SHARDS.map((shard) => dueTasksRange(consumer, shard, END_EPOCH_MILLISECONDS)),
    ),
    cursor,
    kind: {
      decode: taskEntity.decode,
      eventOf: ({ event }) => event,
      replace: (task, event, mentions) => taskEntity.replace(task, taskWith(task, event, mentions)),
    },
  })

/** The event log of the account. Positions stay as they are. */
export const eraseFromLog: Step = (deps, work, cursor) =>
  eraseFromRanges(deps, work, {
    ranges: [eventLogAfter(work.accountId, 0)],
    cursor,
    kind: {
      decode: loggedEventEntity.decode,
      eventOf: ({ event }: LoggedEvent) => event,
      replace: (logged, event) => ({
        kind: 'put-if-present',
        item: loggedEventEntity.encode({ ...logged, event }),
      }),
    },
  })

/** The write of a dead letter about the event without the person. */
export const letterWith = (letter: DeadLetter, event: DomainEvent, mentions?: Mentions): Write =>
  deadLetterEntity.replace(
    { ...letter, version: letter.task.version },
    { ...letter, task: taskWith(letter.task, event, mentions) },
  )

/** The dead letters of the account. */
export const eraseDeadLetters: Step = (deps, work, cursor) =>
  eraseFromRanges(deps, work, {
    ranges: [deadLettersRange(work.accountId, undefined)],
    cursor,
    kind: {
      decode: deadLetterEntity.decode,
      eventOf: ({ task }) => task.event,
      replace: letterWith,
    },
  })

/** A delivery of the event without the person. What receivers answered may repeat it. */
const deliveryWith = (delivery: Delivery, event: DomainEvent): Delivery => ({
  ...delivery,
  version: delivery.version + 1,
  event,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, text: '' })),
})

/** The webhook endpoints of an account whose deliveries may be stored, also the deleted ones. */
export async function endpointIdsOf(
  { store }: Pick<ErasureDependencies, 'store'>,
  accountId: string,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const endpoints of [webhookEndpointsRange(accountId), deletedEndpointsRange(accountId)]) {
    for await (const { SK } of queryItems(store, { ...endpoints, consistent: true })) {
      ids.push(keyTail(SK))
    }
  }
  return ids
}

/** The ranges of the webhook deliveries of an account, also those to deleted endpoints. */
export async function deliveryRanges(
  deps: Pick<ErasureDependencies, 'store'>,
  accountId: string,
): Promise<readonly Range[]> {
  return (await endpointIdsOf(deps, accountId)).map(deliveriesRange)
}

/** The webhook deliveries of the account. */
export const eraseDeliveries: Step = async (deps, work, cursor) =>
  eraseFromRanges(deps, work, {
    ranges: await deliveryRanges(deps, work.accountId),
    cursor,
    kind: {
      decode: deliveryEntity.decode,
      eventOf: ({ event }) => event,
      replace: (delivery, event) => deliveryEntity.replace(delivery, deliveryWith(delivery, event)),
    },
  })
