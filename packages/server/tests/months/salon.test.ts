import type { Booking } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { SalonMonth } from './salon/salon-month.ts'
import { Books, type Service, type Week } from './support/books.ts'
import { hours, rulesOf, workingDays } from './support/hours.ts'
import { type House, openHouse } from './support/house.ts'
import { orderOf, payOnline } from './support/orders.ts'
import {
  datesBetween,
  dayAfter,
  instantOf,
  minuteOf,
  type WallTime,
  weekdayOf,
} from './support/wall-times.ts'

const ZONE = 'Europe/Paris'
const SALON: Week = { ...workingDays('09:00-19:00'), saturday: hours('09:00-17:00') }
const DEPOSIT = 1000

/** Who comes again and again, and at times does not. */
const REGULARS = ['rita', 'rolf', 'ruth', 'ralf'].map((name) => ({
  name,
  email: `${name}@example.com`,
}))

/** What each stylist takes for a cut, in minutes and cents. */
const CUTS = [
  { name: 'Ann', minutes: 30, amount: 4000 },
  { name: 'Ben', minutes: 30, amount: 4000 },
  { name: 'Cat', minutes: 45, amount: 5500 },
  { name: 'Dan', minutes: 45, amount: 5500 },
  { name: 'Eve', minutes: 60, amount: 8000 },
  { name: 'Fay', minutes: 30, amount: 4500 },
]

/** Saturdays cost a fifth more. */
const atPrice =
  (amount: number) =>
  ({ date }: WallTime): number =>
    weekdayOf(date) === 'saturday' ? amount * 1.2 : amount

let house: House
beforeAll(async () => {
  house = await openHouse(ZONE, { date: '2035-02-27', minute: minuteOf('08:00') })
})
afterAll(() => house?.close())

async function setUp() {
  await house.say('put', '/v1/payment-connection', { kind: 'simulated' })
  // Whoever did not come pays all of it in advance, and after two times may not book.
  await house.say('patch', '/v1/account', {
    completesBookings: false,
    limits: { maxNoShowsUnpaid: 0, maxNoShows: 1 },
  })
  const salon = await house.add('Salon', { kind: 'team' })
  const stylists: string[] = []
  for (const { name } of CUTS) stylists.push((await house.add(name)).id)
  const chairs: string[] = []
  for (const n of [1, 2, 3, 4]) {
    chairs.push((await house.add(`Chair ${n}`, { kind: 'equipment' })).id)
  }
  const payment = {
    currency: 'EUR',
    kind: 'deposit',
    depositAmount: DEPOSIT,
    payWithinMinutes: 15,
    refunds: [{ untilMinutesBefore: 1440, percent: 100 }],
  }
  const common = {
    availabilityRules: rulesOf(SALON),
    slotStepMinutes: 15,
    priceRules: [{ weekdays: ['saturday'], addPercent: 20 }],
  }
  const stylist = { name: 'stylist', providerIds: stylists, count: 1, bookerMayChoose: true }
  const chair = { name: 'chair', providerIds: chairs, count: 1 }
  const cut = await house.offer(salon.id, 'Cut', {
    ...common,
    durationMinutes: 30,
    payment: { ...payment, amount: 4000 },
    requirements: [stylist, chair],
    candidateRules: CUTS.map(({ minutes, amount }, n) => ({
      providerId: stylists[n],
      durationMinutes: minutes,
      amount,
    })),
  })
  const color = await house.offer(salon.id, 'Color and cut', {
    ...common,
    payment: { ...payment, amount: 9000 },
    requirements: [
      {
        ...stylist,
        spans: [
          { offsetMinutes: 0, durationMinutes: 45, label: 'Color' },
          { offsetMinutes: 80, durationMinutes: 30, label: 'Cut' },
        ],
      },
      { ...chair, bufferAfterMinutes: 10 },
    ],
  })
  const base = { stepMinutes: 15, hours: SALON }
  const kinds = new Map(
    CUTS.map(({ minutes, amount }) => [`${minutes} ${amount}`, { minutes, amount }]),
  )
  const services: Service[] = [...kinds.values()].map(({ minutes, amount }) => ({
    ...base,
    id: cut.id,
    minutes,
    priceAt: atPrice(amount),
    needs: [
      {
        name: 'stylist',
        standIns: stylists,
        pool: stylists.filter((_, n) => CUTS[n]?.minutes === minutes && CUTS[n].amount === amount),
      },
      { name: 'chair', pool: chairs },
    ],
  }))
  services.push({
    ...base,
    id: color.id,
    minutes: 110,
    priceAt: atPrice(9000),
    needs: [
      {
        name: 'stylist',
        pool: stylists,
        spans: [
          [0, 45],
          [80, 110],
        ],
      },
      { name: 'chair', pool: chairs, after: 10 },
    ],
  })
  return { services, stylists }
}

