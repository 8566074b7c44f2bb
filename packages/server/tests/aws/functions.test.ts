import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PutEventsEntry } from '../../src/adapters/eventbridge/entries.ts'
import { getBooking } from '../../src/booking/bookings/change-booking.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { scheduleAction } from '../../src/delivery/schedule/schedule-action.ts'
import { connectCalendar } from '../../src/external-calendars/connections/connections.ts'
import { findAccount } from '../../src/identity/accounts/accounts.ts'
import {
  createAccount,
  startAccountDeletion,
} from '../../src/identity/operator/operator-accounts.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { itemsOf } from '../support/account-estate.ts'
import { type AwsServer, errorAnswerOf } from '../support/aws-server.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import type { EventBridgeServer } from '../support/eventbridge-server.ts'
import { accepted } from '../support/people-world.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts'
import { type StreamTable, sequenceOf } from '../support/stream-table.ts'
import { beyondKeys, beyondPolicy } from './support/asked-table.ts'
import { sqsRecord, startSecretsManager } from './support/aws-services.ts'
import {
  batchOf,
  dayAfterTomorrow,
  type Functions,
  NONE,
  type OpenedFunctions,
  ofType,
  openAroundTheClock,
  openFunctions,
  outboxPlaceOf,
  QUEUE_URL,
  SECRETS,
  SETUP_MILLISECONDS,
} from './support/functions.ts'

let opened: OpenedFunctions
let functions: Functions
let table: StreamTable
let bridge: EventBridgeServer
let sqs: OpenedFunctions['sqs']
let ask: OpenedFunctions['ask']
let smtp: SmtpReceiver
let secrets: AwsServer

beforeAll(async () => {
  smtp = await startSmtpReceiver()
  secrets = await startSecretsManager({
    ...SECRETS,
    'arn:smtp': smtp.url,
    'holdfast/credentials/ada': JSON.stringify({
      kind: 'oauth',
      accessToken: 'access',
      refreshToken: 'refresh',
      accessExpiresAtEpochSeconds: 4_102_444_800,
      scope: ['calendar.freebusy', 'calendar.calendarlist.readonly', 'calendar.events']
        .map((name) => `https://www.googleapis.com/auth/${name}`)
        .join(' '),
    }),
  })
  opened = await openFunctions(secrets.endpoint, {
    HOLDFAST_MAIL_FROM: 'bookings@example.com',
    HOLDFAST_SMTP_URL_SECRET: 'arn:smtp',
    HOLDFAST_GOOGLE_CLIENT_ID: 'client-1',
    // `.invalid` never resolves, so calls to the vendor fail at once.
    HOLDFAST_GOOGLE_ENDPOINT: 'https://google.invalid',
  })
  ;({ functions, table, bridge, sqs, ask } = opened)
}, SETUP_MILLISECONDS)
afterAll(async () => {
  await opened.close()
  await secrets.stop()
  await smtp.close()
})

const publish = (): Promise<readonly PutEventsEntry[]> => opened.publish()

/** Creates a confirmed booking with its own provider and event type. */
async function book(name: string, prepare = async (_providerId: string) => {}) {
  const { providerId, eventTypeId } = await openAroundTheClock(ask, name)
  const hold = await ask('POST', '/v1/bookings', {
    eventTypeId,
    start: dayAfterTomorrow(),
    booker: { name: 'Ada Lovelace', email: 'ada@example.com' },
  })
  await prepare(providerId)
  const confirmed = await ask('POST', `/v1/bookings/${hold.body.id}/confirm`)
  expect([hold.status, confirmed.status]).toEqual([202, 200])
  return confirmed.body as { readonly [name in 'id' | 'eventTypeId' | 'start']: string }
}

test('the timer creates the first API key, and no other key is accepted', async () => {
  expect((await ask('GET', '/v1/account')).status).toBe(401)
  await functions.timer()
  expect((await ask('GET', '/v1/account')).status).toBe(200)
})

