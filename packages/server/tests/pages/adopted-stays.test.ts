import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCalendarFile } from '../support/calendar-file.ts'
import { API_KEY } from '../support/cluster.ts'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** Takes pictures if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

/** A room over a calendar with a stay of the house, one of a channel and one of a guest, whose link is returned. */
async function makeRoom() {
  const timeZone = 'Europe/Berlin'
  const calendar = { name: 'Room 1', timeZone, exclusive: 'nights', publicStays: true }
  const { id: calendarId } = await pages.make('/v1/calendars', calendar)
  const own = { title: 'Family Miller', start: '2026-05-11', end: '2026-05-14' }
  await pages.make(`/v1/calendars/${calendarId}/events`, own)
  const guest = { name: 'Ada Byron', email: 'ada@example.com' }
  const dates = { arrival: '2026-05-20', departure: '2026-05-23' }
  const path = `/v1/stays/${calendarId}`
  const stay = await pages.make(path, { ...dates, guest })
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Old Mill', timeZone })
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airbnb//Hosting Calendar//EN',
    'BEGIN:VEVENT',
    'UID:air-1',
    'DTSTAMP:20260401T000000Z',
    'DTSTART;VALUE=DATE:20260601',
    'DTEND;VALUE=DATE:20260603',
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const sent = await sendCalendarFile(
    pages.url,
    API_KEY,
    `/v1/calendars/${calendarId}/import`,
    file,
  )
  expect(sent.status, sent.text).toBe(200)
  const unit = { name: 'Room 1', kind: 'unit', timeZone, propertyId, calendarId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const type = { providerId, grain: 'nights', slug: 'double', title: 'Double room' }
  await pages.make('/v1/event-types', type)
  return { propertyId, link: `/stays/${calendarId}/${stay.id}#${stay.manageToken}` }
}

test('a house makes bookings of the stays in the calendar of a room, and a guest still uses the link of the stay', async () => {
  const { propertyId, link } = await makeRoom()
  const page = await openDashboard(pages, cookie, `/properties/${propertyId}`)
  await page.getByRole('button', { name: 'Edit: Room 1' }).click()
  await page.getByRole('button', { name: 'Make bookings of calendar stays…' }).click()
  await page.getByText('2 stays become bookings:').waitFor()
  expect(await page.getByRole('dialog').getByRole('listitem').allTextContents()).toEqual([
    'Family Miller: Mon 11 May – Thu 14 May',
    'Ada Byron: Wed 20 May – Sat 23 May',
  ])
  await page.getByText('1 stay remains, because its channel moves and cancels it.').waitFor()
  await pictures(page, 'adopt')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make 2 bookings' }).click()
  await expectToast(page, '2 bookings made')
  await page.getByRole('button', { name: 'Make bookings of calendar stays…' }).click()
  await page.getByText('The calendar of this unit has no stays that can become bookings.').waitFor()
  await page.getByText('1 stay remains, because its channel moves and cancels it.').waitFor()
  const guest = await pages.open(link, { timeZone: 'Europe/Berlin' })
  await guest.waitForURL(/\/manage\/bkg_/)
  await guest.getByText('Double room').first().waitFor()
  await guest.getByText('Ada Byron').first().waitFor()
  await pictures(guest, 'adopted-manage')
})
