import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawnFrom } from '../support/depth.ts'
import {
  bookingOf,
  expectToast,
  fillMoment,
  makePractice,
  openDashboard,
  openTab,
  signIn,
} from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

// Monday 20 April 2026, 10:00 in Berlin, is now; Berlin is two hours ahead of UTC.
const AT_13 = '2026-04-20T11:00:00Z'

const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('"Add provider" opens the form, and the first provider can be made in it', async () => {
  const page = await openDashboard(pages, cookie, '/event-types')
  await page.getByRole('link', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByLabel('Name', { exact: true }).fill('Dr. First')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expectToast(page, 'Provider added')
  await rowOf(page, 'Dr. First').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/providers')
})

test('a caller on the phone is booked in one dialog, and a hold is confirmed at once', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Phone', { confirmation: 'hold' })
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByLabel('Event type').selectOption({ label: 'Visit · Dr. Phone' })
  await dialog.getByRole('button', { name: /^Mon,? 20 Apr, 10:30$/ }).waitFor()
  await dialog.getByRole('button', { name: 'Another day or time' }).click()
  await dialog.getByLabel('Day').fill('2026-04-21')
  await dialog.getByRole('button', { name: '14:30' }).click()
  await dialog.getByLabel("Booker's name").fill('Grace Hopper')
  await dialog.getByLabel("Booker's email").fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for Tue,? 21 Apr, 14:30$/)
  await rowOf(page, 'Grace Hopper').waitFor()
  const path = `/v1/bookings?eventTypeId=${eventType.id}`
  const { data } = (await pages.server.api.get<{ data: Made[] }>(path)).body
  expect(data).toMatchObject([
    { status: 'confirmed', start: '2026-04-21T12:30:00Z', booker: { name: 'Grace Hopper' } },
  ])
})

test('staff book and move outside the rules, and the server says where time is taken', async () => {
  const { eventType, book } = await makePractice(pages, 'Dr. Night')
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Event type').selectOption({ label: 'Visit · Dr. Night' })
  await dialog.getByRole('button', { name: 'Another day or time' }).click()
  await dialog.getByLabel('Day').fill('2026-04-20')
  await dialog.getByLabel('Book outside the rules').check()
  await dialog.getByLabel('Time', { exact: true }).fill('22:10')
  await dialog.getByLabel("Booker's name").fill('Ada Night')
  await dialog.getByLabel("Booker's email").fill('night@example.com')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for Mon,? 20 Apr, 22:10$/)
  await book(AT_13, 'Ada Other')
  await page.getByRole('button', { name: 'Open: Ada Night' }).click()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByLabel('Book outside the rules').check()
  await dialog.getByLabel('Day').fill('2026-04-20')
  await dialog.getByLabel('Time', { exact: true }).fill('13:10')
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expectToast(page, 'Booking not moved')
  await dialog.getByLabel('Time', { exact: true }).fill('23:45')
  await dialog.getByRole('button', { name: 'Move booking' }).click()
  await expectToast(page, /^Moved to Mon,? 20 Apr, 23:45$/)
  const path = `/v1/bookings?eventTypeId=${eventType.id}&order=desc`
  const { data } = (await pages.server.api.get<{ data: Made[] }>(path)).body
  expect(data).toMatchObject([
    { status: 'confirmed', start: '2026-04-20T21:45:00Z', override: true },
    { start: AT_13, override: false },
  ])
})

test('the list of bookings has one time zone, which it names, and lets the reader change it', async () => {
  const berlin = await makePractice(pages, 'Dr. Berlin')
  await berlin.book(AT_13, 'Ada Berlin')
  const provider = await pages.make('/v1/providers', {
    name: 'Dr. York',
    timeZone: 'America/New_York',
  })
  const rules = [{ weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] }]
  const eventType = await pages.make('/v1/event-types', {
    providerId: provider.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: rules,
  })
  const booker = { name: 'Ada York', email: 'york@example.com' }
  // 11:00 in New York is 17:00 in Berlin.
  await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2026-04-20T15:00:00Z',
    booker,
  })
  const page = await openDashboard(pages, cookie, '/bookings')
  const zone = page.getByLabel('Time zone')
  await zone.selectOption('Europe/Berlin')
  await rowOf(page, 'Ada Berlin')
    .getByText(/13:00 – 13:30/)
    .waitFor()
  await rowOf(page, 'Ada York')
    .getByText(/17:00 – 17:30/)
    .waitFor()
  await zone.selectOption('America/New_York')
  await rowOf(page, 'Ada Berlin')
    .getByText(/07:00 – 07:30/)
    .waitFor()
  await rowOf(page, 'Ada York')
    .getByText(/11:00 – 11:30/)
    .waitFor()
})

