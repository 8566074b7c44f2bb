import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnFrom } from '../support/depth.ts'
import { until } from '../support/until.ts'
import { axeOn } from './support/axe.ts'
import { choose, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const QUESTIONS = [
  { id: 'about', label: 'Your question', kind: 'long_text', required: false },
  { id: 'topic', label: 'Topic', kind: 'select', options: ['Teeth', 'Gums'], required: false },
]

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, and whether the page is wider than the screen. */
async function faults(page: Page): Promise<readonly string[]> {
  const { violations } = await (await axeOn(page)).withTags(TAGS).analyze()
  const width = await page.locator('html').evaluate((html) => html.scrollWidth)
  return [
    ...violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target)}`),
    ...(width > 390 ? [`${width} px wide`] : []),
  ]
}

interface Expected {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly month: string
  readonly done: string
}

const EXPECTED: readonly Expected[] = [
  { language: 'ar', direction: 'rtl', month: 'أبريل 2026', done: 'تم تأكيد الحجز' },
  { language: 'ja', direction: 'ltr', month: '2026年4月', done: '予約が確定しました' },
  { language: 'de', direction: 'ltr', month: 'April 2026', done: 'Buchung bestätigt' },
  { language: 'fr', direction: 'ltr', month: 'avril 2026', done: 'Réservation confirmée' },
  { language: 'es', direction: 'ltr', month: 'abril de 2026', done: 'Reserva confirmada' },
  { language: 'it', direction: 'ltr', month: 'aprile 2026', done: 'Prenotazione confermata' },
  { language: 'nl', direction: 'ltr', month: 'april 2026', done: 'Boeking bevestigd' },
  { language: 'pt', direction: 'ltr', month: 'abril de 2026', done: 'Reserva confirmada' },
  { language: 'pl', direction: 'ltr', month: 'kwiecień 2026', done: 'Rezerwacja potwierdzona' },
  { language: 'tr', direction: 'ltr', month: 'Nisan 2026', done: 'Rezervasyon onaylandı' },
]

test.each(drawnFrom(EXPECTED, 10))(
  'a booker whose browser speaks $language books on a phone, with no fault on any step',
  async ({ language, direction, month, done }) => {
    const { path } = await makeBookable(pages, { questions: QUESTIONS })
    const page = await pages.open('about:blank', { locale: language, colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${pages.url}${path}`)
    await page.getByRole('heading', { name: month }).waitFor()
    await page.locator('button[data-start]').first().waitFor()
    expect(await page.locator('html').evaluate(({ lang, dir }) => [lang, dir])).toEqual([
      language,
      direction,
    ])
    expect(await faults(page)).toEqual([])
    await page.locator('[data-date="2026-04-21"]').click()
    await page.locator('button[data-start^="2026-04-21T10:00"]').click()
    await page.locator('input[name="name"]').fill('Grace Hopper')
    await page.locator('input[name="email"]').fill('grace@example.com')
    expect(await faults(page)).toEqual([])
    await page.locator('button[type="submit"]').click()
    await page.getByRole('heading', { name: done }).waitFor()
    expect(await faults(page)).toEqual([])
  },
)

test('a language loads beside the first request to the API, and no English shows before it', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank', { locale: 'fr-CA' })
  const asked = page.waitForResponse((response) => response.url().includes('/v1/'))
  const seen: boolean[] = []
  await page.route(/\/assets\/fr-/, async (route) => {
    await asked
    await page.locator('button[data-start]').first().waitFor({ state: 'attached' })
    seen.push(await page.getByText('Time zone').isVisible())
    await route.continue()
  })
  await page.goto(`${pages.url}${path}`)
  await page.getByText('Fuseau horaire : Europe/Berlin').waitFor()
  expect(seen).toContain(false)
  expect(seen).not.toContain(true)
  await expect.poll(() => page.title()).toBe('First visit avec Dr. Ada Weber')
})

test('the language of a link counts for the further pages of the visit, until another one is chosen', async () => {
  const { path, providerPath } = await makeBookable(pages)
  const page = await pages.open(`${providerPath}?lang=fr`, { locale: 'en-GB' })
  await page.locator('html[lang=fr]').waitFor()
  await page.goto(`${pages.url}${path}`)
  await page.getByText('Fuseau horaire : Europe/Berlin').waitFor()
  await page.locator('footer select').last().selectOption('de')
  await page.goto(`${pages.url}${providerPath}`)
  await page.locator('html[lang=de]').waitFor()
})

test('a page whose language does not load is in English', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank', { locale: 'fr-CA' })
  await page.route(/\/assets\/fr-/, (route) => route.abort())
  await page.goto(`${pages.url}${path}`)
  await page.getByText('Time zone: Europe/Berlin').waitFor()
})

test('the left arrow key goes to the next day where text runs from right to left', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(`${path}?lang=ar`)
  await page.locator('[data-date="2026-04-21"]').click()
  await page.keyboard.press('ArrowLeft')
  expect(await page.locator(':focus').getAttribute('data-date')).toBe('2026-04-22')
})

test('a guest who books in German pays and manages the booking in German, also by the links in emails', async () => {
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  const payment = { amount: 5000, currency: 'EUR', kind: 'full' }
  const { path } = await makeBookable(pages, { payment })
  const page = await pages.open(`${path}?lang=de`)
  await choose(page, 'Dienstag, 21. April 2026', '10:00')
  await page.getByLabel('Name').fill('Grete Hopper')
  await page.getByLabel('E-Mail').fill('grete@example.com')
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  // The page to pay on is at the public address of the server, where no language was chosen.
  expect(new URL(page.url()).origin).not.toBe(pages.url)
  await page.getByRole('link', { name: 'Zurück, ohne zu bezahlen' }).click()
  await page.getByRole('button', { name: /^50,00\s€ zahlen$/ }).click()
  await page.getByRole('button', { name: /zahlen: / }).click()
  await page.getByRole('heading', { name: 'Buchung bestätigt' }).waitFor()
  await page.getByRole('link', { name: 'Buchung verwalten' }).click()
  await page.getByRole('button', { name: 'Verschieben' }).waitFor()
  const readLink = async () => {
    const path = '/v1/test/mails?limit=100'
    const { body } = await pages.server.api.get<{ data: { to: string; text: string }[] }>(path)
    const mail = body.data.find(({ to }) => to === 'grete@example.com')
    return /http\S+\/manage\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await until('the guest got the email', async () => (await readLink()) !== '')
  const link = await readLink()
  expect(link).toMatch(/\/manage\/bkg_\w+\?lang=de#hm_\w+$/)
  // On another device, whose browser speaks English.
  const elsewhere = await pages.open(link, { locale: 'en-GB' })
  await elsewhere.getByRole('button', { name: 'Verschieben' }).waitFor()
  // The choice of the reader wins over the link, also after a reload.
  await elsewhere.getByLabel('Sprache').selectOption('English')
  await elsewhere.getByRole('button', { name: 'Reschedule' }).waitFor()
  await elsewhere.reload()
  await elsewhere.getByRole('button', { name: 'Reschedule' }).waitFor()
})
