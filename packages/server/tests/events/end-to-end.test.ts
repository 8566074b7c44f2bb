import type {
  Booking,
  CalendarConnection,
  Contact,
  EventKey,
  WebhookEndpointIssued,
} from '@holdfast/contracts'
import ICAL from 'ical.js'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setBusy, setOutage, times } from '../connections/support.ts'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { readStream, type StreamReader } from '../support/event-stream.ts'
import {
  act,
  book,
  type CreatedBooking,
  everyDay,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  offeredStarts,
  outcomeOf,
  readBooking,
  SUNDAY,
} from '../support/fixtures.ts'
import {
  type ReceivedMail,
  type SmtpReceiver,
  startSmtpReceiver,
} from '../support/smtp-receiver.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const MONDAY = ['2035-04-23T00:00:00Z', '2035-04-24T00:00:00Z'] as const
const WEEK = ['2035-04-22T08:00:00Z', '2035-04-29T08:00:00Z'] as const

/** An event as a consumer reads it. */
interface PublishedEvent {
  readonly id: string
  readonly type: EventKey
  readonly resource: { readonly id: string; readonly version: number }
  readonly data: {
    readonly booking: Booking
    readonly conflict: Readonly<Record<string, unknown>>
    readonly connection: CalendarConnection
  }
}

const lineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

const invitationOf = ({ calendars: [text = ''] }: ReceivedMail) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = calendar.getFirstSubcomponent('vevent') as ICAL.Component
  const property = (name: string) => String(event.getFirstPropertyValue(name))
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: property('uid'),
    sequence: property('sequence'),
    start: property('dtstart'),
  }
}

