import type { Interval } from '@holdfast/engine'
import {
  type BusyQuery,
  type CalendarVendor,
  failure,
  type VendorAnswer,
  type VendorCall,
  type VendorFailure,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import {
  findEvents,
  graphTime,
  PROVIDER,
  propertyOf,
  putEvent,
  removeEvents,
} from './graph-events.ts'
import { itemsOf, UTC } from './graph-lists.ts'
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
import {
  busyWithin,
  instantOf,
  midnightOf,
  type Stretch,
  splitRange,
  wallEpochMilliseconds,
  zoneOf,
} from './times.ts'

/** How Microsoft is spoken to. */
export interface MicrosoftVendorOptions {
  readonly outbound: OutboundHttp
  readonly clientId: string
  readonly clientSecret: string
  /** `organizations`, or a tenant's id or domain; personal accounts have no getSchedule. */
  readonly tenant: string
  /** Replaces all of Microsoft's hosts; tests only. */
  readonly endpoint?: string
}

const READ = ['offline_access', 'User.Read', 'Calendars.ReadBasic']
const WRITE = ['offline_access', 'User.Read', 'Calendars.ReadWrite']

/** getSchedule takes 62 days at most, and tells 1,000 items of a schedule at most. */
const DAYS_PER_SCHEDULE = 31
const MOST_SCHEDULE_ITEMS = 1000
const EVENTS_PER_PAGE = 500
const MINUTES_PER_DAY = 1440

/** An account that has no schedule, or is not found by its address, lets its events be read. */
const MAY_HAVE_NO_SCHEDULE: ReadonlySet<FreeBusyFailure> = new Set(['unauthorized', 'malformed'])

/** What leaves the time free; `workingElsewhere` is work, and `unknown` is not taken for free. */
const FREE = new Set(['free', 'workingElsewhere'])

function forbidden(body: Json): Forbidden {
  const code = isJson(body.error) ? String(body.error.code) : ''
  return /Throttl|QuotaExceeded|TooManyRequests|Limit/i.test(code) ? 'throttled' : 'unauthorized'
}

/** Outlook calendars over Microsoft Graph: OAuth, schedules, calendars, and events of bookings. */
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
    async account(using) {
      const url = `${api}/me?$select=mail,userPrincipalName`
      const answer = await call(using, { method: 'GET', url })
      if (answer.kind !== 'answered') return answer
      if (answer.status !== 200) return unexpected(answer)
      const address = answer.body.mail ?? answer.body.userPrincipalName
      return typeof address === 'string'
        ? { kind: 'done', value: { address } }
        : odd('an account without an address')
    },
    async calendars(using) {
      const url = `${api}/me/calendars?$select=id,name,isDefaultCalendar&$top=100`
      const items = await itemsOf(call, using, api, url)
      if (items.kind !== 'done') return items
      const value = items.value.map((item) => ({
        id: String(item.id),
        name: String(item.name ?? ''),
        isPrimary: item.isDefaultCalendar === true,
      }))
      return { kind: 'done', value }
    },
    async busy(using, question) {
      const { calendarIds, range, exceptBookingsOf } = question
      if (calendarIds.length === 0 && exceptBookingsOf === undefined) {
        const read = await schedule(call, using, `${api}/me/calendar/getSchedule`, question)
        if (read.kind === 'done') return { kind: 'done', value: busyWithin(range, read.value) }
        if (read.kind === 'expired' || !MAY_HAVE_NO_SCHEDULE.has(read.code)) return read
      }
      const stretches: Stretch[] = []
      for (const id of calendarIds.length === 0 ? [undefined] : calendarIds) {
        const read = await eventTimes(call, using, {
          api,
          url: calendarUrl(id),
          question,
        })
        if (read.kind !== 'done') return read
        stretches.push(...read.value)
      }
      return { kind: 'done', value: busyWithin(range, stretches) }
    },
    putSyncedEvent: (using, place, mirror) =>
      putEvent(call, using, {
        api,
        eventsUrl: `${calendarUrl(place.calendarId)}/events`,
        place,
        mirror,
      }),
    async removeSyncedEvent(using, place, bookingId) {
      const eventsUrl = `${calendarUrl(place.calendarId)}/events`
      const found = await findEvents(call, using, { api, eventsUrl, bookingId })
      if (found.kind !== 'done') return found
      const known = place.eventId === undefined ? [] : [place.eventId]
      return removeEvents(call, using, api, new Set([...found.value, ...known]))
    },
  }
}

async function schedule(
  call: Caller,
  using: VendorCall,
  url: string,
  { address, range }: BusyQuery,
): Promise<VendorAnswer<readonly Stretch[]>> {
  const stretches: Stretch[] = []
  const pieces = [...splitRange(range, DAYS_PER_SCHEDULE)]
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    const body = {
      schedules: [address],
      startTime: graphTime(piece.startEpochMinutes),
      endTime: graphTime(piece.endEpochMinutes),
      availabilityViewInterval: MINUTES_PER_DAY,
    }
    const answer = await call(using, { method: 'POST', url, body, headers: UTC })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 200) return unexpected(answer)
    const read = readSchedule(answer.body)
    if (read.kind !== 'done') return read
    // As many items as there can be at most: some may be missing.
    if (read.itemCount >= MOST_SCHEDULE_ITEMS) {
      const halves = halvesOf(piece)
      if (halves === undefined) return failure('too_large', 'a day has more than 1,000 events')
      pieces.unshift(...halves)
    } else stretches.push(...read.value)
  }
  return { kind: 'done', value: stretches }
}

