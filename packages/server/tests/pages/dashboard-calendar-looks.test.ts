import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { axeOn } from './support/axe.ts'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

test('a month says how many bookings each day has, and how much of the working time they take', async () => {
  const { provider, book } = await makePractice(pages, 'Dr. Ada Month')
  const schedule = await pages.make('/v1/schedules', {
    name: 'Month hours',
    timeZone: 'Europe/Berlin',
    availabilityRules: WORKING_DAYS,
  })
  await pages.server.api.patch(`/v1/providers/${provider.id}`, { scheduleId: schedule.id })
  await book('2026-04-22T08:00:00Z', 'Grace Hopper')
  await book('2026-04-22T09:00:00Z', 'Alan Turing')
  const page = await openDashboard(pages, cookie)
  await page.getByLabel('Provider').selectOption('Dr. Ada Month')
  await page.getByRole('button', { name: 'Month', exact: true }).click()
  const cell = (date: string) => page.locator(`[data-date="${date}"]`)
  // One of the eight hours from 9:00 to 17:00.
  await cell('2026-04-22').getByText('2 bookings, 1 of 8 hours').waitFor({ state: 'attached' })
  await cell('2026-04-22').getByText('2 · 13 %').waitFor()
  await cell('2026-04-23').getByText('0 bookings, 0 of 8 hours').waitFor({ state: 'attached' })
  // A Saturday is no working day.
  expect(
    await cell('2026-04-25')
      .getByText(/bookings/)
      .count(),
  ).toBe(0)
  expect((await (await axeOn(page)).analyze()).violations.map(({ id }) => id)).toEqual([])
})

test('bookings are colored by event type or provider in each view, and the choice stays', async () => {
  const cut = await makePractice(pages, 'Dr. Bob Tone', { title: 'Cut', color: '#ffcc00' })
  await cut.book('2026-04-20T11:00:00Z', 'Barbara Liskov')
  const request = await makePractice(pages, 'Dr. Cleo Tone', { confirmation: 'approval' })
  await request.book('2026-04-20T12:00:00Z', 'Donald Knuth')
  const page = await openDashboard(pages, cookie)
  await page.getByLabel('Colors').selectOption('Color by event type')
  const legend = page.getByRole('list', { name: 'Color legend' })
  await legend.getByText('Cut', { exact: true }).waitFor()
  expect(await legend.getByText('Confirmed', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  const tile = page.getByRole('button', { name: /Barbara Liskov/ })
  await tile.waitFor()
  const styleOf = async () => (await tile.getAttribute('style')) ?? ''
  expect(await styleOf()).toContain('background: rgb(255, 204, 0); color: rgb(0, 0, 0)')
  expect((await (await axeOn(page)).analyze()).violations.map(({ id }) => id)).toEqual([])
  await page.getByLabel('Colors').selectOption('Color by provider')
  await legend.getByText('Dr. Bob Tone').waitFor()
  expect(await styleOf()).not.toContain('rgb(255, 204, 0)')
  // A request keeps the color of its status.
  expect(await legend.getByText('Dr. Cleo Tone').count()).toBe(0)
  await page.reload()
  await legend.getByText('Dr. Bob Tone').waitFor()
})

test('with many columns, the names of providers and bookers are shown in full', async () => {
  for (let each = 1; each <= 11; each += 1) {
    await pages.make('/v1/providers', {
      name: `Dr. Wilhelmina ${each} Zimmermann`,
      timeZone: 'Europe/Berlin',
    })
  }
  const { book } = await makePractice(pages, 'Dr. Alexandra Neumann')
  await book('2026-04-20T09:00:00Z', 'Stefan Hoffmann')
  const page = await openDashboard(pages, cookie)
  await page.getByRole('button', { name: 'Providers', exact: true }).click()
  await page.getByText(/^Providers: /).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  const column = page.getByRole('region', { name: 'Dr. Alexandra Neumann' })
  const names = [column.getByRole('heading'), column.getByText('Stefan Hoffmann')]
  for (const name of names) {
    await name.waitFor()
    const hidden = await name.evaluate(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
      ],
    )
    expect(hidden).toEqual([0, 0])
  }
  // Half an hour has no height for the service below the two lines of the name.
  const [booking, service] = await Promise.all([
    column.getByRole('button', { name: /Stefan Hoffmann/ }).boundingBox(),
    column.getByText('Visit').boundingBox(),
  ])
  expect(service?.x).toBeGreaterThan((booking?.x ?? 0) + (booking?.width ?? 0) - 2)
})
