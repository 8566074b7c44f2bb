import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { openDashboard, signIn } from './support/dashboard.ts'
import { choose, fillIn, type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
})
afterAll(() => pages.close())

let made = 0

/** A salon in which Ann cuts for 30 minutes, and Bea colors for 45. */
async function salon(
  more: object = {},
): Promise<{ readonly path: string; readonly ids: string[] }> {
  made += 1
  const provider = (name: string, rest: object = {}) =>
    pages.make('/v1/providers', {
      name,
      slug: `${name.toLowerCase()}-${made}`,
      timeZone: 'Europe/Berlin',
      ...rest,
    })
  const [ann, bea] = [await provider('Ann'), await provider('Bea')]
  const team = await provider('Salon', { kind: 'team', visits: { maxGapMinutes: 30 } })
  const service = (slug: string, title: string, id: string, rest: object) =>
    pages.make('/v1/event-types', {
      providerId: team.id,
      slug,
      title,
      durationMinutes: 30,
      slotStepMinutes: 15,
      availabilityRules: WORKING_DAYS,
      requirements: [{ name: 'stylist', providerIds: [id], count: 1, bookerMayChoose: true }],
      ...more,
      ...rest,
    })
  const question = (id: string, label: string) => ({ id, label, kind: 'text', required: true })
  const cut = await service('cut', 'Haircut', ann.id, { questions: [question('length', 'Length')] })
  const color = await service('color', 'Color', bea.id, {
    durationMinutes: 45,
    questions: [question('tone', 'Tone')],
  })
  await service('course', 'Course', ann.id, { seats: { capacity: 4 } })
  return { path: `/salon-${made}/cut`, ids: [cut.id, color.id] }
}

const bookingsOf = async (eventTypeId: string | undefined) =>
  (
    await pages.server.api.get<{ data: readonly (Made & { end: string; groupId: string })[] }>(
      `/v1/bookings?eventTypeId=${eventTypeId}`,
    )
  ).body.data
const statusesOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map(bookingsOf))).map((all) => all.map(({ status }) => status).join())

