import { type ConferenceCreation, GraphMeetings } from './graph-meetings.ts'
import { OAuthServer, visit } from './oauth-server.ts'
import {
  type JsonObject,
  jsonOf,
  startVendorServer,
  type VendorCallReceived,
  type VendorReply,
  type VendorServer,
} from './vendor-server.ts'

/** An event of Graph, stored in UTC. */
export type GraphEvent = JsonObject & { readonly id: string }

interface GraphCalendar {
  readonly id: string
  readonly name: string
  readonly events: Map<string, GraphEvent>
}

/** Microsoft's OAuth and the used parts of Graph v1.0, for one account. */
export interface MicrosoftGraphServer extends VendorServer {
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
  /** The tenant in the paths of OAuth. */
  readonly tenant: string
  readonly oauth: OAuthServer
  /** The maximum number of entries in a page, whatever the request asks for. */
  pageSize: number
  /** The origin in `@odata.nextLink`. Default: the server's own. */
  nextLinkOrigin: string | undefined
  /** Whether `Prefer: outlook.timezone` is respected. If not, times are in Pacific time, by its Windows name. */
  heedsPreferredZone: boolean
  /** How the server creates Teams meetings: at once, after some reads of the event, or not at all. */
  conferences: ConferenceCreation
  addCalendar(id: string, name: string): void
  removeCalendar(id: string): void
  /** Adds an event to the default or another calendar; times such as `2026-04-27T09:00:00`, UTC. Returns its id. */
  addEvent(
    start: string,
    end: string,
    more?: JsonObject & { readonly id?: string },
    calendarId?: string,
  ): string
  removeEvent(id: string, calendarId?: string): void
  /** The events by start. */
  events(calendarId?: string): readonly GraphEvent[]
  /** Follows the consent page as the owner; resolves with the callback URL. */
  visit(authorizationUrl: string): Promise<URL>
}

const DEFAULT = 'AAMkDefault='

const failed = (status: number, code: string): VendorReply => ({
  status,
  body: { error: { code, message: `${code}, says the test server.` } },
})

interface Time {
  readonly dateTime: string
  readonly timeZone: string
}

const instantOf = (time: unknown): number => Date.parse(`${(time as Time).dateTime.slice(0, 19)}Z`)

const utc = (epochMilliseconds: number): Time => ({
  dateTime: `${new Date(epochMilliseconds).toISOString().slice(0, 19)}.0000000`,
  timeZone: 'UTC',
})

// The tests use only summer time.
const pacific = (epochMilliseconds: number): Time => ({
  dateTime: utc(epochMilliseconds - 7 * 3_600_000).dateTime,
  timeZone: 'Pacific Standard Time',
})

const lapOver = (event: GraphEvent, from: number, to: number) =>
  instantOf(event.start) < to && instantOf(event.end) > from

interface Property {
  readonly id: string
  readonly value: string
}

const propertiesOf = (event: GraphEvent) =>
  (event.singleValueExtendedProperties ?? []) as readonly Property[]