describe.each(SOME_ENGINES)('the scenarios of the scheduling service on %s', (engine) => {
  const opened = new AsyncDisposableStack()
  let cluster: Cluster
  let receiver: WebhookReceiver
  let smtp: SmtpReceiver
  let stream: StreamReader
  let endpoint: WebhookEndpointIssued
  let providerId: string

  beforeAll(async () => {
    receiver = opened.adopt(await startWebhookReceiver(), (it) => it.close())
    smtp = opened.adopt(await startSmtpReceiver(), (it) => it.close())
    const env = {
      HOLDFAST_SMTP_URL: smtp.url,
      HOLDFAST_MAIL_FROM: 'bookings@holdfast.example',
      HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
    }
    // Two servers: one does the background work, and the other streams what it publishes.
    cluster = opened.adopt(await startCluster({ engine, servers: 2, env }), (it) => it.stop())
    await cluster.setClock(SUNDAY)
    const created = await cluster.api.post<WebhookEndpointIssued>('/v1/webhook-endpoints', {
      url: receiver.url('/crm'),
    })
    endpoint = expectStatus(created, 201)
    stream = opened.adopt(
      await readStream(`${cluster.url(1)}/v1/events/stream`, { 'x-api-key': API_KEY }),
      (it) => it.close(),
    )
    const provider = await makeProvider(cluster.api, {
      name: 'Dr. Ada Weber',
      email: 'ada.weber@example.com',
    })
    providerId = provider.id
  }, 120_000)
  afterAll(() => opened.disposeAsync())

  const streamed = (): readonly PublishedEvent[] =>
    stream.events.all.map(({ data }) => JSON.parse(data) as PublishedEvent)
  /** The messages to the webhook, verified by the Standard Webhooks library. */
  const delivered = (): readonly PublishedEvent[] =>
    receiver.messages.all.map(
      ({ body, headers }) =>
        new Webhook(endpoint.secret).verify(body, { ...headers }) as PublishedEvent,
    )

  /** Waits until the webhook and the stream have the same event of a resource, and returns it. */
  async function published(
    type: EventKey,
    resource: { readonly id: string },
  ): Promise<PublishedEvent> {
    const isIt = (event: PublishedEvent) => event.type === type && event.resource.id === resource.id
    await receiver.messages.until(`${type} at the webhook`, () => delivered().some(isIt))
    await stream.events.until(`${type} in the stream`, () => streamed().some(isIt))
    const atWebhook = delivered().filter(isIt)
    expect(streamed().filter(isIt)).toEqual(atWebhook)
    expect(atWebhook).toHaveLength(1)
    return atWebhook[0] as PublishedEvent
  }

  /** Waits for the email about a booking to an address, by the beginning of its subject. */
  async function mailed(
    to: string,
    subject: string,
    booking: { readonly id: string },
  ): Promise<ReceivedMail> {
    const isIt = (mail: ReceivedMail) =>
      mail.to.includes(to) &&
      mail.subject.startsWith(subject) &&
      mail.calendars.some((text) => text.includes(`UID:${booking.id}@`))
    await smtp.mails.until(`"${subject}" to ${to}`, (all) => all.some(isIt))
    return smtp.mails.all.find(isIt) as ReceivedMail
  }

  /** Half hours from 09:00 to 11:00 every day, held until they are confirmed. */
  const makeMorning = () =>
    makeEventType(cluster.api, providerId, {
      availabilityRules: everyDay({ start: '09:00', end: '11:00' }),
    })

  async function confirmed(eventTypeId: string, start: string, name: string) {
    const held: CreatedBooking = await hold(cluster.api, eventTypeId, start, name)
    return expectStatus(await act(cluster.api, held, 'confirm'), 200)
  }

  test('happy path: an event type offers slots, one is held and confirmed, and everyone is notified', async () => {
    const { api } = cluster
    const eventType = await makeMorning()
    await published('event_type.created', eventType)
    const starts = await offeredStarts(api, eventType.id, ...WEEK)
    expect([starts.length, starts[0]]).toEqual([28, '2035-04-22T09:00:00Z'])
    const held = await hold(api, eventType.id, '2035-04-23T09:00:00Z', 'grace')
    const created = await published('booking.created', held)
    expect(created.data.booking).toMatchObject({ status: 'pending', version: 1 })
    const booking = expectStatus(await act(api, held, 'confirm'), 200)
    const event = await published('booking.confirmed', booking)
    expect(event.resource).toEqual({ id: booking.id, version: 2 })
    expect(event.data.booking).toEqual(await readBooking(api, booking))

    const toBooker = await mailed('grace@example.com', 'Confirmed: ', booking)
    const toProvider = await mailed('ada.weber@example.com', 'New booking: ', booking)
    const invite = await api.get(`/v1/bookings/${booking.id}/invite.ics`)
    for (const mail of [toBooker, toProvider]) {
      expect(lineFeeds(mail.calendars[0] ?? '')).toBe(lineFeeds(invite.text))
      expect(invitationOf(mail)).toEqual({
        method: 'REQUEST',
        uid: `${booking.id}@holdfast`,
        sequence: '0',
        start: '2035-04-23T09:00:00Z',
      })
    }
    // The link in the email opens the booking.
    const [, token = ''] = /#(hm_\S+)/.exec(toBooker.text) ?? []
    const booker = cluster.anybody.as({ authorization: `Bearer ${token}` })
    expect(expectStatus(await booker.get(`/v1/bookings/${booking.id}`), 200)).toMatchObject({
      id: booking.id,
    })
  })

  test('a hold without booker details sends no email until it is confirmed', async () => {
    const { api } = cluster
    const eventType = await makeMorning()
    const sent = { eventTypeId: eventType.id, start: '2035-04-25T10:30:00Z' }
    const held = expectStatus(await api.post<Booking>('/v1/public/bookings', sent), 202)
    expect((await published('booking.created', held)).data.booking.booker).toBeNull()
    const booker = { name: 'Mary', email: 'mary@example.com' }
    expectStatus(await api.post(`/v1/bookings/${held.id}/confirm`, { booker }), 200)
    expect((await published('booking.confirmed', held)).data.booking.booker).toMatchObject(booker)
    await mailed('mary@example.com', 'Confirmed', held)
    const ofBooking = smtp.mails.all.filter(({ calendars }) =>
      calendars.some((text) => text.includes(`UID:${held.id}@`)),
    )
    expect(ofBooking.every(({ subject }) => /^(Confirmed|New booking)/.test(subject))).toBe(true)
  })

  test('CRM association: the event alone is enough to link the contact', async () => {
    const { api } = cluster
    const eventType = await makeMorning()
    const booking = await confirmed(eventType.id, '2035-04-23T09:30:00Z', 'katherine')
    // An external CRM knows only the data of the webhook.
    const { data } = await published('booking.confirmed', booking)
    const { booker, id, start } = data.booking
    if (booker === null) throw new Error('the event does not say who booked')
    const crm = new Map([[booker.email, { name: booker.name, bookings: [{ id, start }] }]])
    expect(crm.get('katherine@example.com')).toEqual({
      name: 'katherine',
      bookings: [{ id: booking.id, start: '2035-04-23T09:30:00Z' }],
    })
    // Holdfast's own contacts are such a consumer, too.
    const find = () =>
      api.get<{ readonly data: readonly Contact[] }>('/v1/contacts?email=katherine@example.com')
    await until('the contact is listed', async () => (await find()).body.data.length > 0)
    expect((await find()).body.data).toMatchObject([
      { name: 'katherine', bookingCount: 1, lastBookingId: booking.id },
    ])
  })

  test('conflict: the second booking of a time is refused and reported', async () => {
    const { api } = cluster
    const eventType = await makeMorning()
    const start = '2035-04-23T10:00:00Z'
    const first = await confirmed(eventType.id, start, 'ada')
    // The servers take the calls in turn. The one that refuses reports the conflict.
    expect(outcomeOf(await book(api, { eventTypeId: eventType.id }, start))).toBe('409 slot_taken')
    const event = await published('slot.conflict_detected', eventType)
    expect(event.data.conflict).toEqual({
      providerId,
      eventTypeId: eventType.id,
      start,
      refusalCount: 1,
      firstRefusedAt: SUNDAY,
    })
    expect((await readBooking(api, first)).status).toBe('confirmed')
  })

  test('reschedule: the old time is free, the new one is taken, and the event has both', async () => {
    const { api } = cluster
    const eventType = await makeMorning()
    const [from, to] = ['2035-04-24T09:00:00Z', '2035-04-24T10:30:00Z']
    const booking = await confirmed(eventType.id, from, 'mary')
    const first = await mailed('mary@example.com', 'Confirmed: ', booking)
    expectStatus(await act(api, booking, 'reschedule', { start: to }), 200)
    const offered = await offeredStarts(
      api,
      eventType.id,
      '2035-04-24T00:00:00Z',
      '2035-04-25T00:00:00Z',
    )
    expect(offered).toEqual([from, '2035-04-24T09:30:00Z', '2035-04-24T10:00:00Z'])
    const { data } = await published('booking.rescheduled', booking)
    expect(data.booking).toMatchObject({ status: 'confirmed', start: to, rescheduledFrom: from })
    const moved = await mailed('mary@example.com', 'New time: ', booking)
    expect(invitationOf(moved)).toEqual({
      ...invitationOf(first),
      sequence: '1',
      start: to,
    })
  })

  test('no-show: a booking can be marked after its start and not before', async () => {
    const { api } = cluster
    const eventType = await makeMorning()
    const booking = await confirmed(eventType.id, '2035-04-23T10:30:00Z', 'barbara')
    expect(outcomeOf(await act(api, booking, 'no-show'))).toBe('409 invalid_transition')
    await cluster.setClock('2035-04-23T10:35:00Z')
    expect(expectStatus(await act(api, booking, 'no-show'), 200).status).toBe('no_show')
    const { data, resource } = await published('booking.no_show', booking)
    expect(resource.version).toBe(3)
    expect(data.booking).toMatchObject({ status: 'no_show', noShowAt: '2035-04-23T10:35:00Z' })
    expect(await offeredStarts(api, eventType.id, ...MONDAY)).toEqual([])
  })

  test('calendar sync: busy times are not offered, and a lost calendar is reported', async () => {
    const { api } = cluster
    const [date, next] = ['2035-04-24', '2035-04-25']
    const provider = await makeProvider(api, { email: 'grace.hopper@example.com' })
    const eventType = await makeEventType(api, provider.id, {
      availabilityRules: everyDay({ start: '09:00', end: '11:00' }),
    })
    const offered = () => offeredStarts(api, eventType.id, `${date}T00:00:00Z`, `${next}T00:00:00Z`)
    const connection = await setBusy(api, provider.id, times(date, '09:15-10:10'))
    const { data } = await published('calendar.connected', connection)
    expect(data.connection).toMatchObject({ kind: 'simulated', providerId: provider.id })
    expect(await offered()).toEqual([`${date}T10:30:00Z`])
    const refused = await book(api, { eventTypeId: eventType.id }, `${date}T09:30:00Z`)
    expect(outcomeOf(refused)).toBe('409 slot_taken')
    await published('slot.conflict_detected', eventType)

    await setOutage(api, provider.id, 'unauthorized')
    await cluster.setClock('2035-04-23T10:50:00Z')
    const lost = await published('calendar.sync_failed', connection)
    expect(lost.data.connection).toMatchObject({
      status: 'broken',
      failure: { code: 'unauthorized', attemptCount: 1 },
    })
    expect(await offered()).toEqual([])
    const isIt = (mail: ReceivedMail) =>
      mail.to.includes('grace.hopper@example.com') &&
      mail.subject === 'Reconnect your simulated calendar'
    await smtp.mails.until('the mail to the provider', (all) => all.some(isIt))
  })

  test('in the end, log, stream and webhook have the same events', async () => {
    const { api } = cluster
    const log = async () =>
      expectStatus(
        await api.get<{
          readonly data: readonly (PublishedEvent & { readonly position: number })[]
        }>('/v1/events?limit=100'),
        200,
      ).data
    const idsOf = (events: readonly PublishedEvent[]) => events.map(({ id }) => id)
    await until('stream and webhook have all events of the log', async () => {
      const ids = idsOf(await log())
      const heard = new Set(idsOf(delivered()))
      return streamed().length === ids.length && ids.every((id) => heard.has(id))
    })
    const events = await log()
    expect(events.map(({ position, ...event }) => [String(position), event])).toEqual(
      stream.events.all.map(({ id }, index) => [id, streamed()[index]]),
    )
    expect([...new Set(idsOf(delivered()))].sort()).toEqual(idsOf(events).sort())
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        'event_type.created',
        'booking.created',
        'booking.confirmed',
        'slot.conflict_detected',
        'booking.rescheduled',
        'booking.no_show',
        'calendar.connected',
        'calendar.sync_failed',
        // The first bookings of the day ended when the clock moved.
        'booking.completed',
      ]),
    )
    // As the clock jumped past the starts, their reminders were missed; nothing else is worth a line.
    const lines = cluster.output().split('\n').filter(Boolean)
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(new Set(messages)).toEqual(new Set(['reminder missed']))
  })
})