test('abandoned holds are listed only on request', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Hold', { confirmation: 'hold' })
  const start = '2026-04-22T08:00:00Z'
  const held = await pages.server.anybody.post<Made>('/v1/public/bookings', {
    eventTypeId: eventType.id,
    start,
  })
  await pages.make(`/v1/bookings/${held.body.id}/cancel`, {})
  const kept = await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start,
    booker: { name: 'Joan Clarke', email: 'joan@example.com' },
  })
  await pages.make(`/v1/bookings/${kept.id}/confirm`, {})
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByLabel('Provider').selectOption({ label: 'Dr. Hold' })
  const rows = page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')
  await rows.getByText('Joan Clarke').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Status').selectOption({ label: 'Including abandoned holds' })
  await expect.poll(() => rows.count()).toBe(2)
})

test('a person is checked in, called, served and checked out in the panel of the booking', async () => {
  const { book } = await makePractice(pages, 'Dr. Visit')
  // In half an hour.
  const booking = await book('2026-04-20T08:30:00Z', 'Vera Visit')
  const page = await openDashboard(pages, cookie, `/bookings/${booking.id}`)
  const visit = page.getByRole('dialog').getByRole('region', { name: 'Visit' })
  for (const step of ['Check in', 'Call', 'Call again', 'Start service']) {
    await visit.getByRole('button', { name: step, exact: true }).click()
  }
  await visit.getByText('In service').waitFor()
  await page.keyboard.press('Escape')
  await rowOf(page, 'Vera Visit').getByText('In service').waitFor()
  await page.getByRole('button', { name: 'Open: Vera Visit' }).click()
  await visit.getByRole('button', { name: 'Check out' }).click()
  await expectToast(page, 'Checked out')
  expect(await bookingOf(pages, booking)).toMatchObject({
    status: 'completed',
    visit: { arrivedAt: expect.any(String), endedAt: expect.any(String), number: null },
  })
  const later = await book('2026-04-22T08:30:00Z', 'Vera Later')
  await page.goto(`${pages.url}/dashboard/bookings/${later.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).waitFor()
  expect(await visit.count()).toBe(0)
})

test('an appointment that completed itself can be marked as a no-show', async () => {
  const own = await openPages()
  try {
    const ownCookie = await signIn(own)
    const practice = await makePractice(own, 'Dr. Missed')
    const booking = await practice.book(AT_13, 'Ada Missed')
    await own.server.setClock('2026-04-20T12:00:00Z')
    await expect.poll(async () => (await bookingOf(own, booking)).status).toBe('completed')
    const page = await openDashboard(own, ownCookie, '/bookings')
    await page.getByRole('button', { name: 'Open: Ada Missed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as no-show' }).click()
    await expectToast(page, 'Marked as no-show')
    expect((await bookingOf(own, booking)).status).toBe('no_show')
  } finally {
    await own.close()
  }
})

test('hours that end before they start ask whether they end on the next day', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Night')
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Times')
  await page.getByLabel('Monday, to').fill('08:00')
  await page.getByText('08:00 is not after 09:00.').waitFor()
  await page.getByRole('button', { name: 'Ends on Tuesday at 08:00' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const saved = await pages.server.api.get<{ availabilityRules: unknown[] }>(
    `/v1/event-types/${eventType.id}`,
  )
  expect(saved.body.availabilityRules.slice(0, 2)).toEqual([
    { weekday: 'monday', windows: [{ start: '09:00', end: '24:00' }] },
    {
      weekday: 'tuesday',
      windows: [
        { start: '00:00', end: '08:00' },
        { start: '09:00', end: '17:00' },
      ],
    },
  ])
})

test('a block that ends before it starts asks whether it ends on the next day', async () => {
  const page = await openDashboard(pages, cookie)
  await page.getByRole('button', { name: 'Block time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await fillMoment(dialog, 'From', '2026-04-20', '22:00')
  await fillMoment(dialog, 'To', '2026-04-20', '06:00')
  await dialog.getByRole('button', { name: /^Ends on Tue,? 21 Apr, 06:00$/ }).click()
  expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe('2026-04-21')
  expect(await dialog.getByLabel('To, time').inputValue()).toBe('06:00')
})

test("times are typed and shown in the reader's hour cycle, whatever the browser's", async () => {
  const { provider } = await makePractice(pages, 'Dr. Cycle')
  const page = await openDashboard(pages, cookie)
  await page.getByLabel('Time format').selectOption('12 h')
  await page.getByRole('button', { name: 'Block time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block time' })
  await dialog.getByLabel('Provider').selectOption('Dr. Cycle')
  await fillMoment(dialog, 'From', '2026-04-22', '1430')
  await fillMoment(dialog, 'To', '2026-04-22', 'half past')
  const from = dialog.getByRole('spinbutton', { name: 'From, time' })
  const to = dialog.getByRole('spinbutton', { name: 'To, time' })
  expect(await from.inputValue()).toBe('2:30 pm')
  await dialog.getByRole('button', { name: 'Block time' }).click()
  await dialog.getByRole('alert').getByText('Enter a time, such as 2:30 pm.').waitFor()
  expect(await to.getAttribute('aria-invalid')).toBe('true')
  await to.fill('3:05 pm')
  await to.press('ArrowUp')
  expect(await to.getAttribute('aria-valuetext')).toBe('3:15 pm')
  await to.press('Enter')
  await expectToast(page, 'Time blocked')
  const blocks = `/v1/providers/${provider.id}/blocks?from=2026-04-22T00:00:00Z&to=2026-04-23T00:00:00Z`
  expect((await pages.server.api.get<{ data: Made[] }>(blocks)).body.data).toMatchObject([
    { start: '2026-04-22T12:30:00Z', end: '2026-04-22T13:15:00Z' },
  ])
})

describe('unsaved edits are asked about', () => {
  test('on the way to another page, by link and by the back button', async () => {
    const { eventType } = await makePractice(pages, 'Dr. Edit')
    const page = await openDashboard(pages, cookie, '/event-types')
    await page.evaluate(`history.pushState(null, '', '/dashboard/event-types/${eventType.id}')`)
    await page.goto(`${pages.url}/dashboard/event-types`)
    await rowOf(page, 'Dr. Edit').getByRole('button', { name: 'Edit: Visit' }).click()
    await page.getByLabel('Title').fill('Long visit')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.getByRole('link', { name: 'Providers' }).first().click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Long visit')
    expect(new URL(page.url()).pathname).toBe(`/dashboard/event-types/${eventType.id}`)
    await page.getByRole('link', { name: 'Providers' }).first().click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'Providers', level: 1 }).waitFor()
  })

  test('when the window closes', async () => {
    const { eventType } = await makePractice(pages, 'Dr. Close')
    const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
    await page.getByLabel('Title').fill('Long visit')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  })

  test('when a dialog is closed with Escape', async () => {
    const page = await openDashboard(pages, cookie, '/providers/new')
    const dialog = page.getByRole('dialog', { name: 'Add provider' })
    await dialog.getByLabel('Name', { exact: true }).fill('Dr. Half')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Dr. Half')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  })
})

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('the element is not visible')
  return box
}

test.each(drawnFrom([390, 1280], 2))(
  'a toast covers nothing on a screen of %i pixels',
  async (width) => {
    const { eventType } = await makePractice(pages, `Dr. Toast ${width}`)
    const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`, { width })
    await page.getByLabel('Title').fill('Long visit')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Saved')
    const toast = await boxOf(page.getByRole('region', { name: 'Notifications' }))
    const content = page.locator('#content')
    await expect
      .poll(async () => {
        const box = await boxOf(content)
        return box.y + box.height
      })
      .toBeLessThanOrEqual(toast.y)
    const shown = [content, page.getByRole('button', { name: 'Save' })]
    if (width < 500) shown.push(page.getByRole('button', { name: 'More' }))
    for (const element of shown) {
      const box = await boxOf(element)
      expect(box.y + box.height).toBeLessThanOrEqual(toast.y)
    }
  },
)

