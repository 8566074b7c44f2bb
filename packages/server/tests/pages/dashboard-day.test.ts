import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bookingOf,
  drag,
  enterKey,
  expectSignedOut,
  expectToast,
  fillMoment,
  halfHourHeight,
  makePractice,
  openDashboard,
  showProvider,
  signIn,
} from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'
import { keepPicture } from './support/pictures.ts'

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

test('only a valid API key opens the dashboard, and no script can read the session cookie', async () => {
  const page = await pages.open('/dashboard')
  await enterKey(page, 'hf_guess')
  await page.getByText("This key doesn't work").waitFor()
  const key = await pages.server.api.post<{ secret: string }>('/v1/api-keys', { name: 'mine' })
  await enterKey(page, key.body.secret)
  await page.getByRole('link', { name: 'Approvals' }).first().waitFor()
  // In tests, mails go to a mailbox that is readable on this machine only.
  await page.getByText('Developers').first().click()
  await page.getByRole('link', { name: 'Mailbox' }).first().waitFor()
  expect(await page.evaluate('document.cookie')).toBe('')
  const [session] = await page.context().cookies()
  expect(session).toMatchObject({ name: 'holdfast_session', httpOnly: true, sameSite: 'Strict' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignedOut(page)
  await page.reload()
  await expectSignedOut(page)
})

test('the calendar shows bookings, requests, blocks, stays, events and busy times', async () => {
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

test('dragging a booking moves it, and Undo moves it back', async () => {
  const practice = await makePractice(pages, 'Dr. Drag')
  const booking = await practice.book(AT_13, 'Alan Turing')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Drag')
  const shown = page.getByText('Alan Turing · Visit')
  await shown.waitFor()
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 4], [shown, 10, 4 + 2 * half])
  await expectToast(page, /^Moved to .*14:00$/)
  expect((await bookingOf(pages, booking)).start).toBe(AT_14)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Moved back')
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
})

test('a booking dragged onto another one does not move, and the page says why', async () => {
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
  await expectToast(page, 'Booking not moved')
  await page
    .getByText(/already taken/)
    .first()
    .waitFor()
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
  await expect.poll(async () => (await shown.boundingBox())?.y).toBe(before?.y)
})

test('the dialog offers times that overlap the booking, not its own start', async () => {
  const { book } = await makePractice(pages, 'Dr. Overlap', {
    durationMinutes: 60,
    slotStepMinutes: 30,
  })
  const booking = await book(AT_13, 'Frances Allen')
  await book('2026-04-20T13:00:00Z', 'Ada Other')
  const page = await openDashboard(pages, cookie, `/bookings/${booking.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const times = dialog.getByRole('group', { name: 'Available times' }).getByRole('button')
  await expect
    .poll(async () => (await times.allInnerTexts()).filter((time) => time >= '12:00').slice(0, 5))
    .toEqual(['12:00', '12:30', '13:30', '14:00', '16:00'])
  await keepPicture(page, 'move-over-own-time')
  await dialog.getByRole('button', { name: '13:30' }).click()
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expectToast(page, /^Moved to .*13:30$/)
  expect((await bookingOf(pages, booking)).start).toBe('2026-04-20T11:30:00Z')
})

test('a booking can be opened, moved and cancelled with the keyboard alone', async () => {
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
  await expectToast(page, /^Moved to/)
  expect((await bookingOf(pages, booking)).start).toBe(AT_1430)
  // The item at the new time, not the old one that is about to disappear.
  await shown.filter({ hasText: '14:30' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await dialog.getByLabel('Reason').fill('ill')
  await dialog.getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await expectToast(page, 'Cancelled')
  await shown.waitFor({ state: 'detached' })
  expect(await bookingOf(pages, booking)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'ill',
  })
})

test('dragging across free time blocks it, and the block can be removed', async () => {
  const practice = await makePractice(pages, 'Dr. Draw')
  const booking = await practice.book(AT_13, 'Karen Jones')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, 'Dr. Draw')
  const shown = page.getByText('Karen Jones · Visit')
  await shown.waitFor()
  const half = await halfHourHeight(page)
  await drag(page, [shown, 10, 2.2 * half], [shown, 10, 3.55 * half])
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await dialog.getByLabel('Reason').fill('Training')
  await dialog.getByRole('button', { name: 'Block time' }).click()
  await expectToast(page, 'Time blocked')
  const blocks = `/v1/providers/${practice.provider.id}/blocks`
  const listed = await pages.server.api.get<{ data: unknown[] }>(blocks)
  expect(listed.body.data).toMatchObject([
    { start: AT_14, end: '2026-04-20T13:00:00Z', reason: 'Training' },
  ])
  await page.getByText('Training', { exact: true }).click()
  await page.getByRole('button', { name: 'Unblock time' }).click()
  await expectToast(page, 'Time unblocked')
  expect((await pages.server.api.get<{ data: unknown[] }>(blocks)).body.data).toEqual([])
  expect((await bookingOf(pages, booking)).start).toBe(AT_13)
})

test('a block made in one window appears in another, although no event announces it', async () => {
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

test('a new request appears without a reload in every window, and can be approved in any', async () => {
  const practice = await makePractice(pages, 'Dr. Ask', { confirmation: 'approval' })
  const first = await openDashboard(pages, cookie, '/approvals')
  await first.getByText('No requests waiting').waitFor()
  const second = await openDashboard(pages, cookie)
  await showProvider(second, 'Dr. Ask')
  const booking = await practice.book(AT_13, 'Edsger Dijkstra')
  await second.getByText('Edsger Dijkstra · Visit').waitFor()
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByText('No requests waiting').waitFor()
  expect((await bookingOf(pages, booking)).status).toBe('confirmed')
  // The confirmed item, not the pending one that is about to disappear.
  const shown = second.locator('[style*="--category-confirmed"]', {
    hasText: 'Edsger Dijkstra · Visit',
  })
  await shown.click()
  await second.getByRole('dialog').getByText('Confirmed', { exact: true }).waitFor()
})

test('the list of bookings can be filtered by provider and status', async () => {
  const practice = await makePractice(pages, 'Dr. Find')
  await practice.book(AT_13, 'Katherine Johnson')
  await practice.book(AT_14, 'Donald Knuth')
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByLabel('Provider').selectOption({ label: 'Dr. Find' })
  const rows = page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Status').selectOption('cancelled')
  await page.getByText('No bookings found').waitFor()
})

test('a stay can be extended, except over the nights of another stay, and deleted', async () => {
  await makePractice(pages, 'Dr. Stays')
  const house = { name: 'Barn', exclusive: 'nights', timeZone: 'Europe/Berlin' }
  const { id } = await pages.make('/v1/calendars', house)
  const events = `/v1/calendars/${id}/events`
  await pages.make(events, { title: 'Smith', start: '2026-04-21', end: '2026-04-23' })
  await pages.make(events, { title: 'Jones', start: '2026-04-24', end: '2026-04-26' })
  const page = await openDashboard(pages, cookie)
  await page.getByText('Smith · Barn').click()
  const dialog = page.getByRole('dialog', { name: 'Stay' })
  await dialog.getByLabel('Departure').fill('2026-04-25')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/Another stay is booked for Fri,? 24 Apr/).waitFor()
  await dialog.getByLabel('Departure').fill('2026-04-24')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const stays = async () =>
    (await pages.server.api.get<{ data: unknown[] }>(`${events}?from=2026-04-01&to=2026-05-01`))
      .body.data
  expect(await stays()).toMatchObject([
    { title: 'Smith', start: '2026-04-21', end: '2026-04-24' },
    { title: 'Jones' },
  ])
  await page.getByText('Jones · Barn').click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Deleted')
  await page.getByText('Jones · Barn').waitFor({ state: 'detached' })
  expect(await stays()).toMatchObject([{ title: 'Smith' }])
})

test('an edit does not overwrite a concurrent change, and an edit in a series changes one event', async () => {
  await makePractice(pages, 'Dr. Team')
  const { id } = await pages.make('/v1/calendars', { name: 'Team', timeZone: 'Europe/Berlin' })
  const events = `/v1/calendars/${id}/events`
  const first = {
    title: 'Stand-up',
    start: '2026-04-21T07:00:00Z',
    end: '2026-04-21T07:30:00Z',
    recurrence: { rrule: 'FREQ=DAILY;COUNT=3' },
  }
  const series = await pages.make(events, first)
  const page = await openDashboard(pages, cookie)
  const shown = page.getByText('Stand-up')
  await expect.poll(() => shown.count()).toBe(3)
  await shown.nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Calendar event' })
  await dialog.getByText('This event is part of a series.').waitFor()
  await pages.server.api.put(`${events}/${series.id}`, { ...first, description: 'At the board' })
  await dialog.getByLabel('Title').fill('Long stand-up')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Someone else changed this').waitFor()
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => dialog.getByLabel('Note').inputValue()).toBe('At the board')
  await dialog.getByLabel('Title').fill('Long stand-up')
  await fillMoment(dialog, 'To', '2026-04-22', '10:15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const path = `${events}?from=2026-04-21&to=2026-04-30`
  expect((await pages.server.api.get<{ data: unknown[] }>(path)).body.data).toMatchObject([
    { title: 'Stand-up', end: '2026-04-21T07:30:00Z' },
    { title: 'Long stand-up', end: '2026-04-22T08:15:00Z', description: 'At the board' },
    { title: 'Stand-up', end: '2026-04-23T07:30:00Z' },
  ])
  await page.getByText('Long stand-up').click()
  await dialog.getByRole('button', { name: 'Delete series' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Deleted')
  await shown.first().waitFor({ state: 'detached' })
  expect((await pages.server.api.get<{ data: unknown[] }>(path)).body.data).toEqual([])
})
