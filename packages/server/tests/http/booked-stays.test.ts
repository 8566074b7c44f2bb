import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeStayType } from './support/fixtures.ts'

interface Room {
  readonly typeId: string
  readonly calendar: string
}

describe.each(OTHER_ENGINES)('the calendar of a unit, on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine, settings: { publicUrl: 'https://example.com' } })
  })
  afterAll(() => server.close())

  const get = (path: string) => server.call('GET', path)
  const post = (path: string, body: object = {}) => server.call('POST', path, { body })

  async function makeRoom(more: Readonly<Record<string, unknown>> = {}): Promise<Room> {
    const type = await makeStayType(server.call, more)
    const unit = await get(`/v1/providers/${type.providerId}`)
    return { typeId: String(type.id), calendar: `/v1/calendars/${unit.body.calendarId}` }
  }

  async function book({ typeId }: Room, arrival: string, departure: string): Promise<string> {
    const stay = { eventTypeId: typeId, arrival, departure, booker: BOOKER }
    const booked = await post('/v1/bookings', stay)
    expect([201, 202], booked.text).toContain(booked.status)
    return String(booked.body.id)
  }

  const ofRange = async ({ calendar }: Room, query: string) => {
    const listed = await get(`${calendar}/events?${query}`)
    expect(listed.status, listed.text).toBe(200)
    return listed.body.data.map(({ id, start, end }: Body) => [id, start, end])
  }

  async function feedOf({ calendar }: Room, content: 'details' | 'availability'): Promise<string> {
    const link = await post(`${calendar}/feed-token`, { content })
    const { pathname, search } = new URL(String(link.body.url))
    return (await server.call('GET', `${pathname}${search}`, { key: null })).text
  }

  test('shows held and confirmed bookings to channels in its availability feed, without a name', async () => {
    const room = await makeRoom({ holdMinutes: 5 })
    const confirmed = await book(room, '2026-05-30', '2026-06-02')
    expect((await post(`/v1/bookings/${confirmed}/confirm`)).status).toBe(200)
    const held = await book(room, '2026-06-10', '2026-06-12')
    const cancelled = await book(room, '2026-06-20', '2026-06-22')
    await post(`/v1/bookings/${cancelled}/cancel`)
    const feed = await feedOf(room, 'availability')
    expect(feed.match(/UID:.*|DT(?:START|END);VALUE=DATE:\d+|SUMMARY:.*/g)).toEqual([
      `UID:${confirmed}@holdfast`,
      'DTSTART;VALUE=DATE:20260530',
      'DTEND;VALUE=DATE:20260602',
      'SUMMARY:Not available',
      `UID:${held}@holdfast`,
      'DTSTART;VALUE=DATE:20260610',
      'DTEND;VALUE=DATE:20260612',
      'SUMMARY:Not available',
    ])
    const details = await feedOf(room, 'details')
    expect(details).toContain('SUMMARY:Booking\r\n')
    expect(details).not.toContain(BOOKER.name)
    const start = server.clock.nowEpochMilliseconds()
    server.clock.moveTo(start + 301_000)
    expect(await feedOf(room, 'availability')).not.toContain(held)
    server.clock.moveTo(start)
  })

  test('lists the bookings among its stays, also one of months that began long before the range', async () => {
    const room = await makeRoom({ confirmation: 'instant' })
    const long = await book(room, '2026-05-20', '2027-04-10')
    const later = await book(room, '2027-04-10', '2027-04-12')
    const stay = { title: 'By phone', start: '2027-04-12', end: '2027-04-14' }
    const own = String((await post(`${room.calendar}/events`, stay)).body.id)
    const last = await book(room, '2027-04-14', '2027-04-15')
    const all = [
      [long, '2026-05-20', '2027-04-10'],
      [later, '2027-04-10', '2027-04-12'],
      [own, '2027-04-12', '2027-04-14'],
      [last, '2027-04-14', '2027-04-15'],
    ]
    expect(await ofRange(room, 'from=2027-04-09&to=2027-05-01')).toEqual(all)
    expect(await ofRange(room, 'from=2027-04-10&to=2027-04-14')).toEqual(all.slice(1, 3))
    expect(await ofRange(room, 'from=2026-07-01&to=2026-07-02')).toEqual([all[0]])
    const paged: unknown[] = []
    let cursor = ''
    do {
      const listed = await get(
        `${room.calendar}/events?from=2027-04-09&to=2027-05-01&limit=1${cursor}`,
      )
      paged.push(...listed.body.data.map(({ id, start, end }: Body) => [id, start, end]))
      cursor = listed.body.nextCursor ? `&cursor=${listed.body.nextCursor}` : ''
    } while (cursor !== '')
    expect(paged).toEqual(all)
    const wide = await get(
      `${room.calendar}/events?format=fullcalendar&start=2027-04-09&end=2027-05-01`,
    )
    expect(JSON.parse(wide.text).map(({ id }: Body) => id)).toEqual([long, later, own, last])
  })

  test('reads a booking, and refuses to change or delete it with 409', async () => {
    const room = await makeRoom({ confirmation: 'instant' })
    const id = await book(room, '2026-05-10', '2026-05-13')
    const path = `${room.calendar}/events/${id}`
    const read = await get(path)
    expect([read.status, read.body]).toMatchObject([
      200,
      { id, title: 'Booking', allDay: true, start: '2026-05-10', end: '2026-05-13', guest: null },
    ])
    const stay = { title: 'Moved', start: '2026-05-20', end: '2026-05-21' }
    for (const refused of [
      await server.call('PUT', path, { body: stay }),
      await server.call('DELETE', path),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'managed_by_booking'])
    }
    expect((await get(`/v1/bookings/${id}`)).body).toMatchObject({
      status: 'confirmed',
      arrival: '2026-05-10',
    })
    const other = await makeRoom()
    expect((await get(`${other.calendar}/events/${id}`)).status).toBe(404)
    expect((await server.call('DELETE', `${other.calendar}/events/${id}`)).status).toBe(404)
  })

  test('raises the SEQUENCE of a booking in its feeds each time that it is moved', async () => {
    const room = await makeRoom({ confirmation: 'instant' })
    const id = await book(room, '2026-05-30', '2026-06-02')
    const stays = await book(room, '2026-07-01', '2026-07-03')
    const sequences = async () => (await feedOf(room, 'availability')).match(/UID:.*|SEQUENCE:\d+/g)
    const move = async (arrival: string, departure: string) => {
      const moved = await post(`/v1/bookings/${id}/reschedule`, { arrival, departure })
      expect(moved.status, moved.text).toBe(200)
    }
    const [moved, still] = [`UID:${id}@holdfast`, `UID:${stays}@holdfast`]
    expect(await sequences()).toEqual([moved, 'SEQUENCE:0', still, 'SEQUENCE:0'])
    await move('2026-05-31', '2026-06-03')
    expect(await sequences()).toEqual([moved, 'SEQUENCE:1', still, 'SEQUENCE:0'])
    await move('2026-08-01', '2026-08-03')
    expect(await sequences()).toEqual([still, 'SEQUENCE:0', moved, 'SEQUENCE:2'])
  })

  test('takes no nights for a cancelled booking that a channel still hands back', async () => {
    const room = await makeRoom({ confirmation: 'instant' })
    const other = await makeRoom({ confirmation: 'instant' })
    const id = await book(room, '2026-05-30', '2026-06-02')
    const old = (await feedOf(room, 'availability')).replace(
      'PRODID:-//Holdfast//Holdfast//EN',
      'PRODID:Channel',
    )
    expect((await post(`/v1/bookings/${id}/cancel`)).status).toBe(200)
    const send = (calendar: string) =>
      server.call('POST', `${calendar}/import`, {
        rawBody: old,
        headers: { 'content-type': 'text/calendar' },
      })
    const echo = await send(room.calendar)
    expect([echo.status, echo.body]).toMatchObject([
      200,
      { imported: 0, skipped: [{ uid: `${id}@holdfast`, reason: 'cancelled' }] },
    ])
    expect(await ofRange(room, 'from=2026-05-01&to=2026-07-01')).toEqual([])
    // In another unit it is what a channel sold.
    expect((await send(other.calendar)).body).toMatchObject({ imported: 1 })
  })

  test('takes a booking that a channel or its own feed hands back for an echo, and not for a stay', async () => {
    const room = await makeRoom({ confirmation: 'instant' })
    const id = await book(room, '2026-05-30', '2026-06-02')
    const own = await feedOf(room, 'availability')
    const send = (file: string) =>
      server.call('POST', `${room.calendar}/import`, {
        rawBody: file,
        headers: { 'content-type': 'text/calendar' },
      })
    for (const file of [own, own.replace('PRODID:-//Holdfast//Holdfast//EN', 'PRODID:Channel')]) {
      const imported = await send(file)
      expect([imported.status, imported.body]).toMatchObject([
        200,
        { imported: 0, unchanged: 1, updated: 0, removed: 0, skipped: [] },
      ])
    }
    expect(await ofRange(room, 'from=2026-05-01&to=2026-07-01')).toEqual([
      [id, '2026-05-30', '2026-06-02'],
    ])
    expect((await get('/v1/unplaced-stays')).body.data).toEqual([])
  })
})
