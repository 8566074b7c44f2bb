import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openDashboard, signIn } from './support/dashboard.ts'
import { fillIn, type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

let rooms = 0

/** A room that is booked by the night, from Berlin. */
async function makeRoom(more: Readonly<Record<string, unknown>> = {}) {
  rooms += 1
  const timeZone = 'Europe/Berlin'
  const house = { name: 'Lake House', timeZone, address: 'Seestraße 1, Berlin' }
  const { id: propertyId } = await pages.make('/v1/properties', house)
  const slug = `room-${rooms}`
  const unit = { name: `Room ${rooms}`, kind: 'unit', timeZone, propertyId, slug }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const { id: eventTypeId } = await pages.make('/v1/event-types', {
    providerId,
    grain: 'nights',
    slug: 'double',
    title: 'Double room',
    stay: { minNights: 2 },
    ...more,
  })
  const make = (arrival: string, departure: string) =>
    pages.make('/v1/bookings', {
      eventTypeId,
      arrival,
      departure,
      booker: { name: 'Ada', email: 'ada@example.com' },
    })
  const read = async () =>
    (await pages.server.api.get<{ data: Made[] }>(`/v1/bookings?eventTypeId=${eventTypeId}`)).body
      .data
  return { path: `/${slug}/double`, name: unit.name, make, read }
}

const day = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

/** Takes a picture if a folder is named, to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.screenshot({ path: `${folder}/${name}-phone.png`, fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 720 })
}

test('nights are chosen, held, booked and moved by the link of the booking', async () => {
  const room = await makeRoom({ confirmation: 'hold' })
  await room.make('2026-04-26', '2026-04-28')
  const page = await pages.open(room.path)
  await page.getByText('Minimum stay: 2 nights.').waitFor()
  await day(page, 'Sunday, 26 April 2026, taken').waitFor()
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Sunday, 26 April 2026, available for departure, 3 nights').click()
  await expectAccessible(page)
  await picture(page, 'choose')
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Thursday, 23 April 2026, from 15:00').waitFor()
  await page.getByText('Sunday, 26 April 2026, by 11:00').waitFor()
  await expectAccessible(page)
  await picture(page, 'details')
  expect(await room.read()).toMatchObject([
    { status: 'pending', arrival: '2026-04-23', departure: '2026-04-26' },
    { arrival: '2026-04-26' },
  ])
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('link', { name: 'Manage booking' }).waitFor()
  await page.getByText('3 nights').waitFor()
  await picture(page, 'done')
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByText('Thursday, 23 April 2026, from 15:00').waitFor()
  await expectAccessible(page)
  await picture(page, 'manage')
  await page.getByRole('button', { name: 'Reschedule' }).click()
  // Its own nights count as free.
  await day(page, 'Friday, 24 April 2026, available for arrival').click()
  await day(page, 'Sunday, 26 April 2026, available for departure, 2 nights').click()
  await expectAccessible(page)
  await picture(page, 'move')
  await page.getByRole('button', { name: /^Move stay to/ }).click()
  await page.getByText('Friday, 24 April 2026, from 15:00').waitFor()
  await page.getByText('2 nights').waitFor()
  expect(await room.read()).toMatchObject([
    { status: 'confirmed', arrival: '2026-04-24', departure: '2026-04-26' },
    { arrival: '2026-04-26' },
  ])
})

test('a stay with a price costs all of its nights, is paid for, and keeps its number of nights', async () => {
  const payment = { amount: 8000, currency: 'EUR', kind: 'full' }
  const room = await makeRoom({ confirmation: 'hold', payment })
  const page = await pages.open(room.path)
  await page.getByText('€80.00 per night').waitFor()
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Sunday, 26 April 2026').click()
  await page.getByText('Total: €240.00').waitFor()
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: /Pay/ }).click()
  await page.getByRole('heading', { name: /^(Processing|Booking confirmed)/ }).waitFor()
  await expect
    .poll(room.read)
    .toMatchObject([{ status: 'confirmed', arrival: '2026-04-23', payment: { amount: 24_000 } }])
})

test('nights that somebody else takes meanwhile are refused, and others can be chosen', async () => {
  const room = await makeRoom({ confirmation: 'hold' })
  const page = await pages.open(room.path)
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Saturday, 25 April 2026').click()
  await room.make('2026-04-24', '2026-04-26')
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Some nights were just taken', { exact: true }).waitFor()
  await day(page, 'Friday, 24 April 2026, taken').waitFor()
  await day(page, 'Tuesday, 21 April 2026').click()
  await day(page, 'Thursday, 23 April 2026').click()
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Tuesday, 21 April 2026, from 15:00').waitFor()
})

test('the dashboard shows the dates of a stay, and moves it to others unless they are taken', async () => {
  const room = await makeRoom({ confirmation: 'instant' })
  const stay = await room.make('2026-04-23', '2026-04-26')
  await room.make('2026-04-28', '2026-04-30')
  const page = await openDashboard(pages, await signIn(pages), '/bookings')
  await page
    .getByText(/^Thu,? 23 Apr – Sun,? 26 Apr, 3 nights$/)
    .first()
    .waitFor()
  await page.goto(`${pages.url}/dashboard/bookings/${stay.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Double room').waitFor()
  await dialog.getByText('Thursday, 23 April 2026, from 15:00').waitFor()
  expect(await dialog.getByRole('button', { name: 'Reassign' }).count()).toBe(0)
  await dialog.getByText('Sunday, 26 April 2026, by 11:00').waitFor()
  await expectAccessible(page)
  await picture(page, 'dashboard')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByLabel('Departure').fill('2026-04-29')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.getByText('A night is already taken').waitFor()
  await dialog.getByLabel('Departure').fill('2026-04-28')
  await expectAccessible(page)
  await picture(page, 'dashboard-move')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await room.read()).toMatchObject([
    { arrival: '2026-04-23', departure: '2026-04-28', nights: 5 },
    { arrival: '2026-04-28' },
  ])
})

/** A rate plan with a cheaper one that follows it. */
async function makePlans() {
  const flexible = await pages.make('/v1/rate-plans', {
    name: 'Flexible',
    currency: 'EUR',
    amount: 10_000,
    meals: 'breakfast',
    nightly: [{ name: 'Spring', from: '2026-04-25', to: '2026-05-10', amount: 12_000 }],
    occupancy: { adults: 2, children: [{ untilAge: 12, amount: 1500 }] },
    fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' }],
    extras: [
      { id: 'breakfast', name: 'Breakfast', amount: 1200, per: 'person_night' },
      { id: 'cot', name: 'Cot', amount: 2000, per: 'stay' },
    ],
    cancellation: [{ days: 1, time: '18:00', penaltyPercent: 100 }],
    codes: [
      { code: 'SPRING', percent: 10 },
      { code: 'AUTUMN', percent: 20, from: '2026-09-01' },
    ],
    taxes: [
      { name: 'VAT 7 %', percent: 7, included: true },
      { name: 'Tourist tax', amount: 250, exemptUntilAge: 17, collect: 'atHouse' },
    ],
  })
  const saver = await pages.make('/v1/rate-plans', {
    name: 'Saver',
    parentId: flexible.id,
    adjust: { percent: -10 },
    restrictions: [{ from: '2026-01-01', to: '2027-01-01', minNights: 2 }],
    cancellation: [{ penaltyPercent: 100 }],
  })
  return { flexible, saver, ratePlanIds: [flexible.id, saver.id] }
}

test('a guest says who stays, reads what each rate costs, and pays for the one that they chose', async () => {
  const { saver, flexible, ratePlanIds } = await makePlans()
  const room = await makeRoom({
    confirmation: 'hold',
    stay: {},
    ratePlanIds,
    occupancy: { base: 2, adults: 2, children: 2, total: 3 },
    payment: { amount: 100, currency: 'EUR', kind: 'full' },
  })
  const page = await pages.open(room.path)
  await page.getByLabel('Children').selectOption('1')
  await page.getByLabel('Age of child 1').selectOption('7')
  expect(await page.getByText('per night').count()).toBe(0)
  // One night is too short for the second rate.
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Friday, 24 April 2026').click()
  await page.getByText('Total: €180.00').waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Sunday, 26 April 2026').click()
  await page.getByText('Total: €440.00').waitFor()
  await page.getByText('Spring: 1 night').waitFor()
  await page.getByText('Includes VAT 7 %').waitFor()
  await page.getByText(/^Free cancellation until Wed,? 22 Apr, 18:00\.$/).waitFor()
  await expectAccessible(page)
  await picture(page, 'rates')
  await page.getByRole('radio', { name: /Saver/ }).check()
  await page.getByText('Total: €408.00').waitFor()
  await page.getByText('You pay €15.00 of it at the property.').waitFor()
  await page.getByText('Non-refundable.').waitFor()
  // The price changes while the guest reads.
  const path = `/v1/rate-plans/${flexible.id}`
  expect((await pages.server.api.patch(path, { amount: 11_000 })).status).toBe(200)
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('The price of these nights has changed').waitFor()
  await page.getByText('Total: €426.00').waitFor()
  expect(await room.read()).toEqual([])
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Thursday, 23 April 2026, from 15:00').waitFor()
  await page.getByText('Total: €426.00').waitFor()
  await expectAccessible(page)
  await picture(page, 'rates-details')
  expect(await room.read()).toMatchObject([
    {
      status: 'pending',
      occupants: { adults: 2, childAges: [7] },
      quote: { ratePlanId: saver.id, total: 42_600, atHouse: 1500 },
    },
  ])
  await fillIn(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: /Pay/ }).click()
  await page.getByRole('heading', { name: /^(Processing|Booking confirmed)/ }).waitFor()
  await expect
    .poll(room.read)
    .toMatchObject([{ status: 'confirmed', nights: 3, payment: { amount: 41_100 } }])
})

