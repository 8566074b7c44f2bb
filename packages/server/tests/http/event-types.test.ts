import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeBooking,
  makeEventType,
  makeProvider,
  START,
  WORKING_DAYS,
} from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('an event type that says no more than it must has the defaults', async () => {
  const { call } = server
  const provider = await makeProvider(call)
  const made = await call('POST', '/v1/event-types', {
    body: eventTypeBody(provider.id, { slug: 'first-visit' }),
  })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: expect.stringMatching(/^ety_/),
    version: 1,
    actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
    providerId: provider.id,
    status: 'active',
    slug: 'first-visit',
    title: 'First visit',
    description: null,
    grain: 'time',
    propertyId: null,
    stay: null,
    occupancy: null,
    ratePlanIds: [],
    photos: [],
    securityDeposit: null,
    durationMinutes: 30,
    slotStepMinutes: 30,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    minNoticeMinutes: 0,
    maxAdvanceDays: 365,
    availabilityRules: WORKING_DAYS,
    dateOverrides: [],
    timeZone: null,
    scheduleId: null,
    requirements: null,
    confirmation: 'hold',
    holdMinutes: 5,
    approvalMinutes: 1440,
    policy: {
      reapproveOnReschedule: false,
      cancelUntilMinutes: null,
      rescheduleUntilMinutes: null,
      maxReschedules: null,
    },
    durationOptionsMinutes: null,
    hoursApplyTo: 'duration',
    locations: [],
    questions: [],
    redirectUrl: null,
    hidden: false,
    color: null,
    reminderMinutes: null,
    payment: null,
    candidateRules: [],
    priceRules: [],
    access: [],
    release: null,
    limits: null,
    waitlist: null,
    seats: null,
    createdAt: '2026-04-20T08:00:00Z',
    updatedAt: '2026-04-20T08:00:00Z',
  })
  const read = await call('GET', made.headers.get('location') ?? '')
  expect([read.status, read.body]).toEqual([200, made.body])
})

test('every rule that is given is kept', async () => {
  const { call } = server
  const provider = await makeProvider(call)
  const rules = {
    slug: 'with-everything',
    description: 'An hour.\nBring your papers.',
    durationMinutes: 60,
    slotStepMinutes: 15,
    bufferBeforeMinutes: 10,
    bufferAfterMinutes: 5,
    minNoticeMinutes: 120,
    maxAdvanceDays: 14,
    availabilityRules: [{ weekday: 'saturday', windows: [{ start: '22:00', end: '02:00' }] }],
    dateOverrides: [
      { date: '2026-05-02', windows: [] },
      { date: '2026-05-04', windows: [{ start: '00:00', end: '24:00' }] },
    ],
    confirmation: 'approval',
    holdMinutes: 10,
    approvalMinutes: 60,
    limits: {
      perDay: 3,
      perWeek: 10,
      perMonth: null,
      minutesPerDay: 240,
      perBooker: 2,
      perBookerEver: null,
    },
  }
  const made = await call('POST', '/v1/event-types', { body: eventTypeBody(provider.id, rules) })
  expect(made.body).toMatchObject(rules)
})

describe('an event type is refused with', () => {
  const day = (windows: readonly unknown[], weekday = 'monday') => ({
    availabilityRules: [{ weekday, windows }],
  })
  test.each([
    ['a redirect over http', { redirectUrl: 'http://example.com/thanks' }, '/redirectUrl'],
    ['a password in a redirect', { redirectUrl: 'https://a:b@example.com/' }, '/redirectUrl'],
    ['a weekday in capitals', day([], 'Monday'), '/availabilityRules/0/weekday'],
    [
      'a start at 24:00',
      day([{ start: '24:00', end: '24:00' }]),
      '/availabilityRules/0/windows/0/start',
    ],
    [
      'a window without length',
      day([{ start: '09:00', end: '09:00' }]),
      '/availabilityRules/0/windows/0',
    ],
    [
      'a weekday twice',
      { availabilityRules: [...WORKING_DAYS, { weekday: 'monday', windows: [] }] },
      '/availabilityRules/5/weekday',
    ],
    [
      'an override of a day that does not exist',
      { dateOverrides: [{ date: '2026-02-30', windows: [] }] },
      '/dateOverrides/0/date',
    ],
    ['a duration of no minutes', { durationMinutes: 0 }, '/durationMinutes'],
    ['a duration of half minutes', { durationMinutes: 7.5 }, '/durationMinutes'],
    ['a confirmation that does not exist', { confirmation: 'maybe' }, '/confirmation'],
    ['a slug with a slash', { slug: 'a/b' }, '/slug'],
    ['a limit of no bookings', { limits: { perDay: 0 } }, '/limits/perDay'],
    ['a line end in its title', { title: 'a\nb' }, '/title'],
  ])('%s', async (_, wrong, pointer) => {
    const provider = await makeProvider(server.call)
    const got = await server.call('POST', '/v1/event-types', {
      body: eventTypeBody(provider.id, wrong),
    })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })
})

