import type { Booking } from '@holdfast/contracts'
import type { Outcome } from '../../support/fixtures.ts'
import { expectStatus } from '../../support/fixtures.ts'
import type { Books, Service } from './books.ts'
import type { House } from './house.ts'
import { Play } from './play.ts'
import {
  datesBetween,
  dayAfter,
  instantOf,
  timeOf,
  type WallTime,
  wallOf,
  weekdayOf,
} from './wall-times.ts'

/** A booking that stands, as the books have it. */
export interface Standing {
  readonly service: Service
  readonly at: WallTime
  readonly booking: Booking
}

interface Page {
  readonly data: readonly Booking[]
  readonly nextCursor: string | null
}

/** A slot of a list. */
interface Listed {
  readonly start: string
  readonly end: string
  readonly available: boolean
  readonly price?: { readonly amount: number } | null
}

const STANDS: readonly string[] = ['pending', 'confirmed', 'completed', 'no_show']

const serves = ({ assignments }: Booking, providerId: string): boolean =>
  (assignments ?? []).some((each) => each.providerId === providerId)

const peopleOf = ({ assignments }: Booking): readonly string[] =>
  (assignments ?? []).map(({ providerId }) => providerId)

const said = ({ date, minute }: WallTime): string => `${date} ${timeOf(minute)}`

/**
 * Plays a month of a business, and compares each answer of the server with the books.
 */
export class Month extends Play {
  readonly books: Books
  readonly standing = new Map<string, Standing>()

  constructor(house: House, books: Books, seed: number) {
    super(house, seed)
    this.books = books
  }

  /** A start of a service on one of the next days: four of five times a free one, otherwise any that is on its hours. */
  wish(service: Service, today: string, daysAhead: number): WallTime {
    const dates = datesBetween(dayAfter(today), dayAfter(today, daysAhead))
    const date = this.oneOf(dates.filter((each) => service.hours[weekdayOf(each)] !== undefined))
    const all = (service.hours[weekdayOf(date)] ?? []).flatMap(([from, to]) =>
      Array.from({ length: Math.ceil((to - from) / 5) }, (_, place) => from + place * 5),
    )
    const free = this.books.starts(service, date)
    return { date, minute: this.oneOf(free.length > 0 && this.drawn(1, 5) > 1 ? free : all) }
  }

  /** The bookings that begin after a date. */
  ahead(date: string): readonly Standing[] {
    return [...this.standing.values()].filter(({ at }) => at.date > date)
  }

  /** Books by the account, and expects what the books say. Resolves with the booking, if there is one. */
  async book(service: Service, at: WallTime, given: object = {}): Promise<Booking | undefined> {
    const named = 'providerId' in given ? [String(given.providerId)] : []
    const can = this.books.starts(service, at.date, named).includes(at.minute)
    const answer = await this.house.api.post<Booking>('/v1/bookings', {
      eventTypeId: service.id,
      start: instantOf(this.house.zone, at),
      ...('contactId' in given || 'booker' in given ? {} : { booker: this.somebody() }),
      ...given,
    })
    return this.answered(service, at, can, answer as Outcome<Booking>, named)
  }

  /** Writes down the answer to a booking that the books allow, or not. `named`: whom the account named. */
  answered(
    service: Service,
    at: WallTime,
    can: boolean,
    answer: Outcome<Booking>,
    named: readonly string[] = [],
  ) {
    if (answer.status === 201 || answer.status === 202) {
      this.count('booked')
      if (!can) this.wrong.push(`${service.id} ${said(at)}: was given`)
      this.#write(service, at, answer.body, named)
      return answer.body
    }
    this.count(answer.body.code)
    const isFair = ['slot_taken', 'slot_not_bookable'].includes(answer.body.code)
    if (can || !isFair) this.wrong.push(`${service.id} ${said(at)}: ${answer.text}`)
    return undefined
  }

  /** Moves a booking by the account, to a time that its own leaves free. */
  async move(id: string, at: WallTime, given: object = {}): Promise<Booking | undefined> {
    const { service, booking } = this.standing.get(id) as Standing
    this.books.release(id)
    const people = peopleOf(booking)
    const can = this.books.starts(service, at.date, people).includes(at.minute)
    const start = instantOf(this.house.zone, at)
    const answer = await this.house.api.post<Booking & { code: string }>(
      `/v1/bookings/${id}/reschedule`,
      { start, ...given },
    )
    if (answer.status === 200) {
      this.count('moved')
      if (!can) this.wrong.push(`${service.id} ${said(at)}: was moved there`)
      this.#write(service, at, answer.body, people)
      return answer.body
    }
    this.count(`move: ${answer.body.code}`)
    if (can) this.wrong.push(`${service.id} ${said(at)}: ${answer.text}`)
    this.#write(service, (this.standing.get(id) as Standing).at, booking, people)
    return undefined
  }

  /** Cancels a booking by the account. */
  async cancel(id: string): Promise<void> {
    expectStatus(await this.house.api.post(`/v1/bookings/${id}/cancel`, {}), 200)
    this.count('cancelled')
    this.drop(id)
  }

  /**
   * Cancels a booking of an event type that keeps freed times: the books have its time taken until `books.release`. Compares both
   * at once.
   */
  async cancelKept(id: string): Promise<void> {
    const { service, at } = this.standing.get(id) as Standing
    expectStatus(await this.house.api.post(`/v1/bookings/${id}/cancel`, {}), 200)
    this.count('cancelled')
    this.standing.delete(id)
    await this.compareStarts(service, at.date)
  }

  /** A booking is gone. */
  drop(id: string): void {
    this.books.release(id)
    this.standing.delete(id)
  }

