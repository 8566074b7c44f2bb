import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillIn, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const makeHouse = () =>
  pages.make('/v1/calendars', {
    name: 'House by the lake',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    stayPolicy: { minNights: 2 },
    publicStays: true,
  })

const stays = async (houseId: string) => {
  const path = `/v1/calendars/${houseId}/events?from=2026-04-01&to=2026-06-01`
  return (await pages.server.api.get<{ data: object[] }>(path)).body.data
}

test("a stay can be booked on free nights, and appears in the owner's calendar", async () => {
  const { id } = await makeHouse()
  const taken = { title: 'Others', start: '2026-04-25', end: '2026-04-27' }
  await pages.make(`/v1/calendars/${id}/events`, taken)
  const page = await pages.open(`/stays/${id}`)
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await day('Saturday, 25 April 2026, taken').waitFor()
  await day('Friday, 24 April 2026, not available').waitFor()
  await day('Tuesday, 21 April 2026').click()
  await day('Saturday, 25 April 2026, available for departure, 4 nights').click()
  await page.getByText('4 nights').waitFor()
  await fillIn(page)
  await page.getByRole('button', { name: 'Book stay' }).click()
  await page.getByRole('heading', { name: 'Stay booked' }).waitFor()
  expect(await stays(id)).toMatchObject([
    {
      title: 'Grace Hopper',
      start: '2026-04-21',
      end: '2026-04-25',
      extendedProps: { guestEmail: 'grace@example.com' },
      guest: { name: 'Grace Hopper', email: 'grace@example.com', locale: 'en' },
    },
    { title: 'Others' },
  ])
})

test('nights that someone else has just taken are named, and the details are kept', async () => {
  const { id } = await makeHouse()
  const page = await pages.open(`/stays/${id}`)
  await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await page.getByRole('button', { name: /^Friday, 24 April 2026/ }).click()
  await fillIn(page)
  const first = { title: 'Others', start: '2026-04-23', end: '2026-04-26' }
  await pages.make(`/v1/calendars/${id}/events`, first)
  await page.getByRole('button', { name: 'Book stay' }).click()
  await page.getByText(/Taken: Thu,? 23 Apr/).waitFor()
  await page.getByRole('button', { name: /^Thursday, 23 April 2026, taken/ }).waitFor()
  await page.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
  await page.getByRole('button', { name: /^Thursday, 23 April 2026/ }).click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  await page.getByRole('button', { name: 'Book stay' }).click()
  await page.getByRole('heading', { name: 'Stay booked' }).waitFor()
})