/** Starts the server with an empty default calendar. */
export async function startMicrosoftGraph(): Promise<MicrosoftGraphServer> {
  const address = 'ada@contoso.example'
  const clientId = '7c1b4e0a-0000-4000-8000-000000000001'
  const clientSecret = 'microsoft-secret'
  const tenant = 'organizations'
  const calendars = new Map<string, GraphCalendar>()
  const oauth = new OAuthServer({
    clientId,
    clientSecret,
    givesRefreshToken: (query) => (query.get('scope') ?? '').split(' ').includes('offline_access'),
    rotation: 'new',
  })
  const settings = {
    pageSize: 100,
    nextLinkOrigin: undefined as string | undefined,
    heedsPreferredZone: true,
    conferences: 'at-once' as ConferenceCreation,
  }
  const meetings = new GraphMeetings(() => settings.conferences)
  let count = 0

  const shownTime = (time: unknown) =>
    settings.heedsPreferredZone ? utc(instantOf(time)) : pacific(instantOf(time))

  function page(call: VendorCallReceived, entries: readonly JsonObject[]): VendorReply {
    const from = Number(call.query.get('$skip') ?? 0)
    const size = Math.min(settings.pageSize, Number(call.query.get('$top') ?? 10))
    const next = new URL(call.path, settings.nextLinkOrigin ?? server.origin)
    for (const [name, value] of call.query) next.searchParams.set(name, value)
    next.searchParams.set('$skip', String(from + size))
    const more = from + size < entries.length
    const value = entries.slice(from, from + size)
    return { status: 200, body: { value, ...(more && { '@odata.nextLink': next.href }) } }
  }

  function shown(event: GraphEvent, query: URLSearchParams): GraphEvent {
    // Extended properties are returned only on request.
    const { singleValueExtendedProperties: _, iCalUId, ...rest } = event
    const isNamed = query.get('$select')?.split(',').includes('iCalUId') ?? true
    const expand = query.get('$expand') ?? ''
    const marks = propertiesOf(event).filter(({ id }) => expand.includes(`'${id}'`))
    return {
      ...rest,
      ...(isNamed && { iCalUId }),
      id: event.id,
      start: event.isAllDay === true ? utc(instantOf(event.start)) : shownTime(event.start),
      end: event.isAllDay === true ? utc(instantOf(event.end)) : shownTime(event.end),
      ...(marks.length > 0 && { singleValueExtendedProperties: marks }),
    }
  }

  function view(calendar: GraphCalendar, call: VendorCallReceived): VendorReply {
    const from = Date.parse(call.query.get('startDateTime') ?? '')
    const to = Date.parse(call.query.get('endDateTime') ?? '')
    if (!(from < to)) return failed(400, 'ErrorInvalidParameter')
    const events = [...calendar.events.values()].filter((event) => lapOver(event, from, to))
    return page(
      call,
      events.map((event) => shown(event, call.query)),
    )
  }

  function create(calendar: GraphCalendar, call: VendorCallReceived): VendorReply {
    const given = jsonOf(call)
    const same = [...calendar.events.values()].find(
      ({ transactionId }) => transactionId !== undefined && transactionId === given.transactionId,
    )
    if (same) {
      const isSame = JSON.stringify({ ...same, id: '' }) === JSON.stringify({ ...given, id: '' })
      return isSame ? { status: 201, body: same } : failed(409, 'ErrorDuplicateTransactionId')
    }
    count += 1
    const event = meetings.written(undefined, { ...given, id: `AAMkEvent${count}=` })
    calendar.events.set(event.id, event)
    return { status: 201, body: event }
  }

  function find(calendar: GraphCalendar, call: VendorCallReceived): VendorReply {
    const filter = call.query.get('$filter') ?? ''
    const [, id, value] =
      /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']*)'\)$/.exec(
        filter,
      ) ?? []
    if (id === undefined) return failed(400, 'ErrorInvalidParameter')
    const events = [...calendar.events.values()].filter((event) =>
      propertiesOf(event).some((one) => one.id === id && one.value === value),
    )
    return page(
      call,
      events.map((event) => shown(event, call.query)),
    )
  }

  function change(id: string, call: VendorCallReceived): VendorReply {
    const calendar = [...calendars.values()].find(({ events }) => events.has(id))
    const event = calendar?.events.get(id)
    if (!calendar || !event) return failed(404, 'ErrorItemNotFound')
    if (call.method === 'DELETE') {
      calendar.events.delete(id)
      return { status: 204 }
    }
    if (call.method === 'GET') {
      const read = meetings.read(event)
      calendar.events.set(id, read)
      return { status: 200, body: read }
    }
    if (call.method !== 'PATCH') return failed(405, 'MethodNotAllowed')
    const given = jsonOf(call)
    if (given.transactionId !== undefined) return failed(400, 'ErrorInvalidPropertySet')
    const changed = meetings.written(event, { ...event, ...given, id })
    calendar.events.set(id, changed)
    return { status: 200, body: changed }
  }

  function answer(call: VendorCallReceived): VendorReply {
    if (call.path === `/${tenant}/oauth2/v2.0/authorize`) return oauth.authorize(call)
    if (call.path === `/${tenant}/oauth2/v2.0/token`) return oauth.token(call)
    const grant = oauth.grantOf(call)
    if (!grant) return failed(401, 'InvalidAuthenticationToken')
    const may = (...scopes: readonly string[]) =>
      scopes.some((scope) => grant.scope.split(' ').includes(scope))
    const route = call.path.replace('/v1.0/', '')
    const denied = failed(403, 'ErrorAccessDenied')
    if (route === 'me') {
      return may('User.Read')
        ? { status: 200, body: { mail: address, userPrincipalName: address } }
        : denied
    }
    if (!may('Calendars.ReadBasic', 'Calendars.Read', 'Calendars.ReadWrite')) return denied
    if (call.method !== 'GET' && !may('Calendars.ReadWrite')) return denied
    if (route === 'me/calendars') {
      const all = [...calendars.values()]
      return page(
        call,
        all.map(({ id, name }) => ({ id, name, isDefaultCalendar: id === DEFAULT })),
      )
    }
    const [, eventId] = /^me\/events\/([^/]+)$/.exec(route) ?? []
    if (eventId !== undefined) return change(eventId, call)
    const [, calendarId = DEFAULT, what] =
      /^me\/(?:calendar|calendars\/([^/]+))\/(calendarView|events)$/.exec(route) ?? []
    const calendar = calendars.get(calendarId)
    if (!calendar) return failed(404, 'ErrorItemNotFound')
    if (what === 'calendarView') return view(calendar, call)
    return call.method === 'POST' ? create(calendar, call) : find(calendar, call)
  }

  const server = await startVendorServer(answer)
  const addCalendar = (id: string, name: string) => {
    calendars.set(id, { id, name, events: new Map() })
  }
  addCalendar(DEFAULT, 'Calendar')
  function known(id: string): GraphCalendar {
    const calendar = calendars.get(id)
    if (!calendar) throw new Error(`No calendar ${id}.`)
    return calendar
  }
  return Object.assign(settings, server, {
    address,
    clientId,
    clientSecret,
    tenant,
    oauth,
    addCalendar,
    removeCalendar: (id: string) => void calendars.delete(id),
    addEvent(
      start: string,
      end: string,
      more: JsonObject & { readonly id?: string } = {},
      calendarId = DEFAULT,
    ) {
      count += 1
      const id = more.id ?? `AAMkOwner${count}=`
      const times = { start: utc(Date.parse(`${start}Z`)), end: utc(Date.parse(`${end}Z`)) }
      known(calendarId).events.set(id, { showAs: 'busy', ...times, ...more, id })
      return id
    },
    removeEvent: (id: string, calendarId = DEFAULT) => void known(calendarId).events.delete(id),
    events: (calendarId = DEFAULT) =>
      [...known(calendarId).events.values()].sort(
        (one, other) => instantOf(one.start) - instantOf(other.start),
      ),
    visit,
  })
}
