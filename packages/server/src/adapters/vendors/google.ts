import type { Interval } from '@holdfast/engine'
import {
  type CalendarVendor,
  failure,
  type VendorAnswer,
  type VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { busyEvents, eventIdOf, putEvent, readConference } from './google-events.ts'
import { readPages } from './google-lists.ts'
import {
  createJsonCaller,
  type Forbidden,
  isJson,
  type Json,
  type JsonCaller,
  malformed,
  objectsOf,
  unexpectedStatus,
} from './json-call.ts'
import { createOAuth } from './oauth.ts'
import { busyTimes, epochMillisecondsOf, instantText, splitRange, type TimeSpan } from './times.ts'

/** The server's registration with Google. */
export interface GoogleVendorOptions {
  readonly outbound: OutboundHttp
  readonly clientId: string
  readonly clientSecret: string
  /** Replaces all of Google's hosts. Tests only. */
  readonly endpoint?: string
}

const SCOPE = 'https://www.googleapis.com/auth/'
const READ = [`${SCOPE}calendar.freebusy`, `${SCOPE}calendar.calendarlist.readonly`]
const WRITE = [...READ, `${SCOPE}calendar.events`]

/** The maximum number of calendars in one `freeBusy` call (`calendarExpansionMax`). */
const CALENDARS_PER_CALL = 50
/** Google refuses long ranges (`timeRangeTooLong`) with no documented limit. Two months are accepted. */
const DAYS_PER_CALL = 60

/** Temporary reasons of a 403. */
const RATE = new Set([
  'calendarUsageLimitsExceeded',
  'dailyLimitExceeded',
  'quotaExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
])
/** Reasons of a 403 that the operator of this server must fix, not the owner of the calendar. */
const OPERATORS = new Set(['accessNotConfigured', 'keyInvalid', 'servicesDisabled'])

function forbidden(body: Json): Forbidden {
  const error = isJson(body.error) ? body.error : {}
  const reasons = (objectsOf(error.errors) ?? []).map(({ reason }) => String(reason))
  if (reasons.some((reason) => RATE.has(reason)) || error.status === 'RESOURCE_EXHAUSTED') {
    return 'throttled'
  }
  return reasons.some((reason) => OPERATORS.has(reason)) ? 'unreachable' : 'unauthorized'
}

/** Creates the adapter for Google Calendar over its REST API. */
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
      revocationEndpoint: `${endpoint ?? 'https://oauth2.googleapis.com'}/revoke`,
      // Google gives a refresh token only after consent, so consent is always requested.
      parameters: { access_type: 'offline', prompt: 'consent' },
      scope: (writesBack) => (writesBack ? WRITE : READ),
    }),
    async account(access) {
      const listed = await calendarsOf(call, access, api)
      if (listed.kind !== 'done') return listed
      const primary = listed.value.find((calendar) => calendar.isPrimary)
      // The id of a primary calendar is the address of its account.
      return primary
        ? { kind: 'done', value: { address: primary.id } }
        : malformed('there is no primary calendar')
    },
    calendars: (access) => calendarsOf(call, access, api),
    async busy(access, query) {
      const { calendarIds, range, exceptBookingsOf } = query
      const all = calendarIds.length === 0 ? ['primary'] : calendarIds
      const readFreeBusyOf = (ids: readonly string[]) =>
        freeBusy(call, access, { url: `${api}/freeBusy`, calendarIds: ids, range })
      // Only events show which of them are synced. A calendar with hidden events cannot contain any.
      const readOne = async (id: string) => {
        const events = await busyEvents(call, access, eventsUrl(id), query)
        const isHidden = events.kind === 'failed' && events.code === 'unauthorized'
        return isHidden ? readFreeBusyOf([id]) : events
      }
      const parts =
        exceptBookingsOf === undefined
          ? [await readFreeBusyOf(all)]
          : await Promise.all(all.map(readOne))
      const spans: TimeSpan[] = []
      for (const part of parts) {
        if (part.kind !== 'done') return part
        spans.push(...part.value)
      }
      return { kind: 'done', value: busyTimes(range, spans) }
    },
    putSyncedEvent: (access, place, booking) =>
      putEvent(call, access, eventsUrl(place.calendarId), place, booking),
    readConference: (access, { calendarId, eventId }) =>
      readConference(call, access, eventsUrl(calendarId), eventId),
    async removeSyncedEvent(access, { calendarId }, eventKey) {
      const url = `${eventsUrl(calendarId)}/${eventIdOf(eventKey)}?sendUpdates=none`
      const answer = await call(access, { method: 'DELETE', url })
      if (answer.kind !== 'answered') return answer
      const isGone = [200, 204, 404, 410].includes(answer.status)
      return isGone ? { kind: 'done', value: undefined } : unexpectedStatus(answer)
    },
  }
}

async function calendarsOf(call: JsonCaller, access: VendorCall, api: string) {
  const url = new URL(`${api}/users/me/calendarList?maxResults=250`)
  const pages = await readPages(call, access, url)
  if (pages.kind !== 'done') return pages
  const items = pages.value.map((page) => objectsOf(page.items ?? []))
  if (items.includes(undefined)) return malformed('a list of calendars has no items')
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
  call: JsonCaller,
  access: VendorCall,
  { url, calendarIds, range }: FreeBusyCall,
): Promise<VendorAnswer<readonly TimeSpan[]>> {
  const spans: TimeSpan[] = []
  for (let from = 0; from < calendarIds.length; from += CALENDARS_PER_CALL) {
    const items = calendarIds.slice(from, from + CALENDARS_PER_CALL).map((id) => ({ id }))
    for (const part of splitRange(range, DAYS_PER_CALL)) {
      const body = {
        timeMin: instantText(part.startEpochMinutes),
        timeMax: instantText(part.endEpochMinutes),
        timeZone: 'UTC',
        calendarExpansionMax: CALENDARS_PER_CALL,
        items,
      }
      const answer = await call(access, { method: 'POST', url, body })
      if (answer.kind !== 'answered') return answer
      if (answer.status !== 200) return unexpectedStatus(answer)
      const read = readFreeBusy(
        answer.body,
        items.map(({ id }) => id),
      )
      if (read.kind !== 'done') return read
      spans.push(...read.value)
    }
  }
  return { kind: 'done', value: spans }
}

/** Reads the answer. Every requested calendar must be in it, or its time would look free. */
function readFreeBusy(
  { calendars }: Json,
  calendarIds: readonly string[],
): VendorAnswer<readonly TimeSpan[]> {
  const spans: TimeSpan[] = []
  for (const id of calendarIds) {
    const calendar = isJson(calendars) ? calendars[id] : undefined
    if (!isJson(calendar)) return malformed('a calendar is missing')
    const [error] = objectsOf(calendar.errors ?? []) ?? []
    if (error?.reason === 'notFound') return failure('unauthorized', 'a calendar no longer exists')
    if (error)
      return failure('unreachable', `a calendar could not be read (${String(error.reason)})`)
    const busy = objectsOf(calendar.busy ?? [])
    if (busy === undefined) return malformed('busy times are not a list')
    for (const { start, end } of busy) {
      const startEpochMilliseconds = epochMillisecondsOf(start)
      const endEpochMilliseconds = epochMillisecondsOf(end)
      if (startEpochMilliseconds === undefined || endEpochMilliseconds === undefined) {
        return malformed('a busy time is not an instant')
      }
      spans.push({ startEpochMilliseconds, endEpochMilliseconds })
    }
  }
  return { kind: 'done', value: spans }
}
