import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { choose, fillIn, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

const TUESDAY = 'Tuesday, 21 April 2026'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** Books a time of a page with the button of its form. */
async function bookTime(page: Page, name = 'Confirm booking'): Promise<void> {
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  await button(page, name).click()
  await heading(page, 'Booking confirmed').waitFor()
}

test('a reload shows the booking again, with its link, until another one is begun', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await bookTime(page)
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
  expect(await page.locator(':focus').textContent()).toBe('Booking confirmed')
  await page.getByText('10:00–10:30').waitFor()
  await page.getByText(/grace@example\.com/).waitFor()
  await expectAccessible(page)
  const manage = page.getByRole('link', { name: 'Manage booking' })
  expect(await manage.getAttribute('href')).toMatch(/^\/manage\/bkg_\w+#hm_\w+$/)
  // Neither the address nor the tab has more than it needs.
  expect(page.url()).toBe(`${pages.url}${path}`)
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('grace@example.com')
  await button(page, 'Book another time').click()
  await button(page, new RegExp(`^${TUESDAY}`)).waitFor()
  await page.reload()
  await button(page, new RegExp(`^${TUESDAY}`)).waitFor()
})

test('a booking is not shown again after half an hour, when somebody else may hold a shared device', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await bookTime(page)
  await page.clock.fastForward('29:00')
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
  await page.clock.fastForward('31:00')
  await page.reload()
  await button(page, new RegExp(`^${TUESDAY}`)).waitFor()
  expect(await heading(page, 'Booking confirmed').count()).toBe(0)
})

test('a booking is shown again as it is now: moved, or not at all once it is cancelled', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await bookTime(page)
  const href = await page.getByRole('link', { name: 'Manage booking' }).getAttribute('href')
  const [, id] = /(bkg_\w+)/.exec(href ?? '') ?? []
  const start = '2026-04-21T09:00:00Z'
  expect((await pages.server.api.post(`/v1/bookings/${id}/reschedule`, { start })).status).toBe(200)
  await page.reload()
  await page.getByText('11:00–11:30').waitFor()
  expect((await pages.server.api.post(`/v1/bookings/${id}/cancel`, {})).status).toBe(200)
  await page.reload()
  await button(page, new RegExp(`^${TUESDAY}`)).waitFor()
  expect(await heading(page, 'Booking confirmed').count()).toBe(0)
})

test('a booking that cannot be read again is not taken for one that is gone', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await bookTime(page)
  await page.route('**/v1/bookings/*/details', (route) => route.abort('connectionreset'))
  await page.reload()
  await heading(page, 'No connection').waitFor()
  await page.unroute('**/v1/bookings/*/details')
  await button(page, 'Try again').click()
  await heading(page, 'Booking confirmed').waitFor()
})

test('a link that asks for something else begins a new booking, and the history leads back', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await bookTime(page)
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await button(page, 'Reschedule').waitFor()
  await page.goBack()
  await heading(page, 'Booking confirmed').waitFor()
  await page.goto(`${pages.url}${path}?date=2026-04-28`)
  await button(page, /^Tuesday, 28 April 2026/).waitFor()
})

test('a booking that leads on to another site is not shown again, as it would lead there again', async () => {
  const redirectUrl = 'https://practice.example/thanks'
  const { path } = await makeBookable(pages, { redirectUrl })
  const page = await pages.open(path)
  await page.route(`${redirectUrl}**`, (route) => route.fulfill({ body: 'thanks' }))
  await bookTime(page)
  await page.clock.runFor(3000)
  await page.waitForURL(`${redirectUrl}?**`)
  await page.goto(`${pages.url}${path}`)
  await button(page, new RegExp(`^${TUESDAY}`)).waitFor()
})

test('a class is shown again with its seats', async () => {
  const { path } = await makeBookable(pages, { seats: { capacity: 3, maxPerBooking: 3 } })
  const page = await pages.open(path)
  await page.getByLabel('How many people?').selectOption('2 people')
  await bookTime(page)
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
  await page.getByRole('paragraph').filter({ hasText: '2 people' }).waitFor()
})

test('a series is shown again with the dates that are still booked', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '09:00')
  await fillIn(page)
  await button(page, 'Repeat weekly').click()
  await page.getByLabel('How many times?').selectOption('3')
  await button(page, 'Book 3 dates').click()
  await heading(page, '3 dates booked').waitFor()
  await page.getByRole('link', { name: 'Manage bookings' }).click()
  await button(page, /^Cancel from here: Tue,? 5 May/).click()
  await button(page, 'Yes, cancel bookings').click()
  await heading(page, 'Bookings cancelled').waitFor()
  await page.goBack()
  await page.reload()
  await heading(page, '2 dates booked').waitFor()
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Tue,? 21 Apr, 09:00$/),
    expect.stringMatching(/^Tue,? 28 Apr, 09:00$/),
  ])
})

