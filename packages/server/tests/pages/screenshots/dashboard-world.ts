import type { HttpClient } from '../../support/http-client.ts'
import type { SampleWorld } from './sample-world.ts'

/** What the screenshots of the dashboard need beside the sample world. */
export interface DashboardWorld {
  /** The session cookie's value. */
  readonly session: string
  readonly eventTypeId: string
  readonly webhookId: string
  readonly teamEventTypeId: string
}

interface Made {
  readonly id: string
  readonly providerId: string
  readonly slug: string
}

/** The bookings, by event type, start and booker. */
const BOOKED: readonly (readonly [slug: string, start: string, name: string])[] = [
  ['check-up', '2026-04-20T09:00:00Z', 'Katherine Johnson'],
  ['check-up', '2026-04-20T12:00:00Z', 'Edsger Dijkstra'],
  ['consultation', '2026-04-20T13:00:00Z', 'Barbara Liskov'],
  ['check-up', '2026-04-21T07:00:00Z', 'Donald Knuth'],
  ['check-up', '2026-04-21T08:30:00Z', 'Radia Perlman'],
  ['consultation', '2026-04-21T12:00:00Z', 'Alan Turing'],
  ['check-up', '2026-04-22T13:30:00Z', 'Frances Allen'],
  ['cleaning', '2026-04-22T09:00:00Z', 'Margaret Hamilton'],
  ['check-up', '2026-04-23T07:30:00Z', 'Tony Hoare'],
  ['cleaning', '2026-04-23T11:00:00Z', 'Ada Lovelace'],
  ['check-up', '2026-04-24T08:00:00Z', 'Niklaus Wirth'],
  ['consultation', '2026-04-24T11:00:00Z', 'Mary Shaw'],
]

/** Fills a week of the sample world with bookings, requests, a block, busy times and a webhook. */
export async function makeDashboardWorld(
  api: HttpClient,
  { houseId }: SampleWorld,
): Promise<DashboardWorld> {
  const send = async <Body = Made>(path: string, body: unknown): Promise<Body> => {
    const answer = await api.post<Body>(path, body)
    if (answer.status >= 300)
      throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const eventTypes = (await api.get<{ data: Made[] }>('/v1/event-types?limit=100')).body.data
  const bySlug = (slug: string): Made => {
    const found = eventTypes.find((each) => each.slug === slug)
    if (found === undefined) throw new Error(`the sample world has no ${slug}`)
    return found
  }
  for (const [slug, start, name] of BOOKED) {
    const booking = await send('/v1/bookings', {
      eventTypeId: bySlug(slug).id,
      start,
      booker: { name, email: `${name.toLowerCase().replace(' ', '.')}@example.com` },
    })
    if (slug !== 'consultation') await send(`/v1/bookings/${booking.id}/confirm`, {})
  }
  const { id: eventTypeId, providerId } = bySlug('check-up')
  await send(`/v1/providers/${providerId}/blocks`, {
    start: '2026-04-23T12:00:00Z',
    end: '2026-04-23T14:00:00Z',
    reason: 'Team meeting',
  })
  await api.put(`/v1/test/providers/${providerId}/busy`, [
    { start: '2026-04-21T14:00:00Z', end: '2026-04-21T15:30:00Z' },
    { start: '2026-04-22T10:30:00Z', end: '2026-04-22T11:30:00Z' },
  ])
  await send(`/v1/calendars/${houseId}/events`, {
    title: 'Family Meier',
    start: '2026-04-21',
    end: '2026-04-24',
  })
  const cleanerId = bySlug('cleaning').providerId
  const teamEventTypeId = await makeTeam(api, send, [providerId, cleanerId])
  const webhook = await send('/v1/webhook-endpoints', { url: 'https://hooks.example.com/holdfast' })
  await send(`/v1/webhook-endpoints/${webhook.id}/test`, {})
  const { secret } = await send<{ secret: string }>('/v1/api-keys', { name: 'booking site' })
  const signedIn = await api.post('/v1/session', { apiKey: secret })
  const session = String(signedIn.headers['set-cookie']).split(';')[0]?.split('=')[1] ?? ''
  return { session, eventTypeId, webhookId: webhook.id, teamEventTypeId }
}

/** Gives two people a schedule and one of them a day off, and books them together with a room. */
async function makeTeam(
  api: HttpClient,
  send: (path: string, body: unknown) => Promise<Made>,
  people: readonly [string, string],
): Promise<string> {
  const timeZone = 'Europe/Berlin'
  const windows = [{ start: '09:00', end: '18:00' }]
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const availabilityRules = weekdays.map((weekday) => ({ weekday, windows }))
  const schedule = { name: 'Practice hours', timeZone, availabilityRules }
  const { id: scheduleId } = await send('/v1/schedules', schedule)
  for (const id of people) await api.patch(`/v1/providers/${id}`, { scheduleId })
  const room = await send('/v1/providers', { name: 'Room 1', timeZone, kind: 'room' })
  const team = await send('/v1/providers', { name: 'Practice', timeZone, kind: 'team' })
  const eventType = await send('/v1/event-types', {
    providerId: team.id,
    slug: 'surgery',
    title: 'Surgery',
    durationMinutes: 60,
    confirmation: 'instant',
    requirements: [
      { name: 'Dentist', providerIds: people, count: 1, choice: 'priority', bookerMayChoose: true },
      { name: 'Room', providerIds: [room.id], count: 1 },
    ],
  })
  await send('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2026-04-20T11:00:00Z',
    booker: { name: 'Hedy Lamarr', email: 'hedy.lamarr@example.com' },
  })
  const dayOff = { start: '2026-04-20T07:00:00Z', end: '2026-04-20T11:00:00Z', reason: 'Training' }
  await send(`/v1/providers/${people[1]}/time-off`, dayOff)
  return eventType.id
}
