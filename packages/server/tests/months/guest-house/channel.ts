import type { House } from '../support/house.ts'
import { dayAfter } from '../support/wall-times.ts'
import { type Dates, nightsOf } from './prices.ts'
import type { RoomBooks } from './room-books.ts'
import type { Room } from './set-up.ts'

/** A stay that a booking platform sold. */
export interface ChannelStay extends Dates {
  uid: string
  /** Its name in the books. */
  readonly name: string
  /** Whether the house has heard of it. */
  isKnown: boolean
  arrival: string
  departure: string
}

interface Report {
  readonly imported: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  readonly skipped: readonly {
    readonly uid: string
    readonly reason: string
    readonly nights?: readonly string[]
  }[]
  readonly warnings: readonly object[]
}

const compact = (date: string): string => date.replaceAll('-', '')

const eventOf = (uid: string, { arrival, departure }: Dates): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20350101T000000Z',
  `DTSTART;VALUE=DATE:${compact(arrival)}`,
  `DTEND;VALUE=DATE:${compact(departure)}`,
  'SUMMARY:Reserved',
  'END:VEVENT',
]

const fileOf = (events: readonly (readonly string[])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lake Rentals//EN',
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A booking platform that sells one room, and hands over all of its stays once a week. */
export class Channel {
  readonly room: Room
  readonly stays: ChannelStay[] = []
  readonly #gone: ChannelStay[] = []
  /** Dates of which the house knows a stay, or knew one. */
  readonly #changed = new Set<ChannelStay>()
  readonly #lacking = new Map<ChannelStay, readonly string[]>()
  #sold = 0

  constructor(room: Room) {
    this.room = room
  }

  /** Whether it could sell nights, as far as its own stays go. */
  canSell(dates: Dates, but?: ChannelStay): boolean {
    const all = [...this.stays, ...this.#gone]
    return all.every(
      (each) => each === but || each.departure <= dates.arrival || dates.departure <= each.arrival,
    )
  }

  /** It sells a stay. */
  sell(dates: Dates): void {
    this.#sold += 1
    const name = `channel ${this.#sold}`
    this.stays.push({ ...dates, uid: `stay-${this.#sold}@lake.example`, name, isKnown: false })
  }

  /** A guest of the channel comes on other dates. */
  change(stay: ChannelStay, dates: Dates): void {
    Object.assign(stay, dates)
    this.#changed.add(stay)
  }

  /** Whether the house has not heard of the new dates of a stay. */
  isChanged(stay: ChannelStay): boolean {
    return this.#changed.has(stay)
  }

  /** It gives a stay another UID, as channels do. */
  rename(stay: ChannelStay): void {
    this.#sold += 1
    stay.uid = `again-${this.#sold}@lake.example`
  }

  /** A guest of the channel cancels. */
  drop(stay: ChannelStay): void {
    this.stays.splice(this.stays.indexOf(stay), 1)
    if (stay.isKnown) this.#gone.push(stay)
  }

  /** The stays that lack nights, with these nights. */
  lacking(today: string): readonly (readonly [ChannelStay, readonly string[]])[] {
    return [...this.#lacking].filter(([{ departure }]) => departure > today)
  }

  /** Stays of which the channel does not speak any more, since they are over. */
  forget(today: string): void {
    for (const stay of [...this.stays]) {
      if (stay.departure <= today) this.stays.splice(this.stays.indexOf(stay), 1)
    }
  }

  /**
   * Hands over the list, with events of the house's own feed among them, and writes down what it means. Says what the answer
   * should have been instead.
   */
  async handOver(
    house: House,
    books: RoomBooks,
    own: readonly (Dates & { readonly uid: string })[],
  ): Promise<readonly string[]> {
    const { calendarId, id } = this.room
    const events = [...this.stays, ...own].map((each) => eventOf(each.uid, each))
    const path = `/v1/calendars/${calendarId}/import?source=lake-rentals`
    const report = await house.upload<Report>(path, fileOf(events))
    const before = new Map(this.#lacking)
    for (const { name } of [...this.#gone, ...this.#changed]) books.leave(name)
    for (const stay of this.#gone) this.#lacking.delete(stay)
    const expected = { imported: 0, updated: 0, unchanged: own.length, removed: this.#gone.length }
    const skipped: string[] = []
    for (const stay of this.stays) {
      const refused = books.take(id, stay, stay.name)
      const had = before.get(stay) ?? []
      if (refused.length > 0) {
        skipped.push(`${stay.uid} ${refused.join()}`)
        this.#lacking.set(stay, refused)
      } else {
        this.#lacking.delete(stay)
        if (!stay.isKnown) expected.imported += 1
        else if (this.#changed.has(stay) || had.length > 0) expected.updated += 1
        else expected.unchanged += 1
      }
      stay.isKnown = true
    }
    this.#gone.length = 0
    this.#changed.clear()
    const { skipped: said, warnings, ...counts } = report
    const told = said.map(({ uid, nights = [] }) => `${uid} ${nights.join()}`)
    const wrong: string[] = []
    if (JSON.stringify(counts) !== JSON.stringify(expected)) {
      wrong.push(`import: ${JSON.stringify(counts)}, not ${JSON.stringify(expected)}`)
    }
    if (told.sort().join(' ') !== skipped.sort().join(' ')) {
      wrong.push(`import lacks ${told.join(' ')}, not ${skipped.join(' ')}`)
    }
    if (warnings.length > 0) wrong.push(`import warns: ${JSON.stringify(warnings)}`)
    return wrong
  }

  /** A stay with other dates near its own, of which none is over. */
  nextTo({ arrival, departure }: ChannelStay, days: number, more: number): Dates {
    const moved = { arrival: dayAfter(arrival, days), departure: dayAfter(departure, days + more) }
    return nightsOf({ arrival: moved.arrival, departure: dayAfter(moved.departure) }).length > 1
      ? moved
      : { ...moved, departure: dayAfter(moved.arrival) }
  }
}