describe('a slug', () => {
  test('is taken once for a provider, and free for another', async () => {
    const { call } = server
    const [one, two] = [await makeProvider(call), await makeProvider(call)]
    const make = (providerId: string) =>
      call('POST', '/v1/event-types', { body: eventTypeBody(providerId, { slug: 'consult' }) })
    expect((await make(one.id)).status).toBe(201)
    const again = await make(one.id)
    expect([again.status, again.body.code]).toEqual([409, 'slug_taken'])
    expect((await make(two.id)).status).toBe(201)
  })

  test('finds its event type; where two have it, the provider must be named', async () => {
    const { call } = server
    const one = await makeEventType(call, { slug: 'shared' })
    const alone = await call('GET', '/v1/event-types/by-slug/shared')
    expect([alone.status, alone.body]).toEqual([200, one])
    const two = await makeEventType(call, { slug: 'shared' })
    const both = await call('GET', '/v1/event-types/by-slug/shared')
    expect([both.status, both.body.code]).toEqual([409, 'slug_ambiguous'])
    const named = await call('GET', `/v1/event-types/by-slug/shared?providerId=${two.providerId}`)
    expect(named.body).toEqual(two)
    expect((await call('GET', '/v1/event-types/by-slug/no-such')).status).toBe(404)
    // Like the path of a part of an event type.
    const slots = await makeEventType(call, { slug: 'slots' })
    expect((await call('GET', '/v1/event-types/by-slug/slots')).body).toEqual(slots)
    expect((await call('GET', '/v1/event-types/by-slug/shared?providerId=x')).status).toBe(422)
  })

  test('can be changed to a free one only', async () => {
    const { call } = server
    const one = await makeEventType(call, { slug: 'before' })
    await call('POST', '/v1/event-types', {
      body: eventTypeBody(one.providerId, { slug: 'occupied' }),
    })
    const path = `/v1/event-types/${one.id}`
    const refused = await call('PATCH', path, { body: { slug: 'occupied' } })
    expect([refused.status, refused.body.code]).toEqual([409, 'slug_taken'])
    expect((await call('PATCH', path, { body: { slug: 'after' } })).body.slug).toBe('after')
    expect((await call('GET', '/v1/event-types/by-slug/before')).status).toBe(404)
    expect((await call('GET', '/v1/event-types/by-slug/after')).body.id).toBe(one.id)
  })
})

describe('a change', () => {
  test('touches what it names, and leaves bookings as they were made', async () => {
    const { call } = server
    const booking = await makeBooking(call)
    const path = `/v1/event-types/${booking.eventTypeId}`
    const before = (await call('GET', path)).body
    const got = await call('PATCH', path, {
      body: { title: 'Long visit', description: 'Longer now.' },
    })
    expect([got.status, got.body]).toEqual([
      200,
      { ...before, version: 2, title: 'Long visit', description: 'Longer now.' },
    ])
    const longer = await call('PATCH', path, { body: { durationMinutes: 60 } })
    expect([longer.status, longer.body.durationMinutes]).toEqual([200, 60])
    const kept = (await call('GET', `/v1/bookings/${booking.id}`)).body
    expect([kept.end, kept.policy.durationMinutes]).toEqual(['2026-04-27T07:30:00Z', 30])
    const cleared = await call('PATCH', path, { body: { description: null } })
    expect(cleared.body.description).toBeNull()
  })

  test.each([
    ['a step that was the duration', {}, { durationMinutes: 60 }, 60],
    ['a step that is set along with it', {}, { durationMinutes: 60, slotStepMinutes: 20 }, 20],
    ['a step of its own', { slotStepMinutes: 15 }, { durationMinutes: 60 }, 15],
  ])('of the duration: %s', async (_, rules, body, slotStepMinutes) => {
    const eventType = await makeEventType(server.call, rules)
    const got = await server.call('PATCH', `/v1/event-types/${eventType.id}`, { body })
    expect([got.status, got.body]).toEqual([
      200,
      { ...eventType, version: 2, durationMinutes: 60, slotStepMinutes },
    ])
  })

  test('that breaks a rule is refused', async () => {
    const eventType = await makeEventType(server.call)
    const got = await server.call('PATCH', `/v1/event-types/${eventType.id}`, {
      body: { maxAdvanceDays: 0 },
    })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/maxAdvanceDays'])
  })
})

