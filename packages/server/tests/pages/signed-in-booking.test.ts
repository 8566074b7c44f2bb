import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { axeOn } from './support/axe.ts'
import { choose, makeBookable, openPages, type Pages } from './support/pages.ts'

const DAY = 'Tuesday, 21 April 2026'
const NAME = 'Grace Hopper'

let pages: Pages
let path: string
let waitPath: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_PUBLIC_GUARD: 'email' })
  await pages.server.api.patch('/v1/account', { slug: 'lakeside', name: 'Lakeside' })
  path = (await makeBookable(pages, { confirmation: 'instant' })).path
  const waited = await makeBookable(pages, { confirmation: 'instant', waitlist: {} })
  waitPath = waited.path
})
afterAll(() => pages.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The path of the link to sign in, in the newest email to an address. */
async function linkTo(email: string): Promise<string> {
  let found: string | undefined
  await until('the email with the link arrived', async () => {
    const { body } = await pages.server.api.get<{ data: { to: string; text: string }[] }>(
      '/v1/test/mails?limit=100',
    )
    const mail = body.data.find(({ to, text }) => to === email && text.includes('#token='))
    found = /\S+#token=\S+/.exec(mail?.text ?? '')?.[0]
    return found !== undefined
  })
  const { pathname, hash } = new URL(found ?? '')
  return pathname + hash
}

/** A contact who signed in with a link, on the page with their bookings. */
async function signedIn(email: string): Promise<Page> {
  await pages.make('/v1/contacts', { name: NAME, email })
  await pages.server.api.post('/v1/public/sign-in', { accountSlug: 'lakeside', email })
  const page = await pages.open(await linkTo(email))
  await press(page, 'See my bookings')
  await page.getByText(`Signed in as ${email}`).waitFor()
  return page
}

const valuesOf = async (page: Page, name: string, email: string) => [
  await page.getByLabel(name, { exact: true }).inputValue(),
  await page.getByLabel(email, { exact: true }).inputValue(),
]

async function expectAccessible(page: Page) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await (await axeOn(page)).analyze()).violations).toEqual([])
    const isWithin = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    expect(isWithin).toBeLessThanOrEqual(width)
  }
}

test('the form of a booker who is signed in is filled, and no link has to be followed', async () => {
  const email = 'grace@example.com'
  const page = await signedIn(email)
  await page.goto(pages.url + path)
  await choose(page, DAY, '09:00')
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await valuesOf(page, 'Name', 'Email')).toEqual([NAME, email])
  await expectAccessible(page)
  await press(page, 'Book this time')
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
})

test('a member who signed in sees the times and prices of members, and after signing out those for everybody', async () => {
  const email = 'mia@example.com'
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  const club = await makeBookable(pages, {
    confirmation: 'instant',
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
    access: [
      { tags: ['member'], maxAdvanceDays: 30, amount: 0 },
      { tags: [], maxAdvanceDays: 3 },
    ],
  })
  const page = await signedIn(email)
  const found = await pages.server.api.get<{ data: { id: string }[] }>(
    `/v1/contacts?email=${email}`,
  )
  const { id } = found.body.data[0] ?? {}
  await pages.server.api.patch(`/v1/contacts/${id}`, { tags: ['member'] })
  await page.goto(pages.url + club.path)
  const later = page.getByRole('button', { name: /^Wednesday, 29 April 2026/ })
  await later.and(page.locator('[aria-disabled=false]')).waitFor()
  await choose(page, 'Wednesday, 29 April 2026', '09:00')
  await page.getByText(`Signed in as ${email}`).waitFor()
  await press(page, 'Book this time')
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()

  await press(page, 'Book another time')
  await choose(page, DAY, '10:00')
  await press(page, 'Sign out')
  await page.goBack()
  await page.getByText('€50.00').first().waitFor()
  expect(await later.and(page.locator('[aria-disabled=false]')).count()).toBe(0)
})

test('a time that was held for a booker who is signed in is confirmed without a link', async () => {
  const email = 'joan@example.com'
  const held = await makeBookable(pages, { confirmation: 'hold' })
  const page = await signedIn(email)
  await page.goto(pages.url + held.path)
  await page.getByRole('button', { name: new RegExp(`^${DAY}`) }).waitFor()
  await choose(page, DAY, '09:00')
  await page.getByText(`Signed in as ${email}`).waitFor()
  await press(page, 'Confirm booking')
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
})

test('a series and a wait-list entry of a booker who is signed in stand at once', async () => {
  const email = 'ada@example.com'
  const page = await signedIn(email)
  await page.goto(pages.url + path)
  await choose(page, DAY, '10:00')
  await page.getByText(`Signed in as ${email}`).waitFor()
  await press(page, 'Repeat weekly')
  await press(page, 'Book 4 dates')
  await page.getByRole('heading', { name: '4 dates booked' }).waitFor()

  await page.goto(pages.url + waitPath)
  await press(page, 'Join the wait list')
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await valuesOf(page, 'Name', 'Email')).toEqual([NAME, email])
  await expectAccessible(page)
  await press(page, 'Join the wait list')
  await page.getByRole('heading', { name: "You're on the wait list" }).waitFor()
})

test('who signs out has an empty form, also after a reload', async () => {
  const email = 'mary@example.com'
  const page = await signedIn(email)
  await page.goto(pages.url + path)
  await choose(page, DAY, '11:00')
  await press(page, 'Sign out')
  expect(await valuesOf(page, 'Name', 'Email')).toEqual(['', ''])
  expect(await page.getByText('Signed in as').count()).toBe(0)
  await page.reload()
  await choose(page, DAY, '11:00')
  expect(await valuesOf(page, 'Name', 'Email')).toEqual(['', ''])
})

test('in the dark, from right to left; a sign-in that ended meanwhile books as anybody', async () => {
  const email = 'edith@example.com'
  const page = await signedIn(email)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${pages.url}${path}?lang=ar`)
  await page.locator('[data-date="2026-04-21"]').click()
  await page.getByRole('button', { name: /12:00/ }).first().click()
  await page.getByText(`تم تسجيل الدخول باسم ${email}`).waitFor()
  await expectAccessible(page)
  const contacts = `/v1/contacts?email=${email}`
  const { body } = await pages.server.api.get<{ data: { id: string }[] }>(contacts)
  const [contact] = body.data
  await pages.server.api.patch(`/v1/contacts/${contact?.id}`, { email: 'new@example.com' })
  await press(page, 'حجز هذا الموعد')
  await page.getByRole('heading', { name: 'يُرجى التحقق من بريدكم' }).waitFor()
  expect(await page.getByText('تم تسجيل الدخول باسم').count()).toBe(0)
  const kept = await page.evaluate(() => localStorage.getItem('holdfast.booker.lakeside'))
  expect(kept).toBe(null)
})
