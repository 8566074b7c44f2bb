import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, chooseRooms, makeHouse, searchPath } from './support/house.ts'
import { fillIn, openPages, type Pages } from './support/pages.ts'
import { keepPictures } from './support/pictures.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

/** A house whose double rooms have breakfast as an extra. Returns its search page. */
async function breakfastHouse(slug: string): Promise<string> {
  const house = await makeHouse(pages, slug)
  const breakfast = { id: 'breakfast', name: 'Breakfast', amount: 1000, per: 'person_night' }
  await pages.server.api.patch(`/v1/rate-plans/${house.flexibleId}`, { extras: [breakfast] })
  return searchPath(house, 5)
}

/** What all chosen rooms cost in the search. */
const total = (page: Page, amount: string) =>
  page.getByRole('status').filter({ hasText: `Total: ${amount}` })

const isHeld = (page: Page) =>
  page
    .getByText(/held for you/i)
    .first()
    .waitFor()

test('guests who change their rooms keep the extras of those that stay, and what they have typed', async () => {
  const page = await pages.open(await breakfastHouse('changed'))
  const boxes = page.getByRole('checkbox', { name: /^Breakfast/ })
  const doubles = page.getByLabel('Number of rooms: Double room, Flexible')
  const singles = page.getByLabel('Number of rooms: Single room')
  const goOn = page.getByRole('link', { name: 'Continue' })
  const change = page.getByRole('link', { name: 'Change rooms' })
  await chooseRooms(page)
  await goOn.click()
  await boxes.last().check()
  await page.getByText('Total: €840.00').waitFor()
  await button(page, 'Book these rooms').click()
  await fillIn(page)
  await page.getByLabel('I accept the house rules').check()
  await button(page, 'Change rooms').click()
  await change.click()

  // The rooms are no longer held: all of them can be chosen again.
  await doubles.waitFor()
  expect(await doubles.getByRole('option').allTextContents()).toEqual(['0', '1', '2', '3'])
  await singles.selectOption('0')
  await doubles.selectOption('3')
  await total(page, '€900.00').waitFor()
  await goOn.click()
  await page.getByText('Total: €960.00').waitFor()
  expect(await boxes.nth(0).isChecked()).toBe(false)
  expect(await boxes.nth(1).isChecked()).toBe(true)
  expect(await boxes.nth(2).isChecked()).toBe(false)
  await keepPictures(page, 'rooms-changed')
  await button(page, 'Book these rooms').click()
  await isHeld(page)
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.com')
  await keepPictures(page, 'rooms-changed-details')
  await button(page, 'Change rooms').click()
  await change.click()

  // The extras of a room go with it, and another room has none.
  await doubles.selectOption('1')
  await total(page, '€300.00').waitFor()
  await doubles.selectOption('2')
  await singles.selectOption('1')
  await page.getByText('Total: €780.00').waitFor()
  await goOn.click()
  await page.getByText('Total: €780.00').waitFor()
  expect(await boxes.first().isChecked()).toBe(false)
  expect(await boxes.last().isChecked()).toBe(false)
  await button(page, 'Book these rooms').click()
  await page.getByLabel('I accept the house rules').waitFor()
  expect(await page.getByLabel('I accept the house rules').isChecked()).toBe(true)
})

test('the only room that is left of several keeps its extras, and what the guest has typed', async () => {
  const page = await pages.open(await breakfastHouse('one-left'))
  const boxes = page.getByRole('checkbox', { name: /^Breakfast/ })
  await chooseRooms(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await boxes.first().check()
  await page.getByText('Total: €840.00').waitFor()
  await button(page, 'Book these rooms').click()
  await fillIn(page)
  await button(page, 'Change rooms').click()
  await page.getByRole('link', { name: 'Change rooms' }).click()
  await page.getByLabel('Number of rooms: Single room').selectOption('0')
  await page.getByLabel('Number of rooms: Double room, Flexible').selectOption('1')
  await total(page, '€300.00').waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await boxes.waitFor()
  expect(await boxes.isChecked()).toBe(true)
  await button(page, 'Book these dates').click()
  await isHeld(page)
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.com')
})
