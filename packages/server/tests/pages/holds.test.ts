import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { choose, fillIn, type Made, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const bookings = async (eventTypeId: string) => {
  const path = `/v1/bookings?eventTypeId=${eventTypeId}`
  const { data } = (await pages.server.api.get<{ data: Made[] }>(path)).body
  return data.map(({ id, status }) => ({ id, status }))
}

/** The worker that releases the hold of a page that was left. It starts with the first hold. */
const workerOf = async (page: Page) =>
  page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))

const TUESDAY = 'Tuesday, 21 April 2026'

test('a reload keeps the hold and its countdown', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await page.getByRole('timer').waitFor()
  const held = await bookings(eventTypeId)
  const worker = await workerOf(page)
  await pages.advance(page, 120)
  await page.reload()
  // Of five minutes, two have passed; a new hold would have more than four left.
  await page
    .getByRole('timer')
    .getByText(/ [12]:\d\d /)
    .waitFor()
  // The worker releases the hold of a page that does not come back within five seconds of its clock.
  await worker.evaluate('new Promise((resolve) => setTimeout(resolve, 6000))')
  expect(await bookings(eventTypeId)).toEqual(held)
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await bookings(eventTypeId)).toEqual([{ id: held[0]?.id, status: 'confirmed' }])
})

test('a reload keeps what is typed until it is booked', async () => {
  const questions = [
    { id: 'reason', label: 'What brings you to us?', kind: 'long_text', required: true },
    { id: 'gums', label: 'Where?', kind: 'multi_select', options: ['Teeth', 'Gums'] },
  ]
  const { path } = await makeBookable(pages, { questions })
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Note (optional)').fill('By the back door')
  await page.getByLabel('What brings you to us?').fill('Toothache')
  await page.getByRole('checkbox', { name: 'Gums' }).check()
  await page.getByRole('button', { name: 'Add guests' }).click()
  await page.getByLabel('Email of guest 1').fill('max@example.com')
  await page.reload()
  await page.getByLabel('What brings you to us?').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  expect(await page.getByLabel('Note (optional)').inputValue()).toBe('By the back door')
  expect(await page.getByLabel('What brings you to us?').inputValue()).toBe('Toothache')
  expect(await page.getByRole('checkbox', { name: 'Gums' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Email of guest 1').inputValue()).toBe('max@example.com')
  await page.getByLabel('Email', { exact: true }).fill('grace@example.com')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Book another time' }).click()
  await choose(page, TUESDAY, '11:00')
  await page.getByLabel('What brings you to us?').waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('')
  expect(await page.getByLabel('What brings you to us?').inputValue()).toBe('')
})

test('a booking whose answer is lost is found when it is sent again, and not made twice', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  // The server books, and no attempt of the page hears of it.
  await page.route('**/v1/public/bookings', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.unroute('**/v1/public/bookings')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'confirmed' }])
})

test('leaving the page releases the hold, and a return starts with the list of times', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await page.getByRole('timer').waitFor()
  await workerOf(page)
  // The page tells the worker only once it is registered. A second registration waits for the first.
  await page.evaluate(`(async () => {
    const scope = '/release-holds/'
    const { active, installing } = await navigator.serviceWorker.register('/release-holds.js', { scope })
    if (active === null) {
      await new Promise((resolve) => installing?.addEventListener('statechange', resolve))
    }
  })()`)
  await page.goto('about:blank')
  await expect
    .poll(async () => (await bookings(eventTypeId)).map(({ status }) => status))
    .toEqual(['cancelled'])
  await page.goto(`${pages.url}${path}`)
  await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
})

test('Confirm takes the time of an expired hold again and confirms it', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  await pages.advance(page, 301)
  await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  const statuses = (await bookings(eventTypeId)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'confirmed')).toEqual(['confirmed'])
})

test('Confirm says why it cannot take the time of an expired hold again, and keeps the details', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  await pages.advance(page, 301)
  await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
  await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-21T08:00:00Z',
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  const notice = page.getByRole('alert')
  await notice.getByText('Tue 21 Apr, 10:00 was just taken').waitFor()
  await notice.getByRole('button', { name: 'Tue 21 Apr, 10:30' }).click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
})

test('Back leads to the chosen day, and its time has the focus', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, 'Thursday, 23 April 2026', '11:30')
  await page.getByRole('timer').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: /^Thu,? 23 Apr/ }).waitFor()
  await expect.poll(() => page.locator(':focus').textContent()).toBe('11:30')
})

/** What a booking costs in these tests. */
const PRICE = { payment: { amount: 5000, currency: 'EUR', kind: 'full', payWithinMinutes: 15 } }

