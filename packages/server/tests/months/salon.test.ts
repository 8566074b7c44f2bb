import type { Booking } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { until } from '../support/until.ts'
import { Books, type Service, type Week } from './support/books.ts'
import { hours, rulesOf, workingDays } from './support/hours.ts'
import { type House, openHouse } from './support/house.ts'
import { Month } from './support/month.ts'
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
  expect(house.setUpCalls()).toBe(14)
  const month = new Month(house, new Books(ZONE), 6)
  const paid = new Map<string, { readonly booking: Booking; amount: number }>()

  async function byPhone(service: Service, at: WallTime) {
    const can = month.books.starts(service, at.date).includes(at.minute)
    const price = service.priceAt?.(at) ?? 0
    const answer = await house.api.post<Booking & ProblemBody>('/v1/bookings', {
      eventTypeId: service.id,
      start: instantOf(ZONE, at),
      ...(service.minutes === 110 ? {} : { durationMinutes: service.minutes }),
      expectedAmount: price,
      booker: month.somebody(),
    })
    const booking = month.answered(service, at, can, answer)
    if (booking === undefined) return
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
    await until(
      'the deposit is paid',
      async () => (await orderOf(house, booking)).due === price - DEPOSIT,
    )
    paid.set(booking.id, { booking, amount: DEPOSIT })
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

  for (const date of datesBetween('2035-03-01', '2035-03-31')) {
    const now = { date, minute: minuteOf('12:00') }
    await house.clock(now)
    for (let calls = month.drawn(3, 6); calls > 0; calls -= 1) {
      const service = month.oneOf(services)
      await byPhone(service, month.wish(service, date, 4))
    }
    await cancels(now)
    // Whoever has not paid by now loses the time: 15 minutes, and ten more for payments in progress.
    await house.clock({ date, minute: minuteOf('12:26') })
    for (const id of [...month.standing.keys()]) if (!paid.has(id)) month.drop(id)
    const tomorrow = dayAfter(date)
    await month.compareStarts(month.oneOf(services), tomorrow)
    if (date === '2035-03-20') await month.isIll(stylists[4] as string, '2035-03-21')
  }
  await month.audit()
  expect(month.wrong).toEqual([])
  let till = 0
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
    }),
  ).toEqual([])
})
