import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookable } from '../../../tests/support/bookable.ts'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { closeBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { updateEventType } from '../../booking/event-types/event-types.ts'
import { updateProvider } from '../../booking/provider-changes/save-provider.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import { transact } from '../../kernel/transaction.ts'
import { relayOutbox } from '../events/relay.ts'
import { changeMessage } from '../messages/messages.ts'
import type { Mail } from '../ports/mailer.ts'
import { runSchedule } from '../schedule/run-schedule.ts'
import { scheduleConsumer } from '../schedule/schedule.ts'
import { messageTemplateEntity } from '../templates/message-template.ts'
import { bookingValues } from './booking-values.ts'
import type { MailDraft } from './compose.ts'
import type { BrokenTemplate } from './custom-text.ts'
import { mailsConsumer } from './mails.ts'

const NOW = '2026-04-20T08:00:00Z'

let opened: TestStore
let clock: ReturnType<typeof testDependencies>['clock']
let on: Awaited<ReturnType<typeof bookable>>
let deps: ReturnType<typeof fixture>
const sent: Mail[] = []
const broken: BrokenTemplate[] = []

function fixture({ deps: plain }: ReturnType<typeof testDependencies>) {
  return {
    ...plain,
    publicUrl: 'https://book.example.com',
    random: () => 0.5,
    onBrokenTemplate: (template: BrokenTemplate) => broken.push(template),
    mailer: {
      fromAddress: 'mail@example.com',
      send: async (mail: Mail) => {
        sent.push(mail)
        return { kind: 'sent' } as const
      },
      close: async () => {},
    },
  }
}

beforeAll(async () => {
  opened = await openTestStore()
  const made = testDependencies(opened.store, NOW)
  clock = made.clock
  deps = fixture(made)
  on = await bookable(deps)
  const { provider, caller } = on
  unwrap(await updateProvider(deps, caller, provider.id, { email: 'room@example.com' }))
})
beforeEach(async () => {
  clock.moveTo(Date.parse(NOW))
  await updateAccount(deps, on.caller, {
    reminderMinutes: 0,
    followUps: { thankYou: true, noShow: true, delayMinutes: 60 },
  })
  await work()
  sent.length = 0
  broken.length = 0
})
afterAll(() => opened.close())

/** Publishes all events, and runs the consumers on them. */
async function work() {
  const consumers = [scheduleConsumer(deps), mailsConsumer(deps)]
  await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 100)
  for (const consumer of consumers) {
    await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
  }
}

/** Moves the clock, and sends what is due then. */
async function at(instant: string) {
  clock.moveTo(Date.parse(instant))
  await runSchedule(deps, 100)
  await work()
}

/** Books for somebody with an address of their own, so that each test sees only its own emails. */
const book = (start: string) => on.book(start, emailOf(start))

const emailOf = (start: string) => `at-${start.slice(0, 13).toLowerCase()}@example.com`

const mailsTo = (start: string) => sent.filter(({ to }) => to.address === emailOf(start))
const subjectsTo = (start: string) => mailsTo(start).map(({ subject }) => subject)

/** Books without an API key, so that nobody knows whether the address is the booker's. */
const bookAsStranger = async (start: string) =>
  unwrap(
    await createBooking(
      deps,
      { ...on.caller, role: 'public' },
      {
        target: { eventTypeId: on.eventType.id },
        startEpochSeconds: Date.parse(start) / 1000,
        booker: { name: 'Click evil.example', email: 'victim@example.com' },
        fields: { note: 'Buy now' },
      },
    ),
  ).booking

const CONFIRMED = { kind: 'confirmed', language: 'en' } as const

