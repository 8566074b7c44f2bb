import { afterAll, beforeAll, expect, test } from 'vitest'
import { Books, type Service } from './support/books.ts'
import { rulesOf, workingDays } from './support/hours.ts'
import { type House, openHouse } from './support/house.ts'
import { Month } from './support/month.ts'
import { datesBetween, dayAfter, minuteOf } from './support/wall-times.ts'

const ZONE = 'America/New_York'
const OFFICE = workingDays('09:00-12:00', '13:00-18:00')
/** An interview day goes around lunch. */
const LONG_DAY = workingDays('09:00-18:00')

let house: House
beforeAll(async () => {
  house = await openHouse(ZONE, { date: '2035-02-26', minute: minuteOf('08:00') })
})
afterAll(() => house?.close())

async function setUp() {
  const company = await house.add('Company', { kind: 'team' })
  const add = async (names: readonly string[], given: Readonly<Record<string, unknown>>) => {
    const ids: string[] = []
    for (const name of names) ids.push((await house.add(name, given)).id)
    return ids
  }
  const certified = await add(['Cora', 'Curt', 'Cleo', 'Carl'], { specialty: 'certified' })
  const others = await add(['Olga', 'Otto', 'Olaf', 'Ona'], { specialty: 'interviewer' })
  const rooms = await add(['Room S', 'Room L'], { kind: 'room' })
  const sales = await add(['Sue', 'Sam', 'Sky'], { specialty: 'sales' })
  const common = { slotStepMinutes: 30 }
  const panel = await house.offer(company.id, 'Panel', {
    ...common,
    durationMinutes: 60,
    availabilityRules: rulesOf(OFFICE),
    requirements: [
      { name: 'certified', specialty: 'certified', count: 2 },
      { name: 'interviewer', providerIds: [...certified, ...others], count: 1 },
      { name: 'room', kind: 'room', count: 1 },
    ],
  })
  const spans = (...list: readonly (readonly [number, number])[]) =>
    list.map(([from, to]) => ({ offsetMinutes: from, durationMinutes: to - from }))
  const day = await house.offer(company.id, 'Interview day', {
    ...common,
    availabilityRules: rulesOf(LONG_DAY),
    requirements: [
      { name: 'first panel', specialty: 'certified', count: 2, spans: spans([0, 90]) },
      { name: 'second panel', specialty: 'certified', count: 1, spans: spans([180, 270]) },
      { name: 'buddy', specialty: 'interviewer', count: 1, spans: spans([90, 180]) },
      { name: 'room', kind: 'room', count: 1, spans: spans([0, 90], [180, 270]) },
    ],
  })
  const demo = await house.offer(company.id, 'Demo', {
    ...common,
    durationMinutes: 30,
    availabilityRules: rulesOf(OFFICE),
    requirements: [{ name: 'sales', specialty: 'sales', count: 1, choice: 'balanced' }],
  })
  const room = { name: 'room', pool: rooms }
  const base = { stepMinutes: 30, hours: OFFICE }
  const services: readonly Service[] = [
    {
      ...base,
      id: panel.id,
      minutes: 60,
      needs: [
        { name: 'certified', pool: certified, count: 2 },
        { name: 'interviewer', pool: [...certified, ...others] },
        room,
      ],
    },
    {
      ...base,
      id: day.id,
      minutes: 270,
      hours: LONG_DAY,
      needs: [
        { name: 'first panel', pool: certified, count: 2, spans: [[0, 90]] },
        { name: 'second panel', pool: certified, spans: [[180, 270]] },
        { name: 'buddy', pool: others, spans: [[90, 180]] },
        {
          ...room,
          spans: [
            [0, 90],
            [180, 270],
          ],
        },
      ],
    },
    { ...base, id: demo.id, minutes: 30, needs: [{ name: 'sales', pool: sales }] },
  ]
  return { services, certified, sales }
}

test('a month of a company seats each panel with its own people in one room, and shares its demos evenly', async () => {
  const { services, certified, sales } = await setUp()
  expect(house.setUpCalls()).toBe(17)
  const month = new Month(house, new Books(ZONE), 5)
  const everybody = services.flatMap(({ needs }) => needs.flatMap(({ pool }) => pool))
  // The clocks go forward on 11 March.
  for (const date of datesBetween('2035-03-01', '2035-03-31')) {
    await house.clock({ date, minute: minuteOf('08:00') })
    for (let calls = month.drawn(3, 7); calls > 0; calls -= 1) {
      const service = month.oneOf(services)
      await month.book(service, month.wish(service, date, 5))
    }
    const ahead = month.ahead(date)
    if (ahead.length > 2) {
      const { booking, service } = month.oneOf(ahead)
      await month.move(booking.id, month.wish(service, date, 5))
      await month.cancel(month.oneOf(ahead).booking.id)
    }
    await month.compareStarts(month.oneOf(services), dayAfter(date, month.drawn(1, 4)))
    if (date === '2035-03-13') await month.isIll(certified[1] as string, '2035-03-14')
    if (date === '2035-03-26') await month.closes(everybody, '2035-03-28')
  }
  await month.audit()
  expect(month.wrong).toEqual([])
  const demos = sales.map(
    (id) =>
      month.ahead('').filter(({ booking }) => JSON.stringify(booking.assignments).includes(id))
        .length,
  )
  // Cancelled ones do not count, so it is not quite even.
  expect(Math.max(...demos) - Math.min(...demos)).toBeLessThanOrEqual(5)
  expect(month.tooSeldom({ booked: 90, moved: 12, cancelled: 20 })).toEqual([])
})
