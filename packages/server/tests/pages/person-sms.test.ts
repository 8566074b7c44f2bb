import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { expectAccessible } from './support/axe.ts'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages } from './support/pages.ts'

test('the page of a person without an email address shows what they were told by SMS', async () => {
  const pages = await openPages({ HOLDFAST_SMS: 'log', HOLDFAST_DEVELOPMENT: '1' })
  try {
    const cookie = await signIn(pages)
    const settings = { country: 'CH', sms: { enabled: true } }
    expect((await pages.server.api.patch('/v1/account', settings)).status).toBe(200)
    const { eventType } = await makePractice(pages, 'Dr. Weber', { confirmation: 'instant' })
    const add = (name: string, phone: string) => pages.make('/v1/contacts', { name, phone })
    const nora = await add('Nora Mobile', '+41791234567')
    const book = { eventTypeId: eventType.id, start: '2026-04-23T09:00:00Z', contactId: nora.id }
    const booking = await pages.make('/v1/bookings', book)
    const listed = async () =>
      (await pages.server.api.get<{ data: object[] }>(`/v1/bookings/${booking.id}/sms`)).body.data
    await until('the SMS is sent', async () => (await listed()).length === 1)
    const page = await openDashboard(pages, cookie, `/contacts/${nora.id}`)
    const sms = page.getByRole('region', { name: 'Text messages' })
    await sms.getByText('Booking confirmed').waitFor()
    await expectAccessible(page)
    const silent = await add('Nobody Told', '+41791234568')
    const other = await openDashboard(pages, cookie, `/contacts/${silent.id}`)
    await other.getByRole('region', { name: 'Next bookings' }).getByText('No upcoming').waitFor()
    expect(await other.getByRole('region', { name: 'Text messages' }).count()).toBe(0)
  } finally {
    await pages.close()
  }
})
