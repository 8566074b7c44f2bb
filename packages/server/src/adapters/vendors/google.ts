import type { Interval } from '@holdfast/engine'
import {
  type CalendarVendor,
  failure,
  type VendorAnswer,
  type VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { busyEvents, eventIdOf, putEvent } from './google-events.ts'
import { pagesOf } from './google-lists.ts'
import {
  type Caller,
  createJsonCaller,
  type Forbidden,
  isJson,
  type Json,
  listOf,
  odd,
  unexpected,
} from './json-call.ts'
import { createOAuth } from './oauth.ts'
import { busyWithin, epochMillisecondsOf, instantOf, type Stretch, splitRange } from './times.ts'

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
const WRITE = [...READ, `${SCOPE}calendar.events`]

/** Calendars in one `freeBusy` call at most (`calendarExpansionMax`). */
const CALENDARS_PER_CALL = 50
/** Google refuses long ranges (`timeRangeTooLong`) without saying where long begins; two months pass. */
const DAYS_PER_CALL = 60

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
      revocationEndpoint: `${endpoint ?? 'https://oauth2.googleapis.com'}/revoke`,
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
      const { calendarIds, range, exceptBookingsOf } = question
      const all = calendarIds.length === 0 ? ['primary'] : calendarIds
      const ask = (ids: readonly string[]) =>
        freeBusy(call, using, { url: `${api}/freeBusy`, calendarIds: ids, range })
      // Only events tell which of them are ours. Of a calendar whose events its owner may not see, no
      // event can be ours.
      const readOne = async (id: string) => {
        const events = await busyEvents(call, using, eventsUrl(id), question)
        const isHidden = events.kind === 'failed' && events.code === 'unauthorized'
        return isHidden ? ask([id]) : events
      }
      const parts =
        exceptBookingsOf === undefined ? [await ask(all)] : await Promise.all(all.map(readOne))
      const stretches: Stretch[] = []
      for (const part of parts) {
        if (part.kind !== 'done') return part
        stretches.push(...part.value)
      }
      return { kind: 'done', value: busyWithin(range, stretches) }
    },
    putSyncedEvent: (using, { calendarId }, mirror) =>
      putEvent(call, using, eventsUrl(calendarId), mirror),
    async removeSyncedEvent(using, { calendarId }, bookingId) {
      const url = `${eventsUrl(calendarId)}/${eventIdOf(bookingId)}?sendUpdates=none`
      const answer = await call(using, { method: 'DELETE', url })
      if (answer.kind !== 'answered') return answer
      const isGone = [200, 204, 404, 410].includes(answer.status)
      return isGone ? { kind: 'done', value: undefined } : unexpected(answer)
    },
  }
}

async function calendarsOf(call: Caller, using: VendorCall, api: string) {
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
  call: Caller,
  using: VendorCall,
  { url, calendarIds, range }: FreeBusyCall,
): Promise<VendorAnswer<readonly Stretch[]>> {
  const stretches: Stretch[] = []
  for (let from = 0; from < calendarIds.length; from += CALENDARS_PER_CALL) {
    const items = calendarIds.slice(from, from + CALENDARS_PER_CALL).map((id) => ({ id }))
    for (const piece of splitRange(range, DAYS_PER_CALL)) {
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
