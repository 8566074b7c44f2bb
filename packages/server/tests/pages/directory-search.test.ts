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
