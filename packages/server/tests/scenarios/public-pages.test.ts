import type {
  BookingDetails,
  Directory,
  PublicEventType,
  PublicProviderPage,
  PublicStay,
  PublicStays,
} from '@holdfast/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { expectStatus } from '../support/fixtures.ts'
import { SOME_ENGINES } from '../support/stores.ts'

interface Made {
  readonly id: string
  readonly manageToken: string
}

describe.each(SOME_ENGINES)('the calls of public pages on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 1 })
    await cluster.setClock('2026-04-20T08:00:00Z')
  })
  afterAll(() => cluster?.stop())

  const make = async (path: string, body: unknown): Promise<Made> =>
    expectStatus(await cluster.api.post<Made>(path, body), 201)

  const get = async <Body>(path: string): Promise<Body> =>
    expectStatus(await cluster.anybody.get<Body>(path), 200)

  test('lead from the directory to a booking, and from its link back to it', async () => {
    const provider = await make('/v1/providers', {
      name: 'Dr. Ada Weber',
      slug: 'ada',
      timeZone: 'Europe/Berlin',
      specialty: 'Dentist',
      listed: true,
    })
    await make('/v1/providers', { name: 'Unlisted', timeZone: 'Europe/Berlin' })
    await make('/v1/event-types', {
      providerId: provider.id,
      slug: 'first-visit',
      title: 'First visit',
      durationMinutes: 30,
      availabilityRules: [{ weekday: 'tuesday', windows: [{ start: '09:00', end: '10:00' }] }],
    })
    const directory = await get<Directory>('/v1/directory?specialty=dentist')
    expect(directory.data.map(({ slug }) => slug)).toEqual(['ada'])
    const page = await get<PublicProviderPage>('/v1/public/ada')
    expect(page.eventTypes.map(({ title }) => title)).toEqual(['First visit'])
    const days = 'from=2026-04-20&to=2026-04-27&timeZone=Europe/Berlin'
    const offer = await get<PublicEventType>(`/v1/public/ada/first-visit?${days}`)
    expect(offer.slots?.map(({ start }) => start)).toEqual([
      '2026-04-21T09:00:00+02:00',
      '2026-04-21T09:30:00+02:00',
    ])
    const wanted = { eventTypeId: offer.id, start: offer.slots?.[1]?.start }
    const held = await cluster.anybody.post<Made>('/v1/public/bookings', wanted)
    const { id, manageToken } = expectStatus(held, 202)
    const asBooker = cluster.anybody.as({ authorization: `Bearer ${manageToken}` })
    const details = await asBooker.get<BookingDetails>(`/v1/bookings/${id}/details`)
    expect(expectStatus(details, 200)).toMatchObject({
      booking: { status: 'pending', start: '2026-04-21T07:30:00Z', booker: null },
      eventType: { title: 'First visit', path: '/ada/first-visit' },
    })
    const left = await get<PublicEventType>(`/v1/public/ada/first-visit?${days}`)
    expect(left.slots?.length).toBe(1)
  })

  test('give a night to one of two guests, and tell the other which night is taken', async () => {
    const house = await make('/v1/calendars', {
      name: 'House',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      publicStays: true,
    })
    const path = `/v1/stays/${house.id}`
    const guest = { name: 'Grace', email: 'grace@example.com' }
    const answers = await Promise.all(
      [
        { arrival: '2026-05-01', departure: '2026-05-04', guest },
        { arrival: '2026-05-03', departure: '2026-05-06', guest },
      ].map((body) => cluster.anybody.post<PublicStay & { nights: string[] }>(path, body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.nights).toEqual(['2026-05-03'])
    const shown = await get<PublicStays>(`${path}?from=2026-05-03&to=2026-05-04`)
    expect(shown.nights).toEqual([{ date: '2026-05-03', status: 'taken' }])
  })
})
