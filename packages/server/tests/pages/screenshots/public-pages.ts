import type { Page } from 'playwright-core'
import type { SampleWorld } from './sample-world.ts'

/** One screenshot: its name, and the steps that lead to it. */
export interface Picture {
  readonly name: string
  readonly show: (page: Page, url: string) => Promise<void>
  readonly language?: 'en' | 'de'
  readonly colorScheme?: 'light' | 'dark'
  readonly timeZone?: string
  /** Captures the first screen instead of the whole page. */
  readonly isCropped?: boolean
}

const openBooking = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/ada-berger/check-up`)
  await page.locator('time').first().waitFor()
}

const holdOne = async (page: Page, url: string): Promise<void> => {
  await openBooking(page, url)
  await page
    .getByRole('button', { name: /^Wednesday, 29 April 2026|^Mittwoch, 29. April 2026/ })
    .click()
  // The first time that is still free: each screenshot is taken at two sizes.
  await page
    .getByRole('button', { name: /^1\d:\d\d$/ })
    .first()
    .click()
  await page.getByRole('timer').waitFor()
}

/** Holds a time of the event type with durations, places, questions and a deposit. */
const holdTraining = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/noah-tremblay/training?duration=90`)
  await page.locator('time').first().waitFor()
  await page.getByRole('button', { name: /^Wednesday, 29 April 2026/ }).click()
  await page
    .getByRole('button', { name: /^\d\d:\d\d/ })
    .first()
    .click()
  await page.getByRole('timer').waitFor()
  await fillIn(page)
  await page.getByLabel('What would you like to work on?').fill('My back, and climbing again')
}

const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel(/^E-?mail/i).fill('grace@example.com')
}

/** Takes a time while a page still offers it, then picks it on that page. */
const pickTaken = async (page: Page, url: string): Promise<void> => {
  await openBooking(page, url)
  await page.getByRole('button', { name: /^Tuesday,? 28 April 2026/ }).click()
  const wanted = page.getByRole('button', { name: /^1[45]:00$/ }).first()
  const start = await wanted.locator('time').getAttribute('datetime')
  const taken = { providerSlug: 'ada-berger', eventTypeSlug: 'check-up', start }
  await page.request.post(`${url}/v1/public/bookings`, { data: taken })
  await wanted.click()
  await page.getByText('These are still available').waitFor()
}

/** The public pages. */
export const publicPictures = (world: SampleWorld): readonly Picture[] => [
  {
    name: 'home',
    show: async (page, url) => {
      await page.goto(url)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'directory',
    show: async (page, url) => {
      await page.goto(`${url}/directory`)
      await page.getByText('Noah Tremblay').waitFor()
    },
  },
  {
    name: 'provider',
    show: async (page, url) => {
      await page.goto(`${url}/ada-berger`)
      await page.getByText('Consultation', { exact: true }).waitFor()
    },
  },
  { name: 'booking-choose', show: openBooking },
  { name: 'booking-choose-dark', show: openBooking, colorScheme: 'dark' },
  { name: 'booking-two-zones', show: openBooking, timeZone: 'America/New_York', language: 'de' },
  {
    name: 'booking-details',
    show: async (page, url) => {
      await holdOne(page, url)
      await fillIn(page)
    },
  },
  { name: 'booking-questions', show: holdTraining },
  {
    name: 'booking-pay',
    show: async (page, url) => {
      await holdTraining(page, url)
      await page.locator('form button[type=submit]').click()
      await page.waitForURL(/\/(?:pay|simulated-payments)\//)
      await page.locator('h1').first().waitFor()
    },
  },
  {
    name: 'booking-arabic',
    show: async (page, url) => {
      await page.goto(`${url}/ada-berger/check-up?lang=ar`)
      await page.locator('time').first().waitFor()
    },
  },
  {
    name: 'booking-expired',
    show: async (page, url) => {
      await holdOne(page, url)
      await fillIn(page)
      await page.clock.fastForward(301_000)
      await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
    },
  },
  { name: 'booking-taken', show: pickTaken },
  {
    name: 'booking-done',
    show: async (page, url) => {
      await holdOne(page, url)
      await fillIn(page)
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
    },
  },
  {
    name: 'manage',
    show: async (page, url) => {
      await page.goto(`${url}/manage/${world.booking.id}#${world.booking.manageToken}`)
      await page.getByText('Check-up').first().waitFor()
    },
  },
  {
    name: 'stay',
    show: async (page, url) => {
      await page.goto(`${url}/stays/${world.houseId}`)
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.getByRole('button', { name: /^Saturday,? 16 May/ }).click()
      await page.getByRole('button', { name: /^Thursday,? 21 May/ }).click()
      await page.getByRole('heading', { name: 'Your details' }).waitFor()
    },
  },
  {
    name: 'guest-stay',
    show: async (page, url) => {
      await page.goto(`${url}/stays/${world.houseId}/${world.stay.id}#${world.stay.manageToken}`)
      await page.getByRole('button', { name: 'Cancel stay' }).waitFor()
    },
  },
]
