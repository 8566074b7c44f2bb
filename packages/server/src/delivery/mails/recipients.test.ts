import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, SOME_ENGINES, type TestStore } from '../../../tests/support/stores.ts'
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { cancelBooking } from '../../booking/bookings/change-booking.ts'
import { createBooking } from '../../booking/bookings/create-booking.ts'
import { createEventType } from '../../booking/event-types/event-types.ts'
import { createProvider } from '../../booking/provider-changes/save-provider.ts'
import { firstAccount } from '../../identity/accounts/accounts.ts'
import { listDeadLetters } from '../../kernel/queue/dead-letters.ts'
import { ATTEMPTS, enqueueFor, runQueue } from '../../kernel/queue/queue.ts'
import { relayOutbox } from '../events/relay.ts'
import type { Mailer } from '../ports/mailer.ts'
import { mailsConsumer } from './mails.ts'

const NOW = '2026-04-20T08:00:00Z'
const START = Date.parse('2026-04-27T09:00:00Z') / 1000
const DAY_MILLISECONDS = 86_400_000

describe.each(SOME_ENGINES)('the emails of one event on %s', (engine) => {
  let opened: TestStore
  let server: SMTPServer
  let mailer: Mailer
  /** The SMTP response to each address. Default: 250. */
  const responses = new Map<string, number>()
  const received: { readonly to: string; readonly raw: string }[] = []
  beforeAll(async () => {
    opened = await openTestStore(engine)
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, callback) {
        const responseCode = responses.get(address)
        if (responseCode === undefined) callback()
        else callback(Object.assign(new Error('as told'), { responseCode }))
      },
      onData(stream, { envelope }, callback) {
        text(stream).then((raw) => {
          received.push({ to: envelope.rcptTo.map(({ address }) => address).join(), raw })
          callback()
        }, callback)
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, { fromAddress: 'mail@example.com' })
  })
  afterAll(async () => {
    await mailer.close()
    await new Promise<void>((resolve) => server.close(resolve))
    await opened.close()
  })

  /** A confirmed booking of Grace with Ada, and a worker that the test runs. */
  async function createFixture() {
    responses.clear()
    received.length = 0
    const { deps: plain, clock } = testDependencies(opened.store, NOW)
    const deps = { ...plain, mailer, publicUrl: 'http://localhost:3000', random: () => 1 }
    const accountId = await firstAccount(deps)
    const caller = {
      accountId,
      requestId: 'test',
      role: 'account',
      actor: { kind: 'system' },
    } as const
    const provider = await createProvider(deps, caller, {
      name: 'Ada',
      timeZone: 'UTC',
      email: 'ada@example.com',
    })
    if (!provider.ok) throw new Error('no provider')
    const eventType = await createEventType(deps, caller, {
      providerId: provider.value.id,
      slug: 'visit',
      title: 'Visit',
      durationMinutes: 60,
      confirmation: 'instant',
      availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] }],
    })
    if (!eventType.ok) throw new Error('no event type')
    const made = await createBooking(deps, caller, {
      target: { eventTypeId: eventType.value.id },
      startEpochSeconds: START,
      booker: { name: 'Grace', email: 'grace@example.com' },
    })
    if (!made.ok) throw new Error(made.refusal.code)
    const consumer = mailsConsumer(deps)
    return {
      cancel: (reason: string) => cancelBooking(deps, caller, made.value.booking.id, { reason }),
      async work() {
        await relayOutbox(deps, { enqueue: enqueueFor(deps, [consumer]) }, 100)
        await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
      },
      later: () => clock.moveTo(clock.nowEpochMilliseconds() + DAY_MILLISECONDS),
      async deadLetters() {
        const listed = await listDeadLetters(deps, caller, { consumer: 'mails' }, { limit: 100 })
        return listed.data.map(({ task }) => task.lastError)
      },
    }
  }
  const recipients = () => received.map(({ to }) => to)

  test('do not block each other, and each is sent once', async () => {
    const on = await createFixture()
    responses.set('grace@example.com', 451)
    await on.work()
    expect(recipients()).toEqual(['ada@example.com'])
    responses.clear()
    on.later()
    await on.work()
    expect(recipients()).toEqual(['ada@example.com', 'grace@example.com'])
    on.later()
    await on.work()
    expect(recipients()).toHaveLength(2)
  })

  test('become one dead letter with the reason of each recipient', async () => {
    const on = await createFixture()
    responses.set('grace@example.com', 451)
    responses.set('ada@example.com', 550)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      await on.work()
      on.later()
    }
    expect(await on.deadLetters()).toEqual([
      expect.stringMatching(/^booker: .*451.*; provider: .*550/),
    ])
    expect(recipients()).toEqual([])
  })

  test('report the state at the event, even if the booking has changed since', async () => {
    const on = await createFixture()
    expect((await on.cancel('ill')).ok).toBe(true)
    await on.work()
    const toProvider = received.filter(({ to }) => to === 'ada@example.com').map(({ raw }) => raw)
    const reported = toProvider.map((raw) => [
      /^Subject: (\w+)/m.exec(raw)?.[1],
      raw.includes('Reason: ill'),
    ])
    expect(reported.sort()).toEqual([
      ['Cancelled', true],
      ['New', false],
    ])
  })
})
