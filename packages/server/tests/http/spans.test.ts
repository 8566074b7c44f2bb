import type { SlotReason } from '@holdfast/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER } from './support/fixtures.ts'
import { at, COLOR_SPANS, type SpanWorld, spanWorld } from './support/span-world.ts'

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let server: TestApp
  let world: SpanWorld
  beforeAll(async () => {
    server = await openTestApp({ engine })
    world = spanWorld(server)
  })
  afterAll(() => server.close())

  const person = (more?: object) => world.person(more)
  const typeOf = (requirements: readonly object[], more?: object) =>
    world.typeOf(requirements, more)
  const book = (...asked: Parameters<SpanWorld['book']>) => world.book(...asked)
  const booked = (...asked: Parameters<SpanWorld['book']>) => world.booked(...asked)
  const startsOf = (eventTypeId: string) => world.startsOf(eventTypeId)
  const act = (...asked: Parameters<SpanWorld['act']>) => world.act(...asked)

  test('the duration follows from the spans, and the event type shows them', async () => {
    const stylist = await person()
    const { body } = await world.createType(
      [
        { name: 'stylist', providerIds: [stylist], count: 1, spans: COLOR_SPANS },
        { name: 'chair', kind: 'room', count: 1, bufferAfterMinutes: 10 },
      ],
      { slotStepMinutes: undefined },
    )
    expect([body.durationMinutes, body.slotStepMinutes]).toEqual([110, 110])
    expect(body.requirements).toMatchObject([
      { spans: COLOR_SPANS, bufferBeforeMinutes: null, bufferAfterMinutes: null },
      { spans: null, bufferBeforeMinutes: null, bufferAfterMinutes: 10 },
    ])
    const patched = await server.call('PATCH', `/v1/event-types/${body.id}`, {
      body: {
        requirements: [
          {
            name: 'stylist',
            providerIds: [stylist],
            count: 1,
            spans: [{ offsetMinutes: 0, durationMinutes: 20 }],
          },
        ],
      },
    })
    expect([patched.body.durationMinutes, patched.body.slotStepMinutes]).toEqual([20, 20])
    const shortened = await server.call('PATCH', `/v1/event-types/${body.id}`, {
      body: { durationMinutes: 15 },
    })
    expect(shortened.body.errors).toEqual([
      { pointer: '/durationMinutes', message: 'follows from `spans`: leave it out' },
    ])
  })

  test('somebody else is booked while the stylist is free, and listed means bookable', async () => {
    const { stylist, chairs, color, cut } = await world.salon()
    const first = await booked(color, '09:00')
    expect(first.assignments[0]).toEqual({
      requirement: 'stylist',
      providerId: stylist,
      providerName: expect.any(String),
      spans: [
        { start: at('09:00'), end: at('09:45'), label: 'Color' },
        { start: at('10:20'), end: at('10:50'), label: 'Cut' },
      ],
    })
    expect(first.assignments[1]).not.toHaveProperty('spans')
    expect([first.start, first.end]).toEqual([at('09:00'), at('10:50')])
    const starts = await startsOf(cut)
    expect(starts.slice(0, 2)).toEqual(['09:45', '10:50'])
    const between = await booked(cut, '09:45')
    expect(between.assignments[1]?.providerId).toBe(
      chairs.find((id) => id !== first.assignments[1]?.providerId),
    )
    expect((await book(cut, '09:40')).body.code).toBe('slot_taken')
    // Of the chair, the time of cleaning is taken too.
    expect((await startsOf(cut))[0]).toBe('10:50')
  })

  test('two bookings with spans interleave in the gaps of each other', async () => {
    const { color } = await world.salon()
    await booked(color, '09:00')
    // 45 minutes do not fit into a gap of 35.
    expect((await startsOf(color))[0]).toBe('10:50')
    const stylist = await person()
    const short = await typeOf([
      {
        name: 'stylist',
        providerIds: [stylist],
        count: 1,
        spans: [
          { offsetMinutes: 0, durationMinutes: 20 },
          { offsetMinutes: 40, durationMinutes: 20 },
        ],
      },
    ])
    await booked(short, '09:00')
    expect((await startsOf(short)).slice(0, 3)).toEqual(['09:20', '10:00', '10:05'])
    await booked(short, '09:20')
    expect((await startsOf(short))[0]).toBe('10:20')
  })

  test('each range is held, confirmed, moved and freed with its booking', async () => {
    const { color, cut } = await world.salon()
    const { id } = await booked(color, '09:00')
    await act(id, 'confirm')
    expect((await startsOf(cut)).slice(0, 2)).toEqual(['09:45', '10:50'])
    // Its new time overlaps its old one: what it has itself is no obstacle.
    const moved = await act(id, 'reschedule', { start: at('09:30') })
    expect(moved.assignments[0]?.spans?.[1]?.start).toBe(at('10:50'))
    expect((await startsOf(cut)).slice(0, 3)).toEqual(['10:15', '11:20', '11:25'])
    await act(id, 'cancel')
    expect((await startsOf(cut)).slice(0, 2)).toEqual(['09:00', '09:05'])
  })

  test('a hold that lapsed blocks none of its ranges', async () => {
    const { color, cut } = await world.salon()
    await booked(color, '09:00')
    server.clock.moveTo(server.clock.nowEpochMilliseconds() + 300_000)
    expect((await startsOf(cut)).slice(0, 2)).toEqual(['09:00', '09:05'])
    await booked(cut, '10:30')
    await booked(cut, '09:00')
    expect((await book(color, '09:00')).body.code).toBe('slot_taken')
  })

  test('somebody else takes over one requirement with all its spans', async () => {
    const [ana, ben] = [await person(), await person()]
    const color = await typeOf([
      {
        name: 'stylist',
        providerIds: [ana, ben],
        count: 1,
        choice: 'priority',
        spans: COLOR_SPANS,
      },
    ])
    const alone = async (providerId: string) =>
      (
        await startsOf(
          await typeOf([{ name: 'a', providerIds: [providerId], count: 1 }], {
            durationMinutes: 35,
          }),
        )
      )[0]
    const { id } = await booked(color, '09:00')
    expect([await alone(ana), await alone(ben)]).toEqual(['09:45', '09:00'])
    const taken = await act(id, 'reassign', { from: ana, to: ben })
    expect(taken.assignments[0]?.spans).toHaveLength(2)
    expect([await alone(ana), await alone(ben)]).toEqual(['09:00', '09:45'])
    // Somebody who is busy in the second span only cannot take it over.
    await booked(
      await typeOf([{ name: 'a', providerIds: [ana], count: 1 }], { durationMinutes: 10 }),
      '10:30',
    )
    const refused = await server.call('POST', `/v1/bookings/${id}/reassign`, { body: { to: ana } })
    expect([refused.status, refused.body.code]).toEqual([409, 'no_candidate_free'])
  })

  test('the hours of the event type cover the spans, not the gaps', async () => {
    const panel = await person()
    const around = await typeOf(
      [
        {
          name: 'panel',
          providerIds: [panel],
          count: 1,
          spans: [
            { offsetMinutes: 0, durationMinutes: 60 },
            { offsetMinutes: 120, durationMinutes: 60 },
          ],
        },
      ],
      {
        slotStepMinutes: 30,
        availabilityRules: [
          {
            weekday: 'monday',
            windows: [
              { start: '10:00', end: '12:00' },
              { start: '13:00', end: '14:00' },
            ],
          },
        ],
      },
    )
    expect(await startsOf(around)).toEqual(['11:00'])
    const explained = await server.call(
      'GET',
      `/v1/event-types/${around}/slots/explain?start=${at('10:30')}`,
    )
    expect(explained.body.reasons.map(({ code }: SlotReason) => code)).toEqual([
      'outside_availability',
    ])
  })

  test('everybody is needed in their own spans only, by their own hours', async () => {
    const hours = async (start: string, end: string) => {
      const availabilityRules = [{ weekday: 'monday', windows: [{ start, end }] }]
      const body = { name: `Hours ${start}`, timeZone: 'UTC', availabilityRules }
      return (await server.call('POST', '/v1/schedules', { body })).body.id
    }
    const assistant = await person({ scheduleId: await hours('09:00', '10:00') })
    const dentist = await person({ scheduleId: await hours('09:30', '10:30') })
    const visit = await typeOf(
      [
        {
          name: 'assistant',
          providerIds: [assistant],
          count: 1,
          spans: [{ offsetMinutes: 0, durationMinutes: 20 }],
        },
        {
          name: 'dentist',
          providerIds: [dentist],
          count: 1,
          spans: [{ offsetMinutes: 20, durationMinutes: 10 }],
        },
      ],
      { slotStepMinutes: 10, availabilityRules: undefined },
    )
    expect(await startsOf(visit)).toEqual(['09:10', '09:20', '09:30', '09:40'])
    await booked(visit, '09:10')
    expect(await startsOf(visit)).toEqual(['09:30', '09:40'])
    const explained = await server.call(
      'GET',
      `/v1/event-types/${visit}/slots/explain?start=${at('09:20')}`,
    )
    expect(explained.body.reasons).toMatchObject([
      { code: 'too_few_candidates', requirement: 'assistant' },
    ])
  })

  test('a block may lie in a gap, not in a span; what lies in a span is named', async () => {
    const { stylist, color } = await world.salon()
    const { id } = await booked(color, '09:00')
    await act(id, 'confirm')
    const block = (start: string, end: string) =>
      server.call('POST', `/v1/providers/${stylist}/blocks`, {
        body: { start: at(start), end: at(end) },
      })
    expect((await block('09:45', '10:20')).status).toBe(201)
    const refused = await block('10:30', '10:40')
    expect([refused.status, refused.body.bookingIds]).toEqual([409, [id]])
    const off = async (start: string, end: string) =>
      (
        await server.call('POST', `/v1/providers/${stylist}/time-off`, {
          body: { start: at(start), end: at(end) },
        })
      ).body.affectedBookings
    expect(await off('09:50', '10:10')).toEqual([])
    expect(await off('10:20', '10:25')).toEqual([id])
  })

  test('limits of a provider count its own minutes, those of the event type all of them', async () => {
    const stylist = await person({ limits: { minutesPerDay: 80 } })
    const requirement = { name: 'stylist', providerIds: [stylist], count: 1 }
    const color = await typeOf([{ ...requirement, spans: COLOR_SPANS }], {
      limits: { minutesPerDay: 150 },
    })
    const short = await typeOf([requirement], { durationMinutes: 10 })
    await booked(color, '09:00')
    expect((await startsOf(color)).length).toBe(0)
    expect((await startsOf(short)).length).toBe(0)
    const roomy = await person({ limits: { minutesPerDay: 85 } })
    const other = { name: 'stylist', providerIds: [roomy], count: 1 }
    await booked(await typeOf([{ ...other, spans: COLOR_SPANS }]), '09:00')
    expect((await startsOf(await typeOf([other], { durationMinutes: 10 })))[0]).toBe('09:45')
  })

  test('a booking is listed for whoever is needed after midnight only, by its start', async () => {
    const [early, late] = [await person(), await person()]
    const night = { weekday: 'monday', windows: [{ start: '22:00', end: '02:00' }] }
    const visit = await typeOf(
      [
        {
          name: 'early',
          providerIds: [early],
          count: 1,
          spans: [{ offsetMinutes: 0, durationMinutes: 30 }],
        },
        {
          name: 'late',
          providerIds: [late],
          count: 1,
          spans: [{ offsetMinutes: 60, durationMinutes: 30 }],
        },
      ],
      { availabilityRules: [night] },
    )
    const { id } = await booked(visit, '23:30')
    await act(id, 'confirm')
    const listed = async (providerId: string, from: string, to: string) => {
      const query = `providerId=${providerId}&from=${from}&to=${to}`
      const { body } = await server.call('GET', `/v1/bookings?${query}`)
      return body.data.map((booking: Body) => booking.id)
    }
    for (const providerId of [early, late]) {
      expect(await listed(providerId, at('00:00'), at('23:45'))).toEqual([id])
      expect(await listed(providerId, at('23:45'), '2026-04-29T00:00:00Z')).toEqual([])
    }
  })

  test('bookings of one group interleave, and take nobody twice', async () => {
    const stylist = await person()
    const short = await typeOf([
      {
        name: 'stylist',
        providerIds: [stylist],
        count: 1,
        spans: [
          { offsetMinutes: 0, durationMinutes: 20 },
          { offsetMinutes: 40, durationMinutes: 20 },
        ],
      },
    ])
    const group = (...times: readonly string[]) =>
      server.call('POST', '/v1/booking-groups', {
        body: {
          items: times.map((time) => ({ eventTypeId: short, start: at(time) })),
          booker: BOOKER,
        },
      })
    const refused = await group('09:00', '09:10')
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
    expect((await group('09:00', '09:20')).status).toBe(202)
    expect((await startsOf(short))[0]).toBe('10:20')
  })

  test('a booking is outside the hours if one of its spans is, not if a gap is', async () => {
    const availabilityRules = (...windows: readonly object[]) => [{ weekday: 'monday', windows }]
    const schedule = { name: 'Shift', timeZone: 'UTC', availabilityRules: availabilityRules() }
    const whole = availabilityRules({ start: '09:00', end: '13:00' })
    const made = await server.call('POST', '/v1/schedules', {
      body: { ...schedule, availabilityRules: whole },
    })
    const stylist = await person({ scheduleId: made.body.id })
    const color = await typeOf([
      { name: 'stylist', providerIds: [stylist], count: 1, spans: COLOR_SPANS },
    ])
    const { id } = await booked(color, '09:00')
    const outside = async (...windows: readonly object[]) => {
      const changed = await server.call('PATCH', `/v1/schedules/${made.body.id}`, {
        body: { availabilityRules: availabilityRules(...windows) },
      })
      expect(changed.status).toBe(200)
      const query = `outsideHours=true&providerId=${stylist}`
      const { body } = await server.call('GET', `/v1/bookings?${query}`)
      return body.data.map((booking: Body) => booking.id)
    }
    expect(
      await outside({ start: '09:00', end: '09:50' }, { start: '10:15', end: '11:00' }),
    ).toEqual([])
    expect(await outside({ start: '09:00', end: '10:45' })).toEqual([id])
  })
})