test('a month of a salon keeps each stylist at one head, and its till has what was paid and kept', async () => {
  const { services, stylists } = await setUp()
  expect(house.setUpCalls()).toBe(15)
  const month = new SalonMonth(house, new Books(ZONE), 6)
  const paid = new Map<string, { readonly booking: Booking; amount: number }>()
  /** How often each regular did not come, by email address. */
  const missed = new Map<string, number>()

  async function byPhone(service: Service, at: WallTime) {
    const booker = month.drawn(1, 3) === 1 ? month.oneOf(REGULARS) : month.somebody()
    const noShows = missed.get(booker.email) ?? 0
    const can = month.books.starts(service, at.date).includes(at.minute)
    const price = service.priceAt?.(at) ?? 0
    const answer = await house.api.post<Booking & ProblemBody>('/v1/bookings', {
      eventTypeId: service.id,
      start: instantOf(ZONE, at),
      ...(service.minutes === 110 ? {} : { durationMinutes: service.minutes }),
      expectedAmount: price,
      booker,
    })
    if (noShows > 1) {
      month.count('regulars refused')
      if (answer.body.code !== 'booker_not_allowed') month.wrong.push(`${booker.name} may book`)
      return
    }
    const booking = month.answered(service, at, can, answer)
    if (booking === undefined) return
    const inAdvance = noShows === 1 ? price : DEPOSIT
    if (noShows === 1) month.count('regulars pay all')
    if (booking.payment?.amount !== inAdvance) {
      month.wrong.push(`${booker.name} pays ${booking.payment?.amount}, not ${inAdvance}`)
    }
    const how = month.oneOf(['online', 'online', 'cash', 'never'])
    month.count(`pays ${how}`)
    if (how === 'never') return
    if (how === 'cash') {
      const entry = { method: 'cash', amount: price }
      expectStatus(await house.api.post(`/v1/orders/${booking.orderId}/payments`, entry), 201)
      paid.set(booking.id, { booking, amount: price })
      return
    }
    await payOnline(house, await orderOf(house, booking))
    await until('it is paid', async () => (await orderOf(house, booking)).due === price - inAdvance)
    paid.set(booking.id, { booking, amount: inAdvance })
  }

  /** A regular of this morning did not come. The owner writes it down, and the person's page counts it. */
  async function misses(now: WallTime) {
    const missing = [...paid.values()].find(({ booking }) => {
      const { at } = month.standing.get(booking.id) ?? {}
      const isRegular = REGULARS.some(({ email }) => email === booking.booker?.email)
      return isRegular && at?.date === now.date && at.minute < now.minute
    })
    const email = missing?.booking.booker?.email
    if (missing === undefined || !email) return
    expectStatus(await house.api.post(`/v1/bookings/${missing.booking.id}/no-show`, {}), 200)
    const count = (missed.get(email) ?? 0) + 1
    missed.set(email, count)
    month.count('no-shows')
    await until(`${email} has ${count} no-shows`, async () => {
      const path = `/v1/contacts?email=${email}`
      const { body } = await house.api.get<{ data: { noShowCount: number }[] }>(path)
      return body.data[0]?.noShowCount === count
    })
  }

  /** A booker cancels: the deposit comes back a day before or earlier. What was paid in cash stays in the till. */
  async function cancels(now: WallTime) {
    const online = month
      .ahead(now.date)
      .filter(({ booking }) => paid.get(booking.id)?.amount === DEPOSIT)
    if (online.length === 0) return
    const { booking, at } = month.oneOf(online)
    const { manageToken } = booking as Booking & { manageToken: string }
    const answer = await house.stranger(manageToken).post(`/v1/bookings/${booking.id}/cancel`, {})
    expectStatus(answer, 200)
    month.drop(booking.id)
    const isEarly = at.date > dayAfter(now.date) || at.minute >= now.minute
    month.count(isEarly ? 'deposits returned' : 'deposits kept')
    paid.set(booking.id, { booking, amount: isEarly ? 0 : DEPOSIT })
  }

  /** A cut of 45 minutes, and then a color. */
  const parts = [services.find(({ minutes }) => minutes === 45), services.at(-1)] as [
    Service,
    Service,
  ]
  for (const date of datesBetween('2035-03-01', '2035-03-31')) {
    const now = { date, minute: minuteOf('12:00') }
    await house.clock(now)
    for (let calls = month.drawn(3, 6); calls > 0; calls -= 1) {
      const service = month.oneOf(services)
      await byPhone(service, month.wish(service, date, 4))
    }
    await cancels(now)
    await misses(now)
    await month.visit(parts, month.wish(parts[0], date, 4))
    await month.moveVisit(date, month.oneOf([-60, -30, -15, 15, 30, 60]))
    if (date.endsWith('5')) await month.cancelVisit(date)
    // Whoever has not paid by now loses the time: 15 minutes, and ten more for payments in progress.
    await house.clock({ date, minute: minuteOf('12:26') })
    for (const id of [...month.standing.keys()]) {
      if (!paid.has(id) && !month.isOfVisit(id)) month.drop(id)
    }
    const tomorrow = dayAfter(date)
    await month.compareStarts(month.oneOf(services), tomorrow)
    if (date === '2035-03-20') await month.isIll(stylists[4] as string, '2035-03-21')
  }
  await month.audit()
  let till = await month.tillOfVisits()
  expect(month.wrong).toEqual([])
  for (const { booking, amount } of paid.values()) {
    till += amount
    const inTill = async () => {
      const { entries, charges } = await orderOf(house, booking)
      const online = charges.map(
        ({ amountCaptured, amountRefunded }) => amountCaptured - amountRefunded,
      )
      return [...entries.map((each) => each.amount), ...online].reduce((a, b) => a + b, 0)
    }
    await until(`the till has ${amount} of ${booking.id}`, async () => (await inTill()) === amount)
  }
  expect(till).toBeGreaterThan(100_000)
  expect(
    month.tooSeldom({
      booked: 90,
      'pays online': 30,
      'pays cash': 10,
      'pays never': 15,
      'deposits returned': 10,
      'deposits kept': 1,
      'no-shows': 2,
      'regulars pay all': 2,
      'regulars refused': 1,
      visit: 12,
      'visit moved': 8,
      'visits cancelled': 2,
    }),
  ).toEqual([])
})
