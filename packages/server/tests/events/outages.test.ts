import type { DeadLetter, WebhookDelivery, WebhookEndpointIssued } from '@holdfast/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../src/kernel/ports/store.ts'
import { act, expectStatus, hold, makeEventType, makeProvider } from '../support/fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'
import { listAll } from '../support/ledger-check.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { untilQuiet } from './support/aftermath.ts'
import { clockOf, instant, setClock } from './support/crash-run.ts'
import { createHome } from './support/mortal-server.ts'
import { checkMails, checkMessages, type LoggedEvent } from './support/outcome.ts'
import { type Retries, watchRetries } from './support/retries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = clockOf(0)

/** The outages of both receivers: each function starts one and returns a function that ends it. */
const OUTAGES = {
  'are down': async (receiver: WebhookReceiver, smtp: SmtpReceiver) => {
    await Promise.all([receiver.goDown(), smtp.goDown()])
    return async () => {
      await Promise.all([receiver.comeUp(), smtp.comeUp()])
    }
  },
  'time out': async (receiver: WebhookReceiver, smtp: SmtpReceiver) => {
    receiver.behave('silence')
    smtp.behave('silence')
    return async () => {
      receiver.behave(204)
      smtp.behave(250)
    }
  },
  'return 500 and 451': async (receiver: WebhookReceiver, smtp: SmtpReceiver) => {
    receiver.behave(500)
    smtp.behave(451)
    return async () => {
      receiver.behave(204)
      smtp.behave(250)
    }
  },
} as const

