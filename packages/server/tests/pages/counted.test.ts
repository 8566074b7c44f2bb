import { afterAll, beforeAll, expect, test } from 'vitest'
import { IS_DEEP } from '../support/depth.ts'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { choose, fillIn, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const MAX = { name: 'Max Stein', email: 'max@example.com' }

async function book(eventTypeId: string, start: string, more: object = {}) {
  const made = await pages.make('/v1/bookings', { eventTypeId, start, booker: MAX, ...more })
  await pages.make(`/v1/bookings/${made.id}/confirm`, {})
  return made
}

test('a party books its seats where enough are left, and sees them behind its link', async () => {
  const { eventTypeId, path } = await makeBookable(pages, {
    seats: { capacity: 3, maxPerBooking: 3 },
  })
  await book(eventTypeId, '2026-04-21T07:00:00Z', { seats: 2 })
  const page = await pages.open(path)
  await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await page.getByRole('button', { name: /^09:00.*1 place left/ }).waitFor()
  await page.getByLabel('How many people?').selectOption('2 people')
  await page.getByRole('button', { name: /^09:30.*3 places left/ }).waitFor()
  expect(await page.getByRole('button', { name: /^09:00/ }).count()).toBe(0)
  if (IS_DEEP) await expectAccessible(page)
  await page.getByRole('button', { name: /^09:30/ }).click()
  await page.getByText('2 people').waitFor()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByText('2 people').waitFor()
  const { body } = await pages.server.api.get<{ data: readonly { taken: number }[] }>(
    `/v1/event-types/${eventTypeId}/sessions?from=2026-04-21&to=2026-04-22`,
  )
  expect(body.data.map(({ taken }) => taken)).toEqual([2, 2])
})

test('the page says how many seats one booking can take, and only if those are not all', async () => {
  const bounded = await makeBookable(pages, {
    seats: { capacity: 8 },
    waitlist: { offerMinutes: 30 },
  })
  const page = await pages.open(bounded.path)
  await page.setViewportSize({ width: 390, height: 844 })
  const field = page.getByLabel('How many people?')
  await page.getByText('At most 2 people per booking.').waitFor()
  expect(await field.locator('option').allInnerTexts()).toEqual(['1 person', '2 people'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join the wait list' }).click()
  await page.getByText('At most 2 people per booking.').waitFor()
  const unbounded = await makeBookable(pages, { seats: { capacity: 3, maxPerBooking: 3 } })
  await page.goto(`${pages.url}${unbounded.path}`)
  await field.selectOption('3 people')
  expect(await page.getByText('per booking').count()).toBe(0)
})

test('a time whose last seats were just taken is reported, with others that have enough', async () => {
  const { eventTypeId, path } = await makeBookable(pages, {
    seats: { capacity: 2, maxPerBooking: 2 },
  })
  const page = await pages.open(path)
  await page.getByLabel('How many people?').selectOption('2 people')
  await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await page.getByRole('button', { name: /^09:00/ }).waitFor()
  await book(eventTypeId, '2026-04-21T07:00:00Z')
  await page.getByRole('button', { name: /^09:00/ }).click()
  await page.getByText('Tue 21 Apr, 09:00 was just taken').waitFor()
  await page.getByRole('button', { name: 'Tue 21 Apr, 09:30' }).waitFor()
})

test('a time repeated weekly is booked with one form, without dates that are taken', async () => {
  const { eventTypeId, path } = await makeBookable(pages)
  await book(eventTypeId, '2026-04-28T07:00:00Z')
  const page = await pages.open(path)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await fillIn(page)
  await page.getByRole('button', { name: 'Repeat weekly' }).click()
  await page.getByLabel('How many times?').selectOption('3')
  await page.getByRole('listitem').filter({ hasText: 'Tue 5 May, 09:00' }).waitFor()
  if (IS_DEEP) await expectAccessible(page)
  await page.getByRole('button', { name: 'Book 3 dates' }).click()
  await page.getByRole('heading', { name: 'Not all of these dates are available' }).waitFor()
  await page.getByRole('button', { name: 'Book the available dates' }).click()
  await page.getByRole('heading', { name: '2 dates booked' }).waitFor()
  await page.getByRole('region', { name: 'Not available' }).getByText('Tue 28 Apr, 09:00').waitFor()
  await page.getByRole('link', { name: 'Manage bookings' }).click()
  await page.getByText('2 bookings').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel from here: Tue 5 May' }).click()
  await page.getByRole('button', { name: 'Yes, cancel bookings' }).click()
  await page.getByRole('heading', { name: 'Bookings cancelled' }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Tue 21 Apr' })
    .getByText('Confirmed')
    .waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Tue 5 May' }).getByText('Cancelled').waitFor()
  await page.getByRole('link', { name: 'View: Tue 21 Apr' }).click()
  await page.getByRole('button', { name: 'Reschedule' }).waitFor()
})

test('who finds no time joins the wait list, is told once of a second try, and leaves it by the link', async () => {
  const { path } = await makeBookable(pages, { waitlist: { offerMinutes: 30 }, maxAdvanceDays: 1 })
  const page = await pages.open(path)
  const join = async () => {
    await page.getByRole('button', { name: 'Join the wait list' }).click()
    await fillIn(page)
    await page.getByLabel('Saturday').check()
    await page.getByRole('radio', { name: 'Evening' }).check()
    await page.getByRole('button', { name: 'Join the wait list' }).click()
  }
  await join()
  await page.getByRole('heading', { name: "You're on the wait list" }).waitFor()
  const link = await page.getByRole('link', { name: 'View your entry' }).getAttribute('href')
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await join()
  await page.getByRole('heading', { name: "You're already on the wait list" }).waitFor()
  await expectAccessible(page)
  await page.goto(`${pages.url}${link}`)
  await page.getByText('Mon 20 Apr to Sun 17 May').waitFor()
  await page.getByText('17:00–00:00').waitFor()
  if (IS_DEEP) await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave the wait list' }).click()
  await page.getByRole('button', { name: 'Yes, leave' }).click()
  await page.getByRole('heading', { name: 'You left the wait list' }).waitFor()
  expect(await page.getByRole('link', { name: 'See available times' }).getAttribute('href')).toBe(
    path,
  )
})

test('staff sees who takes part in a class, moves all of it, and cancels it', async () => {
  const { eventTypeId } = await makeBookable(pages, { seats: { capacity: 2, maxPerBooking: 2 } })
  await book(eventTypeId, '2026-04-21T07:00:00Z')
  const second = { booker: { name: 'Eva Klein', email: 'eva@example.com' } }
  const eva = await book(eventTypeId, '2026-04-21T07:00:00Z', second)
  const page = await openDashboard(pages, await signIn(pages), `/classes/${eventTypeId}`)
  await page.getByText('2 of 2 seats taken').waitFor()
  await page.getByText('2 parties').click()
  await page.getByRole('link', { name: 'Eva Klein' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move: Tue 21 Apr, 09:00 – 09:30' }).click()
  await page.getByRole('button', { name: '11:30' }).click()
  await page.getByRole('button', { name: 'Move class' }).click()
  await page.getByText('Tue 21 Apr, 11:30 – 12:00').first().waitFor()
  await page.getByRole('button', { name: 'Cancel class: Tue 21 Apr, 11:30 – 12:00' }).click()
  await page.getByLabel('Reason').fill('The room is closed')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click()
  await page.getByLabel('Show').selectOption('Booked classes')
  await page.getByRole('heading', { name: 'No classes in this period' }).waitFor()
  await expect
    .poll(async () => (await pages.server.api.get(`/v1/bookings/${eva.id}`)).body)
    .toMatchObject({ status: 'cancelled', cancellationReason: 'The room is closed' })
})

test('staff sees a class that nobody has booked yet, and cancels it', async () => {
  const { eventTypeId } = await makeBookable(pages, { seats: { capacity: 2 } })
  await book(eventTypeId, '2026-04-21T07:00:00Z')
  const page = await openDashboard(pages, await signIn(pages), `/classes/${eventTypeId}`)
  const second = page.getByRole('listitem').filter({ hasText: 'Tue 21 Apr, 09:30 – 10:00' })
  await second.getByText('Not booked yet').waitFor()
  await page.getByRole('button', { name: 'Move: Tue 21 Apr, 09:00 – 09:30' }).waitFor()
  expect(await second.getByRole('button').allInnerTexts()).toEqual(['Cancel class'])
  await second.getByRole('button', { name: 'Cancel class' }).click()
  await page.getByText('Nobody has booked this class. After this, nobody can book it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click()
  await page.getByText('Class cancelled.').waitFor()
  await second.waitFor({ state: 'detached' })
  const slots = `/v1/event-types/${eventTypeId}/slots?from=2026-04-21&to=2026-04-22`
  const { body } = await pages.server.api.get<{ data: readonly { start: string }[] }>(slots)
  const starts = body.data.map(({ start }) => start)
  expect(starts.slice(0, 2)).toEqual(['2026-04-21T07:00:00Z', '2026-04-21T08:00:00Z'])
})

test('the calendar shows classes without bookings in one call, unless its reader hides them', async () => {
  const hours = { durationMinutes: 60, slotStepMinutes: 120, seats: { capacity: 12 } }
  const { eventTypeId } = await makeBookable(pages, { title: 'Yoga', ...hours })
  await makeBookable(pages, { title: 'Pilates', ...hours })
  await book(eventTypeId, '2026-04-21T07:00:00Z')
  const page = await openDashboard(pages, await signIn(pages))
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  const free = page.getByText('Yoga · 12 seats free')
  await free.first().waitFor()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/agenda|sessions/.test(pathname)) calls.push(`${pathname} ${searchParams.get('include')}`)
  })
  await page.getByRole('button', { name: 'Next' }).click()
  // Tuesday: the class at 9 has a booking, those at 11, 13 and 15 have none.
  await page.getByText('Yoga · 1 seat', { exact: true }).waitFor()
  await expect.poll(() => free.count()).toBe(3)
  await page.getByText('Pilates · 12 seats free').first().waitFor()
  expect(calls).toEqual(['/v1/agenda offered'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  // The first six are shown, and other tests of this file have made more.
  await page.getByText(/^Providers: \d+ of \d+$/).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /Yoga · 12 seats free/ })
    .first()
    .waitFor()
  const toggle = page.getByLabel('Classes without bookings')
  const legend = page.getByRole('list', { name: 'Color legend' })
  await legend.getByText('Class without bookings').waitFor()
  await toggle.uncheck()
  await free.first().waitFor({ state: 'detached' })
  await legend.getByText('Class without bookings').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: /Yoga · 1 seat$/ }).waitFor()
  expect([await toggle.isChecked(), await free.count()]).toEqual([false, 0])
  await toggle.check()
  await page
    .getByRole('button', { name: /Yoga · 12 seats free/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Classes' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/classes/${eventTypeId}`)
})

test('staff removes a person from the wait list', async () => {
  const { eventTypeId } = await makeBookable(pages, { waitlist: { offerMinutes: 30 } })
  await pages.make(`/v1/event-types/${eventTypeId}/waitlist`, {
    from: '2026-04-25',
    to: '2026-04-27',
    booker: MAX,
  })
  const page = await openDashboard(pages, await signIn(pages), `/waitlist/${eventTypeId}`)
  await page.getByText('Sat 25 Apr to Sun 26 Apr').waitFor()
  if (IS_DEEP) await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove: Max Stein' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Nobody is waiting' }).waitFor()
})

test('staff turns on seats, limits and a wait list, and limits a provider', async () => {
  const { eventTypeId } = await makeBookable(pages)
  const page = await openDashboard(pages, await signIn(pages), `/event-types/${eventTypeId}`)
  const unfold = (title: string) => page.getByRole('heading', { name: title, exact: true }).click()
  const read = async (path: string) => (await pages.server.api.get(`/v1/${path}`)).body
  await openTab(page, 'Who and where')
  await unfold('Seats')
  await page.getByLabel('Several parties share a session').check()
  await page.getByLabel('Seats per session').fill('12')
  await openTab(page, 'Rules')
  await unfold('Limits')
  await page.getByLabel('Bookings per day').fill('5')
  await page.getByLabel('Bookings per person at a time').fill('1')
  await unfold('Wait list')
  await page.getByLabel('People can wait for a time that becomes free').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  expect(await read(`event-types/${eventTypeId}`)).toMatchObject({
    seats: { capacity: 12, showRemaining: true },
    limits: { perDay: 5, perWeek: null, perMonth: null, minutesPerDay: null, perBooker: 1 },
    waitlist: { offerMinutes: 30, linesFirst: false },
  })
  await page.goto(`${pages.url}/dashboard/providers`)
  await page.getByRole('button', { name: 'Edit: Dr. Ada Weber' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Edit provider' })
  await dialog.getByText('Limits', { exact: true }).click()
  await dialog.getByLabel('Booked minutes per day').fill('240')
  const slug = await dialog.getByLabel('Link name').inputValue()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { data } = (await read('providers')) as { data: readonly { slug: string }[] }
  expect(data.find((each) => each.slug === slug)).toMatchObject({ limits: { minutesPerDay: 240 } })
})
