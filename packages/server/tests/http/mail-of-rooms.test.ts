import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'
import { openMailbox, type TestMailbox } from './support/mailbox.ts'

let mailbox: TestMailbox
let server: TestApp
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await openTestApp()
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

/** Sends what is due, and answers the new emails to the guest, the oldest first. */
async function newMails() {
  const seen = (await mailbox.to(BOOKER.email)).length
  await mailbox.send(server)
  return (await mailbox.to(BOOKER.email)).slice(seen)
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
