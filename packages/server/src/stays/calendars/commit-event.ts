import { invariant } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import type { LedgerState, Store, Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { calendarEventIdKey, nightsKey } from '../keys.ts'
import {
  type CalendarEvent,
  calendarEventEntity,
  type EventWriteName,
  eventWrites,
  movedFrom,
} from './calendar-event.ts'
import { calendarEventRepresentation } from './calendar-event-representation.ts'
import { claimedNights } from './event-content.ts'
import { monthChanges, type NightsWriteName, planNights } from './night-claims.ts'
import { unplacedStayRepresentation } from './unplaced-stays.ts'

/** An event before and after a change; at least one of them is given. */
export interface EventChange {
  readonly before?: CalendarEvent
  readonly after?: CalendarEvent
  /** The only occurrence that changed: its new state, or its last state if it was cancelled. */
  readonly occurrence?: { readonly status: 'changed' | 'cancelled'; readonly event: CalendarEvent }
}

/** How the commit of an event ended; `stale`: the event changed meanwhile, decide again. */
export type EventCommitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stale' }

/** The writes of changes of events: of each change by its position, those beside them, and the nights. */
type WriteName =
  | `${number}:${EventWriteName | 'outbox' | 'conflict'}`
  | `with:${number}`
  | NightsWriteName

/** What is committed beside changes of events. */
interface CommittedWith {
  /** The answer that is stored for the idempotency key. */
  readonly answer: unknown
  readonly writes?: readonly Write[]
}

/**
 * Commits both copies of an event, its nights and its domain event in one transaction. `answer` is the
 * answer that is stored for the idempotency key. Default: the event after the change. `writes` are committed
 * with it.
 */
export const commitEvent = (
  deps: Dependencies,
  caller: Caller,
  change: EventChange,
  answer: unknown = change.after,
  writes: readonly Write[] = [],
): Promise<EventCommitted> => commitEvents(deps, caller, [change], { answer, writes })

/**
 * Commits changes of several events of one calendar in one transaction, so that a stay can take the nights
 * that another one leaves.
 */
export async function commitEvents(
  deps: Dependencies,
  caller: Caller,
  events: readonly [EventChange, ...EventChange[]],
  { answer, writes = [] }: CommittedWith,
): Promise<EventCommitted> {
  const { calendarId } = changedEvent(events[0])
  const changes = monthChanges({
    before: events.flatMap(({ before }) => (before ? claimedNights(before) : [])),
    after: events.flatMap(({ after }) => (after ? claimedNights(after) : [])),
  })
  // Made for each round: an event id whose transaction was ruled out may be fenced off for ever.
  const own = () => ownWrites(deps, caller, events, writes)
  const known = new Map<string, LedgerState>()
  return retryOnConflict<EventCommitted>(`the nights of ${calendarId}`, async () => {
    const plan = planNights(calendarId, changes, known)
    if (plan.kind === 'taken') {
      // If another request has moved an event meanwhile, its own new nights were in the way.
      for (const { before } of events) {
        if (before && (await hasChanged(deps.store, before))) return { kind: 'stale' }
      }
      return { kind: 'refused', refusal: { code: 'night_taken', days: plan.days } }
    }
    if (plan.kind === 'unread') {
      await readMonths(deps.store, calendarId, plan.months, known)
      return CONFLICT
    }
    const committed = await commit<unknown, WriteName>(
      deps,
      caller,
      { ...own(), ...plan.writes },
      answer,
    )
    if (committed.kind !== 'conflict') return committed
    for (const name of committed.conflicts.keys()) {
      if (!(name in plan.writes)) return { kind: 'stale' }
    }
    for (const { month, name } of changes) {
      const { conflicts } = committed
      if (conflicts.has(name)) known.set(month, ledgerFromItem(conflicts.get(name)))
    }
    return CONFLICT
  })
}

/** The event after a change, or the one that the change deletes. */
function changedEvent({ before, after }: EventChange): CalendarEvent {
  const event = after ?? before
  invariant(event !== undefined, 'a change of an event has neither a before nor an after')
  return event
}

/** The writes of changes without their nights. */
function ownWrites(
  deps: Dependencies,
  caller: Caller,
  events: readonly EventChange[],
  more: readonly Write[],
): Readonly<Partial<Record<WriteName, Write>>> {
  const writes: Partial<Record<WriteName, Write>> = {}
  events.forEach((change, index) => {
    const { before, after } = change
    // `Object.entries` does not keep the type of the names.
    const named = Object.entries({
      ...eventWrites(before, after, epochSeconds(deps.clock), caller.actor),
      outbox: domainEventWrite(deps, caller, change),
      conflict: conflictWrite(deps, caller, change),
    }) as [EventWriteName | 'outbox' | 'conflict', Write | undefined][]
    for (const [name, write] of named) if (write) writes[`${index}:${name}`] = write
  })
  more.forEach((write, index) => {
    writes[`with:${index}`] = write
  })
  return writes
}

/** The domain event of a stay that lacks nights which it did not lack before. */
function conflictWrite(
  deps: Dependencies,
  { actor }: Caller,
  { before, after }: EventChange,
): Write | undefined {
  if (after?.unplaced === undefined) return undefined
  const lackedBefore = new Set(before?.unplaced?.nights)
  if (after.unplaced.nights.every((night) => lackedBefore.has(night))) return undefined
  return outboxWrite(
    deps,
    {
      type: 'channel.conflict',
      actor,
      accountId: after.accountId,
      resourceId: after.id,
      resourceVersion: after.version,
      data: { unplacedStay: unplacedStayRepresentation({ ...after, unplaced: after.unplaced }) },
    },
    deps.clock.nowEpochMilliseconds(),
  )
}

async function hasChanged(store: Store, { id, version }: CalendarEvent): Promise<boolean> {
  const now = await calendarEventEntity.read(store, calendarEventIdKey(id), { consistent: true })
  return now?.version !== version
}

async function readMonths(
  store: Store,
  calendarId: string,
  months: readonly string[],
  known: Map<string, LedgerState>,
): Promise<void> {
  const keys = months.map((month) => nightsKey(calendarId, month))
  const items = await store.getMany(keys, { consistent: true })
  months.forEach((month, index) => {
    known.set(month, ledgerFromItem(items[index]))
  })
}

function domainEventWrite(deps: Dependencies, { actor }: Caller, change: EventChange): Write {
  const { before, after, occurrence } = change
  const event = changedEvent(change)
  const verb = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'
  const type: DomainEventName = event.isStay ? `stay.${verb}` : `calendar_event.${verb}`
  const representation = calendarEventRepresentation(event)
  return outboxWrite(
    deps,
    {
      type,
      actor,
      accountId: event.accountId,
      resourceId: event.id,
      resourceVersion: after?.version ?? event.version + 1,
      data: event.isStay
        ? { stay: representation, ...movedFrom(before, after) }
        : {
            calendarEvent: representation,
            ...(occurrence && {
              occurrence: {
                status: occurrence.status,
                calendarEvent: calendarEventRepresentation(occurrence.event),
              },
            }),
          },
    },
    deps.clock.nowEpochMilliseconds(),
  )
}