  /**
   * Somebody is ill on a date: the bookings that are said to be hit are those of the books; others take over where somebody is free,
   * and the rest is cancelled.
   */
  async isIll(providerId: string, date: string): Promise<void> {
    const { api } = this.house
    const { affectedBookings } = expectStatus(
      await api.post<{ affectedBookings: string[] }>(`/v1/providers/${providerId}/time-off`, {
        start: date,
        end: dayAfter(date),
      }),
      201,
    )
    this.books.isAway(providerId, date, [0, 1440])
    const hit = [...this.standing.values()]
      .filter(({ at, booking }) => at.date === date && serves(booking, providerId))
      .map(({ booking }) => booking.id)
    if (hit.toSorted().join() !== affectedBookings.toSorted().join()) {
      this.wrong.push(`${affectedBookings.length} bookings are said to be hit, not ${hit.length}`)
    }
    if (hit.length === 0) return
    const body = { action: 'reassign', from: providerId, bookingIds: hit }
    const { data } = expectStatus(
      await api.post<{ data: { bookingId: string; problem?: object }[] }>(
        '/v1/bookings/bulk',
        body,
      ),
      200,
    )
    for (const { bookingId, problem } of data) {
      if (problem === undefined) {
        await this.reread(bookingId)
        this.count('reassigned')
      } else {
        await this.cancel(bookingId)
      }
    }
  }

  /** The business closes on a date: everybody who is hit is named, and cancelled. */
  async closes(providerIds: readonly string[], date: string): Promise<void> {
    const closure = { name: 'Closed', start: date, end: dayAfter(date), all: true }
    const { affectedBookings } = expectStatus(
      await this.house.api.post<{ affectedBookings: string[] }>('/v1/closures', closure),
      201,
    )
    for (const id of affectedBookings) await this.cancel(id)
    const missed = [...this.standing.values()].filter(({ at }) => at.date === date)
    if (missed.length > 0) this.wrong.push(`${missed.length} were not said to be hit on ${date}`)
    for (const id of providerIds) this.books.isAway(id, date, [0, 1440])
  }

  /** Reads a booking again after something else than a move changed who serves it. */
  async reread(id: string): Promise<Booking> {
    const { service, at, booking: before } = this.standing.get(id) as Standing
    const needs = service.needs.map((need) => ({ ...need, pool: need.standIns ?? need.pool }))
    const booking = expectStatus(await this.house.api.get<Booking>(`/v1/bookings/${id}`), 200)
    this.books.release(id)
    this.#write({ ...service, needs }, at, booking, peopleOf(before))
    return booking
  }

  /** Compares the listed starts of a date with those of the books, from a minute on. */
  async compareStarts(service: Service, date: string, from = 0): Promise<void> {
    const path = `/v1/event-types/${service.id}/slots?from=${date}&to=${dayAfter(date)}`
    const { data } = expectStatus(await this.house.api.get<{ data: readonly Listed[] }>(path), 200)
    const { minutes, priceAt } = service
    const listed = data
      .filter(({ available }) => available)
      .filter(({ start, end }) => Date.parse(end) - Date.parse(start) === minutes * 60_000)
      .filter(({ start, price }) => {
        const expected = priceAt?.(wallOf(this.house.zone, start))
        return expected === undefined || expected === (price?.amount ?? 0)
      })
      .map(({ start }) => wallOf(this.house.zone, start))
      .filter((wall) => wall.date === date && wall.minute >= from)
      .map(({ minute }) => timeOf(minute))
    const expected = this.books.starts(service, date).filter((minute) => minute >= from)
    this.count('lists compared')
    const texts = [[...new Set(listed)].join(' '), expected.map(timeOf).join(' ')]
    if (texts[0] !== texts[1]) {
      this.wrong.push(`${service.id} ${date}: listed ${texts[0]}, free ${texts[1]}`)
    }
  }

  /** Compares all bookings of the account with the books, and looks for one provider at two places. */
  async audit(): Promise<readonly Booking[]> {
    const all: Booking[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const path = `/v1/bookings?limit=100${after}`
      const page: Page = expectStatus(await this.house.api.get<Page>(path), 200)
      all.push(...page.data)
      cursor = page.nextCursor
    }
    const standing = all.filter(({ status }) => STANDS.includes(status))
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort()
    const kept = ids([...this.standing.values()].map(({ booking }) => booking))
    if (ids(standing).join() !== kept.join()) {
      this.wrong.push(`${standing.length} bookings stand, the books have ${kept.length}`)
    }
    this.wrong.push(...overlapsOf(standing))
    return all
  }

  #write(service: Service, at: WallTime, booking: Booking, named: readonly string[] = []): void {
    const told = { ...booking, assignments: booking.assignments ?? [] }
    this.wrong.push(...this.books.take(service, at, told, named))
    this.standing.set(booking.id, { service, at, booking })
  }
}

/** Providers who are at two places at once, by the bookings alone. */
function overlapsOf(bookings: readonly Booking[]): readonly string[] {
  const taken = bookings.flatMap(({ id, start, end, assignments }) =>
    (assignments ?? []).flatMap(({ providerId, spans }) =>
      (spans ?? [{ start, end }]).map((span) => ({ id, providerId, ...span })),
    ),
  )
  const sorted = taken.toSorted((a, b) =>
    `${a.providerId} ${a.start}`.localeCompare(`${b.providerId} ${b.start}`),
  )
  return sorted.flatMap((each, place) => {
    const next = sorted[place + 1]
    const isTwice = next?.providerId === each.providerId && next.start < each.end
    return isTwice ? [`${each.providerId} is at ${each.id} and ${next.id}`] : []
  })
}