test('an account that never changed a message costs no read of templates', async () => {
  const reads: string[] = []
  const { store } = deps
  const counting = {
    ...deps,
    store: {
      ...store,
      get: (...[key, options]: Parameters<typeof store.get>) => {
        reads.push(key.PK)
        return store.get(key, options)
      },
      query: store.query.bind(store),
      getMany: store.getMany.bind(store),
      transact: store.transact.bind(store),
    },
  }
  await book('2026-04-20T09:00:00Z')
  const consumer = mailsConsumer(counting as typeof deps)
  await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
  await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
  expect(subjectsTo('2026-04-20T09:00:00Z')).toEqual(['Confirmed: An hour with Room'])
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.filter((key) => key.endsWith('#MESSAGE'))).toEqual([])
})

test('an email has the own words of the account, with its details and buttons', async () => {
  const text = 'Hello {{ booker.name }},\n\nsee you at {{ start_time }}.'
  const own = { subject: '{{ event_type.title }} is booked', text }
  unwrap(await changeMessage(deps, on.caller, CONFIRMED, own))
  await book('2026-04-20T10:00:00Z')
  await work()
  const [mail, ...others] = mailsTo('2026-04-20T10:00:00Z')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('An hour is booked')
  expect(mail?.text).toMatch(/^Hello Ada,\n\nsee you at 10:00\.\n\nWhat: An hour with Room\nWhen: /)
  expect(mail?.text).toContain('https://book.example.com/manage/bkg_')
  // The message to the provider is another kind.
  expect(sent.map(({ subject }) => subject)).toContain('New booking: An hour with Room')
})

test('an email to an unconfirmed address shows nothing that a stranger wrote', async () => {
  const text = 'Hello {{ booker.name | default: "there" }}. {{ note }}{{ answers.a }}'
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { confirmation: 'instant' }))
  unwrap(await changeMessage(deps, on.caller, CONFIRMED, { subject: '{{ booker.name }}!', text }))
  await bookAsStranger('2026-04-20T11:00:00Z')
  await work()
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { confirmation: 'hold' }))
  const [mail] = sent.filter(({ to }) => to.address === 'victim@example.com')
  expect(mail).toMatchObject({ to: { address: 'victim@example.com' }, subject: '!' })
  expect(mail?.text).toMatch(/^Hello there\.\n\n/)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|Buy now/)
})

test('a value cannot begin another header of the email', async () => {
  const own = { subject: 'New: {{ note }}', text: 'A booking.' }
  const kind = 'provider_new_booking'
  unwrap(await changeMessage(deps, on.caller, { kind, language: 'en' }, own))
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { confirmation: 'instant' }))
  const made = await createBooking(deps, on.caller, {
    target: { eventTypeId: on.eventType.id },
    startEpochSeconds: Date.parse('2026-04-20T12:00:00Z') / 1000,
    booker: { name: 'Ada', email: 'ada@example.com' },
    fields: { note: `one\r\nBcc: all@example.com\n${'x'.repeat(400)}` },
  })
  unwrap(made)
  await work()
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { confirmation: 'hold' }))
  const subject = sent.find(({ to }) => to.address === 'room@example.com')?.subject
  expect(subject).toMatch(/^New: one Bcc: all@example\.com x+$/)
  expect(subject?.length).toBe(250)
})

test('a template that fails is reported, and the built-in text is sent', async () => {
  const now = clock.nowEpochMilliseconds() / 1000
  const before = await deps.store.get({ PK: `ACCOUNT#${on.accountId}#MESSAGE`, SK: 'confirmed#en' })
  if (before === undefined) throw new Error('no template')
  const after = messageTemplateEntity.decode(before)
  // As one of an earlier version of the server.
  const changed = {
    ...after,
    subject: 'Booked',
    text: '{% oldtag %}',
    version: after.version + 1,
    updatedAtEpochSeconds: now,
  }
  await transact(deps, { template: messageTemplateEntity.replace(after, changed) })
  await book('2026-04-20T13:00:00Z')
  await work()
  expect(subjectsTo('2026-04-20T13:00:00Z')).toEqual(['Booked'])
  expect(mailsTo('2026-04-20T13:00:00Z')[0]?.text).toMatch(/^Your booking is confirmed\.\n\nWhat: /)
  expect(broken).toMatchObject([
    { accountId: on.accountId, kind: 'confirmed', language: 'en', part: 'text' },
  ])
})

