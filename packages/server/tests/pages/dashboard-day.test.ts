import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bookingOf,
  drag,
  halfHourHeight,
  makePractice,
  openDashboard,
  showProvider,
  signIn,
  told,
} from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

// Monday 20 April 2026; Berlin is two hours ahead of UTC.
const AT_13 = '2026-04-20T11:00:00Z'
const AT_14 = '2026-04-20T12:00:00Z'
const AT_1430 = '2026-04-20T12:30:00Z'

test('an API key opens the dashboard, a wrong one does not, and no script can read the cookie', async () => {
  const page = await pages.open('/dashboard')
  await page.getByLabel('API key').fill('hf_guess')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This key is not known, or was revoked.').waitFor()
  const key = await pages.server.api.post<{ secret: string }>('/v1/api-keys', { name: 'mine' })
  await page.getByLabel('API key').fill(key.body.secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Approvals' }).first().waitFor()
  // Mails are kept here, and whoever sits at this machine can read them.
  await page.getByRole('link', { name: 'Mailbox' }).first().waitFor()
  expect(await page.evaluate('document.cookie')).toBe('')
  const [kept] = await page.context().cookies()
  expect(kept).toMatchObject({ name: 'holdfast_session', httpOnly: true, sameSite: 'Strict' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  await page.reload()
  await page.getByLabel('API key').waitFor()
})

test("an owner's day shows bookings, requests, blocks, stays, events and busy times", async () => {
  const practice = await makePractice(pages, 'Dr. Day')
  const { id } = practice.provider
  await practice.book(AT_13, 'Grace Hopper')
  const block = { start: '2026-04-20T15:00:00Z', end: '2026-04-20T16:00:00Z', reason: 'Lunch' }
  await pages.make(`/v1/providers/${id}/blocks`, block)
  await pages.server.api.put(`/v1/test/providers/${id}/busy`, [
    { start: '2026-04-20T13:30:00Z', end: '2026-04-20T14:30:00Z' },
  ])
  const berlin = { timeZone: 'Europe/Berlin' }
  const house = await pages.make('/v1/calendars', { name: 'House', exclusive: 'nights', ...berlin })
  await pages.make(`/v1/calendars/${house.id}/events`, {
    title: 'Family Meier',
    start: '2026-04-21',
    end: '2026-04-23',
  })
  const plain = await pages.make('/v1/calendars', { name: 'Practice', ...berlin })
  await pages.make(`/v1/calendars/${plain.id}/events`, {
    title: 'Summer fair',
    start: '2026-04-22T08:00:00Z',
    end: '2026-04-22T09:00:00Z',
  })
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Day')
  for (const text of ['Grace Hopper · Visit', 'Lunch', 'Family Meier · House', 'Summer fair']) {
    await page.getByText(text).first().waitFor()
  }
  await page.locator('section').getByText('Busy', { exact: true }).first().waitFor()
  for (const view of ['Day', 'Month', 'List']) {
    await page.getByRole('button', { name: view, exact: true }).click()
    await page.getByText('Grace Hopper').first().waitFor()
  }
})

test('a booking that is dragged is moved, and moved back by Undo', async () => {
  const practice = await makePractice(pages, 'Dr. Drag')
  const booking = await practice.book(AT_13, 'Alan Turing')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Drag')
  const shown = page.getByText('Alan Turing · Visit')
  await shown.waitFor()
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 4], [shown, 10, 4 + 2 * half])
  await told(page, /^Moved to .*14:00$/)
  expect((await bookingOf(pages, booking)).start).toBe(AT_14)
  await page.getByRole('button', { name: 'Undo' }).click()
  await told(page, 'Moved back')
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
})

test('a booking that is dragged onto another stays, and the reason is told', async () => {
  const practice = await makePractice(pages, 'Dr. Full')
  const booking = await practice.book(AT_13, 'Radia Perlman')
  await practice.book(AT_14, 'Tony Hoare')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Full')
  const shown = page.getByText('Radia Perlman · Visit')
  await shown.waitFor()
  const before = await shown.boundingBox()
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 4], [shown, 10, 4 + 2 * half])
  await told(page, 'The booking stays where it was')
  await page
    .getByText(/already taken/)
    .first()
    .waitFor()
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
  await expect.poll(async () => (await shown.boundingBox())?.y).toBe(before?.y)
})