test('a visit of two services is shown again with both', async () => {
  const timeZone = 'Europe/Berlin'
  const team = await pages.make('/v1/providers', {
    ...{ name: 'Salon', slug: 'salon', timeZone, kind: 'team', visits: { maxGapMinutes: 30 } },
  })
  const ann = await pages.make('/v1/providers', { name: 'Ann', slug: 'ann', timeZone })
  for (const [slug, title] of [
    ['cut', 'Haircut'],
    ['color', 'Color'],
  ]) {
    await pages.make('/v1/event-types', {
      ...{ providerId: team.id, slug, title, durationMinutes: 30 },
      availabilityRules: WORKING_DAYS,
      requirements: [{ name: 'stylist', providerIds: [ann.id], count: 1 }],
    })
  }
  const page = await pages.open('/salon/cut')
  await button(page, 'Add a service').click()
  await page.getByRole('checkbox', { name: 'Color' }).check()
  await heading(page, 'Haircut + Color').waitFor()
  await bookTime(page)
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
  await heading(page, 'Haircut + Color').waitFor()
  await page.getByText('10:00–10:30').waitFor()
  await page.getByText('10:30–11:00').waitFor()
  const manage = page.getByRole('link', { name: 'Manage booking' })
  expect(await manage.getAttribute('href')).toMatch(/^\/manage\/grp_\w+#hm_\w+$/)
})

/** A house with two rooms that are booked by the night. */
async function makeHouse(slug: string, payment: object | null) {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  const units: string[] = []
  for (const name of ['Room 1', 'Room 2']) {
    const unit = { name, kind: 'unit', timeZone, propertyId, slug: `${slug}-${units.length + 1}` }
    units.push((await pages.make('/v1/providers', unit)).id)
  }
  const { id } = await pages.make('/v1/event-types', {
    ...{ providerId: units[0], slug: 'double', title: 'Double room', grain: 'nights' },
    confirmation: 'hold',
    ...(payment && { payment }),
    requirements: [{ name: 'room', providerIds: units, count: 1 }],
  })
  const room = `room=${id},,2`
  const query = `arrival=2026-04-27&departure=2026-04-30&propertyId=${propertyId}&${room}&${room}`
  return { path: `/${slug}-1/double`, rooms: `/${slug}-1/double?${query}` }
}

test('a stay is shown again with its nights', async () => {
  const { path } = await makeHouse('stay', null)
  const page = await pages.open(path)
  await button(page, /^Thursday, 23 April 2026/).click()
  await button(page, /^Sunday, 26 April 2026/).click()
  await button(page, 'Book these dates').click()
  await fillIn(page)
  await button(page, 'Confirm booking').click()
  await heading(page, 'Booking confirmed').waitFor()
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
  await page.getByText('Sunday, 26 April 2026, by 11:00').waitFor()
})

test('several rooms are shown again as one booking', async () => {
  const { rooms } = await makeHouse('rooms', null)
  const page = await pages.open(rooms)
  await button(page, 'Book these rooms').click()
  await fillIn(page)
  await button(page, 'Confirm booking').click()
  await heading(page, 'Booking confirmed').waitFor()
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
  await heading(page, '2 × Double room').waitFor()
  const manage = page.getByRole('link', { name: 'Manage booking' })
  expect(await manage.getAttribute('href')).toMatch(/^\/manage\/grp_\w+#hm_\w+$/)
})

test('who paid for rooms finds them booked on the page that led to the payment', async () => {
  const { rooms } = await makeHouse('paid', { amount: 8000, currency: 'EUR', kind: 'full' })
  const page = await pages.open(rooms)
  await button(page, 'Book these rooms').click()
  await fillIn(page)
  await button(page, 'Continue to payment').click()
  await page.waitForURL(/\/simulated-payments\//)
  await button(page, /^Pay: /).click()
  await heading(page, 'Booking confirmed').waitFor()
  await page.goto(`${pages.url}${rooms}`)
  await heading(page, 'Booking confirmed').waitFor()
  await page.getByText('3 nights').waitFor()
  await page.reload()
  await heading(page, 'Booking confirmed').waitFor()
})

test('a stay in a house with a calendar is shown again, until another one is begun', async () => {
  const { id } = await pages.make('/v1/calendars', {
    ...{ name: 'House by the lake', timeZone: 'Europe/Berlin' },
    exclusive: 'nights',
    publicStays: true,
  })
  const page = await pages.open(`/stays/${id}`)
  const arrival = button(page, /^Tuesday, 21 April 2026/)
  await arrival.click()
  await button(page, /^Saturday, 25 April 2026/).click()
  await fillIn(page)
  await button(page, 'Book stay').click()
  await heading(page, 'Stay booked').waitFor()
  await page.reload()
  await heading(page, 'Stay booked').waitFor()
  await page.getByText('Saturday, 25 April 2026, 11:00').waitFor()
  await page.getByText('Booked for Grace Hopper', { exact: false }).waitFor()
  const manage = page.getByRole('link', { name: 'Manage stay' })
  expect(await manage.getAttribute('href')).toMatch(/^\/stays\/\w+\/\w+#\w+$/)
  await button(page, 'Book another stay').click()
  await arrival.waitFor()
  await page.reload()
  await arrival.waitFor()
})
