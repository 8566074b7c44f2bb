import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  everyDay,
  expectStatus,
  makeEventType,
  makeProvider,
  offeredStarts,
  outcomeOf,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import {
  type MicrosoftGraphServer,
  startMicrosoftGraph,
} from '../support/microsoft-graph-server.ts'
import { comeBackAndConfirm } from '../support/oauth-server.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { calendarEvents, connectionsOf, reasonsAgainst } from './support.ts'

const DATE = '2035-04-23'
const DAY = [`${DATE}T00:00:00Z`, '2035-04-24T00:00:00Z'] as const
const at = (time: string) => `${DATE}T${time}:00Z`

interface Mail {
  readonly to: string
  readonly subject: string
}

describe.each(SOME_ENGINES)('vendors’ calendars on %s', (engine) => {
  let google: GoogleCalendarServer
  let outlook: MicrosoftGraphServer
  let cluster: Cluster
  beforeAll(async () => {
    google = await startGoogleCalendar()
    outlook = await startMicrosoftGraph()
    google.oauth.rotation = 'single-use'
    cluster = await startCluster({
      engine,
      servers: 2,
      sweeper: true,
      env: {
        HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
        HOLDFAST_PUBLIC_URL: 'https://book.example.com',
        HOLDFAST_GOOGLE_CLIENT_ID: google.clientId,
        HOLDFAST_GOOGLE_CLIENT_SECRET: google.clientSecret,
        HOLDFAST_GOOGLE_ENDPOINT: google.origin,
        HOLDFAST_OUTLOOK_CLIENT_ID: outlook.clientId,
        HOLDFAST_OUTLOOK_CLIENT_SECRET: outlook.clientSecret,
        HOLDFAST_OUTLOOK_ENDPOINT: outlook.origin,
      },
    })
    await cluster.setClock(SUNDAY)
  }, 60_000)
  afterAll(async () => {
    await cluster.stop()
    await google.close()
    await outlook.close()
  })

  type Kind = 'google' | 'outlook'
  const vendorOf = (kind: Kind) => (kind === 'google' ? google : outlook)

  /** Adds an event on that day to the owner's calendar, `09:15-10:10`. */
  function addEvent(kind: Kind, span: string): string {
    const [start, end] = span.split('-').map((time) => at(time))
    return kind === 'google'
      ? google.addEvent(String(start), String(end))
      : outlook.addEvent(String(start).slice(0, -1), String(end).slice(0, -1))
  }

  /** Authorizes the connection as the owner, and follows the redirect. */
  async function connect(kind: Kind, providerId: string) {
    const path = `/v1/providers/${providerId}/calendar-connections/${kind}/authorize`
    const begun = await cluster.api.post<{ readonly authorizationUrl: string }>(path, {})
    const callback = await vendorOf(kind).visit(expectStatus(begun, 200).authorizationUrl)
    await comeBackAndConfirm((to, init) => fetch(`${cluster.url(0)}${to}`, init), callback)
    const [connection] = await connectionsOf(cluster.api, providerId)
    if (connection === undefined) throw new Error('no calendar is connected')
    return connection
  }

  /** A provider with half-hour slots in the morning. */
  async function morning() {
    const { api } = cluster
    const provider = await makeProvider(api, { email: 'owner@example.com' })
    const eventType = await makeEventType(api, provider.id, {
      availabilityRules: everyDay({ start: '09:00', end: '12:00' }),
    })
    const offered = async () =>
      (await offeredStarts(api, eventType.id, ...DAY)).map((start) => start.slice(11, 16))
    const claim = async (start: string) =>
      outcomeOf(await book(api, { eventTypeId: eventType.id }, at(start)))
    const state = async () => (await connectionsOf(api, provider.id))[0]?.status
    return { api, provider, eventType, offered, claim, state }
  }

  test.each<[Kind]>([['google'], ['outlook']])(
    'scenario six with %s: busy time is neither offered nor claimed until it becomes free',
    async (kind) => {
      const { api, provider, eventType, offered, claim, state } = await morning()
      const vendor = vendorOf(kind)
      addEvent(kind, '09:15-10:10')
      const dentist = addEvent(kind, '11:00-11:30')
      const connection = await connect(kind, provider.id)
      expect(connection).toMatchObject({ kind, label: vendor.address })
      expect(await offered()).toEqual(['10:30', '11:30'])
      const [reason] = await reasonsAgainst(api, eventType.id, at('11:00'))
      expect(reason).toMatchObject({ code: 'calendar_busy', source: kind })

      // A claim checks the calendar again, although the time was offered a moment ago.
      addEvent(kind, '11:30-12:00')
      expect(await claim('11:30')).toBe('409 slot_taken')
      const held = await book(api, { eventTypeId: eventType.id }, at('10:30'))
      expect(outcomeOf(held)).toBe('202')
      expect(outcomeOf(await act(api, held.body, 'confirm'))).toBe('200')
      vendor.removeEvent(dentist)
      expect(await claim('11:00')).toBe('202')

      // The vendor fails and recovers.
      vendor.fail({ status: 503 })
      expect(await claim('10:00')).toBe('409 calendar_unavailable')
      vendor.recover()
      expect(await claim('10:00')).toBe('409 slot_taken')

      // The owner revokes the grant: nothing is offered until the calendar is connected again.
      vendor.oauth.revoke()
      expect(await claim('09:00')).toBe('409 calendar_unavailable')
      expect(await state()).toBe('broken')
      expect(await offered()).toEqual([])
      const lasting = async () =>
        // A read in the background may have failed meanwhile, and published an event.
        (await calendarEvents(api, connection.id)).filter(
          (event) => event !== 'calendar.sync_failed failing',
        )
      await until('the broken calendar is reported', async () => (await lasting()).length >= 2)
      expect(await lasting()).toEqual(['calendar.connected active', 'calendar.sync_failed broken'])
      const mails = async () =>
        expectStatus(await api.get<{ readonly data: readonly Mail[] }>('/v1/test/mails'), 200).data
      await until('the owner has got a mail', async () =>
        (await mails()).some(({ to }) => to === 'owner@example.com'),
      )
      expect(await connect(kind, provider.id)).toMatchObject({ id: connection.id })
      for (const { id } of vendor.events()) vendor.removeEvent(id)
      expect(await claim('09:00')).toBe('202')
      expect(await state()).toBe('active')
    },
  )

  test('50 concurrent claims through two servers with an expired token share one refresh', async () => {
    const { api, provider, state } = await morning()
    const quarters = await makeEventType(api, provider.id, { durationMinutes: 15 })
    await connect('google', provider.id)
    expect(await offeredStarts(api, quarters.id, ...DAY)).toHaveLength(96)
    google.oauth.expireAccessTokens()
    const before = google.calls.all.length
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        book(
          api,
          { eventTypeId: quarters.id },
          new Date(Date.parse(DAY[0]) + index * 900_000).toISOString(),
        ),
      ),
    )
    expect(tally(claims)).toEqual({ 202: 50 })
    const refreshes = google.calls.all.slice(before).filter(({ path }) => path === '/token')
    expect(refreshes).toHaveLength(1)
    expect(await state()).toBe('active')
  })

  test('the doctor finds nothing to repair', async () => {
    expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
  })
})
