import type { Booking } from '@holdfast/contracts'
import type { House } from '../support/house.ts'
import { Play } from '../support/play.ts'
import { dayAfter, latest, minuteOf, type WallTime } from '../support/wall-times.ts'
import type { Account } from './account.ts'
import { Channel } from './channel.ts'
import { type Dates, daysFrom, type Plan, type StayPrice, type Wish } from './prices.ts'
import { RoomBooks } from './room-books.ts'
import type { Inn, Room, RoomType } from './set-up.ts'

/** A stay as the books have it. */
export interface Stay extends Wish {
  readonly id: string
  readonly token: string
  readonly orderId: string | null
  readonly type: RoomType
  readonly plan: Plan
  arrival: string
  departure: string
  /** The room. */
  unit: string
  /** Its first night in that room. */
  since: string
  /** The nights that it has spent in other rooms before. */
  earlier: readonly (Dates & { readonly unit: string })[]
  isPinned: boolean
  price: StayPrice
  status: 'pending' | 'confirmed'
  /** The arrival from which the times to cancel count. */
  countsFrom: string
}

/** A booking in an answer, as far as the books look at it. */
export type Told = Omit<Booking, 'earlierUnits'> & {
  /** Answers to guests leave it out. */
  readonly earlierUnits?: Booking['earlierUnits']
  readonly manageToken?: string
  readonly quote: {
    readonly total: number
    readonly atHouse: number
    readonly lines?: readonly { kind: string; label: string; amount: number; included: boolean }[]
  } | null
}

/** A stay that the house wrote into the calendar of a room. */
export interface WalkIn extends Dates {
  /** Also its name in the books. */
  readonly title: string
  readonly room: Room
  /** The booking that has taken its place. Absent: none has. */
  bookingId?: string
  departure: string
}

/** A refusal in an answer. */
export interface Refused {
  readonly code: string
  readonly nights?: readonly string[]
  readonly reasons?: readonly { readonly code: string }[]
  readonly price?: { readonly amount: number }
}

const CHECK_OUT = minuteOf('11:00')

/** Nobody stays longer: the rate cards end soon after. */
export const LAST_DEPARTURE = '2035-11-10'

/** The first and the last night of the season. */
export const SEASON = { first: '2035-05-01', last: '2035-10-31' } as const

/** A season of the house, beside books that know nothing of the server's code. */
export class Season extends Play {
  readonly inn: Inn
  readonly books: RoomBooks
  readonly channel: Channel
  /** The stays that are held or confirmed, by id. */
  readonly stays = new Map<string, Stay>()
  /** What is paid for each stay that has something to pay online, by its id. */
  readonly accounts = new Map<string, Account>()
  /** What the house wrote into the calendars of rooms. */
  readonly walkIns: WalkIn[] = []
  now: WallTime = { date: '', minute: 0 }

  constructor(house: House, inn: Inn, seed: number) {
    super(house, seed)
    this.inn = inn
    this.books = new RoomBooks(inn.rooms.map(({ id }) => id))
    this.channel = new Channel(inn.rooms[2] as Room)
  }

  /** Whether something happens that happens so often, in percent. */
  chance(percent: number): boolean {
    return this.drawn(1, 100) <= percent
  }

  /** Writes down that something is not as the books say. */
  differs(what: string, told: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(told), JSON.stringify(expected)]
    if (a !== b) this.wrong.push(`${this.now.date} ${what}: ${a}, not ${b}`)
  }

  /** Sets all clocks. */
  async at(date: string, minute: number): Promise<void> {
    this.now = { date, minute }
    await this.house.clock(this.now)
  }

  /** Dates in the season from a day on, of so many nights. */
  dates(from: string, nights: number): Dates {
    const arrival = latest(from, SEASON.first)
    return { arrival, departure: dayAfter(arrival, nights) }
  }

  /** The stays that are confirmed and for which something holds. */
  confirmed(holds: (stay: Stay) => boolean): readonly Stay[] {
    return [...this.stays.values()].filter((stay) => stay.status === 'confirmed' && holds(stay))
  }

  /** The stays of the house in one room, held or confirmed. */
  inRoom(unit: string): readonly Stay[] {
    return [...this.stays.values()].filter((stay) => stay.unit === unit)
  }

  /** A stay is gone, and its nights are free. */
  drop({ id }: Stay): void {
    this.books.leave(id)
    this.stays.delete(id)
  }

  /** As the guest of a stay. */
  guest({ token }: Stay) {
    return this.house.stranger(token)
  }

  /** Compares what an answer says about a stay with the books. */
  check(what: string, stay: Stay, told: Told): void {
    const { arrival, departure, unit, earlier, price } = stay
    const isOver =
      departure < this.now.date || (departure === this.now.date && this.now.minute >= CHECK_OUT)
    const status = isOver ? 'completed' : stay.status
    const { quote, earlierUnits } = told
    // Lists leave the lines out.
    const lines = quote?.lines
    const taxes = Object.entries(price.vat).filter(([, amount]) => amount !== 0)
    this.differs(
      `${what} ${told.id}`,
      {
        arrival: told.arrival,
        departure: told.departure,
        nights: told.nights,
        unit: told.providerId,
        earlier: earlierUnits?.map(({ providerId, from, to }) => [providerId, from, to]),
        status: told.status,
        total: quote?.total,
        atHouse: quote?.atHouse,
        vat: lines?.filter(({ included }) => included).map(({ label, amount }) => [label, amount]),
      },
      {
        arrival,
        departure,
        nights: daysFrom(arrival, departure),
        unit,
        earlier: earlierUnits && earlier.map((each) => [each.unit, each.arrival, each.departure]),
        status,
        total: price.total,
        atHouse: price.atHouse,
        vat: lines && taxes,
      },
    )
  }

  /** Compares a refusal with the rules that are broken, or else with the nights that are full. */
  checkRefusal(
    what: string,
    told: Refused,
    codes: readonly string[],
    full: readonly string[],
  ): void {
    this.count(`refused: ${told.code}`)
    const said =
      told.code === 'stay_not_bookable'
        ? [...new Set(told.reasons?.map(({ code }) => code))].sort()
        : [told.code, ...(told.nights ?? [])]
    this.differs(what, said, codes.length > 0 ? codes : ['night_taken', ...full])
  }
}
