import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choose, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let path: string
let providerPath: string
let managePath: string
let stayPath: string
let guestStayPath: string
beforeAll(async () => {
  pages = await openPages()
  const bookable = await makeBookable(pages, { description: 'We get to know each other.' })
  await makeBookable(pages, { confirmation: 'approval' })
  path = bookable.path
  providerPath = bookable.providerPath
  const booking = await pages.make('/v1/bookings', {
    eventTypeId: bookable.eventTypeId,
    start: '2026-04-22T08:00:00Z',
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  await pages.make(`/v1/bookings/${booking.id}/confirm`, {})
  managePath = `/manage/${booking.id}#${booking.manageToken}`
  const house = await pages.make('/v1/calendars', {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  })
  stayPath = `/stays/${house.id}`
  const stay = await pages.make(`/v1/stays/${house.id}`, {
    arrival: '2026-05-04',
    departure: '2026-05-08',
    guest: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  guestStayPath = `${stayPath}/${stay.id}#${stay.manageToken}`
})
afterAll(() => pages.close())

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds that matters: by rule and place, so that a failure says what to mend. */
async function findings(
  page: Page,
  narrowed: (axe: AxeBuilder) => AxeBuilder = (axe) => axe.withTags(TAGS),
): Promise<readonly string[]> {
  const { violations } = await narrowed(new AxeBuilder({ page })).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target}: ${failureSummary}`),
  )
}

const TUESDAY = 'Tuesday, 21 April 2026'

/** Every page in every state, as the name of what is on it and the way there. */
const STATES: readonly (readonly [string, () => string, (page: Page) => Promise<unknown>])[] = [
  ['the first page', () => '/', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  ['the directory', () => '/directory', (page) => page.getByText('Dentist').first().waitFor()],
  ['a provider', () => providerPath, (page) => page.getByText('First visit').waitFor()],
  ['times to choose', () => path, (page) => page.locator('time').first().waitFor()],
  [
    'details, with wrong ones told',
    () => path,
    async (page) => {
      await choose(page, TUESDAY, '\\d\\d:')
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByText('Please tell your name.').waitFor()
    },
  ],
  [
    'a hold that ran out, and a booking that is done',
    () => path,
    async (page) => {
      await choose(page, 'Wednesday, 29 April 2026', '\\d\\d:')
      await page.getByLabel('Name').fill('Grace Hopper')
      await page.getByLabel('E-mail').fill('grace@example.com')
      await pages.advance(page, 301)
      await page.getByRole('heading', { name: 'Your hold has run out' }).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Hold this time again' }).click()
      await page.getByRole('timer').waitFor()
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByRole('heading', { name: 'You are booked' }).waitFor()
    },
  ],
  ['nobody', () => '/nobody', (page) => page.getByRole('alert').waitFor()],
  ['a booking to manage', () => managePath, (page) => page.getByText('Confirmed').waitFor()],
  [
    'a booking to cancel',
    () => managePath,
    (page) => page.getByRole('button', { name: 'Cancel the booking' }).click(),
  ],
  [
    'a booking to move',
    () => managePath,
    async (page) => {
      await page.getByRole('button', { name: 'Choose another time' }).click()
      await page.locator('time').first().waitFor()
    },
  ],
  [
    'a stay',
    () => stayPath,
    async (page) => {
      await page.getByRole('button', { name: new RegExp(`^${TUESDAY}`) }).click()
      await page.getByRole('button', { name: /^Friday, 24 April 2026/ }).click()
      await page.getByRole('heading', { name: 'Your details' }).waitFor()
    },
  ],
  [
    'a stay that was taken, and one to cancel',
    () => guestStayPath,
    async (page) => {
      await page.getByRole('button', { name: 'Cancel the stay' }).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel the stay' }).click()
    },
  ],
]

describe('axe finds nothing, in light and in dark, on', () => {
  test.each(STATES)('%s', async (_, at, show) => {
    const page = await pages.open(at())
    await show(page)
    expect(await findings(page)).toEqual([])
    // Reflow (WCAG 1.4.10): a phone shows all of it without scrolling sideways.
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    // In the dark only the colours are others.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page, (axe) => axe.withRules(['color-contrast']))).toEqual([])
  })
})