describe('an inactive event type', () => {
  test('offers no slots, takes no bookings, and says why', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const path = `/v1/event-types/${eventType.id}`
    const off = await call('POST', `${path}/deactivate`, { body: {} })
    expect([off.status, off.body.status]).toEqual([200, 'inactive'])
    expect((await call('GET', `${path}/slots?from=2026-04-27&to=2026-04-28`)).body.data).toEqual([])
    const refused = await call('POST', '/v1/bookings', {
      body: { eventTypeId: eventType.id, start: START, booker: BOOKER },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'event_type_inactive'])
    const explained = await call('GET', `${path}/slots/explain?start=${START}`)
    expect(explained.body).toEqual({ available: false, reasons: [{ code: 'event_type_inactive' }] })
  })

  test('is back as it was when it is activated, also without a body', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const path = `/v1/event-types/${eventType.id}`
    await call('POST', `${path}/deactivate`)
    const on = await call('POST', `${path}/activate`)
    expect([on.status, on.body.status, on.body.version]).toEqual([200, 'active', 3])
    expect(
      (await call('GET', `${path}/slots?from=2026-04-27&to=2026-04-28`)).body.data,
    ).toHaveLength(16)
  })

  test('is listed by its status', async () => {
    const { call } = server
    const eventType = await makeEventType(call)
    const list = async (status: string) =>
      (
        await call('GET', `/v1/event-types?providerId=${eventType.providerId}&status=${status}`)
      ).body.data.map((each) => each.id)
    expect([await list('active'), await list('inactive')]).toEqual([[eventType.id], []])
    await call('POST', `/v1/event-types/${eventType.id}/deactivate`)
    expect([await list('active'), await list('inactive')]).toEqual([[], [eventType.id]])
  })
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  const nobody = '/v1/event-types/ety_01kqs3v7m8e2f4g6h8j0k2m4n6'
  await call('GET', nobody)
  await call('PATCH', nobody, { body: {} })
  await call('POST', `${nobody}/activate`, { body: {} })
  await call('POST', `${nobody}/deactivate`, { body: {} })
  await call('POST', `${nobody}/activate`, { body: { now: true } })
  await call('POST', `${nobody}/deactivate`, { body: { now: true } })
  await call('GET', '/v1/event-types?status=on')
  await call('DELETE', nobody, { headers: { 'if-match': 'x' } })
  await call('DELETE', nobody)
  const dated = `/v1/event-types/${(await makeEventType(call)).id}/date-overrides`
  await call('PUT', `${dated}/2026-12-24`, { body: { windows: [] } })
  await call('DELETE', `${dated}/2026-12-24`)
  await call('DELETE', `${dated}/2026-12-24`)
  await call('DELETE', `${dated}/2026-12-24`, { headers: { 'if-match': 'x' } })
  await call('PUT', `${dated}/2026-12-24`, { body: { windows: 1 } })
  await call('PUT', `${nobody}/date-overrides/2026-12-24`, { body: { windows: [] } })
  const booked = await makeEventType(call)
  const { id: bookingId } = await book(call, booked.id)
  await call('DELETE', `/v1/event-types/${booked.id}`)
  await call('POST', `/v1/bookings/${bookingId}/cancel`)
  await call('DELETE', `/v1/event-types/${booked.id}`)
  await call('GET', '/v1/event-types?providerId=prv_01kqs3v7m8e2f4g6h8j0k2m4n6')
  await call('POST', '/v1/event-types', { body: eventTypeBody('prv_01kqs3v7m8e2f4g6h8j0k2m4n6') })
  const eventType = await makeEventType(call)
  await sendTwice(call, `/v1/event-types/${eventType.id}/activate`, {})
  await sendTwice(call, `/v1/event-types/${eventType.id}/deactivate`, {})
  expect(call.unseen('Event types', REFUSED_ALIKE)).toEqual([])
})
