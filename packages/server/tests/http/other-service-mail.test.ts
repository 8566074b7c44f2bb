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

/** The emails to the booker, the oldest first. */
const sentToBooker = async () =>
  (await mailbox.list(1_000)).filter(({ to }) => to === BOOKER.email).toReversed()

test.each([
  ['before it is changed', true],
  ['only after it was changed', false],
])(
  'a booker whose confirmation is sent %s reads of each service in one email',
  async (_when, isSentBefore) => {
    const told = (await sentToBooker()).length
    const cut = await makeEventType(server.call, { confirmation: 'instant', title: 'Haircut' })
    const body = eventTypeBody(String(cut.providerId), { confirmation: 'instant', title: 'Color' })
    const color = await server.call('POST', '/v1/event-types', { body })
    const booking = await book(server.call, cut.id)
    if (isSentBefore) await sendMails()
    const changed = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
      body: { eventTypeId: color.body.id },
    })
    expect(changed.status, changed.text).toBe(200)
    await sendMails()
    const sent = (await sentToBooker()).slice(told)
    // Emails of one moment have no order.
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Confirmed: Haircut with /),
      expect.stringMatching(/^New service: Color with .* instead of Haircut$/),
    ])
    const { text } = sent.find(({ subject }) => subject.startsWith('New service')) ?? {}
    expect(text).toMatch(/^This booking is now for Color instead of Haircut\.\n/)
  },
)
