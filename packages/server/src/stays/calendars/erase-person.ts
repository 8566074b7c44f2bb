import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ERASED_TEXT, type Mentions } from '../../kernel/privacy/person.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { calendarEventIdKey } from '../keys.ts'
import {
  type CalendarEvent,
  type CancelledStay,
  calendarEventEntity,
  cancelledStayEntity,
  eventWrites,
} from './calendar-event.ts'

/**
 * Whether a calendar event is about a person: a stay that they booked, or one of nobody else whose texts name
 * them.
 */
export function isAbout(event: CalendarEvent, mentions: Mentions): boolean {
  if (event.guest) return mentions.isAddress(event.guest.email)
  const { title, description, extendedProps, recurrence } = event
  const texts = [{ title, description, extendedProps }, ...(recurrence?.changes ?? [])]
  return texts.some(
    (each) =>
      mentions.inText(each.title) ||
      mentions.inText(each.description ?? undefined) ||
      mentions.inJson(each.extendedProps ?? undefined),
  )
}

/** Whether an event was erased before, so that nothing is left to erase. */
const hasNoTexts = (event: CalendarEvent): boolean =>
  event.title === ERASED_TEXT &&
  event.guest === undefined &&
  event.manageTokenHash === undefined &&
  event.description === undefined &&
  event.extendedProps === undefined &&
  !event.recurrence?.changes.some(
    ({ title, description, extendedProps }) => title ?? description ?? extendedProps,
  )

/** An event without its texts, its guest and the guest's access. Its times stay. */
function withoutTexts<Event extends CalendarEvent>(event: Event, nowEpochSeconds: number): Event {
  const {
    guest: _guest,
    manageTokenHash: _hash,
    description: _description,
    extendedProps: _props,
    ...kept
  } = event
  const { recurrence } = event
  // The cast: what was left out is optional in every kind of event.
  return {
    ...kept,
    title: ERASED_TEXT,
    version: event.version + 1,
    ...(recurrence && {
      recurrence: {
        ...recurrence,
        changes: recurrence.changes.map(
          ({ title: _title, description: _text, extendedProps: _values, ...change }) => change,
        ),
      },
    }),
    updatedAtEpochSeconds: nowEpochSeconds,
  } as unknown as Event
}

/**
 * Erases the person of a calendar event if the event, as it is stored now, is to be erased. Publishes no event.
 * Answers whether it erased anything.
 */
export const eraseCalendarEvent = (
  deps: Dependencies,
  eventId: string,
  isToErase: (event: CalendarEvent) => boolean,
): Promise<boolean> =>
  retryOnConflict(`calendar event ${eventId}`, async () => {
    const before = await calendarEventEntity.read(deps.store, calendarEventIdKey(eventId))
    if (before === undefined || hasNoTexts(before) || !isToErase(before)) return false
    const now = epochSeconds(deps.clock)
    const outcome = await transact(deps, eventWrites(before, withoutTexts(before, now), now))
    return outcome.kind === 'done' ? true : CONFLICT
  })

/** Erases the person of a cancelled stay, which nothing else changes. Answers whether it erased anything. */
export async function eraseCancelledStay(
  deps: Dependencies,
  before: CancelledStay,
): Promise<boolean> {
  if (hasNoTexts(before)) return false
  const after = withoutTexts(before, epochSeconds(deps.clock))
  await transact(deps, { stay: cancelledStayEntity.replace(before, after) })
  return true
}
