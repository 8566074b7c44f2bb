import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registryOf } from '../../src/kernel/http/document-later.ts'
import { StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { drawnFrom } from '../support/depth.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { makeSampleIds, type Sample, type SampleIds, samplesOf, sentBy } from './support/samples.ts'

let server: TestApp
let ids: SampleIds
let samples: ReadonlyMap<string, Sample>
/** Everything in the store after the last call, as JSON. */
let contents: string
beforeAll(async () => {
  server = await openTestApp()
  ids = await makeSampleIds(server)
  // The first use of each key is recorded.
  await server.call('GET', '/v1/session', { key: server.otherKey })
  samples = new Map(samplesOf(ids).map((sample) => [sample.operationId, sample]))
  contents = JSON.stringify(await server.contents())
})
afterAll(() => server.close())

const NAMED: SampleIds = {
  providerId: 'ID',
  blockId: 'ID',
  propertyId: 'ID',
  photoId: 'ID',
  stayTypeId: 'ID',
  unitId: 'ID',
  ratePlanId: 'ID',
  scheduleId: 'ID',
  timeOffId: 'ID',
  absenceId: 'ID',
  closureId: 'ID',
  eventTypeId: 'ID',
  bookingId: 'ID',
  bookingGroupId: 'ID',
  waitlistEventTypeId: 'ID',
  waitlistEntryId: 'ID',
  ...{ paidBookingId: 'ID', depositBookingId: 'ID', orderId: 'ID', keyId: 'ID', memberId: 'ID' },
  webhookEndpointId: 'ID',
  deliveryId: 'ID',
  contactId: 'ID',
  mergedContactId: 'ID',
  noteId: 'ID',
  deadLetterId: 'ID',
  calendarId: 'ID',
  calendarEventId: 'ID',
  guestStayId: 'ID',
  diaryId: 'ID',
  recurringEventId: 'ID',
  manageToken: '',
}
const CALLS = samplesOf(NAMED)
const names = (of: (sample: Sample) => boolean): readonly string[] =>
  CALLS.filter(of).map((sample) => sample.operationId)

const ALL = names(() => true)
const WITH_BODY = names((sample) => sample.body !== undefined)
/**
 * The calls that a test makes: all on the Node server. Through events of API Gateway, which only translate a request, the
 * usual run draws every tenth.
 */
const some = <Call>(calls: readonly Call[]): readonly Call[] =>
  process.env.HOLDFAST_TEST_HOST === 'lambda' ? drawnFrom(calls, 10) : calls
const POSTS = names((sample) => sample.method === 'POST')
const WITH_ID = names((sample) => sample.path.includes('/ID'))
const READS = names((sample) => sample.method === 'GET')

/** Sends a sample with something wrong, and expects that nothing in the store changed. */
async function refused(operationId: string, wrong: Sent, change: Partial<Sample> = {}) {
  const sample = { ...(samples.get(operationId) as Sample), ...change }
  const sent = sentBy(sample)
  const got = await server.call(sample.method, sample.path, {
    ...sent,
    ...wrong,
    headers: { ...sent.headers, ...wrong.headers },
  })
  const after = JSON.stringify(await server.contents())
  // A comparison of texts is much cheaper, and an engine may order attributes otherwise.
  const changed = after === contents ? [] : [contents, after]
  expect(JSON.parse(changed[1] ?? 'null')).toEqual(JSON.parse(changed[0] ?? 'null'))
  return { status: got.status, code: got.body.code, errors: got.body.errors }
}

test('every call that needs a key has a sample here', () => {
  const documented = registryOf(server.app).definitions.flatMap((definition) =>
    definition.type === 'route' &&
    (definition.route.security ?? []).length > 0 &&
    // It needs a token of its own.
    definition.route.operationId !== 'getMetrics' &&
    // It needs the token of a booker; `booker-sign-in.test.ts` has it.
    definition.route.operationId !== 'getMe' &&
    // They need the operator's key; `accounts.test.ts` has them.
    definition.route.tags?.[0] !== 'Accounts'
      ? [definition.route.operationId]
      : [],
  )
  expect([...ALL].sort()).toEqual(documented.sort())
})

describe('changes nothing and is told what is wrong:', () => {
  test.each(some(ALL))('%s without a key', async (operationId) => {
    expect(await refused(operationId, { key: null })).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  })

  test.each(some(ALL))('%s with a key that was never given', async (operationId) => {
    expect(await refused(operationId, { key: 'hf_guess' })).toMatchObject({ status: 401 })
  })

  test.each(some(WITH_BODY))('%s with malformed JSON', async (operationId) => {
    expect(await refused(operationId, { rawBody: '{"name": ' })).toMatchObject({
      status: 400,
      code: 'malformed_json',
    })
  })

  test.each(some(WITH_BODY))('%s with a body of 43,000 levels', async (operationId) => {
    const rawBody = `{"name":${'['.repeat(43_000)}${']'.repeat(43_000)}}`
    expect(await refused(operationId, { rawBody })).toMatchObject({
      status: 400,
      code: 'malformed_json',
    })
  })

  test.each(some(WITH_BODY))('%s with a body that is not declared as JSON', async (operationId) => {
    const wrong = { headers: { 'content-type': 'text/plain' } }
    expect(await refused(operationId, wrong)).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
  })

  // One limit holds for all calls, so the usual run draws every tenth.
  test.each(drawnFrom(WITH_BODY, 10))('%s with a body of 10 MB', async (operationId) => {
    const rawBody = JSON.stringify({ name: 'a'.repeat(10 * 1024 * 1024) })
    expect(await refused(operationId, { rawBody })).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    })
  })

  test.each(some(WITH_BODY))('%s with a list for a body', async (operationId) => {
    expect(await refused(operationId, { body: [] })).toMatchObject({
      status: 422,
      code: 'validation_failed',
    })
  })

  test.each(some(WITH_BODY))('%s with a member that nobody knows', async (operationId) => {
    const body = { ...samples.get(operationId)?.body, isAdmin: true }
    expect(await refused(operationId, { body })).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/isAdmin' }],
    })
  })

  const fields = CALLS.flatMap(({ operationId, body }) =>
    Object.keys(body ?? {}).map((name) => [operationId, name] as const),
  )

  test.each(some(fields))('%s with a control character as %s', async (operationId, name) => {
    const body = { ...samples.get(operationId)?.body, [name]: 'a\u0000\r\nb' }
    expect(await refused(operationId, { body })).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: `/${name}` }],
    })
  })

  const refusedAs = async (operationId: string, name: string, value: unknown) => {
    const body = { ...samples.get(operationId)?.body, [name]: value }
    expect(await refused(operationId, { body })).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: expect.arrayContaining([
        expect.objectContaining({ pointer: expect.stringContaining(`/${name}`) }),
      ]),
    })
  }

  test.each(some(fields))('%s with an object or a flag as %s', async (operationId, name) => {
    const sent = samples.get(operationId)?.body as Readonly<Record<string, unknown>> | undefined
    const isFlag = typeof sent?.[name] === 'boolean'
    for (const value of [{ $gt: '' }, isFlag ? 'true' : true]) {
      await refusedAs(operationId, name, value)
    }
  })

  // What is to be created may leave these out, and null says that it does.
  const optional = [
    'checkInBooking number',
    'cancelBooking reason',
    'createBookingGroup booker',
    'createContact email',
    'cancelClassSession reason',
    'refundBooking amount',
    'updateBooking note',
    'previewMessage subject',
    'previewMessage text',
    'createWebhookEndpoint events',
    'createCalendar exclusive',
    'createCalendarEvent description',
    'authorizeCalendar calendarIds',
    'createRatePlan amount',
    'previewClosure name',
    'createAbsence recurrence',
    'createClosure providerIds',
    'previewClosure providerIds',
  ]

  test.each(some(fields.filter((field) => !optional.includes(field.join(' ')))))(
    '%s with null as %s',
    (operationId, name) => refusedAs(operationId, name, null),
  )

  test.each(some(READS.filter((name) => !name.startsWith('get'))))(
    '%s with a parameter that nobody knows',
    async (operationId) => {
      const { path } = samples.get(operationId) as Sample
      const change = { path: `${path}${path.includes('?') ? '&' : '?'}colour=red` }
      expect(await refused(operationId, {}, change)).toMatchObject({
        status: 422,
        errors: [{ pointer: '/query/colour' }],
      })
    },
  )

  test.each(some(POSTS))('%s with an Idempotency-Key that is none', async (operationId) => {
    const wrong = { headers: { 'idempotency-key': 'two words' } }
    expect(await refused(operationId, wrong)).toMatchObject({
      status: 422,
      errors: [{ pointer: '/header/Idempotency-Key' }],
    })
  })
})

