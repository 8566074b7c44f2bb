import { expectStatus } from '../../support/fixtures.ts'
import { until } from '../../support/until.ts'
import { orderOf } from '../support/orders.ts'
import { dayAfter, earliest, instantOf, latest } from '../support/wall-times.ts'
import {
  type Dates,
  deadlinesAhead,
  listPrice,
  nightsOf,
  type People,
  type Plan,
  priceOf,
} from './prices.ts'
import { LAST_DEPARTURE, SEASON, type Season, type Told } from './season.ts'
import { type Room, type RoomType, rulesBroken, ZONE } from './set-up.ts'

interface Night {
  readonly date: string
  readonly unitsLeft: number
  readonly lastDeparture: string | null
  readonly amount: number | null
}

/** Compares the free nights of a type, and their prices, with the books. */
export async function compareNights(season: Season, type: RoomType): Promise<void> {
  const { books, now, house } = season
  const from = latest(now.date, SEASON.first)
  const to = earliest(dayAfter(from, 60), LAST_DEPARTURE)
  const plan = season.oneOf(type.plans)
  const path = `/v1/event-types/${type.id}/nights?from=${from}&to=${to}&ratePlanId=${plan.id}`
  const { data } = expectStatus(await house.api.get<{ data: readonly Night[] }>(path), 200)
  const told = data.map(({ date, unitsLeft, lastDeparture, amount }) =>
    [date, unitsLeft, lastDeparture, amount].join(' '),
  )
  const expected = nightsOf({ arrival: from, departure: to }).map((date) =>
    [
      date,
      books.unitsLeft(type.units, date),
      books.lastDeparture(type.units, date, to),
      listPrice(plan, date),
    ].join(' '),
  )
  for (const [place, night] of expected.entries()) {
    season.differs(`night of ${type.title}`, told[place], night)
  }
  season.count('lists of nights')
}

/** Asks whether some nights can be booked, and compares the answer and its reasons. */
export async function compareExplained(season: Season, type: RoomType): Promise<void> {
  const { books, now, house } = season
  const dates = season.dates(dayAfter(now.date, season.drawn(0, 20)), season.drawn(1, 5))
  if (dates.departure > LAST_DEPARTURE) return
  const plan = season.oneOf(type.plans)
  const query = `arrival=${dates.arrival}&departure=${dates.departure}&ratePlanId=${plan.id}`
  const path = `/v1/event-types/${type.id}/nights/explain?${query}`
  const { bookable, reasons, nights } = expectStatus(await house.api.get<Explained>(path), 200)
  const codes = rulesBroken(type, plan, { ...dates, adults: 1, childAges: [] })
  const isFree = books.freeRooms(type.units, dates).length > 0
  season.differs(
    `explained ${query}`,
    { bookable, codes: [...new Set(reasons.map(({ code }) => code))].sort(), nights },
    { bookable: isFree && codes.length === 0, codes, nights: books.fullNights(type.units, dates) },
  )
  season.count(bookable ? 'explained: bookable' : 'explained: not bookable')
}

interface Explained {
  readonly bookable: boolean
  readonly reasons: readonly { readonly code: string }[]
  readonly nights: readonly string[]
}

interface Found {
  readonly eventTypeId: string
  readonly unitsLeft: number
  readonly total: number | null
  readonly quotes: readonly {
    readonly ratePlanId: string
    readonly total: number
    readonly deposit: number | null
    readonly policy: readonly { readonly until: string; readonly percent: number }[]
  }[]
}

/** A plan of a type for a search, as its answer should say it. */
function quoteOf(season: Season, type: RoomType, plan: Plan, dates: Dates & People) {
  const wish = { ...dates, hasBreakfast: false }
  const { total, deposit } = priceOf(plan, wish, season.now.date)
  const policy = deadlinesAhead(plan, dates.arrival, season.now).map(({ at, percent }) => ({
    until: instantOf(ZONE, at),
    percent,
    keptAmount: 0,
  }))
  const isPaid = type.way === 'paid'
  return {
    ratePlanId: plan.id,
    total,
    deposit: isPaid ? deposit : null,
    policy: isPaid ? policy : [],
  }
}

