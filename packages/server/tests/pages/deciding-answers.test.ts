import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

/** What the test reads of bookings. */
interface Listed {
  readonly data: readonly {
    readonly answers: object
    readonly price: { readonly amount: number }
  }[]
}

let made = 0
/** A salon whose long hair takes 15 minutes and 10 euros more, and where kids have a service of their own. */
async function salon(): Promise<string> {
  made += 1
  const ann = await pages.make('/v1/providers', {
    name: 'Ann',
    slug: `ann-${made}`,
    timeZone: 'Europe/Berlin',
  })
  const service = (slug: string, title: string, more: object) =>
    pages.make('/v1/event-types', {
      providerId: ann.id,
      slug,
      title,
      durationMinutes: 30,
      slotStepMinutes: 60,
      availabilityRules: WORKING_DAYS,
      ...more,
    })
  const kids = await service('kids', 'Cut for kids', {})
  await service('cut', 'Cut and blow-dry', {
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
    questions: [
      {
        id: 'hair',
        label: 'Your hair',
        kind: 'select',
        required: true,
        options: ['Short', 'Long', 'Kids'],
        optionRules: {
          Long: { addMinutes: 15, addAmount: 1000 },
          Kids: { leadsTo: { eventTypeId: kids.id } },
        },
        optionTexts: { de: ['Kurz', 'Lang', 'Kinder'] },
      },
      { id: 'note', label: 'Anything else?', kind: 'text' },
    ],
  })
  return `/ann-${made}/cut`
}

const timesOf = (page: Page): Locator => page.locator('button[data-start]')

test('the booking page asks first what decides, and books the time for the answers', async () => {
  const page = await pages.open(await salon())
  await page.getByText('Answer these questions to see the available times.').waitFor()
  expect(await timesOf(page).count()).toBe(0)
  const hair = page.getByLabel('Your hair')
  // The code for questions loads after the page.
  await hair.waitFor()
  expect(await hair.locator('option').allTextContents()).toEqual([
    'Choose …',
    'Short',
    'Long (+15 min, +€10.00)',
    'Kids',
  ])
  await hair.selectOption('Long')
  await timesOf(page).first().click()
  await page.getByText('Price: €60.00').waitFor()
  await page.getByText('45 min').first().waitFor()
  expect(await page.getByLabel('Your hair').count()).toBe(0)
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Anything else? (optional)').fill('No')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  const { body } = await pages.server.api.get<Listed>('/v1/bookings')
  expect(body.data.map(({ answers, price }) => [answers, price.amount])).toEqual([
    [{ hair: 'Long', note: 'No' }, 6000],
  ])
})

test('an answer that leads to another event type shows the way to its page, and no times', async () => {
  const page = await pages.open(await salon())
  await page.getByLabel('Your hair').selectOption('Kids')
  await page.getByRole('link', { name: 'Continue with Cut for kids' }).click()
  await page.getByRole('heading', { name: 'Cut for kids' }).waitFor()
  await timesOf(page).first().waitFor()
})

test('options are shown in the language of the page, and a link can answer for the booker', async () => {
  const path = await salon()
  const german = await pages.open(`${path}?lang=de`)
  const hair = german.getByLabel('Your hair')
  // The code for questions loads after the page.
  await hair.waitFor()
  expect(await hair.locator('option').allTextContents()).toEqual([
    'Auswählen …',
    'Kurz',
    'Lang (+15 Min., +10,00\u00a0€)',
    'Kinder',
  ])
  const answered = await pages.open(`${path}?answers[hair]=Long`)
  await timesOf(answered).first().waitFor()
  expect(await answered.getByLabel('Your hair').inputValue()).toBe('Long')
})
