import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnFrom } from '../support/depth.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

const PUBLIC_URL = 'http://book.example.com'

let google: GoogleCalendarServer
let vendorOrigin: string
let pages: Pages
let cookie: string
beforeAll(async () => {
  google = await startGoogleCalendar()
  // Another site than the pages at 127.0.0.1, as a vendor is.
  vendorOrigin = google.origin.replace('127.0.0.1', 'localhost')
  pages = await openPages({
    HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
    HOLDFAST_PUBLIC_URL: PUBLIC_URL,
    HOLDFAST_GOOGLE_CLIENT_ID: google.clientId,
    HOLDFAST_GOOGLE_CLIENT_SECRET: google.clientSecret,
    HOLDFAST_GOOGLE_ENDPOINT: vendorOrigin,
  })
  cookie = await signIn(pages)
})
afterAll(async () => {
  await pages.close()
  await google.close()
})

/** Lets the vendor redirect to the server of the test, whose port is not known when it starts. */
async function redirectHere(page: Page): Promise<void> {
  await page.context().route(`${vendorOrigin}/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const { location = '', ...headers } = response.headers()
    const here = new URL(location.replace(PUBLIC_URL, pages.url))
    here.searchParams.set('iss', vendorOrigin)
    await route.fulfill({
      response,
      headers: { ...headers, location: here.href },
    })
  })
}

const connectionsOf = async (providerId: string) => {
  const path = `/v1/providers/${providerId}/calendar-connections`
  const { body } = await pages.server.api.get<{ readonly data: readonly unknown[] }>(path)
  return body.data
}

/** Starts a sign-in in the dashboard; answers the page that the vendor redirects to. */
async function startInDashboard(name: string, width: number) {
  const { provider } = await makePractice(pages, name)
  const page = await openDashboard(pages, cookie, '/connections', { width })
  await redirectHere(page)
  await page.getByRole('button', { name: `Connect Google: ${name}` }).click()
  await page.getByRole('heading', { name: 'Connect this calendar?' }).waitFor()
  return { page, provider }
}

test.each(drawnFrom([390, 1280], 2))(
  'an owner confirms a calendar at %i px, and it is connected',
  async (width) => {
    const name = `Dr. ${width} ${'Longname'.repeat(10)}`
    const { page, provider } = await startInDashboard(name, width)
    for (const text of ['ada@example.com (Google Calendar)', name]) {
      expect(await page.getByText(text, { exact: true }).count()).toBe(1)
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await connectionsOf(provider.id)).toEqual([])
    await page.getByRole('button', { name: 'Connect calendar' }).click()
    await page.getByRole('heading', { name: 'Google Calendar is connected' }).waitFor()
    expect(await connectionsOf(provider.id)).toMatchObject([{ label: 'ada@example.com' }])
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await page.locator('#content h1').waitFor()
  },
)

test('a sign-in from the dashboard cannot be confirmed in another browser', async () => {
  const { provider } = await makePractice(pages, 'Dr. Elsewhere')
  const page = await openDashboard(pages, cookie)
  const path = `/v1/providers/${provider.id}/calendar-connections/google/authorize`
  const begun = await page.evaluate(async (to) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(to, { method: 'POST', headers, body: '{}' })
    return await answer.text()
  }, path)
  const authorizationUrl = String(JSON.parse(begun).authorizationUrl)
  const elsewhere = await pages.open('about:blank')
  await redirectHere(elsewhere)
  await elsewhere.goto(authorizationUrl)
  await elsewhere.getByRole('button', { name: 'Connect calendar' }).click()
  await elsewhere
    .getByRole('heading', { name: 'Continue in the browser where you started' })
    .waitFor()
  expect(await connectionsOf(provider.id)).toEqual([])
})
