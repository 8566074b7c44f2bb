import type { Booking } from '@holdfast/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import type { TestClock } from '../../src/adapters/system/clock.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { SuppressedMail } from '../../src/delivery/mails/send-mails.ts'
import type { Mailer } from '../../src/delivery/ports/mailer.ts'
import { accountOfRapidApiUser } from '../../src/identity/accounts/accounts.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { testDependencies } from '../support/dependencies.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../support/stores.ts'

const NOW = '2026-04-20T08:00:00Z'
/** Monday 27 April 2026, 00:00 UTC. */
const MONDAY = Date.parse('2026-04-27T00:00:00Z') / 1000
const HOUR_MS = 3_600_000
const STRANGER_TEXT = 'Win a prize at evil.example'

let accounts = 0

describe.each(SOME_ENGINES)('emails about public bookings on %s', (engine) => {
  let opened: TestStore
  let smtp: SmtpReceiver
  let mailer: Mailer
  let clock: TestClock
  let deps: ReturnType<typeof dependencies>
  let suppressed: SuppressedMail[]
  let eventTypeId: string
  let account: Caller
  beforeAll(async () => {
    opened = await openTestStore(engine)
    smtp = await startSmtpReceiver()
    mailer = createSmtpMailer(smtp.url, { fromAddress: 'mail@example.com' })
  })
  afterAll(async () => {
    await mailer.close()
    await smtp.close()
    await opened.close()
  })

  function dependencies() {
    const made = testDependencies(opened.store, NOW)
    clock = made.clock
    suppressed = []
    const onSuppressed = (mail: SuppressedMail) => suppressed.push(mail)
    return { ...made.deps, mailer, publicUrl: 'http://x', random: () => 0, onSuppressed }
  }

  beforeEach(async () => {
    deps = dependencies()
    accounts += 1
    const accountId = await accountOfRapidApiUser(deps, `${engine}-${accounts}`)
    account = { accountId, requestId: 'test', role: 'account', actor: { kind: 'system' } }
    const provider = await createProvider(deps, account, {
      name: 'Ada',
      timeZone: 'UTC',
      email: `ada-${accountId}@example.com`,
    })
    if (!provider.ok) throw new Error('no provider')
    const windows = [{ start: '00:00', end: '24:00' }]
    const eventType = await createEventType(deps, account, {
      providerId: provider.value.id,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 15,
      slotStepMinutes: 15,
      confirmation: 'instant',
      availabilityRules: [{ weekday: 'monday', windows }],
    })
    if (!eventType.ok) throw new Error('no event type')
    eventTypeId = eventType.value.id
  })

  const startOf = (slot: number): number => MONDAY + slot * 900
  async function book(role: Caller['role'], slot: number) {
    const made = await createBooking(
      deps,
      { ...account, role },
      {
        target: { eventTypeId },
        startEpochSeconds: startOf(slot),
        booker: { name: STRANGER_TEXT, email: victim() },
        fields: { note: STRANGER_TEXT },
      },
    )
    if (!made.ok) throw new Error(made.refusal.code)
    return made.value.booking
  }
  const victim = () => `victim-${account.accountId}@example.com`

  /** Publishes what happened, runs the consumer, and answers the emails to an address since then. */
  async function mailsTo(address: string) {
    const before = smtp.mails.all.length
    const consumer = mailsConsumer(deps)
    await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 1_000)
    await runQueue(deps, consumer, { limit: 1_000, concurrency: 1 })
    return smtp.mails.all.slice(before).filter(({ to }) => to.includes(address))
  }

  test('carry no text of a stranger to the address that the stranger gave', async () => {
    await book('public', 1)
    const [mail] = await mailsTo(victim())
    expect(mail?.subject).toBe('Confirmed: Visit with Ada')
    expect(JSON.stringify(mail)).not.toContain('prize')
    expect(mail?.toNames).toEqual([''])
    expect(mail?.calendars[0]).toContain('ATTENDEE')
    expect(mail?.calendars[0]).not.toContain('prize')
  })

  test('carry the name that the account itself gave', async () => {
    await book('account', 1)
    const [mail] = await mailsTo(victim())
    expect(mail?.toNames).toEqual([STRANGER_TEXT])
    expect(mail?.calendars[0]?.replaceAll(/\r?\n /g, '')).toContain(`CN="${STRANGER_TEXT}"`)
  })

  test('to one address nobody proved to own are at most 20 an hour, and every booking stands', async () => {
    for (let slot = 0; slot < 30; slot += 1) await book('public', slot)
    expect(await mailsTo(victim())).toHaveLength(20)
    expect(suppressed).toHaveLength(10)
    expect(suppressed[0]).toMatchObject({ limit: 'unproven', outcome: 'dropped' })
    clock.moveTo(clock.nowEpochMilliseconds() + HOUR_MS)
    expect(await mailsTo(victim())).toEqual([])
    await book('public', 40)
    expect(await mailsTo(victim())).toHaveLength(1)
  })

  test('to one address about bookings of the account itself are not limited', async () => {
    for (let slot = 0; slot < 30; slot += 1) await book('account', slot)
    expect(await mailsTo(victim())).toHaveLength(30)
  })

  test('about 40 moves of one booking are at most 6 an hour to each recipient, and the last one arrives', async () => {
    const booking = await book('account', 0)
    const provider = `ada-${account.accountId}@example.com`
    await mailsTo(victim())
    const manager: Caller<Booking> = {
      accountId: account.accountId,
      requestId: 'test',
      role: 'manage',
      actor: { kind: 'booker' },
    }
    const sent = { booker: 0, provider: 0 }
    for (let move = 1; move <= 40; move += 1) {
      const input = { startEpochSeconds: startOf(move) }
      const moved = await rescheduleBooking(deps, manager, booking.id, input)
      expect(moved.ok).toBe(true)
      // Half of them while the worker keeps up, the others at once.
      if (move <= 20 || move === 40) {
        const before = smtp.mails.all.length
        await mailsTo(victim())
        const mails = smtp.mails.all.slice(before)
        sent.booker += mails.filter(({ to }) => to.includes(victim())).length
        sent.provider += mails.filter(({ to }) => to.includes(provider)).length
      }
    }
    expect(sent).toEqual({ booker: 6, provider: 6 })
    clock.moveTo(clock.nowEpochMilliseconds() + HOUR_MS)
    const [last, ...others] = await mailsTo(victim())
    // 40 quarters of an hour after midnight.
    expect(last?.text).toContain('When: Monday, 27 April 2026, 10:00–10:15 (UTC')
    expect(others).toEqual([])
    expect(new Set(suppressed.map(({ limit }) => limit))).toEqual(new Set(['moves']))
  })

  test('an outage of the mail server does not use up the limit', async () => {
    await book('public', 0)
    smtp.behave(451)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await mailsTo(victim())
      clock.moveTo(clock.nowEpochMilliseconds() + 60_000)
    }
    smtp.behave(250)
    clock.moveTo(clock.nowEpochMilliseconds() + 24 * HOUR_MS)
    expect(await mailsTo(victim())).toHaveLength(1)
    expect(suppressed).toEqual([])
  })
})
