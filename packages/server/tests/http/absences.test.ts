import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, makeEventType, makeProvider } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { workOnce } from './support/work.ts'

/** Mondays from 18:00 to 20:00 in Berlin, until after the clocks change on 2026-10-25. */
const TRAINING = {
  kind: 'block',
  start: '2026-10-12T16:00:00Z',
  end: '2026-10-12T18:00:00Z',
  recurrence: { frequency: 'weekly', until: '2026-10-26' },
  reason: 'Training',
}
const ALL_DAY = [{ weekday: 'monday', windows: [{ start: '00:00', end: '24:00' }] }]

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  /** An event type that is open all Monday, with its provider. */
  const openCourt = (more: object = {}) =>
    makeEventType(server.call, { availabilityRules: ALL_DAY, confirmation: 'instant', ...more })
  const create = (body: object, headers: Record<string, string> = {}) =>
    server.call('POST', '/v1/absences', { body, headers })

  test('one call blocks several courts on several dates, and names what is in the way first', async () => {
    const { call } = server
    const [a, b] = [await openCourt(), await openCourt()]
    const body = { ...TRAINING, providerIds: [a.providerId, b.providerId] }
    const booking = await book(call, b.id, '2026-10-19T16:30:00Z')
    const conflict = {
      date: '2026-10-19',
      providerId: b.providerId,
      bookingIds: [booking.id],
      blockIds: [],
    }
    const looked = await create({ ...body, dryRun: true })
    expect([looked.status, looked.body]).toMatchObject([
      200,
      { conflicts: [conflict], affectedBookings: [] },
    ])
    expect(looked.body).toMatchObject({
      dates: [
        { start: '2026-10-12T16:00:00Z' },
        { start: '2026-10-19T16:00:00Z' },
        { start: '2026-10-26T17:00:00Z' },
      ],
    })
    expect((await call('GET', '/v1/absences')).body.data).toEqual([])
    const refused = await create(body)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'dates_taken',
        detail: 'Something is in the way on 2026-10-19. Nothing was blocked.',
        conflicts: [conflict],
      },
    ])
    await call('POST', `/v1/bookings/${booking.id}/cancel`)
    const key = { 'idempotency-key': 'training' }
    const made = await create(body, key)
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        kind: 'block',
        timeZone: 'Europe/Berlin',
        version: 1,
        reason: 'Training',
        dates: [{ date: '2026-10-12' }, {}, { date: '2026-10-26', end: '2026-10-26T19:00:00Z' }],
        skipped: [],
        affectedBookings: [],
      },
    ])
    expect((await create(body, key)).body).toEqual(made.body)
    const one = `/v1/absences/${made.body.id}`
    expect(made.headers.get('location')).toBe(one)
    const blocks = await call('GET', `/v1/providers/${a.providerId}/blocks`)
    expect(blocks.body.data).toMatchObject([
      { absenceId: made.body.id, start: '2026-10-12T16:00:00Z', reason: 'Training' },
      { absenceId: made.body.id },
      { absenceId: made.body.id, start: '2026-10-26T17:00:00Z' },
    ])
    const hold = await call('POST', '/v1/bookings', {
      body: { eventTypeId: b.id, start: '2026-10-26T17:30:00Z', booker: BOOKER },
    })
    expect([hold.status, hold.body.code]).toEqual([409, 'slot_taken'])
    const { affectedBookings: _, ...absence } = made.body
    expect((await call('GET', one)).body).toEqual(absence)
    const theirs = await call('GET', `/v1/absences?providerId=${a.providerId}&from=2026-10-26`)
    expect(theirs.body.data).toEqual([absence])
    expect((await call('GET', '/v1/absences?from=2026-10-27')).body.data).toEqual([])
    const added = await call('PUT', `${one}/dates/2026-11-02`)
    expect([added.status, added.body]).toMatchObject([200, { dates: [{}, {}, {}, {}] }])
    const stale = await call('PUT', `${one}/dates/2026-11-09`, { headers: { 'if-match': '"1"' } })
    expect(stale.status).toBe(412)
    expect((await call('DELETE', `${one}/dates/2026-10-19`)).status).toBe(204)
    expect((await call('DELETE', `${one}/dates/2026-10-26?scope=following`)).status).toBe(204)
    expect((await call('GET', one)).body).toMatchObject({ dates: [{ date: '2026-10-12' }] })
    await book(call, b.id, '2026-10-26T17:30:00Z')
    expect((await call('DELETE', one)).status).toBe(204)
    expect((await call('GET', one)).status).toBe(404)
    expect((await call('GET', `/v1/providers/${a.providerId}/blocks`)).body.data).toEqual([])
  })

  test.each([
    ['Europe/Berlin', '2026-10-12T10:00:00Z', '2026-11-02T11:00:00Z'],
    ['America/New_York', '2026-10-12T16:00:00Z', '2026-11-02T17:00:00Z'],
    ['Australia/Sydney', '2026-09-14T02:00:00Z', '2026-10-05T01:00:00Z'],
    ['Asia/Tokyo', '2026-10-12T03:00:00Z', '2026-11-02T03:00:00Z'],
  ])('time off every third week keeps its wall time in %s', async (timeZone, start, third) => {
    const { call } = server
    const provider = await makeProvider(call, { timeZone })
    const end = new Date(Date.parse(start) + 3_600_000).toISOString().replace('.000Z', 'Z')
    const made = await create({
      kind: 'time_off',
      providerIds: [provider.id],
      start,
      end,
      recurrence: { frequency: 'weekly', interval: 3, count: 2 },
    })
    expect([made.status, made.body]).toMatchObject([
      201,
      { timeZone, dates: [{ start }, { start: third }] },
    ])
    const listed = await call('GET', `/v1/providers/${provider.id}/time-off`)
    expect(listed.body.data.map((each: { start: string }) => each.start)).toEqual([start, third])
  })

  test('whole days off for two people close the offer and name the bookings, at once and later', async () => {
    const { call, deps } = server
    const [a, b] = [await openCourt(), await openCourt()]
    const booking = await book(call, b.id, '2026-10-19T16:30:00Z')
    const body = {
      kind: 'time_off',
      providerIds: [a.providerId, b.providerId],
      start: '2026-10-12',
      end: '2026-10-13',
      recurrence: { frequency: 'weekly', count: 2 },
    }
    const looked = await create({ ...body, dryRun: true })
    expect(looked.body).toMatchObject({ conflicts: [], affectedBookings: [booking.id] })
    const made = await create(body)
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        dates: [
          { date: '2026-10-12', start: '2026-10-12', end: '2026-10-13' },
          { date: '2026-10-19' },
        ],
        affectedBookings: [booking.id],
      },
    ])
    const slots = `/v1/event-types/${a.id}/slots`
    const count = async (date: string, next: string) =>
      (await call('GET', `${slots}?from=${date}&to=${next}`)).body.data.length
    expect(await count('2026-10-12', '2026-10-13')).toBe(0)
    await workOnce(deps)
    const events = await call('GET', '/v1/events?type=time_off.affected')
    expect(events.body.data).toMatchObject([
      { data: { timeOff: { absenceId: made.body.id }, bookingIds: [booking.id] } },
    ])
    const one = `/v1/absences/${made.body.id}`
    expect((await call('DELETE', `${one}/dates/2026-10-12`)).status).toBe(204)
    expect(await count('2026-10-12', '2026-10-13')).toBe(48)
    expect(await count('2026-10-19', '2026-10-20')).toBe(0)
    expect((await call('DELETE', one)).status).toBe(204)
    expect((await call('GET', `/v1/providers/${b.providerId}/time-off`)).body.data).toEqual([])
  })

  test('of a hold and an absence at the same moment, one gets the time', async () => {
    const { call } = server
    const court = await openCourt({ confirmation: 'hold' })
    const body = { ...TRAINING, providerIds: [court.providerId] }
    for (let round = 0; round < 8; round += 1) {
      const [absence, hold] = await Promise.all([
        create(body),
        call('POST', '/v1/bookings', {
          body: { eventTypeId: court.id, start: '2026-10-19T16:30:00Z', booker: BOOKER },
        }),
      ])
      expect([absence.status, hold.status].sort()).toEqual(
        absence.status === 201 ? [201, 409] : [202, 409],
      )
      const blocks = await call('GET', `/v1/providers/${court.providerId}/blocks`)
      expect(blocks.body.data.length).toBe(absence.status === 201 ? 3 : 0)
      if (absence.status === 201) await call('DELETE', `/v1/absences/${absence.body.id}`)
      else await call('POST', `/v1/bookings/${hold.body.id}/cancel`)
    }
  })

  test('what cannot be an absence is refused at its place', async () => {
    const { call } = server
    const provider = await makeProvider(call)
    const team = await makeProvider(call, { kind: 'team' })
    const providerIds = [provider.id]
    const refused = async (body: object) => {
      const got = await create({ ...TRAINING, providerIds, ...body })
      return [got.status, got.body.errors?.[0]?.pointer ?? got.body.code]
    }
    expect(await refused({ providerIds: [provider.id, team.id] })).toEqual([422, '/providerIds/1'])
    expect(await refused({ start: '2026-10-12', end: '2026-10-13' })).toEqual([422, '/start'])
    expect(await refused({ end: '2026-10-12' })).toEqual([422, '/end'])
    expect(await refused({ end: '2026-11-13T16:00:00Z' })).toEqual([422, '/end'])
    const until = { frequency: 'weekly', until: '2026-10-11' }
    expect(await refused({ recurrence: until })).toEqual([422, '/recurrence/until'])
    const endless = { frequency: 'daily', until: '2027-12-31' }
    expect(await refused({ recurrence: endless })).toEqual([422, '/recurrence'])
    const overlapping = { frequency: 'daily', count: 2 }
    expect(await refused({ end: '2026-10-13T17:00:00Z', recurrence: overlapping })).toEqual([
      422,
      '/recurrence',
    ])
    expect(await refused({ recurrence: { frequency: 'daily' } })).toEqual([
      422,
      '/recurrence/count',
    ])
    const gone = ['prv_01kqs3v7m8e2f4g6h8j0k2m4n6']
    expect(await refused({ providerIds: gone })).toEqual([404, 'not_found'])
    const many = { kind: 'time_off', recurrence: { frequency: 'daily', count: 150 } }
    expect((await create({ ...TRAINING, providerIds, ...many })).status).toBe(201)
    expect(await refused(many)).toEqual([422, '/recurrence'])
  })

  test('every documented answer of these calls was seen', async () => {
    const { call } = server
    const one = '/v1/absences/abs_01kqs3v7m8e2f4g6h8j0k2m4n6'
    const bad = { headers: { 'if-match': 'x' } }
    expect((await call('GET', '/v1/absences?limit=0')).status).toBe(422)
    const unknown = await call('GET', '/v1/absences?providerId=prv_01kqs3v7m8e2f4g6h8j0k2m4n6')
    expect([unknown.status, unknown.body.detail]).toEqual([
      404,
      'There is no provider "prv_01kqs3v7m8e2f4g6h8j0k2m4n6".',
    ])
    for (const path of [one, `${one}/dates/2026-10-12`]) {
      expect((await call('DELETE', path)).status).toBe(404)
      expect((await call('DELETE', path, bad)).status).toBe(422)
    }
    expect((await call('PUT', `${one}/dates/2026-10-12`)).status).toBe(404)
    expect((await call('PUT', `${one}/dates/2026-10-12`, bad)).status).toBe(422)
    const { providerId } = await openCourt()
    const made = await create({ ...TRAINING, providerIds: [providerId] })
    const path = `/v1/absences/${made.body.id}`
    await create({
      ...TRAINING,
      providerIds: [providerId],
      start: '2026-11-02T17:00:00Z',
      end: '2026-11-02T18:00:00Z',
      recurrence: undefined,
    })
    expect((await call('PUT', `${path}/dates/2026-11-02`)).body.code).toBe('dates_taken')
    const old = { headers: { 'if-match': '"7"' } }
    expect((await call('DELETE', path, old)).status).toBe(412)
    expect((await call('DELETE', `${path}/dates/2026-10-12`, old)).status).toBe(412)
    expect(server.call.unseen('Absences', REFUSED_ALIKE)).toEqual([])
  })
})