test('a booking passes the stream, the bus and the queues, and causes an email and a contact', async () => {
  const booking = await book('Whole Way')
  const entries = await publish()
  expect(entries.map(({ DetailType }) => DetailType).sort()).toEqual([
    'booking.confirmed',
    'booking.created',
    'event_type.created',
  ])
  const confirmed = batchOf(...ofType(entries, 'booking.confirmed'))
  expect(await functions.contacts(confirmed)).toEqual(NONE)
  expect(await functions.schedule(confirmed)).toEqual(NONE)
  expect(await functions.mails(confirmed)).toEqual(NONE)
  const contacts = await ask('GET', '/v1/contacts')
  expect(contacts.body.data).toMatchObject([{ email: 'ada@example.com', bookingCount: 1 }])
  const mail = smtp.mails.all.find(({ to }) => to.includes('ada@example.com'))
  expect(mail?.text).toContain(`https://book.example.com/manage/${booking.id}`)
  expect(mail?.calendars).toHaveLength(1)
  // A duplicate of the message changes nothing.
  expect(await functions.contacts(confirmed)).toEqual(NONE)
  expect((await ask('GET', '/v1/contacts')).body.data).toMatchObject([{ bookingCount: 1 }])
})

test('only the malformed messages of a batch stay in the queue', async () => {
  await book('Partly Read')
  const entries = await publish()
  const [good] = ofType(entries, 'booking.confirmed')
  const batch = batchOf('{"detail":{"type":"booking.confirmed"}}', String(good), 'no JSON')
  expect(await functions.contacts(batch)).toEqual({
    batchItemFailures: [batch.Records[0], batch.Records[2]].map((record) => ({
      itemIdentifier: record?.messageId,
    })),
  })
  expect((await ask('GET', '/v1/contacts')).body.data).toMatchObject([{ bookingCount: 2 }])
})

test('an unreachable mail server fails the message and hides it until its next attempt', async () => {
  await book('No Mail')
  const [confirmed] = ofType(await publish(), 'booking.confirmed')
  await smtp.goDown()
  const batch = { Records: [sqsRecord(String(confirmed), 3)] }
  const failed = { batchItemFailures: [{ itemIdentifier: batch.Records[0]?.messageId }] }
  expect(await functions.mails(batch)).toEqual(failed)
  // Third attempt: 8 s, with jitter down to half of it.
  expect(sqs.hidden.at(-1)?.VisibilityTimeout).toBeGreaterThanOrEqual(4)
  expect(sqs.hidden.at(-1)?.VisibilityTimeout).toBeLessThanOrEqual(8)
  await smtp.comeUp()
  expect(await functions.mails(batch)).toEqual(NONE)
})

test('a record that the bus rejects is reported and retried, and the others are published', async () => {
  await book('Half Taken')
  const records = await table.records()
  const outbox = records.filter((record) => outboxPlaceOf(record).length > 0)
  expect(outbox).toHaveLength(3)
  bridge.failEntries({ 1: 'NotAuthorizedForSourceException' })
  const from = bridge.taken.length
  const { batchItemFailures } = await functions.stream({ Records: records })
  const named = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)
  expect(named).toHaveLength(1)
  expect(outbox.map(sequenceOf)).toContain(named[0])
  expect(bridge.taken.length - from).toBe(2)
  expect(await functions.stream({ Records: records })).toEqual(NONE)
  expect(bridge.taken.length - from).toBe(3)
})

