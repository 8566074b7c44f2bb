import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { untilTold } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { listAll } from '../support/ledger-check.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const DAY_MS = 86_400_000
const FIRST_MS = Math.floor(Date.now() / DAY_MS + 30) * DAY_MS
const STAYS = repetitions(24, 60)
const GUESTS = repetitions(80, 250)
const FILES = repetitions(4, 12)
/** Where the server that adopts kills itself: before or after its nth transaction. */
const KILLS = ['before:1', 'after:1', 'before:3', 'after:3', 'after:5'] as const

interface Listed {
  readonly id: string
  readonly start: string
  readonly end: string
}
interface Adopted {
  readonly data: readonly { readonly stayId: string; readonly reason: string | null }[]
}

const dateOf = (day: number): string => new Date(FIRST_MS + day * DAY_MS).toISOString().slice(0, 10)
const dayOf = (date: string): number => (Date.parse(date) - FIRST_MS) / DAY_MS
const bookingIdOf = (stayId: string): string => stayId.replace('cev_', 'bkg_')

/** Two nights of every four, in the months of a year. */
const nightsOfStay = (index: number) => ({ start: dateOf(index * 4), end: dateOf(index * 4 + 2) })

/** A file of a channel, which has every third gap for one or two nights; a later file moves them by a night. */
const channelFile = (turn: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airbnb//Hosting Calendar//EN',
    ...Array.from({ length: STAYS / 3 }, (_, index) => {
      const from = index * 12 + 2 + (turn % 2)
      const day = (at: number) => dateOf(at).replaceAll('-', '')
      return [
        'BEGIN:VEVENT',
        `UID:air-${index}`,
        'DTSTAMP:20260401T000000Z',
        `DTSTART;VALUE=DATE:${day(from)}`,
        `DTEND;VALUE=DATE:${day(from + 1)}`,
        'SUMMARY:Airbnb',
        'END:VEVENT',
      ].join('\r\n')
    }),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

describe.each(RACE_ENGINES)('stays of a calendar that become bookings, on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = { HOLDFAST_RELAY: 'off' }
    cluster = await startCluster({ engine, servers: 3, sweeper: true, env })
  })
  afterAll(() => cluster?.stop())

  async function make(path: string, body: object): Promise<string> {
    const made = await cluster.api.post<{ id: string }>(path, body)
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }

  let rooms = 0
  /** A unit with an event type, over a calendar with `count` stays. */
  async function makeRoom(count: number) {
    rooms += 1
    const timeZone = 'Europe/Berlin'
    const name = `Room ${engine} ${rooms}`
    const calendarId = await make('/v1/calendars', { name, timeZone, exclusive: 'nights' })
    const path = `/v1/calendars/${calendarId}`
    const stays = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        make(`${path}/events`, { title: `Guest ${index}`, override: true, ...nightsOfStay(index) }),
      ),
    )
    const propertyId = await make('/v1/properties', { name: 'House', timeZone })
    const unit = { name, kind: 'unit', timeZone, propertyId, calendarId }
    const unitId = await make('/v1/providers', unit)
    const type = { providerId: unitId, slug: 'double', title: 'Double', grain: 'nights' }
    const eventTypeId = await make('/v1/event-types', { ...type, confirmation: 'instant' })
    return { path, stays, unitId, eventTypeId, adoption: `/v1/units/${unitId}/adopt?limit=10` }
  }
  type Room = Awaited<ReturnType<typeof makeRoom>>

  const eventsOf = ({ path }: Room) =>
    listAll<Listed>(cluster.api, `${path}/events?from=${dateOf(-9)}&to=${dateOf(STAYS * 4 + 9)}`)

  /** Every night that a stay or a booking of the calendar has, each at most once, and who has it. */
  function ownersOf(events: readonly Listed[]): ReadonlyMap<number, string> {
    const owners = new Map<number, string>()
    for (const { id, start, end } of events) {
      for (let day = dayOf(start); day < dayOf(end); day += 1) {
        expect(owners.get(day), `${dateOf(day)} belongs to two`).toBeUndefined()
        owners.set(day, id)
      }
    }
    return owners
  }

  /** Each stay is a booking of its own nights, and nothing is left to adopt. */
  async function expectAdopted(room: Room): Promise<ReadonlyMap<number, string>> {
    const left = await untilTold(() => cluster.api.post<Adopted & ProblemBody>(room.adoption))
    expect(left.body.data.filter(({ reason }) => reason !== 'of_channel')).toEqual([])
    const events = await eventsOf(room)
    const found = new Map(events.map(({ id, start, end }) => [id, { start, end }]))
    for (const [index, stayId] of room.stays.entries()) {
      expect(found.get(bookingIdOf(stayId))).toEqual(nightsOfStay(index))
    }
    return ownersOf(events)
  }

  test('keep all of their nights while guests book, a channel sends files, two callers adopt and a server is killed', async () => {
    const room = await makeRoom(STAYS)
    const book = async (guest: number) => {
      const from = (guest * 7) % (STAYS * 4)
      const stay = { arrival: dateOf(from), departure: dateOf(from + 1 + (guest % 2)) }
      const booker = { name: `Guest ${guest}`, email: `guest${guest}@example.com` }
      const body = { eventTypeId: room.eventTypeId, ...stay, booker }
      const headers = { 'idempotency-key': `${room.unitId}-${guest}` }
      const asked = await untilTold(() =>
        cluster.api.post<{ id: string } & ProblemBody>('/v1/bookings', body, headers),
      )
      return asked.status === 201 ? 'booked' : asked.body.code
    }
    const send = async () => {
      for (let turn = 0; turn < FILES; turn += 1) {
        const body = channelFile(turn)
        const sent = await untilTold(() => sendFile(room, body))
        expect(sent.status, sent.text).toBe(200)
      }
    }
    const adopt = async () => {
      for (let cursor = ''; ; ) {
        const answer = await untilTold(() =>
          cluster.api.post<Adopted & { nextCursor: string | null } & ProblemBody>(
            `${room.adoption}${cursor}`,
          ),
        )
        expect(answer.status, answer.text).toBe(200)
        if (answer.body.nextCursor === null) return
        cursor = `&cursor=${answer.body.nextCursor}`
      }
    }
    const guests = Array.from({ length: GUESTS }, (_, guest) => book(guest))
    const work = Promise.all([send(), adopt(), adopt(), ...guests])
    await Promise.any(guests)
    await cluster.kill(1)
    await cluster.restart(1)
    const outcomes = new Set(await Promise.all(guests))
    await work
    expect(outcomes).toEqual(new Set(['booked', 'night_taken']))
    const owners = await expectAdopted(room)
    const nights = await cluster.api.get<{ data: { date: string; status: string }[] }>(
      `${room.path}/nights?from=${dateOf(0)}&to=${dateOf(90)}`,
    )
    for (const { date, status } of nights.body.data) {
      expect([date, status]).toEqual([date, owners.has(dayOf(date)) ? 'taken' : 'free'])
    }
    expect(await doctorFindings(cluster)).toEqual([])
  }, 240_000)

  test.each(KILLS)(
    'are adopted by a second call if the server dies %s of the first one',
    async (at) => {
      const room = await makeRoom(6)
      const before = ownersOf(await eventsOf(room))
      const env = { HOLDFAST_CRASH_AT: `request.write.${at}` }
      const mortal = await cluster.add({ env })
      await expect(cluster.at(mortal).post(room.adoption)).rejects.toThrow()
      await cluster.kill(mortal)
      // Whatever was committed, each night has the owner that it had, as a stay or as a booking.
      const meanwhile = ownersOf(await eventsOf(room))
      const asBookings = (owners: ReadonlyMap<number, string>) =>
        [...owners].map(([day, id]) => [day, bookingIdOf(id)])
      expect(asBookings(meanwhile)).toEqual(asBookings(before))
      const adopted = await cluster.api.post(room.adoption)
      expect(adopted.status, adopted.text).toBe(200)
      expect([...(await expectAdopted(room))]).toEqual(asBookings(before))
      expect(await doctorFindings(cluster)).toEqual([])
    },
    60_000,
  )

  async function sendFile({ path }: Room, body: string) {
    const sent = await fetch(`${cluster.url(0)}${path}/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/calendar', authorization: `Bearer ${API_KEY}` },
      body,
    })
    return { status: sent.status, headers: {}, text: await sent.text(), body: { code: '' } }
  }
})
