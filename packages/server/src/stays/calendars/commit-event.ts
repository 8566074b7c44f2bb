import { invariant } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type Alternative, type ClaimsFailed, only } from '../../ledger/alternatives.ts'
import { commitClaims } from '../../ledger/commit-claims.ts'
import type { Claims, Owner, OwnWrite } from '../../ledger/owner.ts'
import { calendarEventIdKey } from '../keys.ts'
import { type CalendarEvent, eventWrites, movedFrom } from './calendar-event.ts'
import { calendarEventRepresentation } from './calendar-event-representation.ts'
import { claimedNights } from './event-content.ts'
import { type NightChange, nightSteps } from './night-claims.ts'
import { unplacedStayRepresentation } from './unplaced-stays.ts'

/** An event before and after a change; at least one of them is given. */
export interface EventChange {
  readonly before?: CalendarEvent
  readonly after?: CalendarEvent
  /** The only occurrence that changed: its new state, or its last state if it was cancelled. */
  readonly occurrence?: { readonly status: 'changed' | 'cancelled'; readonly event: CalendarEvent }
}

/** How the commit of an event ended. */
export type EventCommitted = { readonly kind: 'done' } | EventFailed

/** Why an event was not committed; `stale`: it changed meanwhile, decide again. */
type EventFailed =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stale' }

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
  const claims: Claims = {
    owners: events.map((change) => ownerOf(deps, caller, change)),
    steps: (_, ownerCount) => ({
      kind: 'steps',
      times: [],
      nights: nightSteps(calendarId, events.slice(0, ownerCount).map(nightsOfChange)),
      amounts: [],
      sources: [],
    }),
    further: () => writes.map((write) => ({ role: 'basis', write })),
  }
  const alternative: Alternative<unknown, EventFailed> = {
    claims,
    value: answer,
    options: { name: `the nights of ${calendarId}` },
    failed: eventFailed,
  }
  return await commitClaims(deps, caller, only(alternative))
}

function eventFailed(failure: ClaimsFailed): EventFailed {
  if (failure.kind === 'too-many') throw new Error('a change of events has too many writes')
  if (failure.kind !== 'impossible') return failure
  invariant('calendarId' in failure && failure.days, 'an event claims only nights')
  return { kind: 'refused', refusal: { code: 'night_taken', days: failure.days } }
}

/** The event after a change, or the one that the change deletes. */
function changedEvent({ before, after }: EventChange): CalendarEvent {
  const event = after ?? before
  invariant(event !== undefined, 'a change of an event has neither a before nor an after')
  return event
}

function nightsOfChange(change: EventChange): NightChange {
  const { before, after } = change
  return {
    stayId: changedEvent(change).id,
    before: before ? claimedNights(before) : [],
    after: after ? claimedNights(after) : [],
  }
}

/** An event that changes, as an owner of nights: its copies are what the change was decided for. */
function ownerOf(deps: Dependencies, caller: Caller, change: EventChange): Owner {
  const { before, after } = change
  const writes = (): readonly OwnWrite[] => {
    const copies = eventWrites(before, after, epochSeconds(deps.clock), caller.actor)
    const conflict = conflictWrite(deps, caller, change)
    return [
      ...Object.values(copies).map((write): OwnWrite => ({ role: 'basis', write })),
      { role: 'effect', write: domainEventWrite(deps, caller, change) },
      ...(conflict ? [{ role: 'effect', write: conflict } as const] : []),
    ]
  }
  return {
    ...(before && {
      entity: { key: calendarEventIdKey(before.id), version: before.version },
    }),
    writes,
  }
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
  return eventWrite(deps, 'channel.conflict', actor, after, {
    unplacedStay: unplacedStayRepresentation({ ...after, unplaced: after.unplaced }),
  })
}

function domainEventWrite(deps: Dependencies, { actor }: Caller, change: EventChange): Write {
  const { before, after, occurrence } = change
  const event = changedEvent(change)
  const verb = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'
  const type: DomainEventName = event.isStay ? `stay.${verb}` : `calendar_event.${verb}`
  const representation = calendarEventRepresentation(event)
  return eventWrite(
    deps,
    type,
    actor,
    { ...event, version: after?.version ?? event.version + 1 },
    event.isStay
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
  )
}
