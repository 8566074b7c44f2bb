import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeOn } from './support/axe.ts'
import { openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

const list = async (path: string) =>
  (await pages.server.api.get<{ data: readonly (Made & { scheduleId: string | null })[] }>(path))
    .body.data

test('an owner with an empty account comes to a confirmed booking by the proposed steps', async () => {
  const page = await openDashboard(pages, cookie)
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form') })
  const finish = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/first-day')
  await page.getByText('0 of 4 done').waitFor()
  await page.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Dr. Ada Berger')
  await finish('Add')
  await page.getByText('1 of 4 done').waitFor()
  await page.getByRole('button', { name: 'Set hours' }).click()
  await finish('Save')
  await page.getByText('2 of 4 done').waitFor()
  await page.getByRole('button', { name: 'Create event type' }).click()
  await finish('Create')
  await page.getByText('3 of 4 done').waitFor()
  expect((await (await axeOn(page)).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'New booking' }).click()
  await dialog.getByRole('button', { name: /^Tue,? 21 Apr, 09:00$/ }).click()
  await dialog.getByLabel("Booker's name").fill('Grace Hopper')
  await dialog.getByLabel("Booker's email").fill('grace@example.com')
  expect((await (await axeOn(page)).analyze()).violations).toEqual([])
  await finish('Book')
  await page.getByText('All set. People can book you.').waitFor()

  expect(await list('/v1/bookings')).toMatchObject([
    { status: 'confirmed', start: '2026-04-21T07:00:00Z' },
  ])
  const [schedule] = await list('/v1/schedules')
  expect(await list('/v1/providers')).toMatchObject([
    { name: 'Dr. Ada Berger', timeZone: 'Europe/Berlin', scheduleId: schedule?.id },
  ])
  expect(await list('/v1/event-types')).toMatchObject([
    { title: '30-minute meeting', slug: '30-minute-meeting', durationMinutes: 30 },
  ])
})

test('the hidden list is gone from the navigation, and the calendar stays', async () => {
  const page = await openDashboard(pages, cookie, '/first-day', { width: 390 })
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Bookings' }).waitFor()
  expect(await page.getByRole('link', { name: 'Get started' }).count()).toBe(0)
})
