import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { DomainEvent, EventData } from '../../src/kernel/events/event.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Sent } from './support/call.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'
import { publish } from './support/work.ts'

const GUEST = { name: 'Ada Byron', email: 'ada@example.com', locale: 'de' }

describe.each(OTHER_ENGINES)('stays of the calendar of a unit, on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const get = (path: string, sent?: Sent) => server.call('GET', path, sent)
  const post = (path: string, body: object = {}, sent: Sent = {}) =>
    server.call('POST', path, { body, ...sent })

  /** A calendar of nights with a public page, the unit that gets it, and its event type. */
  async function makeRoom(more: Readonly<Record<string, unknown>> = {}) {
    const house = { name: 'Room 12', timeZone: 'Europe/Berlin', exclusive: 'nights' }
    const calendar = await post('/v1/calendars', { ...house, publicStays: true })
    const calendarId = calendar.body.id
    const { propertyId } = await makeHouse(server.call, [])
    const unit = {
      name: 'Room 12',
      kind: 'unit',
      timeZone: 'Europe/Berlin',
      propertyId,
      calendarId,
    }
    const { id: unitId } = (await post('/v1/providers', unit)).body
    const type = await post('/v1/event-types', { ...stayType([unitId]), ...more })
    expect(type.status, type.text).toBe(201)
    const path = `/v1/calendars/${calendarId}`
    return {
      calendarId,
      unitId,
      path,
      typeId: type.body.id,
      propertyId,
      adopt: (body: object = {}, query = '') => post(`/v1/units/${unitId}/adopt${query}`, body),
      enter: (start: string, end: string, rest: object = {}) =>
        post(`${path}/events`, { title: 'Family Miller', start, end, ...rest }),
      take: (arrival: string, departure: string) =>
        post(`/v1/stays/${calendarId}`, { arrival, departure, guest: GUEST }, { key: null }),
      import: (stays: readonly (readonly [string, string, string])[]) =>
        server.call('POST', `${path}/import`, {
          rawBody: channelFile(stays),
          headers: { 'content-type': 'text/calendar' },
        }),
      events: async () => {
        const listed = await get(`${path}/events?from=2026-04-01&to=2027-12-01&limit=100`)
        return listed.body.data.map(({ id, start, end }: Body) => [id, start, end])
      },
    }
  }
  const bookingIdOf = (stayId: string) => stayId.replace('cev_', 'bkg_')
  const soundness = async () =>
    (await inspect(server.deps)).findings.map(({ sentence }) => sentence)

  test('become bookings of the same nights, which the calendar finds by both ids and does not change', async () => {
    const room = await makeRoom()
    const own = await room.enter('2026-05-29', '2026-06-03', {
      description: 'Two dogs',
      extendedProps: { crmId: 'c-1' },
    })
    const guest = await room.take('2026-06-10', '2026-06-13')
    const before = await room.events()
    const [ownId, guestId] = [bookingIdOf(own.body.id), bookingIdOf(guest.body.id)]
    const rows = [
      {
        stayId: own.body.id,
        title: 'Family Miller',
        arrival: '2026-05-29',
        departure: '2026-06-03',
        bookingId: ownId,
        eventTypeId: room.typeId,
        reason: null,
      },
      expect.objectContaining({ stayId: guest.body.id, title: 'Ada Byron', bookingId: guestId }),
    ]
    const dry = await room.adopt({ dryRun: true })
    expect([dry.status, dry.body]).toEqual([200, { data: rows, nextCursor: null }])
    expect(await room.events()).toEqual(before)
    const done = await room.adopt()
    expect([done.status, done.body]).toEqual([200, { data: rows, nextCursor: null }])
    expect(await room.events()).toEqual(
      before.map(([id = '', ...days]) => [bookingIdOf(id), ...days]),
    )
    expect((await get(`/v1/bookings/${ownId}`)).body).toMatchObject({
      status: 'confirmed',
      grain: 'nights',
      arrival: '2026-05-29',
      departure: '2026-06-03',
      nights: 5,
      providerId: room.unitId,
      eventTypeId: room.typeId,
      booker: { name: 'Family Miller', email: null },
      payment: null,
      metadata: { description: 'Two dogs', crmId: 'c-1' },
      createdAt: own.body.createdAt,
    })
    expect((await get(`/v1/bookings/${guestId}`)).body).toMatchObject({
      status: 'confirmed',
      booker: { name: 'Ada Byron', email: 'ada@example.com', locale: 'de' },
      metadata: {},
    })
    for (const id of [own.body.id, ownId]) {
      const event = `${room.path}/events/${id}`
      expect((await get(event)).body).toMatchObject({ id: ownId, start: '2026-05-29' })
      const changed = { title: 'Moved', start: '2026-05-20', end: '2026-05-21' }
      for (const refused of [
        await server.call('PUT', event, { body: changed }),
        await server.call('DELETE', event),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([409, 'managed_by_booking'])
        expect(refused.text).toContain(ownId)
      }
    }
    expect((await room.adopt()).body.data).toEqual([])
    expect(await soundness()).toEqual([])
  })

  test('keep every night taken, and are moved and cancelled as bookings', async () => {
    const room = await makeRoom({ confirmation: 'instant' })
    const { id } = (await room.enter('2026-05-29', '2026-06-03')).body
    await room.adopt()
    const other = { eventTypeId: room.typeId, booker: BOOKER }
    const taken = await post('/v1/bookings', {
      ...other,
      arrival: '2026-06-02',
      departure: '2026-06-04',
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'night_taken'])
    const path = `/v1/bookings/${bookingIdOf(id)}`
    const moved = await post(`${path}/reschedule`, {
      arrival: '2026-06-01',
      departure: '2026-06-05',
    })
    expect([moved.status, moved.body.nights]).toEqual([200, 4])
    const left = await post('/v1/bookings', {
      ...other,
      arrival: '2026-05-29',
      departure: '2026-06-01',
    })
    expect(left.status, left.text).toBe(201)
    expect((await post(`${path}/cancel`)).status).toBe(200)
    expect((await get(`${room.path}/events/${id}`)).status).toBe(404)
    const again = await post('/v1/bookings', {
      ...other,
      arrival: '2026-06-01',
      departure: '2026-06-05',
    })
    expect(again.status, again.text).toBe(201)
    expect(await soundness()).toEqual([])
  })

  test('remain if the file of a channel decides about them, or if they are too long or over', async () => {
    const room = await makeRoom()
    await room.import([['air-1', '20260501', '20260504']])
    const long = await room.enter('2026-06-01', '2027-06-03', { override: true })
    await room.enter('2026-04-10', '2026-04-19', { override: true })
    const now = await room.enter('2026-04-19', '2026-04-21', { override: true })
    expect(now.status, now.text).toBe(201)
    const adopted = await room.adopt()
    expect(adopted.body.data).toMatchObject([
      { stayId: now.body.id, bookingId: bookingIdOf(now.body.id), reason: null },
      { title: 'Airbnb', bookingId: null, eventTypeId: null, reason: 'of_channel' },
      { stayId: long.body.id, bookingId: null, reason: 'too_many_nights' },
    ])
    const again = await room.import([['air-1', '20260502', '20260505']])
    expect(again.body).toMatchObject({ updated: 1 })
    expect(await soundness()).toEqual([])
  })

  test('are known to channels that hand their UIDs back, also after they were cancelled as bookings', async () => {
    const room = await makeRoom()
    const { id } = (await room.enter('2026-05-01', '2026-05-04')).body
    await room.adopt()
    const count = async () => (await room.events()).length
    const back = await room.import([[`${id}@holdfast`, '20260501', '20260504']])
    expect([back.body, await count()]).toMatchObject([{ unchanged: 1, skipped: [] }, 1])
    await post(`/v1/bookings/${bookingIdOf(id)}/cancel`)
    const late = await room.import([[`${id}@holdfast`, '20260501', '20260504']])
    expect([late.body, await count()]).toMatchObject([{ imported: 0 }, 0])
  })

  test('are still read by their guests with the link of the stay, which also changes the booking', async () => {
    const room = await makeRoom()
    const { id, manageToken: key } = (await room.take('2026-06-10', '2026-06-13')).body
    const path = `/v1/stays/${room.calendarId}/${id}`
    expect((await get(path, { key })).body).toMatchObject({ id, bookingId: null })
    await room.adopt()
    const bookingId = bookingIdOf(id)
    for (const stayId of [id, bookingId]) {
      const stay = await get(`/v1/stays/${room.calendarId}/${stayId}`, { key })
      expect([stay.status, stay.body]).toMatchObject([
        200,
        { id: bookingId, bookingId, arrival: '2026-06-10', guest: { email: GUEST.email } },
      ])
    }
    const dates = { arrival: '2026-06-11', departure: '2026-06-13' }
    for (const refused of [
      await post(`${path}/reschedule`, dates, { key }),
      await post(`${path}/cancel`, {}, { key }),
      await get(`${path}/invite.ics`, { key }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'managed_by_booking'])
    }
    const moved = await post(`/v1/bookings/${bookingId}/reschedule`, dates, { key })
    expect([moved.status, moved.body.arrival], moved.text).toEqual([200, '2026-06-11'])
    const other = (await room.take('2026-07-10', '2026-07-13')).body
    expect((await get(path, { key: other.manageToken })).status).toBe(401)
    expect((await get(`/v1/bookings/${bookingId}`, { key: other.manageToken })).status).toBe(401)
  })

  test('lead to no email, and to events that name the stay', async () => {
    const room = await makeRoom()
    const { id } = (await room.take('2026-06-10', '2026-06-13')).body
    await room.adopt()
    await publish(server.deps)
    const listed = await get('/v1/events?limit=100')
    const events = listed.body.data.filter(({ data }) =>
      JSON.stringify(data).includes(bookingIdOf(id)),
    )
    const told = events.map(({ type, data }) => [type, (data as unknown as Body).adoptedStayId])
    expect(told.sort()).toEqual([
      ['booking.confirmed', id],
      ['booking.created', id],
    ])
    // The cast: whether emails are due depends on the event alone.
    const { wants } = mailsConsumer({} as Parameters<typeof mailsConsumer>[0])
    const mailed = events.filter((event) => wants(event as unknown as DomainEvent))
    expect(mailed).toEqual([])
    const [of] = events.filter(({ type }) => type === 'booking.confirmed')
    const { adoptedStayId: _, ...data } = (of?.data ?? {}) as unknown as EventData
    expect(wants({ ...of, data } as unknown as DomainEvent)).toBe(true)
  })

  test('become bookings of one of several event types, if it is named, and stay in their unit of a pool', async () => {
    const room = await makeRoom()
    const second = await post('/v1/providers', {
      name: 'Room 13',
      kind: 'unit',
      timeZone: 'Europe/Berlin',
      propertyId: room.propertyId,
    })
    const pool = { name: 'room', providerIds: [room.unitId, second.body.id], count: 1 }
    const double = await post('/v1/event-types', {
      ...stayType([room.unitId]),
      requirements: [pool],
    })
    const { id } = (await room.enter('2026-05-01', '2026-05-04')).body
    const unnamed = await room.adopt()
    expect([unnamed.status, unnamed.body.errors[0]]).toMatchObject([
      422,
      { pointer: '/eventTypeId', message: 'is required: 2 event types have this unit' },
    ])
    const other = await makeRoom()
    const wrong = await room.adopt({ eventTypeId: other.typeId })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/eventTypeId'])
    expect((await room.adopt({ eventTypeId: double.body.id })).status).toBe(200)
    expect((await get(`/v1/bookings/${bookingIdOf(id)}`)).body).toMatchObject({
      eventTypeId: double.body.id,
      pinned: true,
      assignments: [{ requirement: 'room', providerId: room.unitId }],
    })
  })

  test('are adopted a page at a time, and once under one idempotency key', async () => {
    const room = await makeRoom()
    const ids: string[] = []
    for (const day of ['01', '02', '03']) {
      const next = String(Number(day) + 1).padStart(2, '0')
      ids.push((await room.enter(`2026-05-${day}`, `2026-05-${next}`)).body.id)
    }
    const sent = { headers: { 'idempotency-key': `adopt-${room.unitId}` } }
    const first = await post(`/v1/units/${room.unitId}/adopt?limit=2`, {}, sent)
    expect(first.body.data.map(({ stayId }) => stayId)).toEqual(ids.slice(0, 2))
    const repeated = await post(`/v1/units/${room.unitId}/adopt?limit=2`, {}, sent)
    expect(repeated.body).toEqual(first.body)
    expect((await room.events()).map(([id]) => String(id).slice(0, 3))).toEqual([
      'bkg',
      'bkg',
      'cev',
    ])
    const rest = await room.adopt({}, `?limit=2&cursor=${first.body.nextCursor}`)
    expect(rest.body).toMatchObject({ data: [{ stayId: ids[2] }], nextCursor: null })
  })

  test('are adopted for units of the account only, once an event type has the unit', async () => {
    const { units } = await makeHouse(server.call, ['Attic'])
    const path = `/v1/units/${units[0]}/adopt`
    const early = await post(path)
    expect([early.status, early.body.errors[0].pointer]).toEqual([422, '/eventTypeId'])
    expect((await post(path, {}, { key: server.otherKey })).status).toBe(404)
    const person = await post('/v1/providers', { name: 'Ada', timeZone: 'Europe/Berlin' })
    const wrong = await post(`/v1/units/${person.body.id}/adopt`)
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/path/id'])
  })
})

/** A calendar file of a channel. */
const channelFile = (stays: readonly (readonly [string, string, string])[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airbnb//Hosting Calendar//EN',
    ...stays.flatMap(([uid, start, end]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTAMP:20260401T000000Z',
      `DTSTART;VALUE=DATE:${start}`,
      `DTEND;VALUE=DATE:${end}`,
      'SUMMARY:Airbnb',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
