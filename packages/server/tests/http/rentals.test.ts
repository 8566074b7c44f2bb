import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { DAY, DAYS, rentalWorld } from './support/rental-world.ts'

const MONDAY = '2026-05-04'
const at = (date: string, time: string) => `2026-05-${date}T${time}:00Z`

describe.each(SOME_ENGINES)('a car that is rented by the hour and by the day, on %s', (engine) => {
  let server: TestApp
  let world: ReturnType<typeof rentalWorld>
  beforeAll(async () => {
    server = await openTestApp({ engine })
    world = rentalWorld(server)
  })
  afterAll(() => server.close())

  test('two hours on Monday and Wednesday to Friday are one car, and neither takes the time of the other', async () => {
    const car = await world.car()
    const byDay = await world.typeOf(car)
    const byHour = await world.hourly(car)
    const monday = await world.booked(byHour, at('04', '10:00'))
    const days = await world.booked(byDay, at('06', '10:00'), { durationMinutes: 2 * DAY })
    expect([days.start, days.end, days.policy.durationMinutes]).toEqual([
      at('06', '10:00'),
      at('08', '10:00'),
      2 * DAY,
    ])
    const taken = [
      await world.book(byHour, at('07', '14:00')),
      await world.book(byHour, at('08', '09:00')),
      await world.book(byDay, at('05', '12:00'), { durationMinutes: DAY }),
      await world.book(byDay, at('04', '09:00'), { durationMinutes: DAY }),
      await world.book(byDay, at('04', '12:00'), { durationMinutes: 11 * DAY }),
    ]
    expect(taken.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array.from({ length: 5 }, () => '409 slot_taken'),
    )
    expect(await world.startsOn(byHour, '2026-05-07')).toEqual([])
    expect(await world.startsOn(byHour, '2026-05-08')).toEqual(
      ['10', '11', '12', '13', '14', '15', '16'].map((hour) => `${hour}:00`),
    )
    // Until Wednesday at 10.
    expect(await world.startsOn(byDay, '2026-05-05', `&durationMinutes=${DAY}`)).toEqual([
      '09:00',
      '10:00',
    ])
    await world.act(days.id, 'cancel')
    await world.act(monday.id, 'cancel')
    const whole = { durationMinutes: 14 * DAY }
    const longest = await world.booked(byDay, at('04', '09:00'), whole)
    expect(longest.end).toBe(at('18', '09:00'))
  })

  test('the hours apply to pick-up and return', async () => {
    const byDay = await world.typeOf(await world.car())
    const starts = (date: string, days: number) =>
      world.startsOn(byDay, date, `&durationMinutes=${days * DAY}`)
    expect(await starts(MONDAY, 1)).toEqual(
      ['09', '10', '11', '12', '13', '14', '15', '16', '17'].map((hour) => `${hour}:00`),
    )
    // Back on Saturday until 12, and never on Sunday.
    expect(await starts('2026-05-07', 2)).toEqual(['09:00', '10:00', '11:00', '12:00'])
    expect(await starts('2026-05-07', 3)).toEqual([])
    const explained = await server.call(
      'GET',
      `/v1/event-types/${byDay}/slots/explain?start=${at('07', '13:00')}&durationMinutes=${2 * DAY}`,
    )
    expect(explained.body.reasons).toEqual([
      {
        code: 'outside_availability',
        openOnDate: [{ start: at('09', '09:00'), end: at('09', '12:00') }],
      },
    ])
    const refused = await world.book(byDay, at('07', '13:00'), { durationMinutes: 2 * DAY })
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      422,
      'slot_not_bookable',
      'The start is not bookable: the time is outside the hours in which it can be booked.',
    ])
  })

  test('what does not fit is refused by its field', async () => {
    const message = 'is not possible with `hoursApplyTo` "startAndEnd"'
    expect(await world.errorsOf({ hoursApplyTo: 'duration' })).toContainEqual({
      pointer: '/durationMinutes',
      message:
        'must be a whole number of minutes from 1 to 1440; longer with `hoursApplyTo` "startAndEnd"',
    })
    expect(await world.errorsOf({ waitlist: {} })).toEqual([{ pointer: '/waitlist', message }])
    expect(
      await world.errorsOf({ durationOptionsMinutes: undefined, seats: { capacity: 2 } }),
    ).toEqual([{ pointer: '/seats', message }])
    const spans = [{ offsetMinutes: 0, durationMinutes: 30 }]
    const named = { name: 'car', providerIds: [await world.car()], count: 1 }
    expect(
      await world.errorsOf({
        durationMinutes: undefined,
        durationOptionsMinutes: undefined,
        requirements: [{ ...named, spans }],
      }),
    ).toEqual([{ pointer: '/requirements/0/spans', message }])
    expect(await world.errorsOf({ durationOptionsMinutes: [DAY, 14 * DAY + 1] })).toEqual([
      {
        pointer: '/durationOptionsMinutes/1',
        message: 'must be a whole number of minutes from 1 to 20160; got 20161',
      },
    ])
  })

  test('starts are an hour apart by default, and follow what the hours apply to', async () => {
    const car = await world.car()
    const { body } = await world.create(car, { durationOptionsMinutes: undefined })
    expect([body.hoursApplyTo, body.slotStepMinutes]).toEqual(['startAndEnd', 60])
    const patched = await server.call('PATCH', `/v1/event-types/${body.id}`, {
      body: { hoursApplyTo: 'duration', durationMinutes: 90 },
    })
    expect([patched.body.hoursApplyTo, patched.body.slotStepMinutes]).toEqual(['duration', 90])
    const long = await server.call('PATCH', `/v1/event-types/${body.id}`, {
      body: { durationMinutes: 2 * DAY },
    })
    expect(long.status).toBe(422)
  })

  test('a rental moves with its length, becomes longer and shorter, and frees what it leaves', async () => {
    const car = await world.car()
    const byDay = await world.typeOf(car)
    const byHour = await world.hourly(car)
    const { id } = await world.booked(byDay, at('04', '09:00'), { durationMinutes: 3 * DAY })
    await world.act(id, 'confirm')
    const moved = await world.act(id, 'reschedule', { start: at('05', '09:00') })
    expect([moved.status, moved.body.end]).toEqual([200, at('08', '09:00')])
    await world.booked(byHour, at('04', '09:00'))
    const longer = await world.act(id, 'reschedule', { durationMinutes: 7 * DAY })
    expect([longer.status, longer.body.end]).toEqual([200, at('12', '09:00')])
    expect(await world.startsOn(byHour, '2026-05-11')).toEqual([])
    const shorter = await world.act(id, 'reschedule', { durationMinutes: DAY })
    expect([shorter.status, shorter.body.end]).toEqual([200, at('06', '09:00')])
    expect(await world.startsOn(byHour, '2026-05-11')).toHaveLength(8)
  })

  test('the day in the middle and the last one know of a rental', async () => {
    const car = await world.car()
    const byDay = await world.typeOf(car)
    const { id } = await world.booked(byDay, at('04', '09:00'), { durationMinutes: 11 * DAY })
    await world.act(id, 'confirm')
    const range = `from=${at('14', '00:00')}&to=${at('16', '00:00')}`
    const agenda = await server.call('GET', `/v1/agenda?${range}&providerId=${car}`)
    expect(agenda.body).toMatchObject({ bookings: [{ id }] })
    const during = { start: at('13', '00:00'), end: at('14', '00:00') }
    const block = await server.call('POST', `/v1/providers/${car}/blocks`, { body: during })
    expect([block.status, block.body.bookingIds]).toEqual([409, [id]])
    const away = await server.call('POST', `/v1/providers/${car}/time-off`, { body: during })
    expect([away.status, away.body.affectedBookings]).toEqual([201, [id]])
    const other = await world.typeOf(car)
    expect(await world.startsOn(other, '2026-05-15', `&durationMinutes=${DAY}`)).not.toContain(
      '08:00',
    )
    const outside = () => server.call('GET', `/v1/bookings?outsideHours=true&providerId=${car}`)
    expect((await outside()).body.data.map((booking: { id: string }) => booking.id)).toEqual([id])
    await server.call('DELETE', `/v1/providers/${car}/time-off/${away.body.id}`)
    // Nights and Sundays lie within the rental, not outside its hours.
    expect((await outside()).body.data).toEqual([])
    const gone = await server.call('DELETE', `/v1/providers/${car}`)
    expect([gone.status, gone.body.code]).toEqual([409, 'provider_has_bookings'])
  })

  test('a closure names the rentals that begin or end in it, not those that are out meanwhile', async () => {
    const car = await world.car()
    const byDay = await world.typeOf(car)
    const { id } = await world.booked(byDay, at('06', '09:00'), { durationMinutes: 6 * DAY })
    await world.act(id, 'confirm')
    const affected = async (from: string, to: string) => {
      const body = {
        name: 'Closed',
        start: `2026-05-${from}`,
        end: `2026-05-${to}`,
        providerIds: [car],
      }
      const {
        status,
        body: found,
        text,
      } = await server.call('POST', '/v1/closures/preview', { body })
      expect(status, text).toBe(200)
      return found.affectedBookings
    }
    expect(await affected('08', '11')).toEqual([])
    expect(await affected('06', '08')).toEqual([id])
    expect(await affected('11', '13')).toEqual([id])
    expect(await affected('13', '14')).toEqual([])
    await server.call('POST', '/v1/closures', {
      body: { name: 'Closed', start: '2026-05-20', end: '2026-05-21', providerIds: [car] },
    })
    const starts = (days: number) =>
      world.startsOn(byDay, '2026-05-19', `&durationMinutes=${days * DAY}`)
    // Back on the closed day, and a day after it.
    expect([(await starts(1)).length, (await starts(2)).length]).toEqual([0, 9])
  })

  test('rentals of a group share one transaction, and too many of them are refused', async () => {
    const byDay = await world.typeOf(await world.car(), { maxAdvanceDays: 365 })
    const group = (count: number) =>
      server.call('POST', '/v1/booking-groups', {
        body: {
          items: Array.from({ length: count }, (_, index) => ({
            eventTypeId: byDay,
            start: `2026-0${5 + Math.floor(index / 2)}-${index % 2 === 0 ? '04' : '18'}T09:00:00Z`,
            durationMinutes: 14 * DAY,
          })),
          booker: { name: 'Grace Hopper', email: 'grace@example.com' },
        },
      })
    const two = await group(2)
    expect(two.status, two.text).toBe(202)
    const freed = await server.call('POST', `/v1/booking-groups/${two.body.id}/cancel`, {
      body: { scope: 'all' },
    })
    expect(freed.status, freed.text).toBe(200)
    const six = await group(6)
    expect([six.status, six.body.code, six.body.max]).toEqual([422, 'group_too_large', 5])
  })

  test('each length has its price', async () => {
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
    const byDay = await world.typeOf(await world.car(), {
      payment: {
        amount: 5000,
        currency: 'EUR',
        kind: 'full',
        amountByDurationMinutes: Object.fromEntries(
          DAYS.slice(1).map((minutes) => [minutes, (minutes / DAY) * 4500]),
        ),
      },
    })
    const { body } = await server.call(
      'GET',
      `/v1/event-types/${byDay}/slots?from=${at('04', '09:00')}&to=${at('04', '10:00')}&durationMinutes=${14 * DAY}`,
    )
    expect(body.data).toEqual([
      {
        start: at('04', '09:00'),
        end: at('18', '09:00'),
        available: true,
        price: { amount: 63_000, currency: 'EUR' },
      },
    ])
    const week = await world.booked(byDay, at('04', '09:00'), { durationMinutes: 7 * DAY })
    expect(week.payment).toMatchObject({ amount: 31_500, currency: 'EUR' })
  })

  test('any of several cars is taken, each once', async () => {
    const cars = [await world.car(), await world.car()]
    const byDay = await world.typeOf(await world.car({ kind: 'team' }), {
      requirements: [{ name: 'car', providerIds: cars, count: 1 }],
    })
    const three = { durationMinutes: 3 * DAY }
    const first = await world.booked(byDay, at('04', '09:00'), three)
    const second = await world.booked(byDay, at('05', '09:00'), three)
    expect(
      [first, second].flatMap(({ assignments }) =>
        assignments.map(({ providerId }: { providerId: string }) => providerId),
      ),
    ).toEqual(expect.arrayContaining(cars))
    expect((await world.book(byDay, at('06', '09:00'), three)).body.code).toBe('slot_taken')
    expect(await world.startsOn(byDay, '2026-05-06', `&durationMinutes=${DAY}`)).toEqual([])
  })

  test('another car takes a rental over, and its calendar shows it until the end', async () => {
    const cars = [await world.car(), await world.car()]
    const byDay = await world.typeOf(await world.car({ kind: 'team' }), {
      requirements: [{ name: 'car', providerIds: cars, count: 1, choice: 'priority' }],
    })
    const { id } = await world.booked(byDay, at('04', '09:00'), { durationMinutes: 10 * DAY })
    await world.act(id, 'confirm')
    const given = await world.act(id, 'reassign', { to: cars[1] })
    expect([given.status, given.body.providerId]).toEqual([200, cars[1]])
    const range = `from=${at('13', '00:00')}&to=${at('14', '00:00')}`
    const shown = await Promise.all(
      cars.map(async (car) => {
        const agenda = await server.call('GET', `/v1/agenda?${range}&providerId=${car}`)
        return (agenda.body.bookings as readonly { id: string }[]).map((booking) => booking.id)
      }),
    )
    expect(shown).toEqual([[], [id]])
  })
})