/** Searches the house as a guest, and compares what is offered at which price. */
export async function compareSearch(season: Season): Promise<void> {
  const { books, inn, now, house } = season
  const dates = season.dates(dayAfter(now.date, season.drawn(0, 60)), season.drawn(1, 5))
  if (dates.departure > LAST_DEPARTURE) return
  const adults = season.drawn(1, 3)
  const childAges = season.oneOf([[], [], [season.drawn(0, 17)]])
  const who = { adults, childAges }
  const ages = childAges.map((age) => `&childAges=${age}`).join('')
  const query = `from=${dates.arrival}&to=${dates.departure}&adults=${adults}${ages}`
  const path = `/v1/stays/search?propertyId=${inn.propertyId}&${query}`
  const { data } = expectStatus(await house.stranger().get<{ data: readonly Found[] }>(path), 200)
  const told = data.map(({ eventTypeId, unitsLeft, total, quotes }) => ({
    eventTypeId,
    unitsLeft,
    total,
    quotes: quotes.map(({ ratePlanId, total: of, deposit, policy }) => ({
      ratePlanId,
      total: of,
      deposit,
      policy,
    })),
  }))
  const expected = inn.types.flatMap((type) => {
    const plans = type.plans.filter(
      (plan) => rulesBroken(type, plan, { ...dates, ...who }).length === 0,
    )
    const unitsLeft = books.freeRooms(type.units, dates).length
    if (plans.length === 0 || unitsLeft === 0) return []
    const quotes = plans.map((plan) => quoteOf(season, type, plan, { ...dates, ...who }))
    const total = Math.min(...quotes.map((each) => each.total))
    return [{ eventTypeId: type.id, unitsLeft, total, quotes }]
  })
  season.differs(`search ${query}`, told, expected)
  season.count(expected.length > 0 ? 'searches that found' : 'searches that found nothing')
}

/** What a feed says: the dates of its events, in order. */
function datesOfFeed(feed: string): readonly (Dates & { readonly uid: string })[] {
  const lines = feed.replaceAll('\r\n ', '').split('\r\n')
  const value = (line: string | undefined) => line?.slice(line.indexOf(':') + 1) ?? ''
  const date = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
  return lines.flatMap((line, start) => {
    if (line !== 'BEGIN:VEVENT') return []
    const event = lines.slice(start, lines.indexOf('END:VEVENT', start))
    const of = (name: string) => value(event.find((each) => each.startsWith(name)))
    return [{ uid: of('UID'), arrival: date(of('DTSTART')), departure: date(of('DTEND')) }]
  })
}

/** The feeds that other channels read, by room. */
export class Feeds {
  readonly #paths = new Map<string, string>()

  /** Makes the link of a room's feed. */
  async open({ house }: Season, { id, calendarId }: Room): Promise<void> {
    const path = `/v1/calendars/${calendarId}/feed-token`
    const body = { content: 'availability' }
    const { url } = expectStatus(await house.api.post<{ url: string }>(path, body), 200)
    const { pathname, search } = new URL(url)
    this.#paths.set(id, pathname + search)
  }

