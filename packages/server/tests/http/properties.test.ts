import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { createCall } from './support/call.ts'
import { eventTypeBody, makeProvider, START } from './support/fixtures.ts'

const HOUSE = { name: 'House by the lake', timeZone: 'Europe/Berlin' }
const CREATED = { createdAt: '2026-04-20T08:00:00Z', updatedAt: '2026-04-20T08:00:00Z' }

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: object) => server.call('POST', path, { body })
  const makeProperty = async () => (await post('/v1/properties', HOUSE)).body
  const makeUnit = async (propertyId: string, more: object = {}) =>
    post('/v1/providers', {
      name: 'Room',
      timeZone: HOUSE.timeZone,
      kind: 'unit',
      propertyId,
      ...more,
    })

  test('a property is created, read, listed, changed and deleted', async () => {
    const { call } = server
    const made = await post('/v1/properties', { ...HOUSE, address: 'Seestr. 1' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^ppt_/),
      version: 1,
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      ...HOUSE,
      address: 'Seestr. 1',
      houseRules: null,
      checkInTime: '15:00',
      checkOutTime: '11:00',
      photos: [],
      unitIds: [],
      ...CREATED,
    })
    const path = `/v1/properties/${made.body.id}`
    expect(made.headers.get('location')).toBe(path)
    expect((await call('GET', path)).body).toEqual(made.body)
    const change = {
      body: { address: null, checkInTime: '16:30', timeZone: 'Europe/Vienna' },
      headers: { 'if-match': '"1"' },
    }
    const changed = await call('PATCH', path, change)
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        ...made.body,
        version: 2,
        address: null,
        checkInTime: '16:30',
        timeZone: 'Europe/Vienna',
      },
    ])
    expect((await call('GET', '/v1/properties')).body.data).toContainEqual(changed.body)
    const rules = async (houseRules: string | null) =>
      (await call('PATCH', path, { body: { houseRules } })).body
    const written = { houseRules: 'No smoking.\nQuiet from 22:00.', checkInTime: '16:30' }
    expect(await rules(written.houseRules)).toMatchObject(written)
    expect(await rules(null)).toMatchObject({ houseRules: null, checkInTime: '16:30' })
    expect((await call('PATCH', path, change)).status).toBe(412)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
  })

  test('an unknown time zone, a wrong time and an unknown member are refused', async () => {
    for (const [member, value] of [
      ['timeZone', 'Europe/Berln'],
      ['checkInTime', '25:00'],
      ['name', ''],
      ['stars', 4],
    ] as const) {
      const got = await post('/v1/properties', { ...HOUSE, [member]: value })
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, `/${member}`])
    }
    const { id } = await makeProperty()
    const got = await server.call('PATCH', `/v1/properties/${id}`, { body: { timeZone: 'Mars' } })
    expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
  })

  test('a unit has the zone of its property and a new calendar of nights, and both know it', async () => {
    const { call } = server
    const property = await makeProperty()
    const unit = await makeUnit(property.id, { name: 'Room 12' })
    expect(unit.status, unit.text).toBe(201)
    expect(unit.body).toMatchObject({
      kind: 'unit',
      grain: 'nights',
      timeZone: 'Europe/Berlin',
      propertyId: property.id,
      calendarId: expect.stringMatching(/^cal_/),
      scheduleId: null,
    })
    const calendar = await call('GET', `/v1/calendars/${unit.body.calendarId}`)
    expect(calendar.body).toMatchObject({ name: 'Room 12', exclusive: 'nights' })
    const path = `/v1/properties/${property.id}`
    expect((await call('GET', path)).body.unitIds).toEqual([unit.body.id])
    const inUse = await call('DELETE', path)
    expect([inUse.status, inUse.body.code, inUse.body.usedBy]).toEqual([
      409,
      'property_in_use',
      [unit.body.id],
    ])
    const moved = await call('PATCH', path, { body: { timeZone: 'Asia/Tokyo' } })
    expect([moved.status, moved.body.errors[0].pointer]).toEqual([422, '/timeZone'])
    const deleted = await call('DELETE', `/v1/calendars/${unit.body.calendarId}`)
    expect([deleted.status, deleted.body.code, deleted.body.usedBy]).toEqual([
      409,
      'calendar_in_use',
      [unit.body.id],
    ])
    expect((await call('DELETE', `/v1/providers/${unit.body.id}`)).status).toBe(204)
    expect((await call('GET', path)).body.unitIds).toEqual([])
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('DELETE', `/v1/calendars/${unit.body.calendarId}`)).status).toBe(202)
  })

  test('a provider of hours has the grain time', async () => {
    expect(await makeProvider(server.call)).toMatchObject({
      grain: 'time',
      propertyId: null,
      calendarId: null,
    })
  })

  test('a unit takes a calendar that exists, if its nights are exclusive and no other unit has it', async () => {
    const property = await makeProperty()
    const calendar = async (more: object) =>
      (await post('/v1/calendars', { ...HOUSE, ...more })).body.id
    const nights = await calendar({ exclusive: 'nights' })
    const first = await makeUnit(property.id, { calendarId: nights })
    expect([first.status, first.body.calendarId]).toEqual([201, nights])
    const second = await makeUnit(property.id, { calendarId: nights })
    expect([second.status, second.body.code, second.body.usedBy]).toEqual([
      409,
      'calendar_in_use',
      [first.body.id],
    ])
    for (const calendarId of [
      await calendar({}),
      await calendar({ exclusive: 'nights', timeZone: 'Asia/Tokyo' }),
    ]) {
      const got = await makeUnit(property.id, { calendarId })
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/calendarId'])
    }
    const unknown = await makeUnit(property.id, { calendarId: `cal_${'0'.repeat(26)}` })
    expect(unknown.status).toBe(404)
  })

  test('of two units that want one calendar at the same time, one gets it', async () => {
    const property = await makeProperty()
    const { id: calendarId } = (await post('/v1/calendars', { ...HOUSE, exclusive: 'nights' })).body
    const both = await Promise.all([1, 2].map(() => makeUnit(property.id, { calendarId })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const now = await server.call('GET', `/v1/properties/${property.id}`)
    expect(now.body.unitIds).toHaveLength(1)
  })

  test('a property that is deleted while it gets a unit has one of the two', async () => {
    const property = await makeProperty()
    const path = `/v1/properties/${property.id}`
    const [unit, deleted] = await Promise.all([makeUnit(property.id), server.call('DELETE', path)])
    const outcomes = [
      [201, 409],
      [404, 204],
    ]
    expect(outcomes).toContainEqual([unit.status, deleted.status])
  })

  test('a unit has no hours: what needs them is refused', async () => {
    const { call } = server
    const property = await makeProperty()
    const { id } = (await makeUnit(property.id)).body
    const provider = `/v1/providers/${id}`
    const span = { start: START, end: '2026-04-27T08:00:00Z' }
    const opened = {
      date: '2026-04-27',
      startTime: '09:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    }
    const feed = { url: 'https://example.com/calendar.ics' }
    const refused = [
      await post(`${provider}/blocks`, span),
      await post(`${provider}/time-off`, { start: '2026-04-27', end: '2026-04-28' }),
      await post(`${provider}/availability`, opened),
      await call('PUT', `${provider}/calendar-connections/ical`, { body: feed }),
      await post('/v1/event-types', eventTypeBody(id)),
      await post('/v1/event-types', {
        ...eventTypeBody((await makeProvider(call)).id),
        requirements: [{ name: 'room', providerIds: [id], count: 1 }],
      }),
      await makeUnit(property.id, { scheduleId: `sch_${'0'.repeat(26)}` }),
      await makeUnit(property.id, { specialty: 'sea view' }),
      await makeUnit(property.id, { timeZone: 'Asia/Tokyo' }),
      await call('PATCH', provider, { body: { kind: 'room' } }),
      await call('PATCH', provider, { body: { limits: { perDay: 1 } } }),
      await post('/v1/providers', { ...HOUSE, propertyId: property.id }),
      await post('/v1/providers', { ...HOUSE, kind: 'unit' }),
    ]
    expect(refused.map(({ status, body }) => [status, body.errors?.[0].pointer])).toEqual([
      [422, '/path/id'],
      [422, '/path/id'],
      [422, '/path/id'],
      [422, '/path/id'],
      [422, '/grain'],
      [422, '/requirements/0/providerIds/0'],
      [422, '/scheduleId'],
      [422, '/specialty'],
      [422, '/timeZone'],
      [422, '/kind'],
      [422, '/limits'],
      [422, '/propertyId'],
      [422, '/propertyId'],
    ])
    const other = (await makeProvider(call)).id
    const became = await call('PATCH', `/v1/providers/${other}`, { body: { kind: 'unit' } })
    expect([became.status, became.body.errors[0].pointer]).toEqual([422, '/kind'])
    const renamed = await call('PATCH', provider, { body: { name: 'Room 2' } })
    expect([renamed.status, renamed.body.name, renamed.body.kind]).toEqual([200, 'Room 2', 'unit'])
  })

  test('another account finds neither the property nor the unit', async () => {
    const property = await makeProperty()
    const unit = (await makeUnit(property.id)).body
    const stranger = createCall(server.app, server.otherKey)
    const path = `/v1/properties/${property.id}`
    expect((await stranger('GET', path)).status).toBe(404)
    expect((await stranger('PATCH', path, { body: { name: 'Mine' } })).status).toBe(404)
    expect((await stranger('DELETE', path)).status).toBe(404)
    expect((await stranger('GET', `/v1/providers/${unit.id}`)).status).toBe(404)
    const taken = { ...HOUSE, kind: 'unit', propertyId: property.id }
    expect((await stranger('POST', '/v1/providers', { body: taken })).status).toBe(404)
  })
})
