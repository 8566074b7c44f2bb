import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import type { Mail, Mailer } from '../../src/delivery/ports/mailer.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { NOW } from '../http/support/app.ts'
import type { Body } from '../http/support/call.ts'
import { book, makeEventType } from '../http/support/fixtures.ts'
import { publish } from '../http/support/work.ts'
import { openStaleApp, type StaleApp } from './support.ts'

// Background work right after the writes that cause it, while every read without `consistent` misses them.

let server: StaleApp
beforeAll(async () => {
  server = await openStaleApp()
})
afterEach(() => {
  server.clock.moveTo(NOW)
  server.settle()
})
afterAll(() => server.close())

/** Publishes what happened, and answers the emails about it. */
async function mailsOf({ deps: plain }: StaleApp): Promise<readonly Mail[]> {
  const mails: Mail[] = []
  const mailer: Mailer = {
    fromAddress: 'mail@example.com',
    send: async (mail) => {
      mails.push(mail)
      return { kind: 'sent' }
    },
    close: async () => {},
  }
  const deps = { ...plain, mailer, publicUrl: 'http://localhost:3000', random: () => 0 }
  const consumer = mailsConsumer(deps)
  await publish(deps, { enqueue: enqueueFor(deps, [consumer]) })
  await runQueue(deps, consumer, { limit: 100, concurrency: 1 })
  return mails
}

test('a booking of a provider and an event type that were just created is mailed', async () => {
  const eventType = await makeEventType(server.call, { confirmation: 'instant' })
  await book(server.call, eventType.id)
  const mails = await mailsOf(server)
  expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
    ['grace@example.com', 'Confirmed: First visit with Dr. Ada Weber'],
  ])
})

test('an email has the text that the account has just given it', async () => {
  const eventType = await makeEventType(server.call, { confirmation: 'instant' })
  const message = { subject: 'See you, {{ booker.name }}', text: 'Bring a book.' }
  await server.call('PUT', '/v1/messages/confirmed/en', { body: message })
  await book(server.call, eventType.id)
  const mails = await mailsOf(server)
  expect(mails.map(({ subject }) => subject)).toEqual(['See you, Grace Hopper'])
})

test('the event log names the provider and the event type of a booking', async () => {
  const eventType = await makeEventType(server.call)
  await book(server.call, eventType.id)
  await publish(server.deps)
  const { data } = (await server.call('GET', '/v1/events')).body
  expect(data.findLast(({ type }) => type === 'booking.created')?.data).toMatchObject({
    provider: { id: eventType.providerId, name: 'Dr. Ada Weber' },
    eventType: { id: eventType.id, title: 'First visit' },
  })
})

test('the sweeper leaves a hold that was confirmed a moment ago', async () => {
  const eventType = await makeEventType(server.call)
  const { id } = await book(server.call, eventType.id)
  server.settle()
  await server.call('POST', `/v1/bookings/${id}/confirm`)
  server.clock.moveTo(Date.parse('2026-04-20T08:30:00Z'))
  await expireDue(server.deps, 100)
  const read: Body = (await server.call('GET', `/v1/bookings/${id}`)).body
  expect(read.status).toBe('confirmed')
})

test('the doctor finds no damage in a table that was just written', async () => {
  const eventType = await makeEventType(server.call, { confirmation: 'instant' })
  const { id } = await book(server.call, eventType.id)
  await server.call('POST', `/v1/bookings/${id}/cancel`)
  const { findings } = await inspect(server.deps)
  // It compares the entries of indexes with the table a second time, later, before it reports them.
  expect(findings.filter(({ code }) => !code.startsWith('index_entry'))).toEqual([])
})
