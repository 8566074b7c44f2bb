import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { axeOn, expectAccessible } from './support/axe.ts'
import {
  bookingOf,
  drag,
  expectToast,
  makePractice,
  openDashboard,
  openTab,
  showProvider,
  signIn,
} from './support/dashboard.ts'
import { choose, fillIn, makeBookable, openPages, type Pages } from './support/pages.ts'

const DAY = 1440
const VAN = 'Blue van'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** A rental of two hours, and of one to three days. */
const RENTAL = {
  title: 'Rent the van',
  durationMinutes: 120,
  durationOptionsMinutes: [120, DAY, 2 * DAY, 3 * DAY],
  hoursApplyTo: 'startAndEnd',
  availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test.each([1280, 390])(
  'at %i px, a booker chooses for how many days, and sees when to bring it back',
  async (width) => {
    const { path } = await makeBookable(pages, RENTAL)
    const page = await pages.open(path, { timeZone: 'Europe/Berlin' })
    await page.setViewportSize({ width, height: 900 })
    await page.getByText('2 days', { exact: true }).click()
    await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
    await page.getByRole('button', { name: '10:00 Until Thu 23 Apr, 10:00' }).waitFor()
    await picture(page, `rental-times-${width}`)
    await choose(page, 'Tuesday, 21 April 2026', '10:00')
    await page.getByText('From Tuesday, 21 April 2026, 10:00').waitFor()
    await page.getByText('Until Thursday, 23 April 2026, 10:00').waitFor()
    await picture(page, `rental-details-${width}`)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await fillIn(page)
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    await page.getByText('Until Thursday, 23 April 2026, 10:00').waitFor()
  },
)

test('a booker moves a rental by its link, and it keeps its length', async () => {
  const { eventTypeId } = await makeBookable(pages, RENTAL)
  const made = await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-22T08:00:00Z',
    durationMinutes: 2 * DAY,
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  await pages.make(`/v1/bookings/${made.id}/confirm`, {})
  const page = await pages.open(`/manage/${made.id}#${made.manageToken}`, {
    timeZone: 'Europe/Berlin',
  })
  await page.getByText('Until Friday, 24 April 2026, 10:00').waitFor()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await choose(page, 'Friday, 24 April 2026', '12:00')
  await page.getByText('Until Sunday, 26 April 2026, 12:00').waitFor()
  await page.getByRole('button', { name: 'Move booking' }).click()
  await page.getByText('Booking moved').waitFor()
  expect(await bookingOf(pages, made)).toMatchObject({
    start: '2026-04-24T10:00:00Z',
    end: '2026-04-26T10:00:00Z',
  })
})

test('a booker moves a rental by one day, over its own time', async () => {
  const { eventTypeId } = await makeBookable(pages, RENTAL)
  const made = await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-22T08:00:00Z',
    durationMinutes: 3 * DAY,
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  const page = await pages.open(`/manage/${made.id}#${made.manageToken}`, {
    timeZone: 'Europe/Berlin',
  })
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByRole('button', { name: /^Wednesday, 22 April 2026/ }).click()
  await page.getByRole('button', { name: /^11:00/ }).waitFor()
  // It is there already.
  expect(await page.getByRole('button', { name: /^10:00/ }).count()).toBe(0)
  await choose(page, 'Thursday, 23 April 2026', '10:00')
  await picture(page, 'rental-move-over-own-time')
  await page.getByRole('button', { name: 'Move booking' }).click()
  await page.getByText('Booking moved').waitFor()
  expect(await bookingOf(pages, made)).toMatchObject({
    start: '2026-04-23T08:00:00Z',
    end: '2026-04-26T08:00:00Z',
  })
})

test('the calendar shows a rental on each of its days, and its dialog both dates', async () => {
  const { eventType } = await makePractice(pages, VAN, RENTAL)
  const rent = (start: string, days: number, name: string) =>
    pages.make('/v1/bookings', {
      eventTypeId: eventType.id,
      start,
      durationMinutes: days * DAY,
      booker: { name, email: 'grace@example.com' },
    })
  const graces = await rent('2026-04-21T08:00:00Z', 2, 'Grace Hopper')
  await rent('2026-04-25T08:00:00Z', 3, 'Ada')
  const page = await openDashboard(pages, cookie)
  await showProvider(page, VAN)
  const tiles = page.getByText('Grace Hopper · Rent the van')
  await tiles.first().waitFor()
  expect(await tiles.count()).toBe(3)
  await picture(page, 'rental-week')
  await tiles.first().click()
  await page.getByRole('dialog').getByText('10:00 – Thu 23 Apr, 10:00').waitFor()
  await picture(page, 'rental-dialog')
  await page.keyboard.press('Escape')
  // A day later, over its own time.
  const width = ((await tiles.first().boundingBox())?.width ?? 0) + 10
  await drag(page, [tiles.first(), 20, 10], [tiles.first(), 20 + width, 10])
  await expect
    .poll(() => bookingOf(pages, graces))
    .toMatchObject({ start: '2026-04-22T08:00:00Z', end: '2026-04-24T08:00:00Z' })
  await page.getByRole('button', { name: 'Next' }).click()
  // It began in the week before.
  const other = page.getByText('Ada · Rent the van')
  await other.first().waitFor()
  expect(await other.count()).toBe(2)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  const column = page.getByRole('region', { name: VAN, exact: true })
  await column.getByText('Ada').waitFor()
  await picture(page, 'rental-columns')
})

test.each([1280, 390])('at %i px, the form of an event type makes it a rental', async (width) => {
  const { eventType } = await makePractice(pages, `Form${width}`)
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`, { width })
  await openTab(page, 'Times')
  await page.getByLabel('More durations').fill('2h, 1d, 14d')
  await page.getByLabel('Only the start and the end have to be within the hours').check()
  await picture(page, `rental-form-${width}`)
  const { violations } = await (await axeOn(page)).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const saved = await pages.server.api.get<Record<string, unknown>>(
    `/v1/event-types/${eventType.id}`,
  )
  expect(saved.body).toMatchObject({
    hoursApplyTo: 'startAndEnd',
    durationOptionsMinutes: [30, 120, DAY, 14 * DAY],
  })
})
