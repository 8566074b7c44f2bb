import { expectStatus } from '../../support/fixtures.ts'
import { dayAfter } from '../support/wall-times.ts'
import { canMoveOn, moveTo } from './change.ts'
import type { Dates } from './prices.ts'
import { LAST_DEPARTURE, type Refused, type Season, type Told } from './season.ts'
import type { Room } from './set-up.ts'

/** The rooms whose calendars the house also writes into: one of its own, and that of the channel. */
const roomsWithWalkIns = ({ inn: { rooms } }: Season): readonly Room[] =>
  [rooms[0], rooms[2]] as readonly Room[]

/** The house writes a stay into the calendar of a room, for a guest at the door. */
export async function enterWalkIn(season: Season): Promise<void> {
  const { books, now } = season
  const room = season.oneOf(roomsWithWalkIns(season))
  const draw = () => season.dates(dayAfter(now.date, season.drawn(1, 20)), season.drawn(2, 4))
  let dates = draw()
  // Mostly nights that are free.
  for (let tries = 0; tries < 20 && books.fullNights([room.id], dates).length > 0; tries += 1) {
    dates = draw()
  }
  await enter(season, room, dates)
}

async function enter(season: Season, room: Room, dates: Dates): Promise<void> {
  const { books, house, walkIns } = season
  if (dates.departure > LAST_DEPARTURE) return
  const title = `Walk-in ${walkIns.length + 1}`
  const stay = { title, start: dates.arrival, end: dates.departure }
  const path = `/v1/calendars/${room.calendarId}/events`
  const answer = await house.api.post<Refused>(path, stay)
  const taken = books.fullNights([room.id], dates)
  if (taken.length > 0) {
    season.differs(
      title,
      [answer.body.code, ...(answer.body.nights ?? [])],
      ['night_taken', ...taken],
    )
    return
  }
  season.differs(title, answer.status, 201)
  books.take(room.id, dates, title)
  walkIns.push({ ...dates, title, room })
  season.count('walk-ins')
}

/** Somebody at the door gets the room of a guest after them; then that guest would like to stay a night longer. */
export async function outstay(season: Season): Promise<void> {
  const { now } = season
  const rooms = roomsWithWalkIns(season)
  const wishes = season
    .confirmed(({ arrival, departure }) => arrival < now.date && now.date < departure)
    .flatMap((stay) => {
      const room = rooms.find(({ id }) => id === stay.unit)
      const { arrival, departure } = stay
      const to = { arrival, departure: dayAfter(departure) }
      return room && canMoveOn(season, stay, to) ? [{ stay, room, to }] : []
    })
  if (wishes.length === 0) return
  const { stay, room, to } = season.oneOf(wishes)
  await enter(season, room, { arrival: stay.departure, departure: dayAfter(stay.departure, 2) })
  await moveTo(season, stay, to, true)
  if (stay.unit !== room.id) season.count('longer in another room')
}

interface Adopted {
  readonly data: readonly {
    readonly title: string
    readonly arrival: string
    readonly departure: string
    readonly bookingId: string | null
    readonly reason: string | null
  }[]
}

/** The house makes bookings of what it wrote into the calendars. What the channel sold stays with the channel. */
export async function adoptWalkIns(season: Season): Promise<void> {
  const { channel, house, now, walkIns } = season
  for (const room of roomsWithWalkIns(season)) {
    const adopt = async (dryRun: boolean) => {
      const path = `/v1/units/${room.id}/adopt`
      return expectStatus(await house.api.post<Adopted>(path, { dryRun }), 200).data
    }
    const dry = await adopt(true)
    const own = walkIns
      .filter((each) => each.room === room && !each.bookingId && each.departure > now.date)
      .toSorted((a, b) => a.arrival.localeCompare(b.arrival))
    const told = dry.filter(({ reason }) => reason === null)
    season.differs(
      `adoption in ${room.name}`,
      told.map(({ title, arrival, departure }) => [title, arrival, departure]),
      own.map(({ title, arrival, departure }) => [title, arrival, departure]),
    )
    const sold = room === channel.room ? channel.stays : []
    season.differs(
      `of the channel in ${room.name}`,
      dry.flatMap(({ reason }) => reason ?? []),
      sold.filter(({ departure }) => departure > now.date).map(() => 'of_channel'),
    )
    season.differs(`adopted in ${room.name}`, await adopt(false), dry)
    for (const [place, each] of own.entries()) {
      each.bookingId = told[place]?.bookingId ?? ''
      season.count('adopted')
    }
  }
}

/** A guest whose stay was adopted stays a night longer, or does not come. */
export async function changeAdopted(season: Season): Promise<void> {
  const { books, house, now, walkIns } = season
  const all = walkIns.filter(
    ({ bookingId, departure }) => bookingId && departure > dayAfter(now.date),
  )
  if (all.length === 0) return
  const stay = season.oneOf(all)
  const { title, room, arrival, bookingId } = stay
  const path = `/v1/bookings/${bookingId}`
  if (arrival > now.date && season.chance(40)) {
    expectStatus(await house.api.post(`${path}/cancel`, {}), 200)
    books.leave(title)
    walkIns.splice(walkIns.indexOf(stay), 1, { ...stay, departure: now.date, bookingId: '' })
    season.count('adopted, then cancelled')
    return
  }
  const to = { arrival, departure: dayAfter(stay.departure) }
  if (to.departure > LAST_DEPARTURE) return
  const answer = await house.api.post<Told & Refused>(`${path}/reschedule`, to)
  const taken = books.fullNights([room.id], to, title)
  if (taken.length > 0) {
    const { code, nights = [] } = answer.body
    season.differs(`${title} longer`, [code, ...nights], ['night_taken', ...taken])
    return
  }
  const { status, body } = answer
  const said = [status, body.arrival, body.departure, body.providerId]
  season.differs(`${title} longer`, said, [200, arrival, to.departure, room.id])
  books.take(room.id, to, title)
  stay.departure = to.departure
  season.count('adopted, then longer')
}
