import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { startSmsGateway } from '../../../tests/support/sms-gateway.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import type { TestClock } from '../../adapters/system/clock.ts'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../booking/bookings/reschedule-booking.ts'
import { createEventType } from '../../booking/event-types/event-types.ts'
import { bookingKey } from '../../booking/keys.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import { accountOfRapidApiUser, updateAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import { listDeadLetters } from '../../kernel/queue/dead-letters.ts'
import { type Consumer, enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import { relayOutbox } from '../events/relay.ts'
import { mailsConsumer } from '../mails/mails.ts'
import type { MailOutcome } from '../ports/mailer.ts'
import { messageRepresentation, messagesTo } from '../sent/list-messages.ts'
import { smsThrough } from './send-sms.ts'
import { SMS_CAPS } from './sms-caps.ts'

const NOW = '2026-04-20T08:00:00Z'
const MONDAY = Date.parse('2026-04-27T00:00:00Z') / 1000
const HOUR_MS = 3_600_000
const NORA = { name: 'Win a prize at evil.example', phone: '+41791234567' }

let accounts = 0

describe.each(SOME_ENGINES)('SMS to bookers without an email address on %s', (engine) => {
  let opened: TestStore
  let sms: Awaited<ReturnType<typeof startSmsGateway>>
  let clock: TestClock
  let deps: ReturnType<typeof dependencies>
  let mails: string[]
  let mailOutcome: MailOutcome
  let eventTypeId: string
  let account: Caller
  beforeAll(async () => {
    opened = await openTestStore(engine)
    sms = await startSmsGateway()
  })
  afterAll(async () => {
    await sms.close()
    await opened.close()
  })

  function dependencies() {
    const made = testDependencies(opened.store, NOW)
    clock = made.clock
    mails = []
    mailOutcome = { kind: 'sent' }
    const mailer = {
      fromAddress: 'mail@example.com',
      send: async ({ to }: { readonly to: { readonly address: string } }) => {
        mails.push(to.address)
        return mailOutcome
      },
      close: async () => {},
    }
    const publicUrl = 'https://book.example.com'
    return { ...made.deps, mailer, publicUrl, random: () => 0, sms: smsThrough(sms.gateway) }
  }

  beforeEach(async () => {
    deps = dependencies()
    sms.asked.length = 0
    Object.assign(sms.answers, { status: 201, body: '{"sid":"SM1"}' })
    accounts += 1
    const accountId = await accountOfRapidApiUser(deps, `sms-${engine}-${accounts}`)
    account = { accountId, requestId: 'test', role: 'account', actor: { kind: 'system' } }
    const changed = await updateAccount(deps, account, {
      bookerContact: 'emailOrPhone',
      country: 'CH',
      sms: { enabled: true },
    })
    if (!changed.ok) throw new Error('no account')
    const provider = await createProvider(deps, account, {
      name: 'Ada',
      timeZone: 'UTC',
      email: 'ada@example.com',
    })
    if (!provider.ok) throw new Error('no provider')
    const eventType = await createEventType(deps, account, {
      providerId: provider.value.id,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 15,
      slotStepMinutes: 15,
      confirmation: 'instant',
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '00:00', end: '24:00' }] }],
    })
    if (!eventType.ok) throw new Error('no event type')
    eventTypeId = eventType.value.id
  })

  const startOf = (slot: number): number => MONDAY + slot * 900
  async function book(role: Caller['role'], slot: number, phone = NORA.phone) {
    const made = await createBooking(
      deps,
      { ...account, role },
      {
        target: { eventTypeId },
        startEpochSeconds: startOf(slot),
        booker: { ...NORA, phone },
      },
    )
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.booking
  }

  const publish = () =>
    relayOutbox(deps, { enqueue: enqueueFor(deps, [mailsConsumer(deps)]) }, 1_000)
  const attempt = () => runQueue(deps, mailsConsumer(deps), { limit: 1_000, concurrency: 4 })
  async function work() {
    await publish()
    return await attempt()
  }
  const later = (milliseconds: number) => clock.moveTo(clock.nowEpochMilliseconds() + milliseconds)
  /** What the API lists of the SMS about a booking, and what an export of its person has. */
  async function shownOf(bookingId: string) {
    const booking = await readBooking(bookingId)
    const address = booking?.booker?.phone ?? ''
    const shown: ReturnType<typeof messageRepresentation>[] = []
    for await (const message of messagesTo(deps, { ...account, addresses: [address] })) {
      if (message.resourceId === bookingId) shown.push(messageRepresentation(message))
    }
    return shown
  }
  async function recordsOf(bookingId: string) {
    const shown = await shownOf(bookingId)
    return shown.map(({ event, state, reason, segments }) => ({ event, state, reason, segments }))
  }
  const readBooking = (id: string) => bookingEntity.read(opened.store, bookingKey(id))
  const deadLetters = async () => {
    const listed = await listDeadLetters(deps, account, { consumer: 'mails' }, { limit: 100 })
    return listed.data.map(({ task }) => task.lastError)
  }

  test('confirm, move and cancel a booking, each once, without a word of the booker', async () => {
    const { id } = await book('public', 40)
    await work()
    expect(sms.asked).toEqual([
      {
        to: '+41791234567',
        text: expect.stringMatching(
          /^Booking confirmed: Visit, Mon, 27\/04\/2026, 10:00, Ada\. Change or cancel: https:\/\/book\.example\.com\/manage\/bkg_\w+#[\w-]+$/,
        ),
      },
    ])
    expect(sms.asked[0]?.text).not.toContain('prize')
    await rescheduleBooking(deps, account, id, { startEpochSeconds: startOf(44) })
    await work()
    expect(sms.asked[1]?.text).toMatch(
      /^New time for your booking: Visit, Mon, 27\/04\/2026, 11:00, Ada\. Change/,
    )
    await cancelBooking(deps, account, id, {})
    await work()
    expect(sms.asked.map(({ text }) => text).slice(2)).toEqual([
      'Booking cancelled: Visit, Mon, 27/04/2026, 11:00, Ada',
    ])
    expect(await recordsOf(id)).toEqual([
      { event: 'booking.confirmed', state: 'sent', reason: null, segments: 2 },
      { event: 'booking.rescheduled', state: 'sent', reason: null, segments: 2 },
      { event: 'booking.cancelled', state: 'sent', reason: null, segments: 1 },
    ])
    expect(mails).toEqual(['ada@example.com', 'ada@example.com', 'ada@example.com'])
    expect((await shownOf(id))[0]).toEqual({
      channel: 'sms',
      event: 'booking.confirmed',
      resourceId: id,
      subject: null,
      state: 'sent',
      reason: null,
      segments: 2,
      at: '2026-04-20T08:00:00Z',
    })
  })

  test('are neither sent nor recorded before the account has switched them on', async () => {
    await updateAccount(deps, account, { sms: { enabled: false } })
    const { id } = await book('account', 40)
    await work()
    expect(sms.asked).toEqual([])
    expect(await recordsOf(id)).toEqual([])
  })

  test('of a gateway that is down are retried and counted once, and sent once when it is back', async () => {
    deps = { ...deps, sms: smsThrough({ ...sms.gateway, caps: { ...SMS_CAPS, number: 1 } }) }
    const { id } = await book('public', 40)
    sms.answers.status = 503
    for (let failed = 0; failed < 3; failed += 1) {
      expect(await work()).toMatchObject({ retried: 1 })
      later(HOUR_MS)
    }
    expect(sms.asked).toHaveLength(3)
    expect(await recordsOf(id)).toMatchObject([{ state: 'queued' }])
    sms.answers.status = 201
    expect(await work()).toMatchObject({ done: 1 })
    later(HOUR_MS)
    await work()
    expect(sms.asked).toHaveLength(4)
    expect(await recordsOf(id)).toMatchObject([{ state: 'sent' }])
    // The email to the provider did not wait, and was sent once.
    expect(mails).toEqual(['ada@example.com'])
  })

  test('that the gateway refuses are a dead letter without the number', async () => {
    const { id } = await book('account', 40)
    const body = '{"code":21610,"message":"Attempt to send to unsubscribed recipient +41791234567"}'
    Object.assign(sms.answers, { status: 400, body })
    expect(await work()).toMatchObject({ dead: 1 })
    expect(await deadLetters()).toEqual([
      'sms: the SMS gateway answered 400 21610 Attempt to send to unsubscribed recipient …',
    ])
    expect(await recordsOf(id)).toMatchObject([{ state: 'failed' }])
  })

  test('are sent once if an email of the same event fails and is retried', async () => {
    mailOutcome = { kind: 'refused', reason: 'no such mailbox' }
    await book('account', 40)
    expect(await work()).toMatchObject({ dead: 1 })
    expect(await deadLetters()).toEqual(['provider: no such mailbox'])
    expect(sms.asked).toHaveLength(1)
  })

  test('of a gateway that is down are retried though an email of the same event is refused', async () => {
    mailOutcome = { kind: 'refused', reason: 'no such mailbox' }
    await book('account', 40)
    sms.answers.status = 503
    expect(await work()).toMatchObject({ retried: 1 })
    sms.answers.status = 201
    later(HOUR_MS)
    expect(await work()).toMatchObject({ dead: 1 })
    expect(await deadLetters()).toEqual(['provider: no such mailbox'])
    expect(sms.asked).toHaveLength(2)
  })

  test('are sent once though their event arrives twice', async () => {
    await book('account', 40)
    const once = mailsConsumer(deps)
    const twice: Consumer = {
      ...once,
      handle: async (task) => {
        await once.handle(task)
        return await once.handle(task)
      },
    }
    await publish()
    const report = await runQueue(deps, twice, { limit: 1_000, concurrency: 1 })
    expect(report).toMatchObject({ done: 1 })
    expect(sms.asked).toHaveLength(1)
  })

  test('to one number are limited for strangers, and parallel attempts cannot pass the limit', async () => {
    for (let slot = 0; slot < 10; slot += 1) await book('public', slot)
    await publish()
    await attempt()
    expect(sms.asked).toHaveLength(SMS_CAPS.unprovenNumber)
    const booked = await book('account', 40)
    await work()
    expect(sms.asked).toHaveLength(SMS_CAPS.unprovenNumber + 1)
    expect(await recordsOf(booked.id)).toMatchObject([{ state: 'sent' }])
    // The next day has a limit of its own.
    later(24 * HOUR_MS)
    await book('public', 50)
    await work()
    expect(sms.asked).toHaveLength(SMS_CAPS.unprovenNumber + 2)
  })

  test('of an account are limited a day, and strangers leave half of them to the account', async () => {
    deps = { ...deps, sms: smsThrough({ ...sms.gateway, caps: { ...SMS_CAPS, account: 4 } }) }
    const numbers = [1, 2, 3, 4].map((digit) => `+4179123456${digit}`)
    for (const [slot, number] of numbers.entries()) await book('public', slot, number)
    await work()
    expect(sms.asked).toHaveLength(2)
    for (const [slot, number] of numbers.entries()) await book('account', 20 + slot, number)
    await work()
    expect(sms.asked).toHaveLength(4)
    const refused = await book('account', 40)
    await work()
    expect(await recordsOf(refused.id)).toEqual([
      { event: 'booking.confirmed', state: 'suppressed', reason: 'accountLimit', segments: 0 },
    ])
  })

  test('do not go to a landline, nor to another country if a stranger typed the number', async () => {
    const landline = await book('account', 40, '+41443334455')
    const abroad = await book('public', 41, '+4915112345678')
    await work()
    expect(sms.asked).toEqual([])
    expect(await recordsOf(landline.id)).toMatchObject([{ state: 'suppressed', reason: 'number' }])
    expect(await recordsOf(abroad.id)).toMatchObject([{ state: 'suppressed', reason: 'country' }])
    await book('account', 42, '+4915112345678')
    await work()
    expect(sms.asked.map(({ to }) => to)).toEqual(['+4915112345678'])
  })

  test('about news of the account wait for the morning, and then say the latest alone', async () => {
    const { id } = await book('account', 40)
    await work()
    clock.moveTo(Date.parse('2026-04-20T22:30:00Z'))
    await rescheduleBooking(deps, account, id, { startEpochSeconds: startOf(44) })
    await work()
    await rescheduleBooking(deps, account, id, { startEpochSeconds: startOf(48) })
    await work()
    expect(sms.asked).toHaveLength(1)
    clock.moveTo(Date.parse('2026-04-21T07:59:59Z'))
    await work()
    expect(sms.asked).toHaveLength(1)
    clock.moveTo(Date.parse('2026-04-21T08:00:00Z'))
    await work()
    expect(sms.asked.map(({ text }) => text.slice(0, 57)).slice(1)).toEqual([
      'New time for your booking: Visit, Mon, 27/04/2026, 12:00,',
    ])
  })
})
