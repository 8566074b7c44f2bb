import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillIn, type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

test('times that a provider opened are in the directory and can be held, confirmed and moved', async () => {
  const provider = await pages.make('/v1/providers', {
    name: 'Dr. Open',
    slug: 'dr-open',
    timeZone: 'Europe/Berlin',
    listed: true,
  })
  await pages.make(`/v1/providers/${provider.id}/availability`, {
    date: '2026-04-22',
    startTime: '09:00',
    endTime: '11:00',
    slotDurationMinutes: 30,
  })
  const page = await pages.open('/directory')
  await page.getByRole('link', { name: 'Dr. Open' }).click()
  await page.getByRole('link', { name: /Appointment.*from Wed,? 22 Apr/ }).click()
  await page.getByRole('button', { name: '09:30' }).click()
  await page.getByRole('timer').waitFor()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  const list = `/v1/bookings?providerId=${provider.id}`
  const booked = async () => (await pages.server.api.get<{ data: Made[] }>(list)).body.data
  expect(await booked()).toMatchObject([
    { status: 'confirmed', eventTypeId: null, start: '2026-04-22T07:30:00Z' },
  ])
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByRole('button', { name: '10:30' }).click()
  await page.getByRole('button', { name: 'Move booking' }).click()
  await expect.poll(async () => (await booked())[0]?.start).toBe('2026-04-22T08:30:00Z')
})