/** Opens the page of an event type that costs money, books a time, and arrives on the page of the vendor. */
async function bookToPay(more: Readonly<Record<string, unknown>> = {}) {
  const connected = await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  expect([200, 201]).toContain(connected.status)
  const { path, eventTypeId } = await makeBookable(pages, { ...PRICE, ...more })
  const page = await pages.open(path)
  await page.getByText('Price: €50.00').waitFor()
  await choose(page, TUESDAY, '09:00')
  // The last ten minutes of the hold are for payments in progress.
  await page
    .getByRole('timer')
    .getByText(/15:00|14:5\d/)
    .waitFor()
  await fillIn(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  return { page, path, eventTypeId }
}

/** Lets the page to pay on ask for the outcome until it shows a heading. */
async function seeOutcome(page: Page, heading: string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = page.getByRole('heading', { name: heading })
      // The outcome may have come since: the clock of a page that is about to leave must not move on.
      if (!(await shown.isVisible())) await page.clock.runFor(2000)
      return await shown.isVisible()
    })
    .toBe(true)
}

test('a booker pays, sees the booking confirmed, and is led on to the site of the provider', async () => {
  const redirectUrl = 'https://practice.example/thanks'
  const { page, eventTypeId } = await bookToPay({ redirectUrl })
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'pending' }])
  await page.route(`${redirectUrl}**`, (route) => route.fulfill({ body: 'thanks' }))
  // Two seconds after the outcome, the page leaves. From here on, the test alone moves the clock, however long a check takes.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 5000)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/pay\/pay_\w+\?returned=1$/)
  await seeOutcome(page, 'Booking confirmed')
  const manage = page.getByRole('link', { name: 'Manage booking' })
  expect(await manage.getAttribute('href')).toMatch(/^\/manage\/bkg_\w+#hm_\w+$/)
  const redirect = page.getByText('Taking you to practice.example')
  // A script that arrives is shown with the next frame, and frames are the clock's too.
  await expect
    .poll(async () => {
      if (!(await redirect.isVisible())) await page.clock.runFor(50)
      return await redirect.isVisible()
    })
    .toBe(true)
  await page.clock.runFor(3000)
  await page.waitForURL(`${redirectUrl}?**`)
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'confirmed' }])
})

test('a booker who does not pay finds the time held behind the back button, and can pay from there', async () => {
  const { page, eventTypeId } = await bookToPay()
  await page.goBack()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  await page.getByRole('timer').waitFor()
  await page.getByRole('link', { name: 'Pay €50.00' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await page.getByText('Your time stays held while you pay.').waitFor()
  expect(page.url()).toMatch(/\/pay\/pay_\w+$/)
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await seeOutcome(page, 'Booking confirmed')
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'confirmed' }])
})

test('a booker who comes too late to pay is led to other times, and nobody is charged', async () => {
  const { page, path } = await bookToPay()
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await page.getByRole('button', { name: 'Pay €50.00' }).waitFor()
  await pages.advance(page, 16 * 60)
  await page.getByRole('button', { name: 'Pay €50.00' }).click()
  await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
  const another = page.getByRole('link', { name: 'Choose another time' })
  expect(await another.getAttribute('href')).toBe(path)
})

test('a booker who changes the duration and the person while a hold is released gets both', async () => {
  const provider = (name: string, more: object = {}) =>
    pages.make('/v1/providers', { name, timeZone: 'Europe/Berlin', ...more })
  const team = await provider('Team', { slug: 'pairs', kind: 'team' })
  const [ana, ben] = [await provider('Dr. Ana'), await provider('Dr. Ben')]
  const { id } = await pages.make('/v1/event-types', {
    providerId: team.id,
    slug: 'talk',
    title: 'Talk',
    durationMinutes: 30,
    durationOptionsMinutes: [30, 60],
    availabilityRules: WORKING_DAYS,
    requirements: [
      { name: 'Doctor', providerIds: [ana.id, ben.id], count: 1, bookerMayChoose: true },
    ],
  })
  const page = await pages.open('/pairs/talk')
  await choose(page, TUESDAY, '10:00')
  await page.getByRole('timer').waitFor()
  let letGo = () => {}
  const both = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/cancel', async (route) => {
    await both
    await route.continue()
  })
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await page.getByText('1 hr', { exact: true }).click()
  await page.getByLabel('With whom?').selectOption('Dr. Ben')
  letGo()
  await choose(page, TUESDAY, '10:00')
  await page.getByRole('timer').waitFor()
  const { data } = (
    await pages.server.api.get<{ data: Made[] }>(`/v1/bookings?eventTypeId=${id}&status=pending`)
  ).body
  expect(data).toMatchObject([
    {
      start: '2026-04-21T08:00:00Z',
      end: '2026-04-21T09:00:00Z',
      assignments: [{ requirement: 'Doctor', providerId: ben.id }],
    },
  ])
})
