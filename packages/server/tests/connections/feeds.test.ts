import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  book,
  everyDay,
  expectStatus,
  makeEventType,
  makeProvider,
  offeredStarts,
  outcomeOf,
  SUNDAY,
} from '../support/fixtures.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { type Connection, calendarEvents, connectionsOf, reasonsAgainst } from './support.ts'

const DATE = '2035-04-23'
const DAY = [`${DATE}T00:00:00Z`, '2035-04-24T00:00:00Z'] as const
const at = (time: string) => `${DATE}T${time}:00Z`
const later = (minutes: number) => new Date(Date.parse(SUNDAY) + minutes * 60_000).toISOString()

/** A feed with a daily meeting in Berlin time, which is two hours ahead of UTC. */
const meetings = (start: string, end: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//somebody//calendar//EN',
    'BEGIN:VEVENT',
    'UID:daily',
    'DTSTAMP:20350101T000000Z',
    `DTSTART;TZID=Europe/Berlin:20350423T${start}00`,
    `DTEND;TZID=Europe/Berlin:20350423T${end}00`,
    'RRULE:FREQ=DAILY;COUNT=5',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A web server with one feed, which a test can change. */
async function startFeedServer() {
  let answer: RequestListener = (_, response) => response.writeHead(404).end()
  let texts = 0
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/private-4711/calendar.ics`,
    host: `127.0.0.1:${port}`,
    gives(text: string) {
      texts += 1
      const etag = `"${texts}"`
      answer = (request, response) => {
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else response.writeHead(200, { 'content-type': 'text/calendar', etag }).end(text)
      }
    },
    answers(status: number) {
      answer = (_, response) => response.writeHead(status).end()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe.each(SOME_ENGINES)('an iCal feed of a provider on %s', (engine) => {
  const opened = new AsyncDisposableStack()
  let cluster: Cluster
  let feed: Awaited<ReturnType<typeof startFeedServer>>
  beforeAll(async () => {
    feed = opened.adopt(await startFeedServer(), (it) => it.close())
    const env = { HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' }
    cluster = opened.adopt(await startCluster({ engine, servers: 1, sweeper: true, env }), (it) =>
      it.stop(),
    )
    await cluster.setClock(SUNDAY)
  }, 60_000)
  afterAll(() => opened.disposeAsync())

  const connect = (providerId: string, url: string) =>
    cluster.api.put<Connection & { readonly code: string; readonly errors: unknown }>(
      `/v1/providers/${providerId}/calendar-connections/ical`,
      { url },
    )

  test('a URL without a calendar is refused, and nothing is connected', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    feed.answers(404)
    const gone = await connect(provider.id, feed.url)
    expect([outcomeOf(gone), gone.body.errors]).toEqual([
      '422 calendar_unreadable',
      [{ pointer: '/url', message: expect.stringContaining('404') }],
    ])
    feed.gives('<html>please sign in</html>')
    expect(outcomeOf(await connect(provider.id, feed.url))).toBe('422 calendar_unreadable')
    expect(await connectionsOf(api, provider.id)).toEqual([])
  })

  test('scenario six with a feed: connected, changed, withdrawn, back, disconnected', async () => {
    const { api } = cluster
    const provider = await makeProvider(api, { email: 'ada@example.com' })
    const eventType = await makeEventType(api, provider.id, {
      availabilityRules: everyDay({ start: '09:00', end: '11:00' }),
    })
    const offered = async () =>
      (await offeredStarts(api, eventType.id, ...DAY)).map((start) => start.slice(11, 16))
    const claim = async (start: string) =>
      outcomeOf(await book(api, { eventTypeId: eventType.id }, at(start)))
    const state = async () => (await connectionsOf(api, provider.id))[0]?.status

    feed.gives(meetings('1100', '1200'))
    const connected = expectStatus(await connect(provider.id, feed.url), 201)
    expect(connected).toMatchObject({ kind: 'ical', label: feed.host, status: 'active' })
    const shown = await api.get(`/v1/providers/${provider.id}/calendar-connections`)
    expect(shown.text).not.toContain('private-4711')
    expect(await offered()).toEqual(['10:00', '10:30'])

    // The feed has changed since its last read. The check of the claim finds out.
    feed.gives(meetings('1100', '1230'))
    expect(await offered()).toEqual(['10:00', '10:30'])
    expect(await claim('10:00')).toBe('409 slot_taken')
    await expect.poll(offered).toEqual(['10:30'])

    // The feed answers that it has not changed, so the last read counts.
    await cluster.setClock(later(59))
    expect(await claim('10:30')).toBe('202')

    // The feed is withdrawn: no time is offered, and the owner gets an email.
    feed.answers(403)
    await cluster.setClock(later(75))
    await expect.poll(state).toBe('broken')
    expect(await offered()).toEqual([])
    expect(await reasonsAgainst(api, eventType.id, at('10:30'))).toEqual([
      { code: 'calendar_unknown', source: 'ical', because: 'unreadable' },
    ])
    expect(await claim('10:30')).toBe('409 calendar_unavailable')

    const mails = async () =>
      expectStatus(
        await api.get<{
          readonly data: readonly { readonly subject: string; readonly text: string }[]
        }>('/v1/test/mails'),
        200,
      ).data
    const lost = async () =>
      (await mails()).find(({ subject }) => subject === 'Reconnect your iCal feed')
    await expect.poll(async () => (await lost())?.text).toContain(`iCal feed (${feed.host})`)

    // Another feed replaces it in the same connection.
    feed.gives(meetings('1100', '1200'))
    const again = expectStatus(await connect(provider.id, feed.url), 200)
    expect(again).toMatchObject({ id: connected.id, status: 'active', failure: null })
    expect(await offered()).toEqual(['10:00', '10:30'])

    // Disconnected: its busy times are offered at once, and its URL is deleted.
    const path = `/v1/providers/${provider.id}/calendar-connections/ical`
    expect((await api.delete(path)).status).toBe(204)
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30'])
    expect((await api.delete(path)).status).toBe(404)
    await expect
      .poll(() => calendarEvents(api, connected.id))
      .toEqual([
        'calendar.connected active',
        'calendar.sync_failed broken',
        'calendar.connected active',
        'calendar.disconnected active',
      ])
    await cluster.setClock(SUNDAY)
    expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
  })

  test('bookings of the provider that come back in a feed are not busy, others of ours are', async () => {
    const { api } = cluster
    const [ada, bo] = [await makeProvider(api), await makeProvider(api)]
    const availabilityRules = everyDay({ start: '09:00', end: '11:00' })
    const eventType = await makeEventType(api, ada.id, { availabilityRules })
    const seats = await makeEventType(api, ada.id, { availabilityRules, seats: { capacity: 4 } })
    const others = await makeEventType(api, bo.id, { availabilityRules })
    const booked = async (eventTypeId: string, time: string) =>
      expectStatus(await book(api, { eventTypeId }, at(time)), 202).id
    const moved = await booked(eventType.id, '09:00')
    await booked(seats.id, '09:30')
    const othersId = await booked(others.id, '10:30')
    expectStatus(await api.post(`/v1/bookings/${moved}/reschedule`, { start: at('10:00') }), 200)

    // The feed still has the time before the move, the class, and a booking that Ada made with Bo.
    const event = (uid: string, time: string) => [
      'BEGIN:VEVENT',
      `UID:${uid}@holdfast`,
      `DTSTART:20350423T${time}00Z`,
      'DURATION:PT30M',
      'END:VEVENT',
    ]
    const session = `${seats.id}@${Date.parse(at('09:30')) / 1000}`
    const events = [
      ...event(moved, '0900'),
      // A span in the feed of a provider.
      ...event(`${moved}.s2`, '0910'),
      ...event(session, '0930'),
      ...event(othersId, '1030'),
      ...event('cev_01J00000000000000000000001', '1015'),
      ...event('bkg_01J00000000000000000000001', '1045'),
      ...event('anything else', '1050'),
    ]
    feed.gives(['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n'))
    expectStatus(await connect(ada.id, feed.url), 201)
    const busy = await api.get<unknown>(`/v1/providers/${ada.id}/busy?from=${DATE}&to=2035-04-24`)
    expect(busy.body).toMatchObject({
      data: [{ start: at('10:15'), end: at('11:20'), source: 'ical' }],
    })
    expect(await offeredStarts(api, eventType.id, ...DAY)).toEqual([at('09:00')])
    expect(outcomeOf(await book(api, { eventTypeId: eventType.id }, at('09:00')))).toBe('202')
  })

  test('the deletion of a provider disconnects its calendars', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    feed.gives(meetings('1100', '1200'))
    const { id } = expectStatus(await connect(provider.id, feed.url), 201)
    expect((await api.delete(`/v1/providers/${provider.id}`)).status).toBe(204)
    await expect
      .poll(() => calendarEvents(api, id))
      .toEqual(['calendar.connected active', 'calendar.disconnected active'])
  })
})
