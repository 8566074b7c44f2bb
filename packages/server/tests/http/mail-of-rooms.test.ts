import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailbox, type Mailbox } from '../../src/adapters/mail/mailbox.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'
import { publish } from './support/work.ts'

let folder: string
let mailbox: Mailbox
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-rooms-'))
  mailbox = createMailbox(folder, { fromAddress: 'mail@example.com' })
  server = await openTestApp()
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends what is due, and answers the new emails to the guest, the oldest first. */
async function newMails() {
  const seen = (await mailbox.list(1_000)).length
  const deps = {
    ...server.deps,
    random: () => 0.5,
    mailer: mailbox,
    publicUrl: 'http://localhost:3000',
  }
  const mails = mailsConsumer(deps)
  await publish(deps, { enqueue: enqueueFor(deps, [mails]) })
  await runQueue(deps, mails, { limit: 100, concurrency: 1 })
  const all = (await mailbox.list(1_000)).toReversed().slice(seen)
  return all.filter(({ to }) => to === BOOKER.email)
}

test('a guest reads of three rooms in one email, and of their end in another', async () => {
  const { units } = await makeHouse(server.call, ['Room 1', 'Room 2', 'Room 3'])
  const type = { ...stayType(units), confirmation: 'instant' }
  const { body: eventType } = await server.call('POST', '/v1/event-types', { body: type })
  const item = { eventTypeId: eventType.id, arrival: '2026-06-10', departure: '2026-06-12' }
  const longer = { ...item, departure: '2026-06-13' }
  const body = { items: [item, item, longer], booker: BOOKER }
  const made = await server.call('POST', '/v1/booking-groups', { body })
  const told = await newMails()
  expect(told.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Double room, House by the lake (×3)'),
  ])
  const text = told[0]?.text ?? ''
  expect(text.match(/2 nights/g)).toHaveLength(2)
  expect(text.match(/3 nights/g)).toHaveLength(1)
  expect(text).toContain(`/manage/${made.body.id}#hm_`)
  // Only the house reads which rooms they are, so that it may change them.
  expect(text).not.toMatch(/Room [123]/)
  const path = `/v1/booking-groups/${made.body.id}/cancel`
  await server.call('POST', path, { body: { scope: 'all' } })
  expect(await newMails()).toHaveLength(1)
})