describe.each(SOME_ENGINES)('on %s', (engine) => {
  const opened = new AsyncDisposableStack()
  let receiver: WebhookReceiver
  let smtp: SmtpReceiver
  let api: HttpClient
  let store: Store
  let retries: Retries
  let eventTypeId: string

  beforeAll(async () => {
    receiver = opened.adopt(await startWebhookReceiver(), (it) => it.close())
    smtp = opened.adopt(await startSmtpReceiver(), (it) => it.close())
    const home = await createHome(engine, {
      HOLDFAST_SMTP_URL: smtp.url,
      // One test waits for these in full. They are longer than a busy machine takes to respond.
      HOLDFAST_WEBHOOK_TIMEOUT_SECONDS: '2',
      HOLDFAST_SMTP_TIMEOUT_SECONDS: '2',
    })
    opened.adopt(home, (it) => it.close())
    const server = home.start()
    if (!(await server.ready)) throw new Error(server.output())
    api = server.api
    store = opened.adopt(await home.openStore(), (it) => it.close()).store
    await setClock(api, START)
    retries = watchRetries(api, store, START)
    const provider = await makeProvider(api, { email: 'provider@example.com' })
    eventTypeId = (await makeEventType(api, provider.id, { maxAdvanceDays: 365 })).id
  }, 60_000)
  afterAll(() => opened.disposeAsync())
  // Wait for messages of the test before.
  beforeEach(() => untilQuiet(store, retries.now(), 30_000))

  let booked = 0
  /** Holds and confirms one more booking, which has two events. It is too far ahead to be reminded. */
  async function book(): Promise<void> {
    booked += 1
    const start = instant(START + 60 * DAY + booked * HOUR)
    const held = await hold(api, eventTypeId, start, `booker${booked}`)
    expectStatus(await act(api, held, 'confirm'), 200)
  }

  async function register(path: string): Promise<WebhookEndpointIssued> {
    const url = receiver.url(path)
    return expectStatus(
      await api.post<WebhookEndpointIssued>('/v1/webhook-endpoints', { url }),
      201,
    )
  }

  const remove = async ({ id }: { readonly id: string }) =>
    expectStatus(await api.delete(`/v1/webhook-endpoints/${id}`), 204)

  const read = async ({ id }: { readonly id: string }) =>
    expectStatus(await api.get<WebhookEndpointIssued>(`/v1/webhook-endpoints/${id}`), 200)

  const deliveriesTo = ({ id }: { readonly id: string }) =>
    listAll<WebhookDelivery>(api, `/v1/webhook-endpoints/${id}/deliveries`)

  const deadLetters = (consumer: string) =>
    listAll<DeadLetter>(api, `/v1/dead-letters?consumer=${consumer}`)

  const redrive = async ({ id }: { readonly id: string }) =>
    expectStatus(await api.post(`/v1/dead-letters/${id}/redrive`), 202)

  const messagesAt = (path: string) =>
    receiver.messages.all.filter((message) => message.path === path)

  const acceptedAt = (path: string) => messagesAt(path).filter(({ answered }) => answered === 204)

  const log = () => listAll<LoggedEvent>(api, '/v1/events')

  test.each(Object.entries(OUTAGES))(
    'after the receivers %s for a while, every message arrives within minutes of their recovery',
    async (name, startOutage) => {
      const path = `/${name.replaceAll(' ', '-')}`
      const before = (await log()).length
      const endpoint = await register(path)
      const outageAt = retries.now()
      const endOutage = await startOutage(receiver, smtp)
      await Promise.all([book(), book(), book()])
      // Three bookings were created and confirmed. Only the confirmations send emails.
      await retries.untilFailed('deliveries', 6, 1)
      await retries.untilFailed('mails', 3, 1)
      await retries.tryAll('deliveries')
      // Tried last, so that no email is being sent when the receivers recover.
      await retries.tryAll('mails')
      await endOutage()
      await retries.tryAll('mails')
      await retries.tryAll('deliveries')
      expect(await retries.tasks('mails')).toEqual([])
      expect(await retries.tasks('deliveries')).toEqual([])
      // Delays of 5 s and 5 min, each up to 20 % longer.
      expect(retries.now() - outageAt).toBeLessThanOrEqual(7 * MINUTE)

      const events = (await log()).slice(before)
      expect(events).toHaveLength(6)
      const mails = smtp.mails.all.filter(({ answered }) => answered === 250)
      expect(checkMessages(events, acceptedAt(path), [{ ...endpoint, path, events: [] }])).toEqual(
        [],
      )
      expect(checkMails(await log(), mails, [])).toEqual([])
      const deliveries = await deliveriesTo(endpoint)
      expect(deliveries.map(({ status }) => status)).toEqual(Array(6).fill('delivered'))
      for (const { attempts } of deliveries) {
        expect(attempts.at(-1)?.status).toBe(204)
        expect(attempts.length).toBeGreaterThanOrEqual(3)
      }
      expect(await deadLetters('deliveries')).toEqual([])
      expect(await deadLetters('mails')).toEqual([])
      await remove(endpoint)
    },
  )

  test('an endpoint that returns 410 is disabled with an event, and its missed messages can be redriven', async () => {
    const gone = await register('/gone')
    const other = await register('/other')
    receiver.behave(410, '/gone')
    await book()
    const isDisabled = (body: string) => body.includes('"type":"webhook.disabled"')
    await receiver.messages.until('webhook.disabled', () =>
      acceptedAt('/other').some(({ body }) => isDisabled(body)),
    )
    // Another message to it may still be open and become a dead letter after this event.
    await untilQuiet(store, retries.now(), 30_000)
    expect(await read(gone)).toMatchObject({
      status: 'disabled',
      disabledReason: 'the endpoint returned 410 Gone',
    })
    const [message] = acceptedAt('/other').filter(({ body }) => isDisabled(body))
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      resource: { id: gone.id },
      data: { webhookEndpoint: { id: gone.id, disabledReason: 'the endpoint returned 410 Gone' } },
    })
    const letters = await deadLetters('deliveries')
    expect(new Set(letters.map(({ subject, lastError }) => `${subject} ${lastError}`))).toEqual(
      new Set([`${gone.id} returned 410`]),
    )

    const seen = messagesAt('/gone').length
    await book()
    // Wait until these events are fanned out, because the endpoint is enabled again below.
    await untilQuiet(store, retries.now(), 30_000)
    expect(messagesAt('/gone')).toHaveLength(seen)

    receiver.behave(204, '/gone')
    expectStatus(await api.post(`/v1/webhook-endpoints/${gone.id}/enable`), 200)
    for (const letter of letters) await redrive(letter)
    await receiver.messages.until(
      'the redriven messages',
      () => acceptedAt('/gone').length === letters.length,
    )
    expect(new Set(acceptedAt('/gone').map(({ id }) => id))).toEqual(
      new Set(letters.map(({ event }) => event.id)),
    )
    expect(await deadLetters('deliveries')).toEqual([])
    await remove(gone)
    await remove(other)
  })

  test('an endpoint is disabled after five days of failures; before that, each message fails by itself', async () => {
    const failing = await register('/failing')
    const other = await register('/watching')
    receiver.behave(503, '/failing')
    const firstFailure = retries.now()
    await book()
    await retries.untilFailed('deliveries', 2, 1)
    expect((await read(failing)).failingSince).toBe(instant(firstFailure))
    for (let attempt = 2; attempt <= 10; attempt += 1) await retries.tryAll('deliveries')
    // Ten attempts over 75 h 35 min, ±20 %.
    expect(await retries.tasks('deliveries')).toEqual([])
    expect(retries.now() - firstFailure).toBeGreaterThan(60 * HOUR)
    expect(retries.now() - firstFailure).toBeLessThan(92 * HOUR)
    const letters = await deadLetters('deliveries')
    expect(letters).toHaveLength(2)
    for (const letter of letters) {
      expect(letter).toMatchObject({ failedAttempts: 10, lastError: 'returned 503' })
    }
    expect((await deliveriesTo(failing)).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect((await read(failing)).status).toBe('enabled')

    await retries.moveTo(firstFailure + 5 * DAY - 1000)
    await book()
    await retries.untilFailed('deliveries', 2, 1)
    expect((await read(failing)).status).toBe('enabled')
    await retries.tryAll('deliveries')
    await receiver.messages.until('webhook.disabled', () =>
      acceptedAt('/watching').some(({ body }) => body.includes('"type":"webhook.disabled"')),
    )
    expect(await read(failing)).toMatchObject({
      status: 'disabled',
      disabledReason: 'every delivery failed for five days',
    })

    receiver.behave(204, '/failing')
    expectStatus(await api.post(`/v1/webhook-endpoints/${failing.id}/enable`), 200)
    for (const letter of letters) await redrive(letter)
    await receiver.messages.until(
      'the redriven messages',
      () => acceptedAt('/failing').length >= letters.length,
    )
    const accepted = new Set(acceptedAt('/failing').map(({ id }) => id))
    expect(letters.filter(({ event }) => !accepted.has(event.id))).toEqual([])
    await retries.tryAll('deliveries')
    expect((await read(failing)).failingSince).toBeNull()
    await remove(failing)
    await remove(other)
  })

  test('an email that is refused permanently is a dead letter at once, and a redrive sends it', async () => {
    smtp.behave(550)
    await book()
    const isRefused = async () => (await deadLetters('mails')).length === 1
    await expect.poll(isRefused, { timeout: 30_000 }).toBe(true)
    const [letter] = await deadLetters('mails')
    expect(letter).toMatchObject({ event: { type: 'booking.confirmed' }, failedAttempts: 1 })
    expect(letter?.lastError).toMatch(/^booker: .*550/)
    smtp.behave(250)
    await redrive({ id: letter?.id ?? '' })
    const ids = ['booker', 'provider'].map((to) => `<${letter?.event.id}.${to}@holdfast.invalid>`)
    await smtp.mails.until('the redriven mails', (all) =>
      ids.every((id) => all.some((mail) => mail.messageId === id && mail.answered === 250)),
    )
    expect(await deadLetters('mails')).toEqual([])
  })

  test('an outage of the mail server for days leaves dead letters, and a redrive sends each email once', async () => {
    smtp.behave(451)
    await book()
    await retries.untilFailed('mails', 1, 1)
    const outageAt = retries.now()
    for (let attempt = 2; attempt <= 24; attempt += 1) await retries.tryAll('mails')
    expect(await retries.tasks('mails')).toEqual([])
    // Delays from 2 s, doubled up to 6 h (the last ten), with jitter of up to half: 31 to 63 hours.
    expect(retries.now() - outageAt).toBeGreaterThan(30 * HOUR)
    expect(retries.now() - outageAt).toBeLessThan(64 * HOUR)
    const letters = await deadLetters('mails')
    expect(letters).toMatchObject([{ failedAttempts: 24, event: { type: 'booking.confirmed' } }])
    smtp.behave(250)
    for (const letter of letters) await redrive(letter)
    const accepted = () =>
      smtp.mails.all.filter(
        ({ messageId, answered }) =>
          answered === 250 && messageId.startsWith(`<${letters[0]?.event.id}.`),
      )
    await smtp.mails.until('the redriven emails', () => accepted().length === 2)
    await retries.tryAll('mails')
    expect(accepted().map(({ to }) => to.join())).toEqual([
      `booker${booked}@example.com`,
      'provider@example.com',
    ])
  })
})
