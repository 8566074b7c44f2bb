import type { Interval } from '@holdfast/engine'
import type {
  BusyQuestion,
  CalendarVendor,
  MirroredBooking,
  VendorAnswer,
  VendorCall,
  VendorFailure,
} from '../../application/ports/calendar-vendor.ts'
import type { OutboundHttp } from '../../application/ports/outbound-http.ts'
import {
  createJsonCaller,
  type Forbidden,
  failure,
  isJson,
  type Json,
  type JsonAnswer,
  type JsonCall,
  listOf,
  reasonOf,
} from './json-call.ts'
import { createOAuth } from './oauth.ts'
import {
  busyWithin,
  epochMillisecondsOf,
  instantOf,
  midnightOf,
  piecesOf,
  type Stretch,
} from './times.ts'

/** How Google is spoken to. */
export interface GoogleVendorOptions {
  readonly outbound: OutboundHttp
  readonly clientId: string
  readonly clientSecret: string
  /** Replaces all of Google's hosts; tests only. */
  readonly endpoint?: string
}

const SCOPE = 'https://www.googleapis.com/auth/'
const READ = [`${SCOPE}calendar.freebusy`, `${SCOPE}calendar.calendarlist.readonly`]
const WRITE = [...READ, `${SCOPE}calendar.events.owned`]

/** Calendars in one `freeBusy` call at most (`calendarExpansionMax`). */
const CALENDARS_PER_CALL = 50
/** Google refuses long ranges (`timeRangeTooLong`) without saying where long begins; two months pass. */
const DAYS_PER_CALL = 60
const EVENTS_PER_PAGE = 2500
/** Pages of one list at most: an answer that always names a next page must end. */
const MOST_PAGES = 40

/** Private properties of our events: whose booking they show, and which. */
const PROVIDER = 'holdfastProvider'
const BOOKING = 'holdfastBooking'

/** Reasons of a 403 that pass by themselves. */
const RATE = new Set([
  'calendarUsageLimitsExceeded',
  'dailyLimitExceeded',
  'quotaExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
])
/** Reasons of a 403 that the owner of this server has to mend, not the owner of the calendar. */
const OPERATORS = new Set(['accessNotConfigured', 'keyInvalid', 'servicesDisabled'])

function forbidden(body: Json): Forbidden {
  const error = isJson(body.error) ? body.error : {}
  const reasons = (listOf(error.errors) ?? []).map(({ reason }) => String(reason))
  if (reasons.some((reason) => RATE.has(reason)) || error.status === 'RESOURCE_EXHAUSTED') {
    return 'throttled'
  }
  return reasons.some((reason) => OPERATORS.has(reason)) ? 'unreachable' : 'unauthorized'
}

type Call = (call: VendorCall, request: JsonCall) => Promise<JsonAnswer>

/** What an answer that was not expected means. */
const unexpected = ({ status, body }: { readonly status: number; readonly body: Json }) =>
  status === 404 || status === 410
    ? failure('unauthorized', `a calendar is not there any more${reasonOf(body)}`)
    : failure('malformed', `it answered ${status}${reasonOf(body)}`)

const odd = (what: string): VendorFailure =>
  failure('malformed', `its answer is not what the protocol says: ${what}`)

