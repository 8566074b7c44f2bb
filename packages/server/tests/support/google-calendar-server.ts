import { type ConferenceCreation, GoogleConferences } from './google-conferences.ts'
import { OAuthServer, visit } from './oauth-server.ts'
import {
  type JsonObject,
  jsonOf,
  startVendorServer,
  type VendorCallReceived,
  type VendorReply,
  type VendorServer,
} from './vendor-server.ts'

/** An event of the Calendar API: `start` and `end` with `date` or `dateTime`. */
export type GoogleEvent = JsonObject & { readonly id: string; readonly status: string }

interface GoogleCalendar {
  readonly id: string
  readonly summary: string
  readonly timeZone: string
  readonly events: Map<string, GoogleEvent>
}

/** Google's OAuth and the used parts of its Calendar API v3, for one account. */
export interface GoogleCalendarServer extends VendorServer {
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
  readonly oauth: OAuthServer
  /** The maximum number of entries in a page, whatever the request asks for. */
  pageSize: number
  /** How the server creates Meet links: at once, after some reads of the event, or not at all. */
  conferences: ConferenceCreation
  addCalendar(id: string, summary: string): void
  removeCalendar(id: string): void
  /** Adds an event to the primary or another calendar; times are RFC 3339 or dates. Returns its id. */
  addEvent(
    start: string,
    end: string,
    more?: JsonObject & { readonly id?: string },
    calendarId?: string,
  ): string
  removeEvent(id: string, calendarId?: string): void
  /** The events that are not deleted, by start. */
  events(calendarId?: string): readonly GoogleEvent[]
  /** Follows the consent page as the owner; resolves with the callback URL. */
  visit(authorizationUrl: string): Promise<URL>
}

const SCOPES = 'https://www.googleapis.com/auth/'
const LONGEST_DAYS = 90
const MOST_CALENDARS = 50
const DAY = 86_400_000

const failed = (status: number, reason: string): VendorReply => ({
  status,
  body: {
    error: {
      code: status,
      message: `${reason}, says the test server.`,
      errors: [{ domain: 'global', reason, message: reason }],
    },
  },
})

/** Google's 403 for an exceeded rate limit. */
export const googleRateLimit = (reason: 'rateLimitExceeded' | 'userRateLimitExceeded') =>
  failed(403, reason)

type Time = { readonly date?: string; readonly dateTime?: string }

// All calendars are in Berlin, and the tests use only its summer time.
const instantOf = (time: unknown): number => {
  const { date, dateTime } = time as Time
  return Date.parse(dateTime ?? `${date}T00:00:00+02:00`)
}

const timeOf = (text: string): Time => (text.includes('T') ? { dateTime: text } : { date: text })

const isBusy = (event: GoogleEvent) =>
  event.status !== 'cancelled' && event.transparency !== 'transparent'

const lapOver = (event: GoogleEvent, from: number, to: number) =>
  instantOf(event.start) < to && instantOf(event.end) > from

