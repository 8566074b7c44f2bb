import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, eventTypeBody, makeProvider, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

const HOURS = {
  name: 'Office hours',
  timeZone: 'Europe/Berlin',
  availabilityRules: [{ weekday: 'monday', windows: [{ start: '10:00', end: '12:00' }] }],
}
const DAY = 'from=2026-04-27&to=2026-04-28'

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const makeSchedule = async (more: object = {}) =>
    (await server.call('POST', '/v1/schedules', { body: { ...HOURS, ...more } })).body
  const slotsOf = async (eventTypeId: string) => {
    const got = await server.call('GET', `/v1/event-types/${eventTypeId}/slots?${DAY}`)
    return got.body.data.map(({ start }: { start: string }) => start.slice(11, 16))
  }

  test('a schedule is created, read, listed, changed and deleted', async () => {
    const { call } = server
    const body = { ...HOURS, dateOverrides: [{ date: '2026-12-24', windows: [] }] }
    const made = await call('POST', '/v1/schedules', { body })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^sch_/),
      version: 1,
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      ...body,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
    })
    const path = `/v1/schedules/${made.body.id}`
    expect(made.headers.get('location')).toBe(path)
    expect((await call('GET', path)).body).toEqual(made.body)
    const change = { body: { name: 'Summer', dateOverrides: [] }, headers: { 'if-match': '"1"' } }
    const changed = await call('PATCH', path, change)
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...made.body, version: 2, name: 'Summer', dateOverrides: [] },
    ])
    expect((await call('GET', '/v1/schedules')).body.data).toContainEqual(changed.body)
    expect((await call('PATCH', path, change)).status).toBe(412)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
  })

  test('two people who set different dates at the same time keep both, and a date is removed alone', async () => {
    const { call } = server
    const { id } = await makeSchedule({ dateOverrides: [{ date: '2026-12-31', windows: [] }] })
    const body = eventTypeBody((await makeProvider(call)).id)
    const eventType = (await call('POST', '/v1/event-types', { body })).body
    const windows = [{ start: '10:00', end: '12:00' }]
    for (const resource of [`/v1/schedules/${id}`, `/v1/event-types/${eventType.id}`]) {
      const date = (day: string) => `${resource}/date-overrides/2026-12-${day}`
      await call('PUT', date('31'), { body: { windows: [] } })
      const both = await Promise.all([
        call('PUT', date('24'), { body: { windows } }),
        call('PUT', date('26'), { body: { windows: [] } }),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      const now = await call('GET', resource)
      const others = [
        { date: '2026-12-26', windows: [] },
        { date: '2026-12-31', windows: [] },
      ]
      expect(now.body.dateOverrides).toEqual([{ date: '2026-12-24', windows }, ...others])
      const headers = { 'if-match': '"1"' }
      expect((await call('PUT', date('24'), { body: { windows: [] }, headers })).status).toBe(412)
      const wrong = await call('PUT', date('24'), {
        body: { windows: [{ ...windows[0], end: '10:00' }] },
      })
      expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed'])
      expect((await call('DELETE', date('32'))).status).toBe(404)
      const bad = { headers: { 'if-match': 'x' } }
      expect((await call('DELETE', date('24'), bad)).status).toBe(422)
      expect((await call('DELETE', date('24'))).status).toBe(204)
      expect((await call('DELETE', date('24'))).status).toBe(404)
      const after = (await call('GET', resource)).body.dateOverrides
      expect(after).toEqual(others)
    }
    const nobody = '/v1/schedules/sch_01kqs3v7m8e2f4g6h8j0k2m4n6/date-overrides/2026-12-24'
    expect((await call('PUT', nobody, { body: { windows } })).status).toBe(404)
    const follows = { availabilityRules: null, scheduleId: id }
    expect((await call('PATCH', `/v1/event-types/${eventType.id}`, { body: follows })).status).toBe(
      200,
    )
    const path = `/v1/event-types/${eventType.id}/date-overrides/2026-12-24`
    const refused = await call('PUT', path, { body: { windows } })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/dateOverrides'])
  })

  test('a schedule with wrong rules is refused with pointers to them', async () => {
    const windows = [{ start: '09:00', end: '09:00' }]
    const body = {
      ...HOURS,
      timeZone: 'Europe/Berln',
      availabilityRules: [{ weekday: 'monday', windows }],
    }
    const zone = await server.call('POST', '/v1/schedules', { body })
    expect([zone.status, zone.body.errors[0].pointer]).toEqual([422, '/timeZone'])
    const rules = await server.call('POST', '/v1/schedules', {
      body: { ...body, timeZone: 'UTC' },
    })
    expect([rules.status, rules.body.errors[0].pointer]).toEqual([
      422,
      '/availabilityRules/0/windows/0',
    ])
  })

  test('the working hours of a provider bound the slots, the explanation and the bookings', async () => {
    const { call } = server
    const { id: scheduleId } = await makeSchedule()
    const provider = await makeProvider(call, { scheduleId, kind: 'room' })
    expect(provider).toMatchObject({ scheduleId, kind: 'room' })
    const made = await call('POST', '/v1/event-types', { body: eventTypeBody(provider.id) })
    const { id: eventTypeId } = made.body
    expect(await slotsOf(eventTypeId)).toEqual(['08:00', '08:30', '09:00', '09:30'])
    const reasons = [
      {
        code: 'outside_working_hours',
        openOnDate: [{ start: '2026-04-27T08:00:00Z', end: '2026-04-27T10:00:00Z' }],
      },
    ]
    const explained = await call(
      'GET',
      `/v1/event-types/${eventTypeId}/slots/explain?start=${START}`,
    )
    expect(explained.body).toEqual({ available: false, reasons })
    const body = { eventTypeId, start: START, booker: BOOKER }
    const booked = await call('POST', '/v1/bookings', { body })
    expect([booked.status, booked.body.code, booked.body.reasons]).toEqual([
      422,
      'slot_not_bookable',
      reasons,
    ])
    const path = `/v1/providers/${provider.id}`
    const changed = await call('PATCH', path, { body: { scheduleId: null } })
    expect(changed.body).toMatchObject({ scheduleId: null, kind: 'room' })
    expect(await slotsOf(eventTypeId)).toHaveLength(16)
  })

  test('an event type has hours of its own, a schedule, or those of its provider', async () => {
    const { call } = server
    const office = await makeSchedule()
    const narrow = await makeSchedule({
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '11:00', end: '13:00' }] }],
    })
    const provider = await makeProvider(call, { scheduleId: office.id })
    const { availabilityRules: _, ...body } = eventTypeBody(provider.id)
    const made = await call('POST', '/v1/event-types', { body })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ availabilityRules: null, scheduleId: null, timeZone: null })
    const { id } = made.body
    expect(await slotsOf(id)).toHaveLength(4)
    const patch = async (change: object) =>
      (await call('PATCH', `/v1/event-types/${id}`, { body: change })).body
    expect(await patch({ scheduleId: narrow.id })).toMatchObject({ scheduleId: narrow.id })
    expect(await slotsOf(id)).toEqual(['09:00', '09:30'])
    const own = {
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '08:00', end: '09:00' }] }],
      timeZone: 'UTC',
      scheduleId: null,
    }
    expect(await patch(own)).toMatchObject(own)
    expect(await slotsOf(id)).toEqual(['08:00', '08:30'])
    expect(await patch({ availabilityRules: null })).toMatchObject({
      availabilityRules: null,
      timeZone: null,
    })
    expect(await slotsOf(id)).toHaveLength(4)
  })

  test('an event type with contradictory or no hours is refused with pointers', async () => {
    const { call } = server
    const { id: scheduleId } = await makeSchedule()
    const provider = await makeProvider(call)
    const body = eventTypeBody(provider.id)
    const { availabilityRules: _, ...without } = body
    const pointersOf = async (sent: object) => {
      const got = await call('POST', '/v1/event-types', { body: sent })
      return [got.status, ...got.body.errors.map(({ pointer }: { pointer: string }) => pointer)]
    }
    expect(await pointersOf(without)).toEqual([422, '/availabilityRules'])
    expect(await pointersOf({ ...body, scheduleId })).toEqual([422, '/scheduleId'])
    const dateOverrides = [{ date: '2026-12-24', windows: [] }]
    const lost = { ...without, scheduleId, dateOverrides, timeZone: 'UTC' }
    expect(await pointersOf(lost)).toEqual([422, '/dateOverrides', '/timeZone'])
    expect(await pointersOf({ ...body, timeZone: 'Europe/Berln' })).toEqual([422, '/timeZone'])
  })

  test('a schedule of another account is not found', async () => {
    const { call, otherKey } = server
    const foreign = await call('POST', '/v1/schedules', { key: otherKey, body: HOURS })
    const { id: scheduleId } = foreign.body
    const path = `/v1/schedules/${scheduleId}`
    for (const method of ['GET', 'DELETE']) {
      const got = await call(method, path)
      expect([method, got.status]).toEqual([method, 404])
    }
    const body = { name: 'Ada', timeZone: 'UTC', scheduleId }
    const used = await call('POST', '/v1/providers', { body })
    expect([used.status, used.body.code]).toEqual([404, 'not_found'])
  })

  test('a schedule in use is not deleted, and names who uses it', async () => {
    const { call } = server
    const { id: scheduleId } = await makeSchedule()
    const provider = await makeProvider(call, { scheduleId })
    const { availabilityRules: _, ...body } = eventTypeBody(provider.id)
    const type = await call('POST', '/v1/event-types', { body: { ...body, scheduleId } })
    const remove = () => call('DELETE', `/v1/schedules/${scheduleId}`)
    const refused = await remove()
    expect([refused.status, refused.body.code, refused.body.usedBy]).toEqual([
      409,
      'schedule_in_use',
      [provider.id, type.body.id],
    ])
    await call('DELETE', `/v1/event-types/${type.body.id}`)
    expect((await remove()).body.usedBy).toEqual([provider.id])
    await call('DELETE', `/v1/providers/${provider.id}`)
    expect((await remove()).status).toBe(204)
  })

  test('every documented answer of these calls was seen', async () => {
    const { call } = server
    const path = `/v1/schedules/${(await makeSchedule()).id}`
    const wrong = { availabilityRules: [{ weekday: 'monday', windows: [{}] }] }
    expect((await call('PATCH', path, { body: wrong })).status).toBe(422)
    const unclear = { headers: { 'if-match': 'x' } }
    expect((await call('DELETE', path, unclear)).status).toBe(422)
    const gone = '/v1/schedules/sch_01kqs3v7m8e2f4g6h8j0k2m4n6'
    expect((await call('PATCH', gone, { body: {} })).status).toBe(404)
    expect((await call('GET', '/v1/schedules?limit=1000')).status).toBe(422)
    await sendTwice(call, '/v1/schedules', HOURS)
    expect(call.unseen('Schedules', REFUSED_ALIKE)).toEqual([])
  })
})