test('each reminder of an event type is sent once, and none for the time before a move', async () => {
  const change = { reminderMinutes: [1440, 60] }
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, change))
  const { id } = await book('2026-04-27T10:00:00Z')
  await work()
  await at('2026-04-26T10:00:00Z')
  await at('2026-04-26T10:01:00Z')
  expect(subjectsTo('2026-04-27T10:00:00Z').slice(1)).toEqual(['Reminder: An hour with Room'])
  const startEpochSeconds = Date.parse('2026-04-28T10:00:00Z') / 1000
  unwrap(await rescheduleBooking(deps, on.caller, id, { startEpochSeconds }))
  await work()
  sent.length = 0
  await at('2026-04-27T09:30:00Z')
  expect(subjectsTo('2026-04-27T10:00:00Z')).toEqual([])
  await at('2026-04-27T10:00:00Z')
  await at('2026-04-28T09:00:00Z')
  await at('2026-04-28T09:01:00Z')
  expect(subjectsTo('2026-04-27T10:00:00Z')).toEqual([
    'Reminder: An hour with Room',
    'Reminder: An hour with Room',
  ])
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { reminderMinutes: null }))
})

test('a reminder that waited for the mail server is dropped if the booking moved meanwhile', async () => {
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { reminderMinutes: [60] }))
  const { id } = await book('2026-04-29T10:00:00Z')
  await work()
  sent.length = 0
  clock.moveTo(Date.parse('2026-04-29T09:00:00Z'))
  expect(await runSchedule(deps, 100)).toMatchObject({ reminded: 1 })
  const startEpochSeconds = Date.parse('2026-04-29T14:00:00Z') / 1000
  unwrap(await rescheduleBooking(deps, on.caller, id, { startEpochSeconds }))
  await work()
  expect(subjectsTo('2026-04-29T10:00:00Z')).toEqual(['New time: An hour with Room'])
  unwrap(await updateEventType(deps, on.caller, on.eventType.id, { reminderMinutes: null }))
})

test('a completed booking is thanked for once, after the delay', async () => {
  await book('2026-05-04T10:00:00Z')
  await work()
  sent.length = 0
  await at('2026-05-04T11:00:00Z')
  await at('2026-05-04T11:59:59Z')
  expect(subjectsTo('2026-05-04T10:00:00Z')).toEqual([])
  await at('2026-05-04T12:00:00Z')
  await at('2026-05-04T13:00:00Z')
  expect(subjectsTo('2026-05-04T10:00:00Z')).toEqual(['Thank you: An hour with Room'])
})

test('nobody is thanked for a booking that was corrected to a no-show', async () => {
  const { id } = await book('2026-05-05T10:00:00Z')
  await work()
  sent.length = 0
  await at('2026-05-05T11:00:00Z')
  clock.moveTo(Date.parse('2026-05-05T11:30:00Z'))
  unwrap(await closeBooking(deps, on.caller, id, 'no_show'))
  await work()
  await at('2026-05-05T12:29:59Z')
  expect(subjectsTo('2026-05-05T10:00:00Z')).toEqual([])
  await at('2026-05-05T12:30:00Z')
  expect(subjectsTo('2026-05-05T10:00:00Z')).toEqual(['We missed you: An hour with Room'])
})

test('a thank-you that waited for the mail server is dropped after a correction', async () => {
  const { id } = await book('2026-05-06T10:00:00Z')
  await work()
  sent.length = 0
  await at('2026-05-06T11:00:00Z')
  clock.moveTo(Date.parse('2026-05-06T12:00:00Z'))
  expect(await runSchedule(deps, 100)).toMatchObject({ followedUp: 1 })
  unwrap(await closeBooking(deps, on.caller, id, 'no_show'))
  await work()
  expect(subjectsTo('2026-05-06T10:00:00Z')).toEqual([])
})