/** Starts the server with an empty primary calendar in Berlin. */
export async function startGoogleCalendar(): Promise<GoogleCalendarServer> {
  const address = 'ada@example.com'
  const clientId = 'holdfast.apps.googleusercontent.com'
  const clientSecret = 'google-secret'
  const calendars = new Map<string, GoogleCalendar>()
  const oauth = new OAuthServer({
    clientId,
    clientSecret,
    issuer: () => server.origin,
    // Google returns a refresh token only for offline access, and only once per consent.
    givesRefreshToken: (query) =>
      query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
    rotation: 'none',
  })
  const find = (id: string) => calendars.get(id === 'primary' ? address : id)
  const settings = { pageSize: 250, conferences: 'at-once' as ConferenceCreation }
  const meet = new GoogleConferences(() => settings.conferences)

  const page = <Entry>(query: URLSearchParams, entries: readonly Entry[]) => {
    const from = Number(query.get('pageToken')?.replace('page-', '') ?? 0)
    const size = Math.min(settings.pageSize, Number(query.get('maxResults') ?? 250))
    const more = from + size < entries.length
    return {
      items: entries.slice(from, from + size),
      ...(more && { nextPageToken: `page-${from + size}` }),
    }
  }

  const listed = ({ id, summary, timeZone }: GoogleCalendar) => ({
    kind: 'calendar#calendarListEntry',
    id,
    summary,
    timeZone,
    accessRole: 'owner',
    ...(id === address && { primary: true }),
  })

  function freeBusy(call: VendorCallReceived): VendorReply {
    const { timeMin, timeMax, items } = jsonOf(call) as {
      readonly timeMin: string
      readonly timeMax: string
      readonly items: readonly { readonly id: string }[]
    }
    const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)]
    if (!(from < to)) return failed(400, 'timeRangeEmpty')
    if (to - from > LONGEST_DAYS * DAY) return failed(400, 'timeRangeTooLong')
    const busyOf = ({ events }: GoogleCalendar) =>
      [...events.values()]
        .filter((event) => isBusy(event) && lapOver(event, from, to))
        .map(({ start, end }) => ({
          start: new Date(Math.max(instantOf(start), from)).toISOString(),
          end: new Date(Math.min(instantOf(end), to)).toISOString(),
        }))
    const answers = items.map(({ id }, index) => {
      const calendar = find(id)
      const error = (reason: string) => ({ errors: [{ domain: 'global', reason }], busy: [] })
      if (index >= MOST_CALENDARS) return [id, error('tooManyCalendarsRequested')]
      return [id, calendar ? { busy: busyOf(calendar) } : error('notFound')]
    })
    const body = { kind: 'calendar#freeBusy', timeMin, timeMax }
    return { status: 200, body: { ...body, calendars: Object.fromEntries(answers) } }
  }

  function list(calendar: GoogleCalendar, query: URLSearchParams): VendorReply {
    const from = Date.parse(query.get('timeMin') ?? '1970-01-01')
    const to = Date.parse(query.get('timeMax') ?? '2100-01-01')
    const wanted = query.getAll('privateExtendedProperty')
    const events = [...calendar.events.values()].filter((event) => {
      const own = (event.extendedProperties as { private?: JsonObject } | undefined)?.private
      const marks = Object.entries(own ?? {}).map(([name, value]) => `${name}=${value}`)
      const isShown = event.status !== 'cancelled' || query.get('showDeleted') === 'true'
      return isShown && lapOver(event, from, to) && wanted.every((mark) => marks.includes(mark))
    })
    const { timeZone, summary } = calendar
    const isNamed = query.get('fields')?.includes('iCalUID') ?? true
    const shown = events.map(({ iCalUID, ...rest }) => ({ ...rest, ...(isNamed && { iCalUID }) }))
    return {
      status: 200,
      body: { kind: 'calendar#events', timeZone, summary, ...page(query, shown) },
    }
  }

  function insert(calendar: GoogleCalendar, call: VendorCallReceived): VendorReply {
    const event = { status: 'confirmed', ...jsonOf(call) } as GoogleEvent
    if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return failed(400, 'invalid')
    // A deleted event keeps its id.
    if (calendar.events.has(event.id)) return failed(409, 'duplicate')
    if (!(instantOf(event.start) < instantOf(event.end))) return failed(400, 'timeRangeEmpty')
    const stored = meet.written(undefined, event, call.query)
    calendar.events.set(event.id, stored)
    return { status: 200, body: stored }
  }

  function change(calendar: GoogleCalendar, id: string, call: VendorCallReceived): VendorReply {
    const event = calendar.events.get(id)
    if (!event) return failed(404, 'notFound')
    if (call.method === 'DELETE') {
      if (event.status === 'cancelled') return failed(410, 'deleted')
      calendar.events.set(id, { ...event, status: 'cancelled' })
      return { status: 204 }
    }
    if (call.method === 'GET') {
      const read = meet.read(event)
      calendar.events.set(id, read)
      return { status: 200, body: read }
    }
    if (call.method !== 'PATCH') return failed(405, 'httpMethodNotAllowed')
    const given = { ...event, ...jsonOf(call), id } as GoogleEvent
    const changed = meet.written(event, given, call.query)
    calendar.events.set(id, changed)
    return { status: 200, body: changed }
  }

  function answer(call: VendorCallReceived): VendorReply {
    if (call.path === '/o/oauth2/v2/auth') return oauth.authorize(call)
    if (call.path === '/token') return oauth.token(call)
    if (call.path === '/revoke') return oauth.revocation(call)
    const grant = oauth.grantOf(call)
    if (!grant) return failed(401, 'authError')
    const route = call.path.replace('/calendar/v3/', '')
    const may = (...scopes: readonly string[]) =>
      scopes.some((scope) => grant.scope.split(' ').includes(`${SCOPES}${scope}`))
    const denied = failed(403, 'insufficientPermissions')
    if (route === 'freeBusy') return may('calendar.freebusy') ? freeBusy(call) : denied
    if (route.startsWith('users/me/calendarList')) {
      if (!may('calendar.calendarlist.readonly')) return denied
      const [, id] = /^users\/me\/calendarList\/(.+)$/.exec(route) ?? []
      if (id === undefined) {
        const body = page(call.query, [...calendars.values()].map(listed))
        return { status: 200, body: { kind: 'calendar#calendarList', ...body } }
      }
      const calendar = find(id)
      return calendar ? { status: 200, body: listed(calendar) } : failed(404, 'notFound')
    }
    const [, calendarId, eventId] = /^calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(route) ?? []
    const calendar = calendarId === undefined ? undefined : find(calendarId)
    if (!calendar) return failed(404, 'notFound')
    if (!may('calendar.events', 'calendar.events.owned')) return denied
    if (eventId !== undefined) return change(calendar, eventId, call)
    return call.method === 'POST' ? insert(calendar, call) : list(calendar, call.query)
  }

  const server = await startVendorServer(answer)
  const addCalendar = (id: string, summary: string) => {
    calendars.set(id, { id, summary, timeZone: 'Europe/Berlin', events: new Map() })
  }
  addCalendar(address, 'Ada')
  let count = 0
  const known = (id: string) => {
    const calendar = find(id)
    if (!calendar) throw new Error(`No calendar ${id}.`)
    return calendar
  }
  return Object.assign(settings, server, {
    address,
    clientId,
    clientSecret,
    oauth,
    addCalendar,
    removeCalendar: (id: string) => void calendars.delete(id),
    addEvent(
      start: string,
      end: string,
      more: JsonObject & { readonly id?: string } = {},
      calendarId = 'primary',
    ) {
      count += 1
      const id = more.id ?? `owner${count}`
      const event = { status: 'confirmed', start: timeOf(start), end: timeOf(end), ...more, id }
      known(calendarId).events.set(id, event)
      return id
    },
    removeEvent: (id: string, calendarId = 'primary') => void known(calendarId).events.delete(id),
    events: (calendarId = 'primary') =>
      [...known(calendarId).events.values()]
        .filter(({ status }) => status !== 'cancelled')
        .sort((one, other) => instantOf(one.start) - instantOf(other.start)),
    visit,
  })
}