/** Takes pictures if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}

async function addColor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByRole('checkbox', { name: 'Color' }).check()
  await page.getByRole('heading', { name: 'Haircut + Color' }).waitFor()
}

test('a booker adds a service, books both as one visit with one form, and manages it as one', async () => {
  const { path, ids } = await salon()
  const page = await pages.open(path)
  await page.getByRole('button', { name: 'Add a service' }).click()
  // A course cannot be part of a visit.
  expect(await page.getByRole('checkbox').count()).toBe(1)
  await page.getByRole('checkbox', { name: 'Color' }).check()
  await page.getByRole('heading', { name: 'Haircut + Color' }).waitFor()
  await page.getByText('1 hr 15 min', { exact: true }).waitFor()
  await pictures(page, 'visit-choose')
  await expectAccessible(page)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByText('held for you', { exact: false }).first().waitFor()
  expect(await statusesOf(ids)).toEqual(['pending', 'pending'])
  await page.getByText('09:30–10:15').waitFor()
  await page.getByText('Bea', { exact: true }).waitFor()
  // A reload keeps the visit.
  await page.reload()
  await page.getByRole('heading', { name: 'Haircut + Color' }).waitFor()
  await page.getByLabel('Length').fill('short')
  await page.getByLabel('Tone').fill('red')
  await fillIn(page)
  await pictures(page, 'visit-details')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByText('Booking confirmed').waitFor()
  await page.getByText('09:00–09:30').waitFor()
  await page.getByText('09:30–10:15').waitFor()
  await pictures(page, 'visit-done')
  await expectAccessible(page)
  const [[cut], [color]] = [await bookingsOf(ids[0]), await bookingsOf(ids[1])]
  expect([cut, color]).toMatchObject([
    { status: 'confirmed', start: '2026-04-21T07:00:00Z', answers: { length: 'short' } },
    { status: 'confirmed', start: '2026-04-21T07:30:00Z', answers: { tone: 'red' } },
  ])
  expect(cut?.groupId).toBe(color?.groupId)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
  const text = await (await (await file).createReadStream()).toArray()
  expect(
    Buffer.concat(text)
      .toString()
      .match(/BEGIN:VEVENT/g),
  ).toHaveLength(2)
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByText('Haircut, Ann').waitFor()
  await page.getByText('Color, Bea').waitFor()
  await pictures(page, 'visit-manage')
})

test('times of the choice before cannot be picked while an added service loads', async () => {
  const { path } = await salon()
  const page = await pages.open(path)
  const times = page.locator('button[data-start]')
  await times.first().waitFor()
  await page.getByRole('button', { name: 'Add a service' }).click()
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/salon-\d+\/color(\?|$)/, async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('checkbox', { name: 'Color' }).check()
  await expect.poll(() => times.count()).toBe(0)
  answer()
  await page.getByRole('heading', { name: 'Haircut + Color' }).waitFor()
  await times.first().waitFor()
  await page.unrouteAll()
})

test('a service that is removed again is not booked, on an embedded page', async () => {
  const { path, ids } = await salon({ confirmation: 'instant' })
  const page = await pages.open(`/embed${path}`)
  await addColor(page)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByLabel('Tone').waitFor()
  await page.goBack()
  await page.getByRole('checkbox', { name: 'Color' }).uncheck()
  await page.getByRole('heading', { name: 'Haircut', exact: true }).waitFor()
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  expect(await page.getByLabel('Tone').count()).toBe(0)
  await page.getByLabel('Length').fill('short')
  await fillIn(page)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByText('Booking confirmed').waitFor()
  expect(await statusesOf(ids)).toEqual(['confirmed', ''])
})

test('the hold of a visit is given back for another choice, and when the page is left', async () => {
  const { path, ids } = await salon()
  const page = await pages.open(path)
  await addColor(page)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByLabel('Tone').waitFor()
  await page.goBack()
  await page.getByRole('checkbox', { name: 'Color' }).uncheck()
  await page.getByRole('heading', { name: 'Haircut', exact: true }).waitFor()
  await expect.poll(() => statusesOf(ids)).toEqual(['cancelled', 'cancelled'])
  await page.getByRole('checkbox', { name: 'Color' }).check()
  await choose(page, 'Tuesday, 21 April 2026', '10:00')
  await page.getByLabel('Tone').waitFor()
  expect(await statusesOf(ids)).toEqual(['cancelled,pending', 'cancelled,pending'])
  await page.goto('about:blank')
  await expect
    .poll(() => statusesOf(ids), { timeout: 20_000 })
    .toEqual(['cancelled,cancelled', 'cancelled,cancelled'])
})

test('a visit with prices is paid by one order', async () => {
  const payment = (amount: number) => ({ payment: { amount, currency: 'EUR', kind: 'full' } })
  const { path, ids } = await salon(payment(4000))
  const page = await pages.open(path)
  await addColor(page)
  await page.getByText('Price: €80.00').waitFor()
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByLabel('Length').fill('short')
  await page.getByLabel('Tone').fill('red')
  await fillIn(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  await page.getByRole('button', { name: /^Pay: / }).click()
  await page.getByText('Booking confirmed').waitFor()
  expect(await statusesOf(ids)).toEqual(['confirmed', 'confirmed'])
  await pictures(page, 'visit-paid')
})

test('the owner allows it on the page of the provider, with the longest pause', async () => {
  const { id } = await pages.make('/v1/providers', { name: 'Nails', timeZone: 'Europe/Berlin' })
  const page = await openDashboard(pages, await signIn(pages), '/providers')
  await page.getByRole('button', { name: 'Edit: Nails' }).click()
  await page.getByLabel('Bookers can add other services of its page to a booking').check()
  await page.getByLabel('Longest pause between two services (minutes)').fill('20')
  await pictures(page, 'visit-provider')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const read = async () =>
    (await pages.server.api.get<{ visits: unknown }>(`/v1/providers/${id}`)).body.visits
  expect(await read()).toEqual({ maxGapMinutes: 20 })
})