test('a booking has at most one email after its end, also if it is corrected later', async () => {
  const { id } = await book('2026-05-07T10:00:00Z')
  await work()
  await at('2026-05-07T11:00:00Z')
  sent.length = 0
  await at('2026-05-07T12:00:00Z')
  unwrap(await closeBooking(deps, on.caller, id, 'no_show'))
  await work()
  await at('2026-05-07T14:00:00Z')
  expect(subjectsTo('2026-05-07T10:00:00Z')).toEqual(['Thank you: An hour with Room'])
})

test('somebody who came after all is thanked, and not missed', async () => {
  const { id } = await book('2026-05-12T10:00:00Z')
  await work()
  sent.length = 0
  await at('2026-05-12T10:10:00Z')
  unwrap(await closeBooking(deps, on.caller, id, 'no_show'))
  await work()
  await at('2026-05-12T10:30:00Z')
  unwrap(await closeBooking(deps, on.caller, id, 'complete'))
  await work()
  await at('2026-05-12T11:10:00Z')
  expect(subjectsTo('2026-05-12T10:00:00Z')).toEqual([])
  await at('2026-05-12T11:30:00Z')
  await at('2026-05-12T12:30:00Z')
  expect(subjectsTo('2026-05-12T10:00:00Z')).toEqual(['Thank you: An hour with Room'])
})

test('somebody who was told that they were missed gets no thanks after a late correction', async () => {
  const { id } = await book('2026-05-13T10:00:00Z')
  await work()
  sent.length = 0
  await at('2026-05-13T10:10:00Z')
  unwrap(await closeBooking(deps, on.caller, id, 'no_show'))
  await work()
  await at('2026-05-13T11:10:00Z')
  await at('2026-05-13T12:00:00Z')
  unwrap(await closeBooking(deps, on.caller, id, 'complete'))
  await work()
  await at('2026-05-13T14:00:00Z')
  expect(subjectsTo('2026-05-13T10:00:00Z')).toEqual(['We missed you: An hour with Room'])
})

test('an account that wants no email after a booking schedules nothing', async () => {
  await updateAccount(deps, on.caller, { followUps: { thankYou: false, noShow: false } })
  const { id } = await book('2026-05-08T10:00:00Z')
  await work()
  sent.length = 0
  await at('2026-05-08T11:00:00Z')
  const due: string[] = []
  for await (const items of deps.store.scan()) {
    due.push(...items.flatMap(({ PK, SK }) => (PK.startsWith('DUE#') ? [SK] : [])))
  }
  expect(due.filter((key) => key.includes(id))).toEqual([])
  expect(subjectsTo('2026-05-08T10:00:00Z')).toEqual([])
})

test('the location of a template is that of the details: no place of a stranger, and no link too early', async () => {
  const sample = await book('2026-05-11T10:00:00Z')
  const draftWith = (kind: 'ask_booker' | 'link', status: 'pending' | 'confirmed'): MailDraft => ({
    recipient: 'booker',
    message: 'confirmed',
    language: 'en',
    to: { address: 'victim@example.com' },
    context: {
      booking: {
        ...sample,
        status,
        isUnproven: true,
        location: { kind, address: 'evil.example', url: 'https://meet.example.com/room' },
      },
      provider: on.provider,
      eventType: on.eventType,
      fromAddress: 'mail@example.com',
      eventId: 'evt_1',
      eventName: 'booking.confirmed',
      accountLanguage: 'en',
      decisionUrl: () => '',
      dashboardUrl: '',
    },
  })
  const locationOf = (draft: MailDraft) => bookingValues(draft, 'Practice').location
  expect(locationOf(draftWith('ask_booker', 'confirmed'))).not.toContain('evil')
  expect(locationOf(draftWith('link', 'pending'))).not.toContain('meet.example.com')
  expect(locationOf(draftWith('link', 'confirmed'))).toContain('https://meet.example.com/room')
})