test('dates that no rate allows say so, and other people are held anew', async () => {
  const { ratePlanIds } = await makePlans()
  const room = await makeRoom({
    confirmation: 'hold',
    stay: {},
    ratePlanIds: ratePlanIds.slice(1),
    occupancy: { base: 2, adults: 2, children: 0, total: 2 },
  })
  const page = await pages.open(room.path)
  await day(page, 'Thursday, 23 April 2026').click()
  await day(page, 'Friday, 24 April 2026').click()
  await page.getByText('These dates have no rate').waitFor()
  expect(await page.getByRole('button', { name: 'Book these dates' }).count()).toBe(0)
  await day(page, 'Tuesday, 21 April 2026').click()
  await day(page, 'Thursday, 23 April 2026').click()
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Tuesday, 21 April 2026, from 15:00').waitFor()
  await page.getByRole('button', { name: 'Choose other dates' }).click()
  // The price for two adults is that for one.
  await page.getByLabel('Adults').selectOption('1')
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Tuesday, 21 April 2026, from 15:00').waitFor()
  await expect
    .poll(async () => (await room.read()).filter(({ status }) => status === 'pending'))
    .toMatchObject([{ arrival: '2026-04-21', occupants: { adults: 1, childAges: [] } }])
})

test('a guest chooses extras, tries a wrong code and a right one, and books at the price that they read', async () => {
  const { flexible, ratePlanIds } = await makePlans()
  const room = await makeRoom({
    confirmation: 'hold',
    stay: {},
    ratePlanIds,
    occupancy: { base: 2, adults: 2, children: 0, total: 2 },
  })
  const page = await pages.open(room.path)
  await day(page, 'Tuesday, 21 April 2026').click()
  await day(page, 'Thursday, 23 April 2026').click()
  // 2 nights of 100.00, cleaning of 60.00, and tourist tax of 2.50 for each adult and night.
  await page.getByText('Total: €270.00').waitFor()
  await page.getByRole('checkbox', { name: /^Breakfast/ }).check()
  await page.getByText('Total: €318.00').waitFor()
  const code = page.getByLabel('Discount code (optional)')
  await code.fill('AUTUMN')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('This code cannot be used for these nights.').waitFor()
  await page.getByText('Total: €318.00').waitFor()
  await code.fill('spring')
  await code.press('Enter')
  await page.getByText('Total: €298.00').waitFor()
  await expectAccessible(page)
  await picture(page, 'extras')
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await page.getByText('Total: €298.00').waitFor()
  // The way back shows what was chosen.
  await page.getByRole('button', { name: 'Choose other dates' }).click()
  await page.getByText('Total: €298.00').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Breakfast/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Book these dates' }).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  const booked = (await room.read()).filter(({ status }) => status === 'confirmed')
  expect(booked).toMatchObject([{ quote: { ratePlanId: flexible.id, total: 29_800 } }])
})