function halvesOf({
  startEpochMinutes,
  endEpochMinutes,
}: Interval): readonly Interval[] | undefined {
  if (endEpochMinutes - startEpochMinutes <= MINUTES_PER_DAY) return undefined
  const middle = Math.ceil((startEpochMinutes + endEpochMinutes) / 2)
  return [
    { startEpochMinutes, endEpochMinutes: middle },
    { startEpochMinutes: middle, endEpochMinutes },
  ]
}

type ScheduleRead =
  | { readonly kind: 'done'; readonly value: readonly Stretch[]; readonly itemCount: number }
  | VendorFailure

function readSchedule({ value }: Json): ScheduleRead {
  const [mailbox] = listOf(value) ?? []
  if (mailbox === undefined) return odd('a schedule is missing')
  if (isJson(mailbox.error)) return failure('unauthorized', 'the schedule could not be read')
  const items = listOf(mailbox.scheduleItems ?? [])
  if (items === undefined) return odd('a schedule without its items')
  const busy = items.filter(({ status }) => !FREE.has(String(status)))
  const read = busy.map((item) => stretchOf(item))
  const bad = read.find((one) => 'kind' in one)
  if (bad !== undefined && 'kind' in bad) return bad
  return { kind: 'done', value: read as readonly Stretch[], itemCount: items.length }
}

/** The time of an item, as `start` and `end` with a zone each say. */
function stretchOf({ start, end }: Json): Stretch | VendorFailure {
  const startEpochMilliseconds = momentOf(start)
  const endEpochMilliseconds = momentOf(end)
  if (typeof startEpochMilliseconds !== 'number') return startEpochMilliseconds
  if (typeof endEpochMilliseconds !== 'number') return endEpochMilliseconds
  return { startEpochMilliseconds, endEpochMilliseconds }
}

/** UTC was asked for, but the zone that the answer names decides: IANA, Windows, or unknown. */
function momentOf(at: unknown): number | VendorFailure {
  const { dateTime, timeZone } = isJson(at) ? at : {}
  const zone = typeof timeZone === 'string' ? zoneOf(timeZone) : undefined
  if (zone === undefined) return failure('unknown_time_zone', 'a time has a zone that is not known')
  return wallEpochMilliseconds(dateTime, zone) ?? odd('a time that is none')
}

interface ViewQuestion {
  readonly api: string
  readonly url: string
  readonly question: BusyQuery
}

/** The busy times of a calendar event by event, without our own. */
async function eventTimes(
  call: Caller,
  using: VendorCall,
  { api, url, question }: ViewQuestion,
): Promise<VendorAnswer<readonly Stretch[]>> {
  const { range, timeZone, exceptBookingsOf } = question
  const query = new URLSearchParams({
    // All-day events are at midnight of UTC there, whichever zone they mean: a day more at each end.
    startDateTime: instantOf(range.startEpochMinutes - MINUTES_PER_DAY),
    endDateTime: instantOf(range.endEpochMinutes + MINUTES_PER_DAY),
    $select: 'showAs,isCancelled,isAllDay,start,end',
    $top: String(EVENTS_PER_PAGE),
    ...(exceptBookingsOf === undefined
      ? {}
      : { $expand: `singleValueExtendedProperties($filter=id eq '${PROVIDER}')` }),
  })
  const items = await itemsOf(call, using, api, `${url}/calendarView?${query}`)
  if (items.kind !== 'done') return items
  const stretches: Stretch[] = []
  for (const item of items.value) {
    if (item.isCancelled === true || FREE.has(String(item.showAs))) continue
    if (exceptBookingsOf !== undefined && propertyOf(item, PROVIDER) === exceptBookingsOf) continue
    const stretch = item.isAllDay === true ? wholeDays(item, timeZone) : stretchOf(item)
    if ('kind' in stretch) return stretch
    stretches.push(stretch)
  }
  return { kind: 'done', value: stretches }
}

/** An all-day event lasts from midnight to midnight where its owner is. */
function wholeDays({ start, end }: Json, timeZone: string): Stretch | VendorFailure {
  const dateOf = (at: unknown) => (isJson(at) ? String(at.dateTime).slice(0, 10) : undefined)
  const startEpochMilliseconds = midnightOf(dateOf(start), timeZone)
  const endEpochMilliseconds = midnightOf(dateOf(end), timeZone)
  return startEpochMilliseconds === undefined || endEpochMilliseconds === undefined
    ? odd('a day that is none')
    : { startEpochMilliseconds, endEpochMilliseconds }
}
