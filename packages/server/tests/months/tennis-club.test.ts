import type { Booking, Contact } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { Books, type Service } from './support/books.ts'
import { allDays, hours, rulesOf } from './support/hours.ts'
import { type House, openHouse } from './support/house.ts'
import { Month } from './support/month.ts'
import {
  datesBetween,
  dayAfter,
  instantOf,
  minuteOf,
  type WallTime,
  weekdayOf,
} from './support/wall-times.ts'

const ZONE = 'Europe/Zurich'
const CLUB = allDays('07:00-22:00')
const GUEST_PRICE = 3000
const LIGHTS = 500
const MEMBERS = 20
const OPEN_BOOKINGS = 2

let house: House
beforeAll(async () => {
  house = await openHouse(ZONE, { date: '2035-02-27', minute: minuteOf('08:00') })
})
afterAll(() => house?.close())

async function setUp() {
  await house.say('put', '/v1/payment-connection', { kind: 'simulated' })
  const club = await house.add('Club', { kind: 'team' })
  const courts: string[] = []
  for (const n of [1, 2, 3, 4]) {
    courts.push((await house.add(`Court ${n}`, { kind: 'equipment' })).id)
  }
  const eventType = await house.offer(club.id, 'Court', {
    durationMinutes: 60,
    availabilityRules: rulesOf(CLUB),
    requirements: [{ name: 'court', providerIds: courts, count: 1, choice: 'priority' }],
    limits: { perBooker: OPEN_BOOKINGS },
    payment: { amount: GUEST_PRICE, currency: 'CHF', kind: 'full' },
    priceRules: [{ windows: [{ start: '18:00', end: '22:00' }], addAmount: LIGHTS }],
    access: [
      { tags: ['member'], maxAdvanceDays: 7, amount: 0 },
      { tags: [], maxAdvanceDays: 2 },
    ],
  })
  const court: Service = {
    id: eventType.id,
    minutes: 60,
    stepMinutes: 60,
    hours: CLUB,
    needs: [{ name: 'court', pool: courts }],
    priceAt: ({ minute }) => GUEST_PRICE + (minute >= minuteOf('18:00') ? LIGHTS : 0),
  }
  return { court, courts }
}

/** Training takes the first two courts on Wednesday evenings: blocks of the owner, one for each court and week. */
async function trains(month: Month, courts: readonly string[], dates: readonly string[]) {
  const minutes = hours('17:00-19:00')[0] as [number, number]
  for (const date of dates.filter((each) => weekdayOf(each) === 'wednesday')) {
    for (const providerId of courts.slice(0, 2)) {
      const [start, end] = minutes.map((minute) => instantOf(ZONE, { date, minute }))
      expectStatus(
        await house.api.post(`/v1/providers/${providerId}/blocks`, {
          start,
          end,
          reason: 'Training',
        }),
        201,
      )
      month.books.isAway(providerId, date, minutes)
    }
  }
}

test('a month of a tennis club keeps its courts, the windows of members and guests, and what guests owe', async () => {
  const { court, courts } = await setUp()
  expect(house.setUpCalls()).toBe(7)
  const month = new Month(house, new Books(ZONE), 7)
  const dates = datesBetween('2035-03-01', '2035-03-31')
  await trains(month, courts, dates)
  const members: Contact[] = []
  for (let n = 1; n <= MEMBERS; n += 1) {
    const given = { name: `Member ${n}`, email: `member-${n}@example.com`, tags: ['member'] }
    members.push(expectStatus(await house.api.post<Contact>('/v1/contacts', given), 201))
  }
  let paid = 0

  /** How many bookings a member has that are not over. */
  const openOf = (email: string | null, now: WallTime): number =>
    [...month.standing.values()].filter(
      ({ booking, at }) =>
        booking.booker?.email === email &&
        (at.date > now.date || (at.date === now.date && at.minute + 60 > now.minute)),
    ).length

  async function byMember(now: WallTime, at: WallTime) {
    const { id: contactId, email } = month.oneOf(members)
    const isFull = openOf(email, now) >= OPEN_BOOKINGS
    if (!isFull && at.date <= dayAfter(now.date, 7)) {
      const booking = await month.book(court, at, { contactId })
      const isFree = booking === undefined || (booking.price === null && booking.orderId === null)
      if (!isFree) month.wrong.push(`${booking.id} of a member has a price`)
      return
    }
    const answer = await house.api.post<{ code: string }>('/v1/bookings', {
      eventTypeId: court.id,
      start: instantOf(ZONE, at),
      contactId,
    })
    const code =
      isFull && answer.body.code === 'limit_reached' ? 'limit_reached' : 'slot_not_bookable'
    month.count(`member: ${answer.body.code}`)
    if (answer.body.code !== code) month.wrong.push(`member ${at.date}: ${answer.text}`)
  }

  async function byGuest(now: WallTime, at: WallTime) {
    const isNear = at.date <= dayAfter(now.date, 2)
    const can = isNear && month.books.starts(court, at.date).includes(at.minute)
    const answer = await house.api.post<Booking & ProblemBody>('/v1/bookings', {
      eventTypeId: court.id,
      start: instantOf(ZONE, at),
      booker: month.somebody(),
      expectedAmount: court.priceAt?.(at),
    })
    const booking = month.answered(court, at, can, answer)
    if (booking === undefined) return
    const { due } = expectStatus(
      await house.api.get<{ due: number }>(`/v1/orders/${booking.orderId}`),
      200,
    )
    if (due !== court.priceAt?.(at)) month.wrong.push(`guest at ${at.minute} owes ${due}`)
    const entry = { method: 'cash', amount: due }
    expectStatus(await house.api.post(`/v1/orders/${booking.orderId}/payments`, entry), 201)
    paid += due
  }

  for (const date of dates) {
    const now = { date, minute: minuteOf('07:00') }
    await house.clock(now)
    for (let calls = month.drawn(3, 7); calls > 0; calls -= 1) {
      if (month.drawn(1, 2) === 1) await byMember(now, month.wish(court, date, 8))
      else await byGuest(now, month.wish(court, date, 3))
    }
    await month.compareStarts(court, dayAfter(date))
  }
  await month.audit()
  expect(month.wrong).toEqual([])
  // Nothing is drawn by the server here: courts are taken by priority.
  expect({ ...month.counts, paid }).toEqual({
    booked: 85,
    'member: limit_reached': 2,
    'member: slot_not_bookable': 10,
    slot_not_bookable: 69,
    'lists compared': 31,
    paid: 106_500,
  })
})
