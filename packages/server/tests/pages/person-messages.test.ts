import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { expectAccessible } from './support/axe.ts'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages } from './support/pages.ts'

test('the page of a person shows the emails and SMS that they were sent', async () => {
  const pages = await openPages({ HOLDFAST_SMS: 'log', HOLDFAST_DEVELOPMENT: '1' })
  try {
    const cookie = await signIn(pages)
    const settings = { country: 'CH', sms: { enabled: true } }
    expect((await pages.server.api.patch('/v1/account', settings)).status).toBe(200)
    const { eventType } = await makePractice(pages, 'Dr. Weber', { confirmation: 'instant' })
    const contacts = '/v1/contacts'
    const nora = await pages.make(contacts, { name: 'Nora Mobile', phone: '+41791234567' })
    const mara = await pages.make(contacts, { name: 'Mara Mail', email: 'mara@example.com' })
    const silent = await pages.make(contacts, { name: 'Nobody Told', phone: '+41791234568' })
    const book = async (contactId: string, start: string) => {
      const made = { eventTypeId: eventType.id, start, contactId }
      await pages.make('/v1/bookings', made)
      const path = `${contacts}/${contactId}/messages`
      const listed = async () => (await pages.server.api.get<{ data: object[] }>(path)).body.data
      await until('the message is sent', async () => (await listed()).length === 1)
    }
    await book(nora.id, '2026-04-23T09:00:00Z')
    await book(mara.id, '2026-04-23T10:00:00Z')
    const page = await openDashboard(pages, cookie, `/contacts/${nora.id}`)
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText('Booking confirmed').waitFor()
    await messages.getByText(/^SMS · /).waitFor()
    await expectAccessible(page)
    const mailed = await openDashboard(pages, cookie, `/contacts/${mara.id}`)
    const emails = mailed.getByRole('region', { name: 'Messages' })
    await emails.getByText(/^Confirmed: /).waitFor()
    await emails.getByText(/^Email · /).waitFor()
    const other = await openDashboard(pages, cookie, `/contacts/${silent.id}`)
    await other.getByRole('region', { name: 'Messages' }).getByText('No messages yet.').waitFor()
  } finally {
    await pages.close()
  }
})
