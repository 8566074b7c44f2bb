import { type FeedEvent, ok, type Result, refuse, writeFeed } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { calendarKey } from '../keys.ts'
import { type Calendar, calendarFromItem, calendarItem } from './calendar.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'
import { feedUid } from './feed-uid.ts'
import { recurringEventsIn, singleEventsIn } from './list-events.ts'
import { occurrenceOf, type RecurringEvent } from './occurrence-times.ts'

/** The link to the feed of a calendar: its token is shown this once. */
export interface IssuedFeed {
  readonly calendar: Calendar
  readonly token: string
}

/** Opens the feed of a calendar under a new link; the link before stops to work. */
export async function issueFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
): Promise<Result<IssuedFeed, Refusal>> {
  const token = deps.secrets.newFeedToken()
  const changed = await changeFeed(
    deps,
    caller,
    calendarId,
    deps.secrets.hash(token),
    (calendar) => ({ calendar, token }),
  )
  return changed.ok ? ok({ calendar: changed.value, token }) : changed
}

/** Closes the feed of a calendar; closing a closed one changes nothing. */
export async function revokeFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
): Promise<Result<undefined, Refusal>> {
  const changed = await changeFeed(deps, caller, calendarId, undefined, () => undefined)
  return changed.ok ? ok(undefined) : changed
}

async function changeFeed(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  feedTokenHash: Uint8Array | undefined,
  answer: (calendar: Calendar) => unknown,
): Promise<Result<Calendar, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getLiveCalendar(deps, caller, calendarId)
    if (!found.ok) return found
    const { feedTokenHash: hashBefore, ...before } = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    if (hashBefore === undefined && feedTokenHash === undefined) return found
    const after: Calendar = {
      ...before,
      ...(feedTokenHash && { feedTokenHash }),
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const item = calendarItem(after)
    const write = { kind: 'put-if-version', item, version: before.version } as const
    const committed = await commit(deps, caller, [write], answer(after))
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`calendar ${calendarId}`)
}

/** How far a feed looks back and ahead, in days, and how many events it has at most. */
const FEED_DAYS_BACK = 92
const FEED_DAYS_AHEAD = 731
const FEED_EVENTS = 5000
const SECONDS_PER_DAY = 86_400

/**
 * Writes the feed of a calendar for whoever has its token: what overlaps the time from three months
 * ago to two years ahead, the first 5,000 events of it; what recurs in it with its rule, which goes on
 * beyond. Without the right token there is none.
 */
export async function readFeed(
  deps: Dependencies,
  calendarId: string,
  token: string,
): Promise<Result<string, Refusal>> {
  const item = await deps.store.get(calendarKey(calendarId), { consistent: true })
  const calendar = item && calendarFromItem(item)
  const hash = calendar?.removal ? undefined : calendar?.feedTokenHash
  if (calendar === undefined || hash === undefined) return notFound('feed', calendarId)
  if (!deps.secrets.hashesEqual(deps.secrets.hash(token), hash)) {
    return notFound('feed', calendarId)
  }
  // By whole days, so that the feed is the same text all day long if nothing changed.
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

/** A recurring event is itself, and one more for each occurrence that was changed, of the same UID. */
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

/** Where an event is, and its page, which are values of its own under the names that an import gives them. */
function placeOf({ extendedProps }: CalendarEvent): Pick<FeedEvent, 'location' | 'url'> {
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
  ...placeOf(event),
})