test('a stay is booked by phone in the dashboard: its dates, who stays, a rate, and nights outside the rules', async () => {
  const { flexible, saver, ratePlanIds } = await makePlans()
  const room = await makeRoom({ confirmation: 'instant', stay: {}, ratePlanIds })
  const page = await openDashboard(pages, await signIn(pages), '/bookings')
  const open = async () => {
    await page.getByRole('button', { name: 'New booking' }).click()
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    await dialog.getByLabel('Event type').selectOption({ label: `Double room · ${room.name}` })
    await dialog.getByLabel("Booker's name").fill('Greta Guest')
    return dialog
  }
  const dialog = await open()
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  expect(await room.read()).toEqual([])
  await dialog.getByLabel('Arrival').fill('2026-04-23')
  await dialog.getByLabel('Departure').fill('2026-04-26')
  await dialog.getByLabel('Ages of children').fill('7')
  // 2 nights of 100.00, one of 120.00, a child of 15.00 a night, cleaning of 60.00, tourist tax of 2.50 for two adults.
  await dialog.getByLabel('Rate plan').selectOption({ label: 'Flexible · €440.00' })
  await expectAccessible(page)
  await picture(page, 'by-phone')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByText(/^Booked for Thu,? 23 Apr – Sun,? 26 Apr$/).waitFor()
  expect(await room.read()).toMatchObject([
    {
      status: 'confirmed',
      booker: { name: 'Greta Guest', email: null },
      occupants: { adults: 2, childAges: [7] },
      quote: { ratePlanId: flexible.id, total: 44_000 },
    },
  ])
  // Taken nights are never booked anyway.
  const again = await open()
  // Nor before the prices are there, of which one is chosen.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/quotes?*', async (route) => {
    await asked
    await route.continue()
  })
  await again.getByLabel('Arrival').fill('2026-04-25')
  await again.getByLabel('Departure').fill('2026-04-27')
  await again.getByRole('button', { name: 'Book', exact: true, disabled: true }).waitFor()
  answer()
  await again.getByRole('button', { name: 'Book', exact: true }).click()
  await again.getByText('A night is already taken').waitFor()
  expect(await again.getByRole('button', { name: 'Book anyway' }).count()).toBe(0)
  await again.getByRole('button', { name: 'Cancel' }).click()
  // Too far ahead is against a rule of the event type, which the house may break, with any of its plans.
  const ahead = await open()
  await ahead.getByLabel('Arrival').fill('2028-04-27')
  await ahead.getByLabel('Departure').fill('2028-04-30')
  await ahead.getByText('No rate plan can be booked').waitFor()
  await ahead.getByLabel('Rate plan').selectOption({ label: 'Saver' })
  await ahead.getByRole('button', { name: 'Book', exact: true }).click()
  await ahead.getByRole('button', { name: 'Book anyway' }).click()
  await ahead.waitFor({ state: 'hidden' })
  expect(await room.read()).toMatchObject([
    { arrival: '2026-04-23' },
    { arrival: '2028-04-27', quote: { ratePlanId: saver.id } },
  ])
})
