import { invariant, type StayDays } from '@holdfast/engine'
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
import { stayDaysOf } from './event-content.ts'
import { monthChanges, type NightChange, type NightsWriteName, planNights } from './night-claims.ts'

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

/** The writes of a change of an event. `importedUid` is written by an import alone. */
type WriteName = EventWriteName | 'outbox' | 'importedUid' | NightsWriteName

/**
 * Commits both copies of an event, its nights and its domain event in one transaction. `answer` is the
 * answer that is stored for the idempotency key. Default: the event after the change. `importedUid` is
 * committed with it.
 */
export async function commitEvent(
  deps: Dependencies,
  caller: Caller,
  change: EventChange,
  answer: unknown = change.after,
  importedUid?: Write,
): Promise<EventCommitted> {
  const { before, after } = change
  const event = changedEvent(change)
  const changes = monthChanges(nightChangeOf(change))
  // Made for each round: an event id whose transaction was ruled out may be fenced off for ever.
  const own = () => ({
    ...eventWrites(before, after, epochSeconds(deps.clock), caller.actor),
    outbox: domainEventWrite(deps, caller, change),
    importedUid,
  })
  const known = new Map<string, LedgerState>()
  return retryOnConflict<EventCommitted>(`the nights of ${event.calendarId}`, async () => {
    const plan = planNights(event.calendarId, changes, known)
    if (plan.kind === 'taken') {
      // If another request has moved the event meanwhile, its own new nights were in the way.
      if (before && (await hasChanged(deps.store, before))) return { kind: 'stale' }
      return { kind: 'refused', refusal: { code: 'night_taken', days: plan.days } }
    }
    if (plan.kind === 'unread') {
      await readMonths(deps.store, event.calendarId, plan.months, known)
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

function nightChangeOf({ before, after }: EventChange): NightChange {
  const was: StayDays | undefined = before && stayDaysOf(before)
  const is: StayDays | undefined = after && stayDaysOf(after)
  return { ...(was && { before: was }), ...(is && { after: is }) }
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
