import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

test('a page whose script does not load says so, and loads on a retry', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  await page.route('**/assets/booking-*.js', (route) => route.abort())
  await page.goto(`${pages.url}${path}`)
  await page.getByText("This page didn't load.").waitFor()
  await page.getByText('Diese Seite wurde nicht geladen.').waitFor()
  await page.unroute('**/assets/booking-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('time').first().waitFor()
  expect(await page.getByText("This page didn't load.").count()).toBe(0)
})

test('a page whose shared script does not load says so without the help of a script', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`${pages.url}${path}`)
  await page.getByText("This page didn't load.").waitFor()
})

test('a booking page shows what is booked and with whom before its scripts have loaded', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`${pages.url}${path}`)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  const shown = await heading.textContent()
  // The page of the scripts has the same heading while it waits for the times.
  await page.unroute('**/*.js')
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/public/**', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`${pages.url}${path}`)
  await page.locator('[aria-busy="true"] h1').waitFor()
  expect(await heading.textContent()).toBe(shown)
  answer.resolve()
  await page.locator('time').first().waitFor()
  expect(await heading.textContent()).toBe(shown)
})

test('the call for the times begins before the scripts of the booking page have loaded, and is the only one', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  const asked: string[] = []
  const called = Promise.withResolvers<void>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/v1/')) return
    asked.push(pathname)
    called.resolve()
  })
  await page.route('**/assets/core-*.js', async (route) => {
    await called.promise
    await route.continue()
  })
  await page.goto(`${pages.url}${path}`)
  await page.locator('time').first().waitFor()
  expect(asked).toEqual([`/v1/public${path}`])
})

test('a part of the dashboard that does not load leaves the navigation, and loads on a retry', async () => {
  await makePractice(pages, 'Dr. Chunk')
  const cookie = await signIn(pages)
  const page = await openDashboard(pages, cookie, '/providers')
  await page.route('**/assets/calendar-page-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByText("Part of this page didn't load.").waitFor()
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.unroute('**/assets/calendar-page-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor()
})

test('an exception that is no lost connection is reported as what it is', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  // A gateway that cuts a response short and completes it itself.
  await page.route('**/v1/public/**', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"data":[' }),
  )
  await page.goto(`${pages.url}${path}`)
  await page.getByText('Something went wrong').waitFor()
  await page.getByText('Reference for support: SyntaxError').waitFor()
  expect(await page.getByText('No connection').count()).toBe(0)

  await page.unroute('**/v1/public/**')
  await page.route('**/v1/public/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No connection').waitFor()
})

test('the dashboard reports an exception as what it is, and a lost connection as that', async () => {
  const cookie = await signIn(pages)
  const page = await openDashboard(pages, cookie, '/providers')
  await page.route('**/v1/webhook-endpoints*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"data":[' }),
  )
  await page.goto(`${pages.url}/dashboard/webhooks`)
  await page.getByText('Reference for support: SyntaxError').waitFor()
  expect(await page.getByText('No connection').count()).toBe(0)
})

test('a browser with JavaScript switched off is led to a page on which it books', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const context = await (await sharedBrowser()).newContext({
    javaScriptEnabled: false,
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${pages.url}${path}`)
  await page.waitForURL(/\/v1\/plain\//)
  await page.getByRole('heading', { name: 'April 2026', exact: true }).waitFor()
  await page.getByText('Dienstag, 21. April 2026').click()
  await page.getByRole('link', { name: '09:00' }).first().click()
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('E-Mail').fill('grace@example.com')
  await page.getByRole('button', { name: 'Buchung bestätigen' }).click()
  await page.getByRole('heading', { name: 'Buchung bestätigt' }).waitFor()
  const manage = page.getByRole('link', { name: 'Buchung verwalten' })
  expect(await manage.getAttribute('href')).toMatch(/^\.\.\/\.\.\/\.\.\/manage\/bkg_\w+#/)
  const { body } = await pages.server.api.get<{ data: object[] }>(
    `/v1/bookings?eventTypeId=${eventTypeId}`,
  )
  expect(body.data).toMatchObject([
    { status: 'confirmed', start: '2026-04-21T07:00:00Z', booker: { locale: 'de' } },
  ])
})

test('the page of a room shows no calendar of times while it loads', async () => {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Lake House', timeZone })
  const unit = { name: 'Room 1', kind: 'unit', timeZone, propertyId, slug: 'room-1' }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const nights = { grain: 'nights', stay: { minNights: 2 } }
  await pages.make('/v1/event-types', { providerId, slug: 'double', title: 'Double', ...nights })
  const page = await pages.open('about:blank')
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/v1\/public\/room-1\/double\?/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`${pages.url}/room-1/double`)
  await page.locator('header[aria-busy=true] h1').waitFor()
  expect(await page.getByText(/^Time zone/).count()).toBe(0)
  answer()
  await page.getByText('Minimum stay: 2 nights.').waitFor()
  await page.unrouteAll()
})