test('events that are forwarded are logged by the function of the log, and by no other one again', async () => {
  await book('Hot Account')
  const records = await table.records()
  const places = records.flatMap(outboxPlaceOf)
  expect(places).toHaveLength(3)
  const { id: accountId } = (await ask('GET', '/v1/account')).body
  const before = (await ask('GET', '/v1/events?limit=100')).body.data
  const message = batchOf(JSON.stringify({ accountId, events: places }))
  expect(await functions.log(message)).toEqual(NONE)
  expect(await functions.log(message)).toEqual(NONE)
  const from = bridge.taken.length
  expect(await functions.stream({ Records: records })).toEqual(NONE)
  expect(bridge.taken.length).toBe(from)
  const after = (await ask('GET', '/v1/events?limit=100')).body.data
  expect(after.slice(before.length).map(({ id }: { readonly id: string }) => id)).toEqual(
    places.map(([, eventId]) => eventId),
  )
  expect((await functions.log(batchOf('{}'))).batchItemFailures).toHaveLength(1)
})

test('a webhook delivery is created, woken, attempted, and deferred until its next attempt', async () => {
  const endpoint = await ask('POST', '/v1/webhook-endpoints', {
    // A public name, but `.invalid` never resolves, so the attempt fails at once.
    url: 'https://receiver.invalid/hook',
    events: ['booking.confirmed'],
  })
  expect(endpoint.status).toBe(201)
  await book('Webhook')
  const from = sqs.sent.length
  const confirmed = batchOf(...ofType(await publish(), 'booking.confirmed'))
  expect(await functions.webhooks(confirmed)).toEqual(NONE)
  const [nudge, ...others] = sqs.sent.slice(from)
  expect(others).toEqual([])
  expect(nudge).toMatchObject({ QueueUrl: QUEUE_URL, DelaySeconds: 0 })
  expect(await functions.deliveries(batchOf(String(nudge?.MessageBody)))).toEqual(NONE)
  const path = `/v1/webhook-endpoints/${endpoint.body.id}/deliveries`
  expect((await ask('GET', path)).body.data).toMatchObject([{ status: 'pending' }])
  // The second attempt is due in 5 s, ±20 %. The queue delays the wake-up until then.
  const [again] = sqs.sent.slice(from + 1)
  expect(again?.DelaySeconds).toBeGreaterThanOrEqual(4)
  expect(again?.DelaySeconds).toBeLessThanOrEqual(6)
  expect(again?.MessageBody).not.toBe(nudge?.MessageBody)
  // A wake-up for a completed or unknown task succeeds. A malformed one fails.
  expect(
    await functions.deliveries(batchOf(String(nudge?.MessageBody), '{"PK":"X","SK":"Y"}')),
  ).toEqual(NONE)
  const unreadable = batchOf('{}')
  expect((await functions.deliveries(unreadable)).batchItemFailures).toHaveLength(1)
})