test('without a mouse a booking is opened, moved to a free time, and cancelled', async () => {
  const practice = await makePractice(pages, 'Dr. Keys')
  const booking = await practice.book(AT_13, 'Barbara Liskov')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Keys')
  const shown = page.getByRole('button', { name: /Barbara Liskov/ })
  await shown.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Barbara Liskov' })
  await dialog.getByRole('button', { name: 'Reschedule' }).press('Enter')
  await dialog.getByRole('button', { name: '14:30' }).press('Enter')
  await dialog.getByRole('button', { name: 'Move booking' }).press('Enter')
  await told(page, /^Moved to/)
  expect((await bookingOf(pages, booking)).start).toBe(AT_1430)
  // Drawn anew at its new time, and not the one that is about to go.
  await shown.filter({ hasText: '14:30' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await dialog.getByLabel('Reason').fill('ill')
  await dialog.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await told(page, 'Cancelled')
  await shown.waitFor({ state: 'detached' })
  expect(await bookingOf(pages, booking)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'ill',
  })
})

test('time that is drawn over is blocked, and opened again', async () => {
  const practice = await makePractice(pages, 'Dr. Draw')
  const booking = await practice.book(AT_13, 'Frances Allen')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Draw')
  const shown = page.getByText('Frances Allen · Visit')
  await shown.waitFor()
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 2.2 * half], [shown, 10, 3.55 * half])
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await dialog.getByLabel('Reason').fill('Training')
  await dialog.getByRole('button', { name: 'Block time' }).click()
  await told(page, 'Time blocked')
  const blocks = `/v1/providers/${practice.provider.id}/blocks`
  const listed = await pages.server.api.get<{ data: unknown[] }>(blocks)
  expect(listed.body.data).toMatchObject([
    { start: AT_14, end: '2026-04-20T13:00:00Z', reason: 'Training' },
  ])
  await page.getByText('Training', { exact: true }).click()
  await page.getByRole('button', { name: 'Open this time again' }).click()
  await told(page, 'The time is open again')
  expect((await pages.server.api.get<{ data: unknown[] }>(blocks)).body.data).toEqual([])
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
})

test('time that is blocked in one window is blocked in another, though no event tells of it', async () => {
  const practice = await makePractice(pages, 'Dr. Two')
  const first = await openDashboard(pages, cookie)
  await showProvider(first, 'Dr. Two')
  const second = await first.context().newPage()
  second.setDefaultTimeout(15_000)
  await second.goto(`${pages.url}/dashboard`)
  await showProvider(second, 'Dr. Two')
  await first.getByRole('button', { name: 'Block time' }).click()
  const dialog = first.getByRole('dialog', { name: 'Block time' })
  await dialog.getByLabel('Reason').fill('Training')
  await dialog.getByRole('button', { name: 'Block time' }).click()
  await second.getByText('Training', { exact: true }).waitFor()
  const { id } = practice.provider
  const listed = await pages.server.api.get<{ data: unknown[] }>(`/v1/providers/${id}/blocks`)
  expect(listed.body.data).toMatchObject([{ reason: 'Training' }])
})

test('a request shows at once, also in a second window, and is approved there', async () => {
  const practice = await makePractice(pages, 'Dr. Ask', { confirmation: 'approval' })
  const first = await openDashboard(pages, cookie, '/approvals')
  await first.getByText('Nothing is waiting').waitFor()
  const second = await openDashboard(pages, cookie)
  await showProvider(second, 'Dr. Ask')
  const booking = await practice.book(AT_13, 'Edsger Dijkstra')
  await second.getByText('Edsger Dijkstra · Visit').waitFor()
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByText('Nothing is waiting').waitFor()
  expect((await bookingOf(pages, booking)).status).toBe('confirmed')
  // Drawn anew as one that is confirmed, and not the one that is about to go.
  const shown = second.locator('[style*="--look-confirmed"]', {
    hasText: 'Edsger Dijkstra · Visit',
  })
  await shown.click()
  await second.getByRole('dialog').getByText('Confirmed', { exact: true }).waitFor()
})

test('bookings are found by name, by address and by status', async () => {
  const practice = await makePractice(pages, 'Dr. Find')
  await practice.book(AT_13, 'Katherine Johnson')
  await practice.book(AT_14, 'Donald Knuth')
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByLabel('Provider').selectOption({ label: 'Dr. Find' })
  const rows = page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Search').fill('knuth')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Search').fill('katherine.johnson@example.com')
  await rows.getByText('Katherine Johnson').waitFor()
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Status').selectOption('cancelled')
  await page.getByText('No bookings here').waitFor()
})
