import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendCalendarFile } from '../support/calendar-file.ts'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { drawnFrom, repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { expectStatus, type Outcome, outcomeOf, untilAnswered } from '../support/fixtures.ts'
import type { HttpClient, ProblemBody } from '../support/http-client.ts'
import { type Sleepers, StayRaces } from '../support/stay-races.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const STAYS = repetitions(24, 60)
const GUESTS = repetitions(80, 250)
const FILES = repetitions(4, 12)
/** Where the server that adopts kills itself: before or after its nth transaction. */
const KILLS = ['before:1', 'after:1', 'before:3', 'after:3', 'after:5'] as const

/** A stay with the nights that its booking may have. */
type ExpectedStay = readonly [string, ...{ readonly start: string; readonly end: string }[]]

interface Adopted {
  readonly data: readonly { readonly stayId: string; readonly reason: string | null }[]
}

/** The answers whose outcome is none of the known ones, with all that they say. */
const unexpected = (answers: readonly Outcome<unknown>[], known: readonly string[]) =>
  answers
    .filter((answer) => !known.includes(outcomeOf(answer)))
    .map(({ status, text }) => `${status} ${text}`)

const bookingIdOf = (stayId: string): string => stayId.replace('cev_', 'bkg_')

describe.each(RACE_ENGINES)('stays of a calendar that become bookings, on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = { HOLDFAST_RELAY: 'off' }
    cluster = await startCluster({ engine, servers: 3, sweeper: true, env })
  })
  afterAll(() => cluster?.stop())

  const races = new StayRaces(() => cluster)
  const { dateOf, dayOf } = races

  /** Two nights of every four, in the months of a year. */
  const nightsOfStay = (index: number) => ({
    start: dateOf(index * 4),
    end: dateOf(index * 4 + 2),
  })

  /** A unit with an event type, over a calendar with `count` stays. */
  async function makeRoom(count: number) {
    const calendar = { name: 'Room', timeZone: 'Europe/Berlin', exclusive: 'nights' }
    const calendarId = await races.make('/v1/calendars', calendar)
    const path = `/v1/calendars/${calendarId}`
    const stays = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const stay = { title: `Guest ${index}`, override: true, ...nightsOfStay(index) }
        return races.make(`${path}/events`, stay)
      }),
    )
    const { rooms } = await races.makeHouse(1, { calendarId })
    const eventTypeId = await races.makeType(rooms, { confirmation: 'instant' })
    const adoption = `/v1/units/${rooms[0]}/adopt?limit=10`
    return { calendarId, path, stays, eventTypeId, adoption }
  }
  type Room = Awaited<ReturnType<typeof makeRoom>>

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

  const sendFile = async ({ path }: Room, body: string) => {
    const sent = await sendCalendarFile(cluster.url(0), API_KEY, `${path}/import`, body)
    return { ...sent, headers: {}, body: { code: '' } }
  }

  /** Adopts all stays, page by page. */
  const adopt = async (room: Room) => {
    for (let cursor = ''; ; ) {
      const answer = await untilAnswered(() =>
        cluster.api.post<Adopted & { nextCursor: string | null } & ProblemBody>(
          `${room.adoption}${cursor}`,
        ),
      )
      expect(answer.status, answer.text).toBe(200)
      if (answer.body.nextCursor === null) return
      cursor = `&cursor=${answer.body.nextCursor}`
    }
  }

  /** Kills a server as soon as the first of some requests is answered, starts it again, and waits for all work. */
  const killAmid = async (
    requests: readonly Promise<unknown>[],
    others: readonly Promise<unknown>[],
  ) => {
    const work = Promise.all([...requests, ...others])
    // What fails before the server runs again is thrown when it does, by the last line.
    work.catch(() => {})
    await Promise.any(requests)
    await cluster.kill(1)
    await cluster.restart(1)
    await work
  }

  /** Each stay of a list is a booking of its nights, or of one of several, and nothing is left to adopt. */
  async function expectAdopted(room: Room, stays: readonly ExpectedStay[]): Promise<Sleepers> {
    const left = await untilAnswered(() => cluster.api.post<Adopted & ProblemBody>(room.adoption))
    const { data } = expectStatus(left, 200)
    expect(data.filter(({ reason }) => reason !== 'of_channel')).toEqual([])
    const events = await races.eventsOf(room.calendarId)
    const found = new Map(events.map(({ id, start, end }) => [id, { start, end }]))
    for (const [stayId, ...nights] of stays) {
      expect(nights, stayId).toContainEqual(found.get(bookingIdOf(stayId)))
    }
    return await races.sleepersIn(room.calendarId)
  }
  const asBooked = ({ stays }: Room) =>
    stays.map((stayId, index) => [stayId, nightsOfStay(index)] as const)

  /** Exactly the nights that somebody has are taken. */
  async function expectNights({ path }: Room, sleepers: Sleepers): Promise<void> {
    const nights = await cluster.api.get<{ data: { date: string; status: string }[] }>(
      `${path}/nights?from=${dateOf(0)}&to=${dateOf(90)}`,
    )
    for (const { date, status } of expectStatus(nights, 200).data) {
      expect([date, status]).toEqual([date, sleepers.has(dayOf(date)) ? 'taken' : 'free'])
    }
    expect(await doctorFindings(cluster)).toEqual([])
  }

  test('keep all of their nights while guests book, a channel sends files, two callers adopt and a server is killed', async () => {
    const room = await makeRoom(STAYS)
    const book = (guest: number) =>
      races.book(room.eventTypeId, `guest${guest}`, (guest * 7) % (STAYS * 4), 1 + (guest % 2))
    const rival = (stay: number) => races.book(room.eventTypeId, `rival${stay}`, stay * 4, 2)
    const send = async () => {
      for (let turn = 0; turn < FILES; turn += 1) {
        const sent = await untilAnswered(() => sendFile(room, channelFile(turn)))
        expect(sent.status, sent.text).toBe(200)
      }
    }
    const guests = Array.from({ length: GUESTS }, (_, guest) => book(guest))
    // They want exactly the nights of a stay, which are free at no moment.
    const rivals = Array.from({ length: STAYS }, (_, stay) => rival(stay))
    await killAmid(guests, [send(), adopt(room), adopt(room), ...rivals])
    const answers = await Promise.all(guests)
    expect(unexpected(answers, ['201', '409 night_taken'])).toEqual([])
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['201', '409 night_taken']))
    expect(unexpected(await Promise.all(rivals), ['409 night_taken'])).toEqual([])
    await expectNights(room, await expectAdopted(room, asBooked(room)))
  }, 240_000)

  test('are changed or deleted as stays, or refuse it as bookings, if that happens at the same moment', async () => {
    const room = await makeRoom(STAYS)
    const event = (index: number) => `${room.path}/events/${room.stays[index]}`
    /** A night later than it was. */
    const later = (index: number) => ({ start: dateOf(index * 4 + 1), end: dateOf(index * 4 + 3) })
    const attempts = room.stays.map((_, index) =>
      untilAnswered(() =>
        index % 2 === 0
          ? cluster.api.put<ProblemBody>(event(index), { title: 'Guest', ...later(index) })
          : cluster.api.delete<ProblemBody>(event(index)),
      ),
    )
    await killAmid(attempts, [adopt(room), adopt(room)])
    const answers = await Promise.all(attempts)
    // A deletion whose answer was lost finds nothing when it is sent again.
    const known = ['200', '204', '404 not_found', '409 managed_by_booking']
    expect(unexpected(answers, known)).toEqual([])
    const outcomes = answers.map(outcomeOf)
    await adopt(room)
    const expected = asBooked(room).flatMap(([stayId, nights], index): readonly ExpectedStay[] => {
      if (outcomes[index] !== '409 managed_by_booking') {
        return index % 2 === 0 ? [[stayId, later(index)]] : []
      }
      // A change whose answer was lost with the server is refused when it is sent again after the adoption.
      return index % 2 === 0 ? [[stayId, nights, later(index)]] : [[stayId, nights]]
    })
    const sleepers = await expectAdopted(room, expected)
    expect(sleepers.size).toBe(expected.length * 2)
    await expectNights(room, sleepers)
  }, 240_000)

  test.each(drawnFrom(KILLS, 2))(
    'are adopted by a second call if the server dies %s of the first one',
    async (at) => {
      const room = await makeRoom(6)
      const before = await races.sleepersIn(room.calendarId)
      const call = (api: HttpClient) => api.post(room.adoption)
      expect(await races.lastWords(`request.write.${at}`, call)).toBeUndefined()
      // Whatever was committed, each night has the owner that it had, as a stay or as a booking.
      const asBookings = (sleepers: Sleepers) =>
        [...sleepers].map(([day, id]) => [day, bookingIdOf(id)])
      expect(asBookings(await races.sleepersIn(room.calendarId))).toEqual(asBookings(before))
      await adopt(room)
      expect([...(await expectAdopted(room, asBooked(room)))]).toEqual(asBookings(before))
      expect(await doctorFindings(cluster)).toEqual([])
    },
    60_000,
  )
})
