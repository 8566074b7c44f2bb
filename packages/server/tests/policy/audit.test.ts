import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../http/support/app.ts'
import { makeSampleIds, type Sample, samplesOf, sentBy } from '../http/support/samples.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** They end what others need, so they come last. */
const LAST = [
  'createBooking',
  'removeMember',
  'deactivateEventType',
  'changeBookings',
  'cancelBooking',
  'deleteWebhookEndpoint',
  'revokeApiKey',
  'deleteProvider',
  'deleteEventType',
  'deleteCalendar',
]

/**
 * They are refused here: no vendor, no other candidate, no class, a booking in the future, a taken start, live bookings, an
 * open payment, and a key has no passkeys, sessions and other accounts of its own.
 */
const REFUSED = [
  'authorizeCalendar',
  'beginPasskeyRegistration',
  'callBooking',
  'cancelBooking',
  'cancelClassSession',
  'checkInBooking',
  'checkOutBooking',
  'completeBooking',
  'connectFeed',
  'createBooking',
  'createPasskey',
  'deletePasskey',
  'disconnectPaymentVendor',
  'eraseContact',
  'markNoShow',
  'reassignBooking',
  'reassignClassSession',
  'releaseSecurityDeposit',
  'renamePasskey',
  'rescheduleClassSession',
  'revokeSession',
  'startService',
  'switchAccount',
]

/**
 * They change nothing: the event type is active, there is no session, a preview only shows, and the delivery is
 * still pending.
 */
const NO_CHANGE = [
  'activateEventType',
  'adoptStays',
  'deleteSession',
  'previewClosure',
  'previewMessage',
  'redeliverWebhook',
]

test('every change by a key is in the audit log of the account', async () => {
  const ids = await makeSampleIds(server)
  await server.call('PATCH', '/v1/account', { body: { auditDays: 1 } })
  const place = ({ operationId }: Sample) => LAST.indexOf(operationId)
  const changes = samplesOf(ids)
    .filter(({ method }) => method !== 'GET')
    .sort((a, b) => place(a) - place(b))
  const missing: string[] = []
  const failed: string[] = []
  for (const sample of changes) {
    const got = await server.call(sample.method, sample.path, sentBy(sample))
    if (got.status >= 300) {
      failed.push(sample.operationId)
      continue
    }
    const query = `operation=${sample.operationId}&limit=100`
    const { data } = (await server.call('GET', `/v1/audit?${query}`)).body
    if (data.length === 0) missing.push(sample.operationId)
  }
  expect(missing.sort()).toEqual(NO_CHANGE)
  expect(failed.sort()).toEqual(REFUSED)
})
