import type { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawnFrom } from '../support/depth.ts'
import { axeOn } from './support/axe.ts'
import { choose, makeBookable, openPages, type Pages } from './support/pages.ts'

/** An event type with everything that a booking can carry. */
const CARRYING = {
  durationOptionsMinutes: [30, 60],
  color: '#ffee00',
  locations: [
    { kind: 'in_person', address: 'Lake Road 1', label: 'Practice by the lake' },
    { kind: 'phone' },
  ],
  questions: [
    { id: 'reason', label: 'What brings you to us?', kind: 'long_text', required: true },
    { id: 'room', label: 'Which room?', kind: 'select', options: ['Red', 'Blue'] },
    { id: 'topics', label: 'Which topics?', kind: 'multi_select', options: ['Teeth', 'Gums'] },
    { id: 'agreed', label: 'I accept the house rules', kind: 'checkbox', required: true },
  ],
  policy: { maxReschedules: 0 },
  payment: { amount: 5000, currency: 'EUR', kind: 'deposit', depositAmount: 1000 },
}

let pages: Pages
let path: string
let teamPath: string
let carryingPath: string
let providerPath: string
let managePath: string
let stayPath: string
let guestStayPath: string
beforeAll(async () => {
  pages = await openPages()
  const bookable = await makeBookable(pages, { description: 'We get to know each other.' })
  await makeBookable(pages, { confirmation: 'approval' })
  path = bookable.path
  const providerIds = [bookable.providerId]
  const requirement = { name: 'doctor', providerIds, count: 1, bookerMayChoose: true }
  teamPath = (await makeBookable(pages, { requirements: [requirement] })).path
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  carryingPath = (await makeBookable(pages, CARRYING)).path
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

/** The violations that axe finds, by rule and element, so that a failure names what to fix. */
async function findings(
  page: Page,
  narrowed: (axe: AxeBuilder) => AxeBuilder = (axe) => axe.withTags(TAGS),
): Promise<readonly string[]> {
  const { violations } = await narrowed(await axeOn(page)).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${impact} ${id} at ${target}: ${failureSummary}`),
  )
}

const TUESDAY = 'Tuesday, 21 April 2026'

/** Every page in every state: a name, the path, and the steps that lead there. */
const STATES: readonly (readonly [string, () => string, (page: Page) => Promise<unknown>])[] = [
  ['the home page', () => '/', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  ['the directory', () => '/directory', (page) => page.getByText('Dentist').first().waitFor()],
  ['a provider', () => providerPath, (page) => page.getByText('First visit').waitFor()],
  ['the list of times', () => path, (page) => page.locator('time').first().waitFor()],
  [
    'a booking of a chosen person',
    () => teamPath,
    async (page) => {
      await page.getByLabel('With whom?').selectOption('Dr. Ada Weber')
      expect(await findings(page)).toEqual([])
      await choose(page, TUESDAY, '\\d\\d:')
      await page.getByText('doctor').waitFor()
    },
  ],
  [
    'the choice of a duration, and details with all kinds of questions and their errors',
    () => carryingPath,
    async (page) => {
      await page.getByText('Deposit now: €10.00 of €50.00').waitFor()
      expect(await findings(page)).toEqual([])
      await choose(page, TUESDAY, '\\d\\d:')
      await page.getByRole('radio', { name: 'By phone' }).check()
      await page.getByRole('button', { name: 'Add guests' }).click()
      await page.getByLabel('Email of guest 1').fill('nobody')
      await page.getByRole('button', { name: 'Continue to payment' }).click()
      await page.getByText('Enter a phone number').waitFor()
    },
  ],
  [
    'the page to pay on',
    () => `${carryingPath}?name=Grace&email=grace@example.com&answers[reason]=x&answers[agreed]=1`,
    async (page) => {
      await choose(page, 'Thursday, 23 April 2026', '\\d\\d:')
      await page.getByRole('button', { name: 'Continue to payment' }).click()
      await page.getByRole('link', { name: 'Back without paying' }).click()
      await page.getByRole('button', { name: 'Pay €10.00' }).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Pay €10.00' }).click()
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByRole('heading', { name: /^(Processing|Booking confirmed)/ }).waitFor()
    },
  ],
  [
    'details with errors',
    () => path,
    async (page) => {
      await choose(page, TUESDAY, '\\d\\d:')
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByText('Enter your name').waitFor()
    },
  ],
  [
    'an expired hold, and a confirmed booking',
    () => path,
    async (page) => {
      await choose(page, 'Wednesday, 29 April 2026', '\\d\\d:')
      await page.getByLabel('Name').fill('Grace Hopper')
      await page.getByLabel('Email').fill('grace@example.com')
      await pages.advance(page, 301)
      await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Try this time again' }).click()
      await page.getByRole('timer').waitFor()
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    },
  ],
  ['an unknown provider', () => '/nobody', (page) => page.getByRole('alert').waitFor()],
  [
    'a booking behind its manage link',
    () => managePath,
    (page) => page.getByText('Confirmed').waitFor(),
  ],
  [
    'the cancellation of a booking',
    () => managePath,
    (page) => page.getByRole('button', { name: 'Cancel booking' }).click(),
  ],
  [
    'the choice of a new time',
    () => managePath,
    async (page) => {
      await page.getByRole('button', { name: 'Reschedule' }).click()
      await page.locator('time').first().waitFor()
    },
  ],
  [
    'the choice of nights',
    () => stayPath,
    async (page) => {
      await page.getByRole('button', { name: new RegExp(`^${TUESDAY}`) }).click()
      await page.getByRole('button', { name: /^Friday, 24 April 2026/ }).click()
      await page.getByRole('heading', { name: 'Your details' }).waitFor()
    },
  ],
  [
    'a stay behind its manage link, and its cancellation',
    () => guestStayPath,
    async (page) => {
      await page.getByRole('button', { name: 'Cancel stay' }).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel stay' }).click()
    },
  ],
]

describe('axe finds no violation, in light and dark, on', () => {
  // Most pages share their parts, so the usual run draws a third of the states.
  test.each(drawnFrom(STATES, 3))('%s', async (_, at, show) => {
    const page = await pages.open(at())
    await show(page)
    expect(await findings(page)).toEqual([])
    // Reflow (WCAG 1.4.10): a phone shows the whole page without horizontal scrolling.
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    // Dark mode changes only colors.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page, (axe) => axe.withRules(['color-contrast']))).toEqual([])
  })
})
