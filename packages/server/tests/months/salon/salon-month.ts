import type { Booking } from '@holdfast/contracts'
import { expectStatus, type Outcome } from '../../support/fixtures.ts'
import type { Service } from '../support/books.ts'
import { Month } from '../support/month.ts'
import { orderOf } from '../support/orders.ts'
import { instantOf, type WallTime } from '../support/wall-times.ts'

/** Several services after each other for one person, as the API has them. */
interface Group {
  readonly id: string
  readonly orderId: string
  readonly bookings: readonly (Booking & { readonly text?: string })[]
  readonly code: string
}

/** A visit that stands, and what was paid for it. */
interface Visit {
  readonly group: Group
  readonly paid: number
}

/** A month with visits: a cut and a color, booked, paid, moved and cancelled as one. */
export class SalonMonth extends Month {
  /** By the id of each part. */
  readonly #visits = new Map<string, Visit>()
  /** What the till has of each order, whether its visit still stands or not. */
  readonly #paid: Visit[] = []

  isOfVisit(bookingId: string): boolean {
    return this.#visits.has(bookingId)
  }

  /** Books parts that follow each other at once, and expects what the books say. They are paid in cash at the desk. */
  async visit(parts: readonly [Service, Service], at: WallTime): Promise<void> {
    const { api, zone } = this.house
    const times = timesOf(parts, at)
    const can = this.#isFree(parts, times)
    const answer = await api.post<Group>('/v1/booking-groups', {
      items: parts.map((service, index) => ({
        eventTypeId: service.id,
        start: instantOf(zone, times[index] as WallTime),
        // A service with spans has its own.
        ...(service.needs.some(({ spans }) => spans) ? {} : { durationMinutes: service.minutes }),
      })),
      together: true,
      booker: this.somebody(),
    })
    if (!this.#isAsExpected('visit', can, answer)) return
    const group = answer.body
    const total = parts.reduce(
      (sum, service, index) => sum + (service.priceAt?.(times[index] as WallTime) ?? 0),
      0,
    )
    const entry = { method: 'cash', amount: total }
    expectStatus(await api.post(`/v1/orders/${group.orderId}/payments`, entry), 201)
    const visit = { group, paid: total }
    this.#paid.push(visit)
    this.#writeAll(visit, parts, times)
  }

  /** Moves one of the visits after a date by some minutes, in one call, and asks to move a part alone, which is refused. */
  async moveVisit(date: string, shiftMinutes: number): Promise<void> {
    const { api } = this.house
    const found = this.ahead(date).find(({ booking }) => this.isOfVisit(booking.id))
    if (found === undefined) return
    const { group, paid } = this.#visits.get(found.booking.id) as Visit
    const standing = group.bookings.flatMap(({ id }) => this.standing.get(id) ?? [])
    const parts = standing.map(({ service }) => service)
    const before = standing.map(({ at }) => at)
    const alone = await api.post<{ code: string }>(`/v1/bookings/${found.booking.id}/reschedule`, {
      start: found.booking.start,
    })
    if (alone.body.code !== 'part_of_visit') this.wrong.push('a part of a visit moved alone')
    for (const { id } of group.bookings) this.books.release(id)
    const after = before.map(({ date: day, minute }) => ({
      date: day,
      minute: minute + shiftMinutes,
    }))
    const can = this.#isFree(parts, after)
    const path = `/v1/booking-groups/${group.id}/reschedule`
    const answer = await api.post<Group>(path, { shiftMinutes })
    if (this.#isAsExpected('visit moved', can, answer)) {
      this.#writeAll({ group: answer.body, paid }, parts, after)
    } else {
      this.#writeAll({ group, paid }, parts, before)
    }
  }

  /** Cancels a booking by the account; of a visit, all parts. */
  override async cancel(id: string): Promise<void> {
    const visit = this.#visits.get(id)
    if (visit === undefined) {
      if (this.standing.has(id)) await super.cancel(id)
      return
    }
    const { group } = visit
    const path = `/v1/booking-groups/${group.id}/cancel`
    expectStatus(await this.house.api.post(path, { scope: 'all' }), 200)
    this.count('visits cancelled')
    for (const part of group.bookings) {
      this.drop(part.id)
      this.#visits.delete(part.id)
    }
  }

  /** Cancels one of the visits after a date. */
  async cancelVisit(date: string): Promise<void> {
    const found = this.ahead(date).find(({ booking }) => this.isOfVisit(booking.id))
    if (found) await this.cancel(found.booking.id)
  }

  /** What was paid for visits. Compares each order with it: what was paid in cash stays in the till. */
  async tillOfVisits(): Promise<number> {
    let till = 0
    for (const { group, paid } of this.#paid) {
      till += paid
      const { entries } = await orderOf(this.house, group)
      const sum = entries.reduce((all, { amount }) => all + amount, 0)
      if (sum !== paid) this.wrong.push(`${group.orderId}: ${sum} in the till, not ${paid}`)
    }
    return till
  }

  #isFree(parts: readonly Service[], times: readonly WallTime[]): boolean {
    return parts.every((service, index) => {
      const { date, minute } = times[index] as WallTime
      return this.books.starts(service, date).includes(minute)
    })
  }

  #isAsExpected(what: string, can: boolean, answer: Outcome<Group>): boolean {
    const isDone = answer.status < 300
    this.count(isDone ? what : `${what}: ${answer.body.code}`)
    if (isDone !== can) this.wrong.push(`${what}, free: ${can}: ${answer.text}`)
    return isDone
  }

  #writeAll(visit: Visit, parts: readonly Service[], times: readonly WallTime[]): void {
    for (const [index, booking] of visit.group.bookings.entries()) {
      const outcome = { status: 201, body: booking, text: '' } as Outcome<Booking>
      this.answered(parts[index] as Service, times[index] as WallTime, true, outcome)
      this.#visits.set(booking.id, visit)
    }
  }
}

/** When parts begin that follow each other at once. */
const timesOf = (parts: readonly Service[], { date, minute }: WallTime): readonly WallTime[] =>
  parts.map((_, index) => ({
    date,
    minute: parts.slice(0, index).reduce((at, { minutes }) => at + minutes, minute),
  }))
