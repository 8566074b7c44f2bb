import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { until } from '../support/until.ts'
import { expectAccessible } from './support/axe.ts'
import { expectToast, makePractice, openDashboard, signIn } from './support/dashboard.ts'
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

test('an address that its mail server does not know is named on the page of the person, and lifted there', async () => {
  const smtp = await startSmtpReceiver()
  smtp.refuse('mara@exmaple.com')
  const pages = await openPages({ HOLDFAST_SMTP_URL: smtp.url })
  try {
    const cookie = await signIn(pages)
    const { eventType } = await makePractice(pages, 'Dr. Weber', { confirmation: 'instant' })
    const mara = await pages.make('/v1/contacts', { name: 'Mara Mail', email: 'mara@exmaple.com' })
    const path = `/v1/contacts/${mara.id}/messages`
    const listed = async () => (await pages.server.api.get<{ data: object[] }>(path)).body.data
    const book = async (start: string) => {
      const before = (await listed()).length
      await pages.make('/v1/bookings', { eventTypeId: eventType.id, start, contactId: mara.id })
      await until('the email is recorded', async () => (await listed()).length > before)
    }
    await book('2026-04-23T09:00:00Z')
    await book('2026-04-23T10:00:00Z')
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        const page = await openDashboard(pages, cookie, `/contacts/${mara.id}`, {
          colorScheme,
          width,
        })
        const section = page.getByRole('region', { name: 'Messages' })
        await page.getByText('This person gets no emails').waitFor()
        await section.getByText('Not sent').waitFor()
        await section.getByText('Failed').waitFor()
        await expectAccessible(page)
        await save(page, `person-messages-${width}-${colorScheme}`)
      }
    }
    const page = await openDashboard(pages, cookie, `/contacts/${mara.id}`)
    await page.getByRole('button', { name: 'Send emails again' }).click()
    await expectToast(page, 'Messages will be sent again')
    await page.getByText('This person gets no emails').waitFor({ state: 'detached' })
  } finally {
    await pages.close()
    await smtp.close()
  }
})

/** Saves what a page shows, where a run asks for pictures. */
async function save(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (!folder) return
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 1400 })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
