import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, book, eventTypeBody, makeEventType } from './support/fixtures.ts'
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

test.each([
  ['before it is changed', true],
  ['only after it was changed', false],
])(
  'a booker whose confirmation is sent %s reads of each service in one email',
  async (_when, isSentBefore) => {
    const told = (await mailbox.to(BOOKER.email)).length
    const cut = await makeEventType(server.call, { confirmation: 'instant', title: 'Haircut' })
    const body = eventTypeBody(String(cut.providerId), { confirmation: 'instant', title: 'Color' })
    const color = await server.call('POST', '/v1/event-types', { body })
    const booking = await book(server.call, cut.id)
    if (isSentBefore) await mailbox.send(server)
    const changed = await server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
      body: { eventTypeId: color.body.id },
    })
    expect(changed.status, changed.text).toBe(200)
    await mailbox.send(server)
    const sent = (await mailbox.to(BOOKER.email)).slice(told)
    // Emails of one moment have no order.
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Confirmed: Haircut with /),
      expect.stringMatching(/^New service: Color with .* instead of Haircut$/),
    ])
    const { text } = sent.find(({ subject }) => subject.startsWith('New service')) ?? {}
    expect(text).toMatch(/^This booking is now for Color instead of Haircut\.\n/)
  },
)
