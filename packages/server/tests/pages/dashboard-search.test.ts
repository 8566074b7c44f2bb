import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { expectAccessible } from './support/axe.ts'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
let nora: Made
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
  const { book, eventType } = await makePractice(pages, 'Dr. Weber')
  // Monday 20 April 2026, 10:00 in Berlin, is now.
  await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2026-04-20T09:00:00Z',
    booker: { name: 'Nóra Bergström', email: 'nb@example.com' },
  })
  nora = await book('2026-04-22T09:00:00Z', 'Nora Berg')
  await book('2026-06-22T09:00:00Z', 'Nora Berg')
  const caller = await pages.make('/v1/contacts', { name: 'Tom Caller', phone: '+4930901820' })
  await pages.make('/v1/bookings', {
    eventTypeId: eventType.id,
    start: '2026-04-23T09:00:00Z',
    contactId: caller.id,
  })
  await until('the bookers are contacts', async () => {
    const { body } = await pages.server.api.get<{ data: unknown[] }>('/v1/search?q=nora%20berg')
    return body.data.length === 2
  })
})
afterAll(() => pages.close())

const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })

test('Ctrl+K finds a person and the next bookings without accents, and the keys alone open one', async () => {
  const page = await openDashboard(pages, cookie)
  await page.keyboard.press('Control+k')
  const focused = () => page.evaluate('document.activeElement?.role')
  await expect.poll(focused).toBe('combobox')
  await page.keyboard.type('berg NORA')
  await options(page).nth(4).waitFor()
  // The whole word comes first.
  await expect
    .poll(() => options(page).allInnerTexts())
    .toMatchObject([
      expect.stringMatching(/^Nora Berg\s+nora\.berg@example\.com\s+2 bookings$/),
      expect.stringContaining('Nóra Bergström'),
      expect.stringMatching(/Nóra Bergström.+20 Apr, 11:00/s),
      expect.stringMatching(/Nora Berg.+22 Apr, 11:00/s),
      expect.stringMatching(/Nora Berg.+22 Jun, 11:00/s),
    ])
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowDown')
  const active = await field(page).getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nora Berg' })
  await dialog
    .getByText(/22 Apr/)
    .first()
    .waitFor()
  // The page below stays.
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('what was opened is offered again, and a person opens as a page', async () => {
  const page = await openDashboard(pages, cookie, '/providers')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('Type two letters or more of a name').waitFor()
  await field(page).fill('caller')
  await options(page).nth(1).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/contacts\/\w+$/)
  await page.keyboard.press('Control+k')
  await options(page).filter({ hasText: 'Tom Caller' }).waitFor()
  await page.getByText('Recent', { exact: true }).waitFor()
})

test('a booking is found by its number and a person by the last digits of the phone', async () => {
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill(nora.id)
  await expect
    .poll(() => options(page).allInnerTexts())
    .toMatchObject([expect.stringContaining('22 Apr')])
  await dialog.getByRole('combobox').fill('1820')
  await options(page).filter({ hasText: '+4930901820' }).waitFor()
  await dialog.getByRole('combobox').fill('nobody')
  await dialog.getByText('No person or booking matches “nobody”.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('the shortcut leaves a dialog with edits alone', async () => {
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  await page.getByLabel("Booker's name").fill('Half typed')
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await page.getByLabel("Booker's name").inputValue()).toBe('Half typed')
})

test('the list of bookings shows all bookings of a person that its search finds', async () => {
  const page = await openDashboard(pages, cookie, '/bookings')
  const rows = page.getByRole('list', { name: 'Bookings' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await field(page).fill('nora berg')
  await options(page).nth(4).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Bookings of Nora Berg, past and future').waitFor()
  // The second one is after the 30 days that are shown at first.
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Show all people' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  // A person without an email address.
  await field(page).fill('caller')
  // Before the answer: Enter waits for the results of this text.
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.allInnerTexts()).toMatchObject([expect.stringMatching(/Tom Caller/)])
  await field(page).fill('nora berg')
  await options(page).nth(4).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => options(page).count()).toBe(0)
})

test('on a phone, the bar has the search', async () => {
  const page = await openDashboard(pages, cookie, '', { width: 390 })
  await page.getByRole('navigation').getByRole('button', { name: 'Search' }).click()
  await field(page).fill('nora')
  await options(page).nth(1).waitFor()
  await expectAccessible(page)
  await options(page).nth(2).click()
  await page.getByRole('dialog', { name: 'Nóra Bergström' }).waitFor()
})
