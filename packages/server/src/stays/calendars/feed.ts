import { type FeedEvent, feedParts, ok, type Result } from '@holdfast/engine'
import { openAccount } from '../../identity/accounts/public-account.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ownUid } from '../../kernel/own-uid.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { joinInTurns } from '../../kernel/turn.ts'
import { calendarKey } from '../keys.ts'
import { bookedStaysIn } from './booked-stays.ts'
import { type Calendar, calendarEntity } from './calendar.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { changeCalendar } from './calendars.ts'
import type { ChannelDependencies } from './channel-state.ts'
import { recurringEventsIn, singleEventsIn } from './list-events.ts'
import { occurrenceOf, type RecurringEvent } from './occurrence-times.ts'

/** The token of a new feed link. It is shown only this once. */
export interface IssuedFeed {
  readonly calendar: Calendar
  readonly token: string
}

/** What the feeds of a calendar can show. */
export const FEED_CONTENTS = ['details', 'availability'] as const

/** What a feed shows: everything, or only when the calendar is not available. */
export type FeedContent = (typeof FEED_CONTENTS)[number]

const HASHES = {
  details: 'feedTokenHash',
  availability: 'availabilityFeedTokenHash',
} as const satisfies Readonly<Record<FeedContent, keyof Calendar>>

/** Creates a new link to a feed of a calendar. The previous link to the same content stops working. */
export async function issueFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  content: FeedContent,
): Promise<Result<IssuedFeed, Refusal>> {
  const token = deps.secrets.newFeedToken()
  const hash = deps.secrets.hash(token)
  const changed = await changeCalendar(
    deps,
    caller,
    calendarId,
    (before) => ok({ ...before, [HASHES[content]]: hash }),
    (calendar) => ({ calendar, token }),
  )
  return changed.ok ? ok({ calendar: changed.value, token }) : changed
}

/** Revokes links to the feeds of a calendar. Without a link it changes nothing. */
export async function revokeFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  contents: readonly FeedContent[],
): Promise<Result<undefined, Refusal>> {
  const changed = await changeCalendar(
    deps,
    caller,
    calendarId,
    (before) => {
      const names = contents.map((content) => HASHES[content])
      if (names.every((name) => before[name] === undefined)) return ok(before)
      const after = { ...before }
      for (const name of names) delete after[name]
      return ok(after)
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
 * continue beyond that range. Bookings of the calendar's unit name nobody. Without the right token the feed is not found.
 */
export async function readFeed(
  deps: ChannelDependencies,
  calendarId: string,
  token: string,
): Promise<Result<string, Refusal>> {
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId))
  const content = calendar && contentOfToken(deps, calendar, token)
  if (calendar === undefined || content === undefined) return notFound('feed', calendarId)
  const account = await openAccount(deps, calendar.accountId)
  if (!account.ok) return account
  // The range is in whole days, so an unchanged calendar has the same feed all day.
  const today = Math.floor(epochSeconds(deps.clock) / SECONDS_PER_DAY)
  const range = {
    fromEpochSeconds: (today - FEED_DAYS_BACK) * SECONDS_PER_DAY,
    toEpochSeconds: (today + FEED_DAYS_AHEAD) * SECONDS_PER_DAY,
  }
  const [single, recurring, booked] = await Promise.all([
    singleEventsIn(deps, calendarId, range, { limit: FEED_EVENTS }),
    recurringEventsIn(deps, calendarId, range),
    bookedStaysIn(deps, calendar, range, () => true, { limit: FEED_EVENTS }),
  ])
  const events = [
    ...[...recurring.events].sort(byStart).flatMap(recurringFeedEvents),
    ...[...single, ...(await withMoves(deps, booked))].sort(byStart).map(feedEvent),
  ].slice(0, FEED_EVENTS)
  const { name, timeZone } = calendar
  const text = await joinInTurns(
    feedParts({
      name,
      timeZone,
      untilEpochSeconds: range.toEpochSeconds,
      events: content === 'details' ? events : events.map(withoutDetails),
    }),
  )
  return ok(text)
}

/** Bookings of a unit, each with its moves as changes of the event: a subscriber takes a higher SEQUENCE for news. */
async function withMoves(
  deps: ChannelDependencies,
  booked: readonly CalendarEvent[],
): Promise<readonly CalendarEvent[]> {
  if (booked.length === 0) return booked
  const bookings = await deps.unitBookings.read(
    deps,
    booked.map(({ id }) => id),
  )
  return booked.map((event) => ({ ...event, version: 1 + (bookings.get(event.id)?.sequence ?? 0) }))
}

/** The content that a token gives access to; undefined if it gives none. */
function contentOfToken(
  { secrets }: Dependencies,
  calendar: Calendar,
  token: string,
): FeedContent | undefined {
  if (calendar.removal) return undefined
  const given = secrets.hash(token)
  return FEED_CONTENTS.find((content) => {
    const hash = calendar[HASHES[content]]
    return hash !== undefined && secrets.hashesEqual(given, hash)
  })
}

/** An event as strangers see it: its time, and that the calendar is not available. */
const withoutDetails = ({
  description: _,
  location: _1,
  url: _2,
  ...event
}: FeedEvent): FeedEvent => ({ ...event, summary: 'Not available' })

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
  uid: ownUid(event.id),
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
