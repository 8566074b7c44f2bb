import type { Booking } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { Books, type Service } from './support/books.ts'
import { rulesOf, workingDays } from './support/hours.ts'
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

const ZONE = 'Europe/Vienna'
const OFFICE = workingDays('08:00-12:00')
const COUNTERS = 6
const DAYS_AHEAD = 5
const RUSH = 20

let house: House
beforeAll(async () => {
  house = await openHouse(ZONE, { date: '2035-02-27', minute: minuteOf('07:00') })
})
afterAll(() => house?.close())

async function setUp() {
  const office = await house.add('Office', { kind: 'team' })
  const counters: string[] = []
  for (let n = 1; n <= COUNTERS; n += 1) {
    counters.push((await house.add(`Counter ${n}`, { kind: 'room' })).id)
  }
  const eventType = await house.offer(office.id, 'Passport', {
    durationMinutes: 10,
    durationOptionsMinutes: [10, 20, 30],
    slotStepMinutes: 10,
    availabilityRules: rulesOf(OFFICE),
    requirements: [{ name: 'counter', kind: 'room', count: 1 }],
    maxAdvanceDays: DAYS_AHEAD,
    release: {
      daysAhead: DAYS_AHEAD,
      at: '08:00',
      freedAfterMinutes: { min: 20, max: 240 },
    },
    limits: { perBooker: 1 },
  })
  await house.say('patch', '/v1/account', { country: 'AT' })
  const services = [10, 20, 30].map(
    (minutes): Service => ({
      id: eventType.id,
      minutes,
      stepMinutes: 10,
      hours: OFFICE,
      needs: [{ name: 'counter', pool: counters }],
    }),
  )
  return { services, counters }
}

test('a month of a city office opens each date at eight, serves a rush of citizens, keeps what they cancel, and counts the day', async () => {
  const { services, counters } = await setUp()
  expect(house.setUpCalls()).toBe(9)
  const month = new Month(house, new Books(ZONE), 25)
  let citizens = 0
  /** A citizen with a phone and no email address. */
  const citizen = () => {
    citizens += 1
    return { name: `Citizen ${citizens}`, phone: `0660 ${1_000_000 + citizens}` }
  }
  const send = (service: Service, at: WallTime, booker: object) =>
    house.api.post<Booking & ProblemBody>('/v1/bookings', {
      eventTypeId: service.id,
      start: instantOf(ZONE, at),
      durationMinutes: service.minutes,
      booker,
    })

  /** Many want the same two starts of the date that opens at eight, at once: as many get one as there are counters. */
  async function rush(date: string) {
    const [service] = services as [Service]
    const opening = dayAfter(date, DAYS_AHEAD)
    if (service.hours[weekdayOf(opening)] === undefined) return
    const early = await send(service, { date: opening, minute: 600 }, citizen())
    const opensAt = instantOf(ZONE, { date, minute: minuteOf('08:00') })
    if (early.body.code !== 'slot_not_bookable' || !early.text.includes(opensAt)) {
      month.wrong.push(`${opening} before eight: ${early.text}`)
    }
    await house.clock({ date, minute: minuteOf('08:00') })
    const starts = [month.drawn(48, 70) * 10, month.drawn(48, 70) * 10]
    const wishes = Array.from({ length: RUSH }, (_, n) => ({
      date: opening,
      minute: starts[n % 2] as number,
    }))
    const answers = await Promise.all(wishes.map((at) => send(service, at, citizen())))
    const given = answers.filter(({ status }) => status === 201)
    const expected = new Set(starts).size * COUNTERS
    if (given.length !== expected) month.wrong.push(`${opening}: ${given.length}, not ${expected}`)
    answers.forEach((answer, n) => {
      const isGiven = answer.status === 201
      month.answered(service, wishes[n] as WallTime, isGiven, answer)
    })
  }

  /** Today's citizens come, are called and served; some do not come. */
  async function serve(date: string) {
    const today = [...month.standing.values()]
      .filter(({ at }) => at.date === date)
      .toSorted((a, b) => a.at.minute - b.at.minute)
    let number = 0
    for (const { booking, at } of today.slice(0, 4)) {
      await house.clock({ date, minute: at.minute })
      const step = (action: string, body: object = {}) =>
        house.api.post<Booking>(`/v1/bookings/${booking.id}/${action}`, body)
      if (month.drawn(1, 5) === 1) {
        expectStatus(await step('no-show'), 200)
        month.count('did not come')
        continue
      }
      number += 1
      expectStatus(await step('check-in', { number }), 200)
      expectStatus(await step('call'), 200)
      expectStatus(await step('start-service'), 200)
      const { status, visit } = expectStatus(await step('check-out'), 200)
      expect([status, visit?.number]).toEqual(['completed', number])
      month.count('served')
    }
  }

  /** Some citizens cancel at once, and programs that wait for that get nothing; on the next day, their times are free. */
  let kept: readonly string[] = []
  async function someCancel(date: string) {
    const [service] = services as [Service]
    const ahead = month.ahead(date).slice(0, 2)
    kept = ahead.map(({ booking }) => booking.id)
    for (const { at, booking } of ahead) {
      await month.cancelKept(booking.id)
      const can = month.books.starts(service, at.date).includes(at.minute)
      const answer = await send(service, at, citizen())
      if (!can && answer.body.code === 'slot_taken') month.count('a program was too early')
      month.answered(service, at, can, answer)
    }
  }

  for (const date of datesBetween('2035-03-01', '2035-03-31')) {
    await house.clock({ date, minute: minuteOf('07:30') })
    for (const id of kept) month.books.release(id)
    if (date === '2035-03-16') await month.closes(counters, '2035-03-19')
    await rush(date)
    await someCancel(date)
    for (let calls = month.drawn(1, 4); calls > 0; calls -= 1) {
      const service = month.oneOf(services)
      const at = month.wish(service, date, 4)
      const can = month.books.starts(service, at.date).includes(at.minute)
      month.answered(service, at, can, await send(service, at, citizen()))
    }
    // Who has an appointment gets no second one.
    const [standing] = month.ahead(date)
    if (standing !== undefined) {
      const { name, phone } = standing.booking.booker as { name: string; phone: string }
      const contact = { contactId: standing.booking.booker?.contactId }
      const at = month.wish(services[0] as Service, date, 4)
      const again = await house.api.post<ProblemBody>('/v1/bookings', {
        eventTypeId: services[0]?.id,
        start: instantOf(ZONE, at),
        ...(contact.contactId === undefined ? { booker: { name, phone } } : contact),
      })
      month.count(`second: ${again.body.code}`)
    }
    const tomorrow = dayAfter(date)
    await month.compareStarts(services[0] as Service, tomorrow)
    await serve(date)
  }
  await month.audit()
  expect(month.wrong).toEqual([])
  expect(month.counts['second: undefined']).toBe(undefined)
  expect(
    month.tooSeldom({
      'a program was too early': 10,
      booked: 200,
      served: 40,
      'did not come': 5,
      'second: limit_reached': 10,
    }),
  ).toEqual([])
})
