import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { openDashboard, signIn } from './support/dashboard.ts'
import { type Made, NOW, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

/** A confirmed booking at 09:00 on 1 December in Winnipeg, where the clocks stay at UTC-5 by 2026f. */
async function bookingInWinnipeg(): Promise<Made> {
  const { id: providerId } = await pages.make('/v1/providers', {
    name: 'Dr. Ada Weber',
    timeZone: 'America/Winnipeg',
    slug: 'winnipeg',
  })
  const { id: eventTypeId } = await pages.make('/v1/event-types', {
    providerId,
    slug: 'talk',
    title: 'Talk',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
  })
  return pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-12-01T14:00:00Z',
    booker: { name: 'Grace', email: 'grace@example.com' },
  })
}

test("pages show the times of the server's tz table, whatever the browser's tz data", async () => {
  const { id, manageToken } = await bookingInWinnipeg()
  const link = `/manage/${id}#${manageToken}`
  const local = await pages.open(link, { timeZone: 'America/Winnipeg' })
  await local.getByText('09:00–09:30').waitFor()
  await local.getByText('Winnipeg, GMT-5').waitFor()
  const abroad = await pages.open(link, { timeZone: 'Europe/Berlin' })
  await abroad.getByText('15:00–15:30').waitFor()
  await abroad.getByText(/09:00–09:30/).waitFor()
  expect(await abroad.getByText('08:00–08:30').count()).toBe(0)
})

test("the dashboard's calendar shows wall times by the server's tz table", async () => {
  const elsewhere = await pages.open('/', { timeZone: 'America/Winnipeg' })
  await pages.advance(elsewhere, (Date.parse('2026-11-30T14:00:00Z') - Date.parse(NOW)) / 1000)
  const cookie = await signIn(pages)
  const page = await openDashboard(pages, cookie, '', { timeZone: 'America/Winnipeg' })
  const item = page.getByRole('button', { name: /Grace/ })
  await item.waitFor()
  expect(await item.textContent()).toContain('09:00')
  await item.click()
  await page.getByRole('dialog').getByText('09:00 – 09:30 (America/Winnipeg)').waitFor()
})