test('a text that says that something worked replaces the one before', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Replace')
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  const toasts = page.getByRole('region', { name: 'Notifications' })
  for (const title of ['First title', 'Second title']) {
    await page.getByLabel('Title').fill(title)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'Save' }).click()
    await saved
    await expectToast(page, 'Saved')
  }
  expect(await toasts.getByRole('heading', { name: 'Saved' }).count()).toBe(1)
})

test('the link to a booking page can be copied, and the code that embeds it', async () => {
  await makePractice(pages, 'Dr. Share')
  const page = await openDashboard(pages, cookie, '/event-types')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const row = rowOf(page, 'Dr. Share')
  await row.getByRole('button', { name: 'Copy link: Visit' }).click()
  await expectToast(page, 'Link copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${pages.url}/dr-share/visit`)
  await row.getByRole('button', { name: 'Embed code: Visit' }).click()
  await page
    .getByRole('dialog', { name: 'Embed this booking page' })
    .getByText(`<script src="${pages.url}/embed.js" data-holdfast="dr-share/visit" async></script>`)
    .waitFor()
})

test('Back in the dialog of a booking returns the focus to the button that was pressed', async () => {
  const practice = await makePractice(pages, 'Dr. Focus')
  await practice.book(AT_13, 'Ada Focus')
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByRole('button', { name: 'Open: Ada Focus' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ada Focus' })
  for (const name of ['Reschedule', 'Cancel booking']) {
    await dialog.getByRole('button', { name }).click()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => page.locator(':focus').textContent()).toBe(name)
  }
})

test('the link in an email to the provider opens the booking', async () => {
  const practice = await makePractice(pages, 'Dr. Link')
  const booking = await practice.book(AT_13, 'Ada Link')
  const page = await openDashboard(pages, cookie, `/bookings/${booking.id}`)
  const dialog = page.getByRole('dialog', { name: 'Ada Link' })
  await dialog.getByText('ada.link@example.com').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/dashboard/bookings')
})