  /** Reads the feed of a room. */
  async read({ house }: Season, { id }: Room) {
    const answer = await house.stranger().get(this.#paths.get(id) ?? '')
    expectStatus(answer, 200)
    return datesOfFeed(answer.text)
  }

  /** Compares the feed of a room with the books: the stays of its bookings and of its channel. */
  async compare(season: Season, room: Room): Promise<void> {
    const { channel, now, walkIns } = season
    const text = ({ arrival, departure }: Dates) => `${arrival} ${departure}`
    const ahead = ({ departure }: Dates) => departure > now.date
    const ofChannel = room.id === channel.room.id ? channel.stays : []
    // What a stay has spent in another room is over.
    const ofStays = season.inRoom(room.id).map((stay) => ({ ...stay, arrival: stay.since }))
    const ofCalendar = walkIns.filter((each) => each.room === room)
    const expected = [...ofStays, ...ofChannel, ...ofCalendar].filter(ahead).map(text)
    const told = (await this.read(season, room)).filter(ahead).map(text)
    season.differs(`feed of ${room.name}`, told.sort(), expected.sort())
    season.count('feeds')
  }
}

const LIVE: readonly string[] = ['pending', 'confirmed', 'completed']

/** Compares the list of bookings of a room from today on with the books. */
export async function compareBookings(season: Season, { id, name }: Room): Promise<void> {
  const { house, now, walkIns } = season
  const to = dayAfter(now.date, 90)
  const path = `/v1/bookings?providerId=${id}&from=${now.date}&to=${to}&limit=100`
  const { data } = expectStatus(await house.api.get<{ data: readonly Told[] }>(path), 200)
  const text = (stay: Told | Dates) => `${stay.arrival} ${stay.departure}`
  const told = data.filter(({ status }) => LIVE.includes(status)).map(text)
  const adopted = walkIns.filter(({ room, bookingId }) => room.id === id && bookingId)
  const isShown = ({ arrival, departure }: Dates) => departure >= now.date && arrival < to
  // A stay is listed under each room for the nights that it has there.
  const stays = [...season.stays.values()].filter(({ unit, since, departure, earlier }) =>
    [...earlier, { unit, arrival: since, departure }].some(
      (part) => part.unit === id && isShown(part),
    ),
  )
  const expected = [...stays, ...adopted.filter(isShown)].map(text)
  season.differs(`bookings of ${name}`, told.sort(), expected.sort())
  season.count('lists of bookings')
}

/** Compares the stays of the channel that lack nights. */
export async function compareUnplaced(season: Season): Promise<void> {
  const { house, channel, now } = season
  const { data } = expectStatus(
    await house.api.get<{
      data: readonly (Dates & { readonly nightsTaken: readonly string[] })[]
    }>('/v1/unplaced-stays'),
    200,
  )
  const told = data
    .filter(({ departure }) => departure > now.date)
    .map(({ arrival, nightsTaken }) => `${arrival} ${nightsTaken.join()}`)
  const expected = channel
    .lacking(now.date)
    .map(([{ arrival }, nights]) => `${arrival} ${nights.join()}`)
  season.differs('stays that lack nights', told.sort(), expected.sort())
}

/** All bookings of the account that stand. */
async function readAll({ house }: Season): Promise<readonly Told[]> {
  const live: Told[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { data: readonly Told[]; nextCursor: string | null } = expectStatus(
      await house.api.get(`/v1/bookings?limit=100${after}`),
      200,
    )
    live.push(...page.data.filter(({ status }) => LIVE.includes(status)))
    cursor = page.nextCursor
  }
  return live
}

/** Compares all bookings of the account with the books once all are over, and each order with what was paid. */
export async function audit(season: Season): Promise<void> {
  const { house, stays, accounts } = season
  let live: readonly Told[] = []
  await until('all stays are completed', async () => {
    live = await readAll(season)
    return live.every(({ status }) => status === 'completed')
  })
  const ids = live.map(({ id }) => id)
  const adopted = season.walkIns.filter(({ bookingId }) => bookingId)
  const expected = [...stays.keys(), ...adopted.map(({ bookingId }) => bookingId)]
  season.differs('bookings that stand', ids.sort(), expected.sort())
  for (const { title, bookingId, room, arrival, departure } of adopted) {
    const told = live.find(({ id }) => id === bookingId)
    const said = [
      told?.providerId,
      told?.arrival,
      told?.departure,
      told?.booker?.name,
      told?.orderId,
    ]
    season.differs(`${title} in the end`, said, [room.id, arrival, departure, title, null])
  }
  for (const told of live) {
    const stay = stays.get(told.id)
    if (stay) season.check('in the end', stay, told)
  }
  for (const [id, account] of accounts) {
    const { total, paid, due } = await orderOf(house, account)
    const expected = { total: account.total, paid: account.paid, due: account.due }
    season.differs(`order of ${id}`, { total, paid, due }, expected)
  }
}
