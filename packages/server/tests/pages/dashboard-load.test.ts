import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

test('the first day of the dashboard loads in at most six requests with 30 providers', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Dr. ${String(index).padStart(2, '0')}`)
  const practices: Awaited<ReturnType<typeof makePractice>>[] = []
  for (const name of names) {
    practices.push(await makePractice(pages, name, { confirmation: 'approval' }))
  }
  await practices[0]?.book('2026-04-20T11:00:00Z', 'Grace Hopper')
  const { id } = practices[0]?.provider ?? {}
  const block = { start: '2026-04-20T15:00:00Z', end: '2026-04-20T16:00:00Z', reason: 'Lunch' }
  await pages.make(`/v1/providers/${id}/blocks`, block)
  const house = { name: 'House', exclusive: 'nights', timeZone: 'Europe/Berlin' }
  const calendar = await pages.make('/v1/calendars', house)
  const stay = { title: 'Meier', start: '2026-04-21', end: '2026-04-23' }
  await pages.make(`/v1/calendars/${calendar.id}/events`, stay)
  const page = await openDashboard(pages, cookie, '/providers')
  const requested: string[] = []
  const from: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.resourceType() === 'fetch') requested.push(pathname)
    if (pathname === '/v1/bookings') from.push(searchParams.get('from'))
  })
  await page.goto(`${pages.url}/dashboard`)
  for (const text of ['Grace Hopper · Visit', 'Lunch', 'Meier · House', '1 waiting']) {
    await page.getByText(text).first().waitFor({ state: 'attached' })
  }
  expect(requested.toSorted()).toEqual([
    '/v1/agenda',
    '/v1/bookings',
    '/v1/event-types',
    '/v1/events/stream',
    '/v1/providers',
    '/v1/session',
  ])
  // Requests that wait are not looked for among all earlier bookings.
  expect(from).toEqual([expect.stringMatching(/^2026-04-19T/)])
})

test('vendors that are not set up have no button, and the page says who can change that', async () => {
  await makePractice(pages, 'Dr. Connect')
  const page = await openDashboard(pages, cookie, '/connections')
  await page.getByRole('button', { name: 'Connect by link: Dr. Connect' }).waitFor()
  expect(await page.getByRole('button', { name: /^Connect (Google|Outlook)/ }).count()).toBe(0)
  await page
    .getByText(
      'Not set up on this server: Google Calendar and Outlook. Whoever runs the server can turn this on.',
    )
    .waitFor()
})

test('vendors that are set up have a button', async () => {
  const own = await openPages({
    HOLDFAST_PUBLIC_URL: 'http://127.0.0.1:3000',
    HOLDFAST_GOOGLE_CLIENT_ID: 'id',
    HOLDFAST_GOOGLE_CLIENT_SECRET: 'secret',
  })
  try {
    await makePractice(own, 'Dr. Google')
    const page = await openDashboard(own, await signIn(own), '/connections')
    await page.getByRole('button', { name: 'Connect Google: Dr. Google' }).waitFor()
    expect(await page.getByRole('button', { name: /^Connect Outlook/ }).count()).toBe(0)
    await page.getByText('Not set up on this server: Outlook.').waitFor()
  } finally {
    await own.close()
  }
})
