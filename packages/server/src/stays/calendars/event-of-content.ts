import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { type CalendarEvent, calendarEventEntity } from './calendar-event.ts'
import type { EventContent } from './event-content.ts'

/** The event of an imported content: a new one, or the next version of the one before. */
export function eventOf(
  deps: Dependencies,
  content: EventContent,
  before: CalendarEvent | undefined,
): CalendarEvent {
  const now = epochSeconds(deps.clock)
  return {
    ...content,
    id: before?.id ?? deps.ids.next('calendarEvent', deps.clock.nowEpochMilliseconds()),
    version: (before?.version ?? 0) + 1,
    createdAtEpochSeconds: before?.createdAtEpochSeconds ?? now,
    updatedAtEpochSeconds: now,
  }
}

/** Whether an event has this content already. The two are compared as they would be stored. */
export function sameEvent(before: CalendarEvent, content: EventContent): boolean {
  const { id, version, actor, createdAtEpochSeconds, updatedAtEpochSeconds } = before
  const times = { createdAtEpochSeconds, updatedAtEpochSeconds }
  const identity = { id, version, ...(actor && { actor }), ...times }
  return sameMembers(
    calendarEventEntity.encode(before),
    calendarEventEntity.encode({ ...content, ...identity }),
  )
}
