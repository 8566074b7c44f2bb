import {
  type BookedTime,
  type Booking,
  type ClassSession,
  calendarIdOf,
  type FeedEvent,
  feedParts,
  ok,
  type Result,
  sessionOwnerId,
  timesOfProvider,
} from '@holdfast/engine'
import { listBookings } from '../../booking/bookings/list-bookings.ts'
import { type EventType, eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey, sessionKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import { readCurrentSession, type SessionAt } from '../../booking/seats/read-session.ts'
import { sessionFromItem } from '../../booking/seats/session-item.ts'
import { timeInUnit } from '../../booking/units/split-stay.ts'
import { openAccount } from '../../identity/accounts/public-account.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { ownUid } from '../../kernel/own-uid.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { joinInTurns } from '../../kernel/turn.ts'
import { SHOWN_STATUSES, shownPlace, shownText, withLabel } from '../calendar-sync/shown-booking.ts'
import { shownPartId } from '../connections/shown-part.ts'

/** The range of a feed around today, in days. */
const FEED_DAYS_BACK = 31
const FEED_DAYS_AHEAD = 366
/** The maximum number of bookings behind a feed. */
const FEED_BOOKINGS = 5000
const PAGE_BOOKINGS = 500
const SECONDS_PER_DAY = 86_400

/**
 * Writes the feed of a provider's bookings for a subscriber with its token: the first 5,000 that start between
 * one month ago and one year ahead. It shows what a connected calendar shows: confirmed and past bookings, and a
 * session with seats once. Without the right token the feed is not found.
 */
export async function readProviderFeed(
  deps: Dependencies,
  providerId: string,
  token: string,
): Promise<Result<string, Refusal>> {
  const provider = await providerEntity.read(deps.store, providerKey(providerId))
  if (provider === undefined || !opens(deps, provider, token)) return notFound('feed', providerId)
  const account = await openAccount(deps, provider.accountId)
  if (!account.ok) return account
  // The range is in whole days, so unchanged bookings give the same feed all day.
  const today = Math.floor(epochSeconds(deps.clock) / SECONDS_PER_DAY)
  const range = {
    fromEpochSeconds: (today - FEED_DAYS_BACK) * SECONDS_PER_DAY,
    toEpochSeconds: (today + FEED_DAYS_AHEAD) * SECONDS_PER_DAY,
  }
  const bookings = await bookingsIn(deps, provider, range)
  if (!bookings.ok) return bookings
  const eventTypes = await eventTypesOf(deps, bookings.value)
  const sessions = await sessionsOf(deps, bookings.value)
  const events = withSessionsOnce(bookings.value, sessions).flatMap((booking) =>
    feedEvents(booking, provider, eventTypes),
  )
  const { name, timeZone } = provider
  const feed = { name, timeZone, untilEpochSeconds: range.toEpochSeconds, events }
  return ok(await joinInTurns(feedParts(feed)))
}

const opens = ({ secrets }: Dependencies, provider: Provider, token: string): boolean =>
  provider.deletedAtEpochSeconds === undefined &&
  provider.feedTokenHash !== undefined &&
  secrets.hashesEqual(secrets.hash(token), provider.feedTokenHash)

async function bookingsIn(
  deps: Dependencies,
  { id, accountId }: Provider,
  range: { readonly fromEpochSeconds: number; readonly toEpochSeconds: number },
): Promise<Result<readonly Booking[], Refusal>> {
  const filter = { providerId: id, status: SHOWN_STATUSES, ...range }
  const bookings: Booking[] = []
  let cursor: string | undefined
  do {
    const page = { limit: PAGE_BOOKINGS, ...(cursor !== undefined && { cursor }) }
    const listed = await listBookings(deps, { accountId }, filter, page)
    if (!listed.ok) return listed
    bookings.push(...listed.value.data)
    cursor = listed.value.cursor
  } while (cursor !== undefined && bookings.length < FEED_BOOKINGS)
  return ok(bookings.slice(0, FEED_BOOKINGS))
}

async function eventTypesOf(
  { store }: Dependencies,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<string, EventType>> {
  const ids = new Set(bookings.flatMap(({ eventTypeId }) => eventTypeId ?? []))
  const items = await readItems(store, [...ids].map(eventTypeKey), { consistent: false })
  return new Map(
    items.flatMap((item) => {
      const eventType = item && eventTypeFromItem(item)
      return eventType ? [[eventType.id, eventType]] : []
    }),
  )
}

/** The session of each booking with seats, where it is now. */
async function sessionsOf(
  deps: Dependencies,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<Booking, ClassSession>> {
  const names = new Map<string, SessionAt & { readonly bookings: Booking[] }>()
  for (const booking of bookings) {
    const { eventTypeId, startEpochSeconds, seats } = booking
    if (seats === undefined || eventTypeId === undefined) continue
    const id = sessionOwnerId(eventTypeId, startEpochSeconds)
    const named = names.get(id) ?? { eventTypeId, startEpochSeconds, bookings: [] }
    named.bookings.push(booking)
    names.set(id, named)
  }
  const keys = [...names.values()].map((at) => sessionKey(at.eventTypeId, at.startEpochSeconds))
  const items = await readItems(deps.store, keys, { consistent: false })
  const sessions = new Map<Booking, ClassSession>()
  for (const [index, at] of [...names.values()].entries()) {
    const item = items[index]
    const found = item && sessionFromItem(item)
    // Rare: its bookings follow a moved session within seconds.
    const isMoved = found?.session.closed?.kind === 'moved'
    const session = (isMoved ? await readCurrentSession(deps, at) : found)?.session
    if (session) for (const booking of at.bookings) sessions.set(booking, session)
  }
  return sessions
}

/**
 * The bookings, with all parties of a session as one booking without a booker, which has their seats. It has the name and
 * the SEQUENCE of the session's invitation, so that a calendar with both shows one entry.
 */
function withSessionsOnce(
  bookings: readonly Booking[],
  sessions: ReadonlyMap<Booking, ClassSession>,
): readonly Booking[] {
  const shown = new Map<string, Booking>()
  for (const booking of bookings) {
    const { eventTypeId, seats, booker: _, ...rest } = booking
    if (seats === undefined || eventTypeId === undefined) {
      shown.set(booking.id, booking)
      continue
    }
    const session = sessions.get(booking)
    const { startEpochSeconds, endEpochSeconds } = session ?? booking
    const id = session ? calendarIdOf(session) : sessionOwnerId(eventTypeId, startEpochSeconds)
    const others = shown.get(id)
    shown.set(id, {
      ...rest,
      id,
      eventTypeId,
      startEpochSeconds,
      endEpochSeconds,
      sequence: session?.sequence ?? 0,
      seats: seats + (others?.seats ?? 0),
      createdAtEpochSeconds: Math.min(
        booking.createdAtEpochSeconds,
        others?.createdAtEpochSeconds ?? Number.POSITIVE_INFINITY,
      ),
      updatedAtEpochSeconds: Math.max(
        booking.updatedAtEpochSeconds,
        others?.updatedAtEpochSeconds ?? 0,
      ),
    })
  }
  return [...shown.values()]
}

/** What a feed shows of a booking: one event, or one for each span in which it needs the provider. Of a stay its nights there. */
function feedEvents(
  booking: Booking,
  provider: Provider,
  eventTypes: ReadonlyMap<string, EventType>,
): readonly FeedEvent[] {
  const { title, description } = shownText(
    booking,
    provider.id,
    eventTypes.get(booking.eventTypeId ?? ''),
  )
  const location = shownPlace(booking.location)
  const inUnit = timeInUnit(booking, provider.id)
  const times: readonly BookedTime[] = inUnit ? [inUnit] : timesOfProvider(booking, provider.id)
  return times.map((time, index) => ({
    uid: ownUid(shownPartId(booking, provider.id, index)),
    // That of its invitation, which has the same UID.
    sequence: booking.sequence,
    createdAtEpochSeconds: booking.createdAtEpochSeconds,
    updatedAtEpochSeconds: booking.updatedAtEpochSeconds,
    time: { startEpochSeconds: time.startEpochSeconds, endEpochSeconds: time.endEpochSeconds },
    summary: withLabel(title, time),
    ...(description !== '' && { description }),
    ...(location !== '' && { location }),
  }))
}
