import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailbox, type Mailbox } from '../../src/adapters/mail/mailbox.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, eventTypeBody, makeEventType } from './support/fixtures.ts'
import { publish } from './support/work.ts'

let folder: string
let mailbox: Mailbox
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-service-'))
  mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
  server = await openTestApp()
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends the emails of what has happened. */
async function sendMails(): Promise<void> {
  const deps = {
    ...server.deps,
    random: () => 0.5,
    mailer: mailbox,
    publicUrl: 'http://localhost:3000',
  }
  const mails = mailsConsumer(deps)
  await publish(deps, { enqueue: enqueueFor(deps, [mails]) })
  await runQueue(deps, mails, { limit: 100, concurrency: 1 })
}

test('the booker of a booking that gets another service gets one email about that', async () => {
  const cut = await makeEventType(server.call, { confirmation: 'instant', title: 'Haircut' })
  const body = eventTypeBody(String(cut.providerId), { confirmation: 'instant', title: 'Color' })
  const color = await server.call('POST', '/v1/event-types', { body })
  const booking = await book(server.call, cut.id)
  await sendMails()
  const changed = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
    body: { eventTypeId: color.body.id },
  })
  expect(changed.status, changed.text).toBe(200)
  await sendMails()
  const sent = (await mailbox.list(1_000)).filter(({ to }) => to === BOOKER.email).toReversed()
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Haircut'),
    expect.stringContaining('Color'),
  ])
  expect(sent[1]?.text).toContain('Color')
})