test('the timer announces a due reminder, and its email passes the queues once', async () => {
  const booking = await book('Reminded')
  const { id: accountId } = (await ask('GET', '/v1/account')).body
  expect((await ask('PATCH', '/v1/account', { reminderMinutes: 4320 })).status).toBe(200)
  const { deps } = testDependencies(table.store, new Date().toISOString())
  const startEpochSeconds = Date.parse(booking.start) / 1000
  const dueEpochSeconds = startEpochSeconds - 4320 * 60
  const reminder = { accountId, bookingId: booking.id, kind: 'remind' as const, dueEpochSeconds }
  const from = sqs.sent.length
  // The function ran twice, as after a lost answer of SQS: the second email has the id of the first.
  for (const _ of [1, 2]) {
    await scheduleAction(deps, { ...reminder, startEpochSeconds })
    await opened.tick()
  }
  const toMails = sqs.sent.slice(from).filter(({ QueueUrl }) => QueueUrl.endsWith('/mails'))
  expect(toMails).toHaveLength(2)
  const reminders = smtp.mails.all.filter(
    ({ text, subject }) => /reminder/i.test(subject) && text.includes(`/manage/${booking.id}`),
  )
  expect(reminders).toHaveLength(1)
  // Neither the action nor a task of the email is left in the table.
  const left = [...(await itemsOf(table.store)).keys()].filter((key) => key.includes(booking.id))
  expect(left.filter((key) => /^(?:DUE|QUEUE)#/.test(key))).toEqual([])
})

test('only a malformed message fails: an entry that fails is announced again by the timer', async () => {
  const broken = { PK: 'DUE#0', SK: '0000000000#broken#remind' }
  await table.put({ PK: { S: broken.PK }, SK: { S: broken.SK }, version: { N: '1' } })
  const message = JSON.stringify({ PK: broken.PK, SKs: [broken.SK, '0000000001#gone#remind'] })
  const batch = batchOf('{}', '{"PK":"BOOKING#1","SKs":["#METADATA"]}', message)
  expect(await functions.due(batch)).toEqual({
    batchItemFailures: batch.Records.slice(0, 2).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  })
  await table.remove(broken)
})

test('if a wake-up cannot be sent, the timer finds the delivery', async () => {
  const from = sqs.requests.length
  sqs.inject(errorAnswerOf(500, 'InternalFailure'))
  await book('Not Told')
  expect(
    await functions.webhooks(batchOf(...ofType(await publish(), 'booking.confirmed'))),
  ).toEqual(NONE)
  expect(sqs.requests.length).toBeGreaterThan(from)
})

test('the timer expires lapsed holds and publishes events that the stream missed', async () => {
  const past = new Date(Date.now() - 3_600_000).toISOString()
  const { deps } = testDependencies(table.store, past)
  const { caller, hold } = await bookable(deps)
  const monday = new Date(Date.now() + 14 * 86_400_000)
  while (monday.getUTCDay() !== 1) monday.setTime(monday.getTime() + 86_400_000)
  const held = await hold(`${monday.toISOString().slice(0, 10)}T09:00:00Z`)
  const from = bridge.taken.length
  await opened.tick()
  const after = await getBooking(deps, caller, held.id)
  expect(after.ok && after.value.status).toBe('expired')
  const types = bridge.taken.slice(from).map(({ DetailType }) => DetailType)
  expect(types).toContain('booking.created')
  // The stream publishes new events, including those that the timer just wrote.
  expect(ofType(await publish(), 'booking.expired')).toHaveLength(1)
})

test('the timer deletes an account whose calls have ended', async () => {
  const store = table.store
  const past = new Date(Date.now() - 80_000).toISOString()
  const { deps } = testDependencies(store, past)
  const operator = systemCaller('', 'test')
  const input = { name: 'Doomed Practice', slug: 'doomed' }
  const { account } = accepted(await createAccount(deps, operator, input))
  const caller = systemCaller(account.id, 'test')
  accepted(await createProvider(deps, caller, { name: 'Doomed Provider', timeZone: 'UTC' }))
  accepted(await startAccountDeletion(deps, operator, account.id))
  // The event is published long before anything is deleted.
  expect(ofType(await publish(), 'account.deleted')).toHaveLength(1)
  await functions.timer()
  const doomed = [...(await itemsOf(store))].filter(([, item]) =>
    /doomed/i.test(JSON.stringify(item)),
  )
  expect(doomed).toEqual([])
  expect(await findAccount(deps, account.id)).toMatchObject({
    name: 'Deleted account',
    deletion: { pass: 2 },
  })
})

test('failed work of the timer blocks no other work, and fails the run', async () => {
  const past = new Date(Date.now() - 3_600_000).toISOString()
  const { deps } = testDependencies(table.store, past)
  const { caller, hold } = await bookable(deps)
  const tuesday = new Date(Date.now() + 21 * 86_400_000)
  while (tuesday.getUTCDay() !== 2) tuesday.setTime(tuesday.getTime() + 86_400_000)
  const held = await hold(`${tuesday.toISOString().slice(0, 10)}T09:00:00Z`)
  // A malformed position, which stops the resolution of wall times.
  const broken = { PK: 'TZRESOLUTION', SK: '#METADATA' }
  await table.put({ PK: { S: broken.PK }, SK: { S: broken.SK }, version: { S: 'none' } })
  await expect(opened.tick()).rejects.toThrow('background work failed')
  await table.remove(broken)
  const announced = sqs.sent.filter(({ MessageBody }) => MessageBody.includes(held.id))
  expect(announced).not.toEqual([])
  expect(await functions.due(batchOf(...announced.map(({ MessageBody }) => MessageBody)))).toEqual(
    NONE,
  )
  const after = await getBooking(deps, caller, held.id)
  expect(after.ok && after.value.status).toBe('expired')
  await functions.timer()
})

test('the HTTP function reports a conflict before its instance is frozen', async () => {
  const { eventTypeId, start } = await book('Twice')
  const again = await ask('POST', '/v1/bookings', {
    eventTypeId,
    start,
    booker: { name: 'Grace', email: 'grace@example.com' },
  })
  expect([again.status, again.body.code]).toEqual([409, 'slot_taken'])
  expect(ofType(await publish(), 'slot.conflict_detected')).toHaveLength(1)
})

test('a calendar file is parsed by the worker next to the bundle', async () => {
  const calendar = await ask('POST', '/v1/calendars', { name: 'Diary', timeZone: 'UTC' })
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'BEGIN:VEVENT',
    'UID:meeting',
    'DTSTAMP:20260401T000000Z',
    'DTSTART:20260504T090000Z',
    'DTEND:20260504T100000Z',
    'SUMMARY:Meeting',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const taken = await ask('POST', `/v1/calendars/${calendar.body.id}/import`, file)
  expect(taken.status, taken.text).toBe(200)
  const events = await ask(
    'GET',
    `/v1/calendars/${calendar.body.id}/events?from=2026-05-04&to=2026-05-05`,
  )
  expect(events.body.data).toMatchObject([{ title: 'Meeting', start: '2026-05-04T09:00:00Z' }])
})

test('connecting a calendar uses the OAuth client of the deployment', async () => {
  const provider = await ask('POST', '/v1/providers', { name: 'Signs In', timeZone: 'UTC' })
  const path = `/v1/providers/${provider.body.id}/calendar-connections`
  const begun = await ask('POST', `${path}/google/authorize`, {})
  expect(begun.status, begun.text).toBe(200)
  const { searchParams } = new URL(begun.body.authorizationUrl)
  expect(searchParams.get('client_id')).toBe('client-1')
  expect(searchParams.get('redirect_uri')).toMatch(/^https:\/\/book\.example\.com\/.*google/)
  expect((await ask('POST', `${path}/outlook/authorize`, {})).status).toBe(409)
})

test('a booking that cannot be written to a connected calendar is retried', async () => {
  const { deps } = testDependencies(table.store, new Date().toISOString())
  const { id: accountId } = (await ask('GET', '/v1/account')).body
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  await book('Connected', async (providerId) => {
    const connection = { kind: 'google', credentialReference: 'ada', writesBack: true } as const
    const connected = await connectCalendar(deps, caller, providerId, connection)
    expect(connected.ok).toBe(true)
  })
  const batch = batchOf(...ofType(await publish(), 'booking.confirmed'))
  expect(await functions.mirrors(batch)).toEqual({
    batchItemFailures: [{ itemIdentifier: batch.Records[0]?.messageId }],
  })
  // With the grant of that connection, at a vendor that this function has a client for.
  expect(secrets.requests.at(-1)).toEqual({ SecretId: 'holdfast/credentials/ada' })
  await book('Not Connected')
  const others = batchOf(...ofType(await publish(), 'booking.confirmed'))
  expect(await functions.mirrors(others)).toEqual(NONE)
})

test('no function sends the table a request that its policy does not allow', () => {
  expect(beyondPolicy(opened.asked)).toEqual([])
  expect(beyondKeys(opened.written)).toEqual([])
})
