import {
  type BusyQuery,
  type CalendarVendor,
  failure,
  type VendorAnswer,
  type VendorCall,
  type VendorFailure,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { findEvents, PROVIDER, propertyOf, putEvent, removeEvents, uidOf } from './graph-events.ts'
import { readItems } from './graph-lists.ts'
import { readConference } from './graph-meetings.ts'
import {
  createJsonCaller,
  type Forbidden,
  isJson,
  type Json,
  type JsonCaller,
  malformed,
  unexpectedStatus,
} from './json-call.ts'
import { createOAuth } from './oauth.ts'
import {
  busyTimes,
  instantText,
  midnightOf,
  type TimeSpan,
  wallEpochMilliseconds,
  zoneOf,
} from './times.ts'

/** The server's registration with Microsoft. */
export interface MicrosoftVendorOptions {
  readonly outbound: OutboundHttp
  readonly clientId: string
  readonly clientSecret: string
  /** `organizations`, or the id or domain of a tenant. */
  readonly tenant: string
  /** Replaces all of Microsoft's hosts. Tests only. */
  readonly endpoint?: string
}

const READ = ['offline_access', 'User.Read', 'Calendars.ReadBasic']
const WRITE = ['offline_access', 'User.Read', 'Calendars.ReadWrite']

const EVENTS_PER_PAGE = 500
const MINUTES_PER_DAY = 1440

/** The statuses of free time. `workingElsewhere` does not block bookings; `unknown` counts as busy. */
const FREE = new Set(['free', 'workingElsewhere'])

function forbidden(body: Json): Forbidden {
  const code = isJson(body.error) ? String(body.error.code) : ''
  return /Throttl|QuotaExceeded|TooManyRequests|Limit/i.test(code) ? 'throttled' : 'unauthorized'
}

/** Creates the adapter for Outlook calendars over Microsoft Graph. */
export function createMicrosoftVendor(options: MicrosoftVendorOptions): CalendarVendor {
  const { endpoint, outbound, clientId, clientSecret, tenant } = options
  const api = `${endpoint ?? 'https://graph.microsoft.com'}/v1.0`
  const login = `${endpoint ?? 'https://login.microsoftonline.com'}/${tenant}`
  const call = createJsonCaller(outbound, forbidden)
  const calendarUrl = (calendarId: string | undefined): string =>
    calendarId === undefined
      ? `${api}/me/calendar`
      : `${api}/me/calendars/${encodeURIComponent(calendarId)}`
  return {
    kind: 'outlook',
    ...createOAuth({
      outbound,
      clientId,
      clientSecret,
      issuer: `${login}/v2.0`,
      authorizationEndpoint: `${login}/oauth2/v2.0/authorize`,
      tokenEndpoint: `${login}/oauth2/v2.0/token`,
      parameters: { response_mode: 'query', prompt: 'select_account' },
      scope: (writesBack) => (writesBack ? WRITE : READ),
      covers: {
        'Calendars.Read': 'Calendars.ReadBasic',
        'Calendars.ReadWrite': 'Calendars.ReadBasic',
      },
    }),
    async account(access) {
      const url = `${api}/me?$select=mail,userPrincipalName`
      const answer = await call(access, { method: 'GET', url })
      if (answer.kind !== 'answered') return answer
      if (answer.status !== 200) return unexpectedStatus(answer)
      const address = answer.body.mail ?? answer.body.userPrincipalName
      return typeof address === 'string'
        ? { kind: 'done', value: { address } }
        : malformed('an account has no address')
    },
    async calendars(access) {
      const url = `${api}/me/calendars?$select=id,name,isDefaultCalendar&$top=100`
      const items = await readItems(call, access, api, url)
      if (items.kind !== 'done') return items
      const value = items.value.map((item) => ({
        id: String(item.id),
        name: String(item.name ?? ''),
        isPrimary: item.isDefaultCalendar === true,
      }))
      return { kind: 'done', value }
    },
    async busy(access, query) {
      const { calendarIds, range } = query
      const spans: TimeSpan[] = []
      for (const id of calendarIds.length === 0 ? [undefined] : calendarIds) {
        const read = await eventTimes(call, access, {
          api,
          url: calendarUrl(id),
          query,
        })
        if (read.kind !== 'done') return read
        spans.push(...read.value)
      }
      return { kind: 'done', value: busyTimes(range, spans) }
    },
    putSyncedEvent: (access, place, booking) =>
      putEvent(call, access, {
        api,
        eventsUrl: `${calendarUrl(place.calendarId)}/events`,
        place,
        booking,
      }),
    readConference: (access, { eventId }) => readConference(call, access, api, eventId),
    async removeSyncedEvent(access, place, eventKey) {
      const eventsUrl = `${calendarUrl(place.calendarId)}/events`
      const found = await findEvents(call, access, { api, eventsUrl, eventKey })
      if (found.kind !== 'done') return found
      const known = place.eventId === undefined ? [] : [place.eventId]
      return removeEvents(call, access, api, new Set([...found.value, ...known]))
    },
  }
}

/** The time of an item, from `start` and `end` with their zones. */
function spanOf({ start, end }: Json): TimeSpan | VendorFailure {
  const startEpochMilliseconds = instantOf(start)
  const endEpochMilliseconds = instantOf(end)
  if (typeof startEpochMilliseconds !== 'number') return startEpochMilliseconds
  if (typeof endEpochMilliseconds !== 'number') return endEpochMilliseconds
  return { startEpochMilliseconds, endEpochMilliseconds }
}

/** Resolves a time. UTC was requested, but the zone in the answer decides. */
function instantOf(at: unknown): number | VendorFailure {
  const { dateTime, timeZone } = isJson(at) ? at : {}
  const zone = typeof timeZone === 'string' ? zoneOf(timeZone) : undefined
  if (zone === undefined) return failure('unknown_time_zone', 'a time has an unknown zone')
  return wallEpochMilliseconds(dateTime, zone) ?? malformed('a time is invalid')
}

/** A query for the events of one calendar. */
interface EventsQuery {
  readonly api: string
  readonly url: string
  readonly query: BusyQuery
}

/** Reads the busy times of a calendar from its events, without synced events. */
async function eventTimes(
  call: JsonCaller,
  access: VendorCall,
  { api, url, query }: EventsQuery,
): Promise<VendorAnswer<readonly TimeSpan[]>> {
  const { range, timeZone, exceptBookingsOf } = query
  const parameters = new URLSearchParams({
    // Graph has all-day events at midnight in UTC, whatever their zone. One more day on each side covers them.
    startDateTime: instantText(range.startEpochMinutes - MINUTES_PER_DAY),
    endDateTime: instantText(range.endEpochMinutes + MINUTES_PER_DAY),
    $select: 'iCalUId,showAs,isCancelled,isAllDay,start,end',
    $top: String(EVENTS_PER_PAGE),
    ...(exceptBookingsOf === undefined
      ? {}
      : { $expand: `singleValueExtendedProperties($filter=id eq '${PROVIDER}')` }),
  })
  const items = await readItems(call, access, api, `${url}/calendarView?${parameters}`)
  if (items.kind !== 'done') return items
  const spans: TimeSpan[] = []
  for (const item of items.value) {
    if (item.isCancelled === true || FREE.has(String(item.showAs))) continue
    if (exceptBookingsOf !== undefined && propertyOf(item, PROVIDER) === exceptBookingsOf) continue
    const span = item.isAllDay === true ? wholeDays(item, timeZone) : spanOf(item)
    if ('kind' in span) return span
    spans.push({ ...span, uid: uidOf(item.iCalUId) })
  }
  return { kind: 'done', value: spans }
}

/** The time of an all-day event: from midnight to midnight in the provider's zone. */
function wholeDays({ start, end }: Json, timeZone: string): TimeSpan | VendorFailure {
  const dateOf = (at: unknown) => (isJson(at) ? String(at.dateTime).slice(0, 10) : undefined)
  const startEpochMilliseconds = midnightOf(dateOf(start), timeZone)
  const endEpochMilliseconds = midnightOf(dateOf(end), timeZone)
  return startEpochMilliseconds === undefined || endEpochMilliseconds === undefined
    ? malformed('a date is invalid')
    : { startEpochMilliseconds, endEpochMilliseconds }
}
