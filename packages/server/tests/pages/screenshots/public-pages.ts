import type { Page } from 'playwright-core'
import type { SampleWorld } from './sample-world.ts'

/** One picture: its name, and how a page is brought to show what is on it. */
export interface Picture {
  readonly name: string
  readonly show: (page: Page, url: string) => Promise<void>
  readonly language?: 'en' | 'de'
  readonly colorScheme?: 'light' | 'dark'
  readonly timeZone?: string
  /** Takes what fits the screen, instead of the whole page. */
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
  // The first one that nobody holds yet: each picture is taken twice.
  await page
    .getByRole('button', { name: /^1\d:\d\d$/ })
    .first()
    .click()
  await page.getByRole('timer').waitFor()
}

const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel(/^E-/).fill('grace@example.com')
}

/** Takes a time away while the page that offers it is open, and asks for it. */
const loseOne = async (page: Page, url: string): Promise<void> => {
  await openBooking(page, url)
  await page.getByRole('button', { name: /^Tuesday,? 28 April 2026/ }).click()
  const wanted = page.getByRole('button', { name: /^1[45]:00$/ }).first()
  const start = await wanted.locator('time').getAttribute('datetime')
  const taken = { providerSlug: 'ada-berger', eventTypeSlug: 'check-up', start }
  await page.request.post(`${url}/v1/public/bookings`, { data: taken })
  await wanted.click()
  await page.getByText('These times are still free').waitFor()
}

/** The pages that anybody can see. */
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
  {
    name: 'booking-expired',
    show: async (page, url) => {
      await holdOne(page, url)
      await fillIn(page)
      await page.clock.fastForward(301_000)
      await page.getByRole('heading', { name: 'Your hold has run out' }).waitFor()
    },
  },
  { name: 'booking-taken', show: loseOne },
  {
    name: 'booking-done',
    show: async (page, url) => {
      await holdOne(page, url)
      await fillIn(page)
      await page.getByRole('button', { name: 'Confirm booking' }).click()
      await page.getByRole('heading', { name: 'You are booked' }).waitFor()
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
      await page.getByRole('button', { name: 'Cancel the stay' }).waitFor()
    },
  },
]
