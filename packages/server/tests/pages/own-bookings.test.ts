import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { axeOn } from './support/axe.ts'
import { makeBookable, openPages, type Pages } from './support/pages.ts'

const PATH = '/manage/a/lakeside'

let pages: Pages
let eventTypeId: string
beforeAll(async () => {
  pages = await openPages()
  await pages.server.api.patch('/v1/account', { slug: 'lakeside', name: 'Lakeside' })
  eventTypeId = (await makeBookable(pages, { confirmation: 'instant' })).eventTypeId
})
afterAll(() => pages.close())

/** A contact with a booking. */
async function newBooker(email: string, start: string) {
  await pages.make('/v1/contacts', { name: 'Grace Hopper', email })
  return await pages.make('/v1/bookings', {
    eventTypeId,
    start,
    booker: { name: 'Grace Hopper', email },
  })
}

/** The path of the link in the newest email to an address. */
async function linkTo(email: string): Promise<string> {
  let url: string | undefined
  await until('the email with the link arrived', async () => {
    const path = '/v1/test/mails?limit=100'
    const { body } = await pages.server.api.get<{ data: { to: string; text: string }[] }>(path)
    const mail = body.data.find(({ to, text }) => to === email && text.includes('#token='))
    url = /\S+#token=\S+/.exec(mail?.text ?? '')?.[0]
    return url !== undefined
  })
  const { pathname, hash } = new URL(url ?? '')
  return pathname + hash
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function expectAccessible(page: Page) {
  expect((await (await axeOn(page)).analyze()).violations).toEqual([])
  const width = page.viewportSize()?.width ?? 0
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
}

test('a booker asks for a link, follows it, sees the own bookings and signs out', async () => {
  const email = 'grace@example.com'
  const booking = await newBooker(email, '2026-04-22T08:00:00Z')
  const page = await pages.open(PATH)
  await page.getByLabel('Email address').fill('grace')
  await press(page, 'Send the link')
  await page.getByText('Enter an email address, such as').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email address').fill(email)
  await press(page, 'Send the link')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await expectAccessible(page)

  const path = await linkTo(email)
  const opened = await pages.open(path)
  await opened.getByRole('button', { name: 'See my bookings' }).waitFor()
  // The token of the link does not stay in the address.
  expect(new URL(opened.url()).hash).toBe('')
  await press(opened, 'See my bookings')
  await opened.getByText(`Signed in as ${email}`).waitFor()
  await opened.getByRole('heading', { name: 'First visit' }).waitFor()
  const link = opened.getByRole('link', { name: 'View or change' })
  expect(await link.getAttribute('href')).toBe(`/manage/${booking.id}#${booking.manageToken}`)
  for (const width of [1280, 390]) {
    await opened.setViewportSize({ width, height: 900 })
    await expectAccessible(opened)
  }
  await opened.reload()
  await opened.getByText(`Signed in as ${email}`).waitFor()
  await press(opened, 'Sign out')
  await opened.getByLabel('Email address').waitFor()
  await opened.reload()
  await opened.getByLabel('Email address').waitFor()

  const again = await pages.open(path)
  await press(again, 'See my bookings')
  await again.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test('in the dark, from right to left, a booker whose sign-in was revoked is told so', async () => {
  const email = 'ada@example.com'
  await newBooker(email, '2026-04-22T09:00:00Z')
  await pages.server.api.post('/v1/public/sign-in', { accountSlug: 'lakeside', email })
  const path = (await linkTo(email)).replace('#', '?lang=ar#')
  const page = await pages.open(path, { colorScheme: 'dark' })
  await press(page, 'عرض حجوزاتي')
  await page.getByText(`تم تسجيل الدخول باسم ${email}`).waitFor()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
  const contacts = `/v1/contacts?email=${email}`
  const { body } = await pages.server.api.get<{ data: { id: string }[] }>(contacts)
  const [contact] = body.data
  await pages.server.api.patch(`/v1/contacts/${contact?.id}`, { email: 'new@example.com' })
  await page.reload()
  await page.getByRole('heading', { name: 'تم تسجيل خروجكم' }).waitFor()
})
