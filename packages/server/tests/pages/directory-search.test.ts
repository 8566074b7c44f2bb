import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { axeOn } from './support/axe.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

/** Makes a listed provider with an event type. */
async function list(name: string, title: string): Promise<void> {
  const timeZone = 'Europe/Berlin'
  const { id } = await pages.make('/v1/providers', { name, timeZone, listed: true })
  await pages.make('/v1/event-types', {
    providerId: id,
    slug: 'visit',
    title,
    durationMinutes: 30,
    availabilityRules: WORKING_DAYS,
  })
}

test('a directory of several providers is searched by name and service, also on a phone', async () => {
  for (const name of ['Ada Berger', 'Bob Klein', 'Cleo Wolf', 'Dora Lang'])
    await list(name, 'Visit')
  const few = await pages.open('/directory')
  await few.getByRole('heading', { name: 'Dora Lang' }).waitFor()
  expect(await few.getByRole('searchbox').count()).toBe(0)
  await list('Zoë Müller', 'Haircut')
  const page = await pages.open('/directory', { colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('muller')
  await page.getByText('1 provider', { exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Ada Berger' }).count()).toBe(0)
  await search.fill('hair')
  await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor()
  await search.fill('nobody')
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  expect((await (await axeOn(page)).analyze()).violations.map(({ id }) => id)).toEqual([])
  const scrollsSideways =
    'document.documentElement.scrollWidth > document.documentElement.clientWidth'
  expect(await page.evaluate(scrollsSideways)).toBe(false)
  await search.fill('')
  await page.getByText('5 providers').waitFor({ state: 'attached' })
})

/** Takes pictures if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

test('each service shows when it is free next, and a slow answer holds nothing up', async () => {
  await list('Yuki Next', 'Massage')
  const page = await pages.open('about:blank')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/public/slots*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${pages.url}/directory`)
  const service = page.getByRole('link', { name: /Massage/ })
  await service.waitFor()
  expect(await service.getByText('Next:').count()).toBe(0)
  release()
  // Monday morning at 10:00; the first start is 10:30 or later, and the page is in the zone of the browser.
  await service.scrollIntoViewIfNeeded()
  await service.getByText(/^Next: Mon,? 20 Apr, 10:[03]0$/).waitFor()
  await pictures(page, 'directory-next')
})
