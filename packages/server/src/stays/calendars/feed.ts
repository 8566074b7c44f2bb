import { type FeedEvent, ok, type Result, writeFeed } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { calendarKey } from '../keys.ts'
import { type Calendar, calendarEntity } from './calendar.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { changeCalendar } from './calendars.ts'
import { feedUid } from './feed-uid.ts'
import { recurringEventsIn, singleEventsIn } from './list-events.ts'
import { occurrenceOf, type RecurringEvent } from './occurrence-times.ts'

/** The token of a new feed link. It is shown only this once. */
export interface IssuedFeed {
  readonly calendar: Calendar
  readonly token: string
}

/** Creates a new link to the feed of a calendar. The previous link stops working. */
export async function issueFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
): Promise<Result<IssuedFeed, Refusal>> {
  const token = deps.secrets.newFeedToken()
  const feedTokenHash = deps.secrets.hash(token)
  const changed = await changeCalendar(
    deps,
    caller,
    calendarId,
    (before) => ok({ ...before, feedTokenHash }),
    (calendar) => ({ calendar, token }),
  )
  return changed.ok ? ok({ calendar: changed.value, token }) : changed
}

/** Revokes the link to the feed of a calendar. Without a link it changes nothing. */
export async function revokeFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
): Promise<Result<undefined, Refusal>> {
  const changed = await changeCalendar(
    deps,
    caller,
    calendarId,
    (before) => {
      const { feedTokenHash, ...rest } = before
      return ok(feedTokenHash === undefined ? before : rest)
    },
    () => undefined,
  )
  return changed.ok ? ok(undefined) : changed
}

/** The range of a feed around today, in days. */
const FEED_DAYS_BACK = 92
const FEED_DAYS_AHEAD = 731
/** The maximum number of events in a feed. */
const FEED_EVENTS = 5000
const SECONDS_PER_DAY = 86_400

/**
 * Writes the feed of a calendar for a subscriber with its token. It has the first 5,000 events that
 * overlap the time from three months ago to two years ahead. Recurring events have their rule, which may
 * continue beyond that range. Without the right token the feed is not found.
 */
export async function readFeed(
  deps: Dependencies,
  calendarId: string,
  token: string,
): Promise<Result<string, Refusal>> {
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId), {
    consistent: true,
  })
  const hash = calendar?.removal ? undefined : calendar?.feedTokenHash
  if (calendar === undefined || hash === undefined) return notFound('feed', calendarId)
  if (!deps.secrets.hashesEqual(deps.secrets.hash(token), hash)) {
    return notFound('feed', calendarId)
  }
  // The range is in whole days, so an unchanged calendar has the same feed all day.
  const today = Math.floor(epochSeconds(deps.clock) / SECONDS_PER_DAY)
  const range = {
    fromEpochSeconds: (today - FEED_DAYS_BACK) * SECONDS_PER_DAY,
    toEpochSeconds: (today + FEED_DAYS_AHEAD) * SECONDS_PER_DAY,
  }
  const [single, recurring] = await Promise.all([
    singleEventsIn(deps, calendarId, range, { limit: FEED_EVENTS }),
    recurringEventsIn(deps, calendarId, range),
  ])
  const events = [
    ...[...recurring.events].sort(byStart).flatMap(recurringFeedEvents),
    ...[...single].sort(byStart).map(feedEvent),
  ].slice(0, FEED_EVENTS)
  const { name, timeZone } = calendar
  return ok(writeFeed({ name, timeZone, untilEpochSeconds: range.toEpochSeconds, events }))
}

const byStart = (a: CalendarEvent, b: CalendarEvent): number =>
  a.startEpochSeconds - b.startEpochSeconds || (a.id < b.id ? -1 : 1)

/** The feed events of a recurring event: the event itself, and one per changed occurrence, with the same UID. */
const recurringFeedEvents = (event: RecurringEvent): readonly FeedEvent[] => {
  const { recurrence } = event
  const { timeZone, rrule, exdates, rdates } = recurrence
  const master = feedEvent(event)
  return [
    { ...master, recurrence: { timeZone, rrule, exdates, rdates } },
    ...recurrence.changes.map((change): FeedEvent => {
      const { originalWallSeconds: wallSeconds, originalStartEpochSeconds } = change
      const original = { wallSeconds, startEpochSeconds: originalStartEpochSeconds }
      return {
        ...feedEvent(occurrenceOf(event, original, change)),
        uid: master.uid,
        occurrence: { timeZone, originalWallSeconds: wallSeconds },
      }
    }),
  ]
}

/** The location and page of an event. They are custom values with the names that an import gives them. */
function locationAndUrl({ extendedProps }: CalendarEvent): Pick<FeedEvent, 'location' | 'url'> {
  const { location, url } = extendedProps ?? {}
  return {
    ...(typeof location === 'string' && location !== '' && { location }),
    ...(typeof url === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(url) && { url }),
  }
}

const feedEvent = (event: CalendarEvent): FeedEvent => ({
  uid: feedUid(event.id),
  sequence: event.version - 1,
  createdAtEpochSeconds: event.createdAtEpochSeconds,
  updatedAtEpochSeconds: event.updatedAtEpochSeconds,
  time: event.days ?? {
    startEpochSeconds: event.startEpochSeconds,
    endEpochSeconds: event.endEpochSeconds,
  },
  summary: event.title,
  ...(event.description === undefined ? {} : { description: event.description }),
  ...locationAndUrl(event),
})