/** Google Calendar over its REST API: OAuth, free and busy times, calendars, and events of bookings. */
export function createGoogleVendor(options: GoogleVendorOptions): CalendarVendor {
  const { endpoint, outbound, clientId, clientSecret } = options
  const api = `${endpoint ?? 'https://www.googleapis.com'}/calendar/v3`
  const call = createJsonCaller(outbound, forbidden)
  const eventsUrl = (calendarId: string | undefined): string =>
    `${api}/calendars/${encodeURIComponent(calendarId ?? 'primary')}/events`
  return {
    kind: 'google',
    ...createOAuth({
      outbound,
      clientId,
      clientSecret,
      issuer: endpoint ?? 'https://accounts.google.com',
      authorizationEndpoint: `${endpoint ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      tokenEndpoint: `${endpoint ?? 'https://oauth2.googleapis.com'}/token`,
      // A refresh token is given with the consent alone, so that is asked for each time.
      parameters: { access_type: 'offline', prompt: 'consent' },
      scope: (writesBack) => (writesBack ? WRITE : READ),
    }),
    async account(using) {
      const listed = await calendarsOf(call, using, api)
      if (listed.kind !== 'done') return listed
      const primary = listed.value.find((calendar) => calendar.isPrimary)
      // The id of a primary calendar is the address of its account.
      return primary
        ? { kind: 'done', value: { address: primary.id } }
        : odd('there is no primary calendar')
    },
    calendars: (using) => calendarsOf(call, using, api),
    async busy(using, question) {
      const { calendarIds, range, exceptMirrorsOf } = question
      const all = calendarIds.length === 0 ? ['primary'] : calendarIds
      // Bookings are written into the first one; only its events tell which of them are ours.
      const [first = 'primary', ...others] = all
      const listed = exceptMirrorsOf === undefined ? [] : [first]
      const asked = exceptMirrorsOf === undefined ? all : others
      const parts = await Promise.all([
        freeBusy(call, using, { url: `${api}/freeBusy`, calendarIds: asked, range }),
        ...listed.map((id) => busyEvents(call, using, eventsUrl(id), question)),
      ])
      const stretches: Stretch[] = []
      for (const part of parts) {
        if (part.kind !== 'done') return part
        stretches.push(...part.value)
      }
      return { kind: 'done', value: busyWithin(range, stretches) }
    },
    putMirror: (using, { calendarId }, mirror) =>
      putEvent(call, using, eventsUrl(calendarId), mirror),
    async removeMirror(using, { calendarId }, bookingId) {
      const url = `${eventsUrl(calendarId)}/${eventIdOf(bookingId)}?sendUpdates=none`
      const answer = await call(using, { method: 'DELETE', url })
      if (answer.kind !== 'answered') return answer
      const isGone = [200, 204, 404, 410].includes(answer.status)
      return isGone ? { kind: 'done', value: undefined } : unexpected(answer)
    },
  }
}

/** Reads all pages of a list; `nextPageToken` leads on. */
async function pagesOf(
  call: Call,
  using: VendorCall,
  url: URL,
): Promise<VendorAnswer<readonly Json[]>> {
  const pages: Json[] = []
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const answer = await call(using, { method: 'GET', url: url.href })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 200) return unexpected(answer)
    pages.push(answer.body)
    const { nextPageToken } = answer.body
    if (nextPageToken === undefined) return { kind: 'done', value: pages }
    url.searchParams.set('pageToken', String(nextPageToken))
  }
  return failure('too_large', `it has more than ${MOST_PAGES} pages`)
}

async function calendarsOf(call: Call, using: VendorCall, api: string) {
  const url = new URL(`${api}/users/me/calendarList?maxResults=250`)
  const pages = await pagesOf(call, using, url)
  if (pages.kind !== 'done') return pages
  const items = pages.value.map((page) => listOf(page.items ?? []))
  if (items.includes(undefined)) return odd('a list of calendars without its items')
  const value = items
    .flatMap((page) => page ?? [])
    .map((item) => ({
      id: String(item.id),
      name: String(item.summaryOverride ?? item.summary ?? ''),
      isPrimary: item.primary === true,
    }))
  return { kind: 'done', value } as const
}

interface FreeBusyCall {
  readonly url: string
  readonly calendarIds: readonly string[]
  readonly range: Interval
}

async function freeBusy(
  call: Call,
  using: VendorCall,
  { url, calendarIds, range }: FreeBusyCall,
): Promise<VendorAnswer<readonly Stretch[]>> {
  const stretches: Stretch[] = []
  for (let from = 0; from < calendarIds.length; from += CALENDARS_PER_CALL) {
    const items = calendarIds.slice(from, from + CALENDARS_PER_CALL).map((id) => ({ id }))
    for (const piece of piecesOf(range, DAYS_PER_CALL)) {
      const body = {
        timeMin: instantOf(piece.startEpochMinutes),
        timeMax: instantOf(piece.endEpochMinutes),
        timeZone: 'UTC',
        calendarExpansionMax: CALENDARS_PER_CALL,
        items,
      }
      const answer = await call(using, { method: 'POST', url, body })
      if (answer.kind !== 'answered') return answer
      if (answer.status !== 200) return unexpected(answer)
      const read = readFreeBusy(
        answer.body,
        items.map(({ id }) => id),
      )
      if (read.kind !== 'done') return read
      stretches.push(...read.value)
    }
  }
  return { kind: 'done', value: stretches }
}

/** Every calendar that was asked for has to be in the answer, or its time would look free. */
function readFreeBusy(
  { calendars }: Json,
  calendarIds: readonly string[],
): VendorAnswer<readonly Stretch[]> {
  const stretches: Stretch[] = []
  for (const id of calendarIds) {
    const calendar = isJson(calendars) ? calendars[id] : undefined
    if (!isJson(calendar)) return odd('a calendar is missing')
    const [error] = listOf(calendar.errors ?? []) ?? []
    if (error?.reason === 'notFound')
      return failure('unauthorized', 'a calendar is not there any more')
    if (error)
      return failure('unreachable', `a calendar could not be read (${String(error.reason)})`)
    const busy = listOf(calendar.busy ?? [])
    if (busy === undefined) return odd('busy times that are no list')
    for (const { start, end } of busy) {
      const startEpochMilliseconds = epochMillisecondsOf(start)
      const endEpochMilliseconds = epochMillisecondsOf(end)
      if (startEpochMilliseconds === undefined || endEpochMilliseconds === undefined) {
        return odd('a busy time that is no instant')
      }
      stretches.push({ startEpochMilliseconds, endEpochMilliseconds })
    }
  }
  return { kind: 'done', value: stretches }
}

/** The busy times of a calendar event by event, as `freeBusy` would count them, without our own. */
async function busyEvents(
  call: Call,
  using: VendorCall,
  eventsUrl: string,
  { range, timeZone, exceptMirrorsOf }: BusyQuestion,
): Promise<VendorAnswer<readonly Stretch[]>> {
  const url = new URL(eventsUrl)
  const query = {
    timeMin: instantOf(range.startEpochMinutes),
    timeMax: instantOf(range.endEpochMinutes),
    singleEvents: 'true',
    maxResults: String(EVENTS_PER_PAGE),
    fields:
      'nextPageToken,timeZone,items(status,transparency,start,end,attendees(self,responseStatus),extendedProperties/private)',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const pages = await pagesOf(call, using, url)
  if (pages.kind !== 'done') return pages
  const stretches: Stretch[] = []
  for (const page of pages.value) {
    const items = listOf(page.items ?? [])
    if (items === undefined) return odd('a list of events without its items')
    const zone = typeof page.timeZone === 'string' ? page.timeZone : timeZone
    for (const item of items) {
      if (!isBusy(item) || isMirrorOf(item, exceptMirrorsOf)) continue
      const startEpochMilliseconds = momentOf(item.start, zone)
      const endEpochMilliseconds = momentOf(item.end, zone)
      if (startEpochMilliseconds === undefined || endEpochMilliseconds === undefined) {
        return odd('an event without its time')
      }
      stretches.push({ startEpochMilliseconds, endEpochMilliseconds })
    }
  }
  return { kind: 'done', value: stretches }
}

function isBusy({ status, transparency, attendees }: Json): boolean {
  const own = (listOf(attendees ?? []) ?? []).find(({ self }) => self === true)
  return (
    status !== 'cancelled' && transparency !== 'transparent' && own?.responseStatus !== 'declined'
  )
}

function isMirrorOf({ extendedProperties }: Json, providerId: string | undefined): boolean {
  const { private: own } = isJson(extendedProperties) ? extendedProperties : {}
  return isJson(own) && own[PROVIDER] === providerId
}

function momentOf(at: unknown, timeZone: string): number | undefined {
  if (!isJson(at)) return undefined
  return at.dateTime === undefined
    ? midnightOf(at.date, timeZone)
    : epochMillisecondsOf(at.dateTime)
}

/**
 * The id of a booking's event: lower-case base32hex digits, as Google wants them, which `bkg_` and a
 * ULID are not; hexadecimal digits are among them. One booking has one id, so an event that was created before is found to be there.
 */
const eventIdOf = (bookingId: string): string => Buffer.from(bookingId, 'utf8').toString('hex')

const eventOf = (mirror: MirroredBooking): Json => ({
  summary: mirror.title,
  description: mirror.description,
  start: { dateTime: instantOf(mirror.startEpochSeconds / 60), timeZone: mirror.timeZone },
  end: { dateTime: instantOf(mirror.endEpochSeconds / 60), timeZone: mirror.timeZone },
  // One that was deleted before is kept by Google under its id: this brings it back.
  status: 'confirmed',
  transparency: 'opaque',
  extendedProperties: {
    private: { [PROVIDER]: mirror.providerId, [BOOKING]: mirror.bookingId },
  },
})

async function putEvent(
  call: Call,
  using: VendorCall,
  eventsUrl: string,
  mirror: MirroredBooking,
): Promise<VendorAnswer<string>> {
  const id = eventIdOf(mirror.bookingId)
  const event = eventOf(mirror)
  const insert: JsonCall = {
    method: 'POST',
    url: `${eventsUrl}?sendUpdates=none`,
    body: { ...event, id },
  }
  const update: JsonCall = {
    method: 'PATCH',
    url: `${eventsUrl}/${id}?sendUpdates=none`,
    body: event,
  }
  const inserted = await call(using, insert)
  if (inserted.kind !== 'answered') return inserted
  if (inserted.status === 200) return { kind: 'done', value: id }
  // 409: it was inserted before.
  if (inserted.status !== 409) return unexpected(inserted)
  const updated = await call(using, update)
  if (updated.kind !== 'answered') return updated
  return updated.status === 200 ? { kind: 'done', value: id } : unexpected(updated)
}