describe("another account's", () => {
  test.each(some(WITH_ID))('%s finds nothing, and changes nothing', async (operationId) => {
    expect(await refused(operationId, { key: server.otherKey })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  test.each(['createEventType', 'createBooking', 'listBookings'])(
    '%s with an id of the first account finds nothing',
    async (operationId) => {
      expect(await refused(operationId, { key: server.otherKey })).toMatchObject({ status: 404 })
    },
  )

  test('list of event types of a provider of the first account finds nothing', async () => {
    const eventType = await server.call('GET', `/v1/event-types/${ids.eventTypeId}`)
    const path = `/v1/event-types?providerId=${eventType.body.providerId}`
    expect((await server.call('GET', path)).body.data).toHaveLength(1)
    expect(await refused('listEventTypes', { key: server.otherKey }, { path })).toMatchObject({
      status: 404,
    })
  })

  test('lists show nothing of the first account', async () => {
    const sent = { key: server.otherKey }
    for (const path of [
      '/v1/providers',
      '/v1/event-types',
      '/v1/bookings?bookerEmail=grace@example.com',
    ]) {
      expect((await server.call('GET', path, sent)).body.data).toEqual([])
    }
    const keys = await server.call('GET', '/v1/api-keys', sent)
    expect(keys.body.data.map((key) => key.name)).toEqual(['other'])
  })
})

describe('an id that does not exist', () => {
  test.each(some(WITH_ID))('%s is 404', async (operationId) => {
    const { path } = samples.get(operationId) as Sample
    const change = { path: path.replace(/_[0-9a-z]{26}/, '_01kqs3v7m8e2f4g6h8j0k2m4n6') }
    expect(await refused(operationId, {}, change)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('a stale If-Match', () => {
  const changes = [
    'revokeApiKey',
    'updateMember',
    'removeMember',
    'resendInvitation',
    'updateProvider',
    'deleteProvider',
    'deleteBlock',
    'changeMessage',
    'resetMessage',
    'updateProperty',
    'deletePhoto',
    'deleteProperty',
    'updateSchedule',
    'setScheduleDate',
    'removeScheduleDate',
    'deleteSchedule',
    'deleteTimeOff',
    'addAbsenceDate',
    'removeAbsenceDate',
    'deleteAbsence',
    'updateClosure',
    'deleteClosure',
    'updateCalendarConnection',
    'disconnectCalendar',
    'connectPaymentVendor',
    'disconnectPaymentVendor',
    'closeAvailability',
    'updateEventType',
    'setEventTypeDate',
    'removeEventTypeDate',
    'deleteEventType',
    'activateEventType',
    'deactivateEventType',
    'leaveWaitlist',
    'confirmBooking',
    'updateBooking',
    'cancelBooking',
    'rescheduleGuestStay',
    'cancelGuestStay',
    'rescheduleBooking',
    'rescheduleBookingGroup',
    'reassignBooking',
    'completeBooking',
    'markNoShow',
    'captureSecurityDeposit',
    'releaseSecurityDeposit',
    'checkInBooking',
    'callBooking',
    'startService',
    'checkOutBooking',
    'eraseContact',
    'updateContact',
    'mergeContact',
    'undoContactMerge',
    'deleteContactNote',
    'updateAccount',
    'updateRatePlan',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookSecret',
    'enableWebhookEndpoint',
    'replaceCalendar',
    'updateCalendar',
    'deleteCalendar',
    'replaceCalendarEvent',
    'deleteCalendarEvent',
    'replaceCalendarEventOccurrence',
    'cancelCalendarEventOccurrence',
    'issueCalendarFeed',
    'revokeCalendarFeed',
    'issueProviderFeed',
    'revokeProviderFeed',
  ]

  test.each(some(changes))('%s is 412 and changes nothing', async (operationId) => {
    const wrong = { headers: { 'if-match': '"99"' } }
    expect(await refused(operationId, wrong)).toMatchObject({
      status: 412,
      code: 'version_mismatch',
    })
  })

  test('there is no other call that says it honours the header', () => {
    const documented = registryOf(server.app).definitions.flatMap((definition) =>
      definition.type === 'route' &&
      definition.route.responses['412'] !== undefined &&
      definition.route.tags?.[0] !== 'Accounts'
        ? [definition.route.operationId]
        : [],
    )
    expect([...changes].sort()).toEqual(documented.sort())
  })
})

describe('a store that does not answer', () => {
  test.each([
    ['is out of reach', new StoreUnavailable('gone', 'unknown'), 503, 'store_unavailable'],
    ['has a fault', new TypeError('fault'), 500, 'internal_error'],
  ])('or %s: every call says so', async (_, thrown, status, code) => {
    const down = () => Promise.reject(thrown)
    const failing = await openTestApp({
      between: () => ({ get: down, getMany: down, query: down, transact: down }),
    })
    for (const { method, path, body } of samples.values()) {
      const got = await failing.call(method, path, body === undefined ? {} : { body })
      expect([got.status, got.body.code]).toEqual([status, code])
    }
    await failing.close()
  })
})
