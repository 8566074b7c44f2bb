import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choose,
  fillIn,
  loseCalendar,
  type Made,
  makeBookable,
  openPages,
  type Pages,
} from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const bookings = async (eventTypeId: string) => {
  const path = `/v1/bookings?eventTypeId=${eventTypeId}`
  return (await pages.server.api.get<{ data: Made[] }>(path)).body.data
}

const TUESDAY = 'Tuesday, 21 April 2026'

test('a booker in New York books in Berlin and sees both times, after one request for the first slots', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const asked: string[] = []
  const page = await pages.open('about:blank', { timeZone: 'America/New_York' })
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) asked.push(request.url())
  })
  await page.goto(`${pages.url}${path}`)
  await page.locator('time').first().waitFor()
  // On a machine that is too busy the client asks for the same once more.
  expect([...new Set(asked)]).toEqual([
    expect.stringContaining(`/v1/public${path}?from=2026-04-20&to=`),
  ])
  await page.getByText('Times in America/New York.').waitFor()
  await choose(page, TUESDAY, '03:00')
  await page.getByRole('timer').getByText('Held for you for').waitFor()
  expect(await page.getByText('09:00–09:30 in Berlin').isVisible()).toBe(true)
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'pending', booker: null }])
  await fillIn(page)
  await page.getByLabel('Note (optional)').fill('by the door')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  expect(await page.getByText('03:00–03:30').isVisible()).toBe(true)
  expect(await page.getByText('09:00–09:30 in Berlin').isVisible()).toBe(true)
  expect(await bookings(eventTypeId)).toMatchObject([
    {
      status: 'confirmed',
      start: '2026-04-21T07:00:00Z',
      note: 'by the door',
      booker: {
        name: 'Grace Hopper',
        email: 'grace@example.com',
        timeZone: 'America/New_York',
        locale: 'en',
      },
    },
  ])
})

test('times are shown in a zone that the booker chooses instead', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await page.getByLabel('Time zone').selectOption('Asia/Kathmandu')
  await page.getByRole('button', { name: new RegExp(`^${TUESDAY}`) }).click()
  await page.getByRole('button', { name: '12:45 09:00 Berlin' }).waitFor()
})

test('a month far ahead is reached however fast one turns', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  const next = page.getByRole('button', { name: 'Next month', exact: true })
  for (let turns = 0; turns < 6; turns += 1) await next.click()
  await page.getByRole('heading', { name: 'October 2026' }).waitFor()
  await page.getByRole('button', { name: /^Thursday, 1 October 2026, 16 free times/ }).waitFor()
})

test('a hold that runs out while the form is open is told, and what was written is kept', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  await pages.advance(page, 301)
  await page.getByRole('heading', { name: 'Your hold has run out' }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  await page.getByRole('button', { name: 'Hold this time again' }).click()
  await page.getByRole('timer').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@example.com')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  const confirmed = (await bookings(eventTypeId)).filter(({ status }) => status === 'confirmed')
  expect(confirmed.map(({ start }) => start)).toEqual(['2026-04-21T08:00:00Z'])
})

test('a hold that ran out by the clock of the server alone is told when it is confirmed', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, 'Wednesday, 22 April 2026', '10:00')
  await fillIn(page)
  const now = await pages.server.api.get<{ now: string }>('/v1/test/clock')
  await pages.server.setClock(new Date(Date.parse(now.body.now) + 301_000).toISOString())
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Your hold has run out' }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
})

test('a time that somebody else took meanwhile is told, with free ones close by that can be had', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-21T09:00:00Z',
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
  await choose(page, TUESDAY, '11:00')
  await page.getByRole('alert').getByText('has just been taken').waitFor()
  // The focus comes after what is told is drawn, and the free times once they are read again.
  const focused = page.locator(':focus')
  await expect.poll(() => focused.textContent()).toContain('has just been taken')
  const alternatives = page.getByRole('alert').getByRole('button')
  await expect
    .poll(() => alternatives.allTextContents())
    .toEqual(['Tue 21 Apr, 10:00', 'Tue 21 Apr, 10:30', 'Tue 21 Apr, 11:30'])
  await alternatives.nth(1).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
})

test('a time that the provider no longer offers is not said to be taken', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  const windows = [{ start: '14:00', end: '17:00' }]
  const later = { availabilityRules: [{ weekday: 'tuesday', windows }] }
  await pages.server.api.patch(`/v1/event-types/${eventTypeId}`, later)
  await choose(page, TUESDAY, '11:00')
  await page.getByRole('alert').getByText('Tue 21 Apr, 11:00 is no longer on offer').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Tue 21 Apr, 14:00' }).click()
  await page.getByRole('timer').waitFor()
})

test('who cannot be told whether a time is free learns why, tries again, and gets it', async () => {
  const { path, providerId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  const findCalendar = await loseCalendar(pages, providerId)
  await choose(page, TUESDAY, '11:00')
  const notice = page.getByRole('alert')
  await notice.getByText('This time cannot be checked just now').waitFor()
  await notice.getByText('try again in a moment, or choose another time').waitFor()
  await findCalendar()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('timer').waitFor()
})

test('a form that is sent while a calendar gives no answer is kept, and told in German', async () => {
  const { path, providerId } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path, { locale: 'de-DE' })
  await choose(page, 'Dienstag, 21. April 2026', '11:00')
  const findCalendar = await loseCalendar(pages, providerId)
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('E-Mail').fill('grace@example.com')
  await page.getByRole('button', { name: 'Diese Zeit buchen' }).click()
  await page.getByRole('alert').getByText('lässt sich gerade nicht prüfen').waitFor()
  expect(await page.locator(':focus').textContent()).toContain('lässt sich gerade nicht prüfen')
  await findCalendar()
  await page.getByRole('button', { name: 'Diese Zeit buchen' }).click()
  await page.getByRole('heading', { name: 'Sie haben gebucht' }).waitFor()
})

test('another time is chosen with the hold that one has, and the browser leads back to the times', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '09:00')
  await page.getByRole('timer').waitFor()
  await page.goBack()
  await page.getByText('You are still holding').waitFor()
  await choose(page, TUESDAY, '15:00')
  await page.getByRole('timer').waitFor()
  const held = await bookings(eventTypeId)
  expect(held.map(({ status, start }) => [status, start])).toEqual([
    ['pending', '2026-04-21T13:00:00Z'],
  ])
})

test('an event type that needs approval is asked for, without a hold, in German', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { confirmation: 'approval' })
  const page = await pages.open(path, { locale: 'de-DE' })
  await choose(page, 'Dienstag, 21. April 2026', '09:00')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('E-Mail').fill('grace@example.com')
  expect(await bookings(eventTypeId)).toEqual([])
  await page.getByRole('button', { name: 'Diese Zeit anfragen' }).click()
  await page.getByRole('heading', { name: 'Ihre Anfrage ist unterwegs' }).waitFor()
  expect(await page.getByText('Dienstag, 21. April 2026').isVisible()).toBe(true)
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'pending' }])
})

test('a booking is made with the keyboard alone', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path)
  await page.getByRole('button', { name: /^Monday, 20 April 2026/ }).focus()
  const { keyboard } = page
  for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'PageUp', 'Enter']) {
    await keyboard.press(key)
  }
  await page.getByRole('heading', { name: /^Tue,? 28 Apr/ }).waitFor()
  await page.getByRole('button', { name: '09:30' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your details' }).waitFor()
  await keyboard.press('Tab')
  await keyboard.type('Grace Hopper')
  await keyboard.press('Tab')
  await keyboard.type('not an address')
  await keyboard.press('Enter')
  await page.getByText('Please give an e-mail address').waitFor()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('grace@example.com')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You are booked' }).waitFor()
  expect(await bookings(eventTypeId)).toMatchObject([
    { status: 'confirmed', start: '2026-04-28T07:30:00Z' },
  ])
})

test('a page that the server cannot be reached for says so, and goes on when it can', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('/directory')
  await page.route('**/v1/public/**', (route) => route.abort())
  await page.goto(`${pages.url}${path}`)
  // The page tries again by itself at first; its waits pass on its own clock.
  await page.clock.runFor(5000)
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/v1/public/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('time').first().waitFor()
})

test('a page that waits for long says so, and one whose server fails offers to try again', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/v1/public/**', async (route) => {
    await answered
    const problem = { code: 'internal_error', status: 500, requestId: 'req-17' }
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem })
  })
  await page.goto(`${pages.url}${path}`)
  await page.getByText('Times in Europe/Berlin.').waitFor()
  await page.clock.runFor(5000)
  await page.getByText('This is taking longer than usual.').waitFor()
  answer()
  await page.getByRole('alert').getByText('Reference for support: req-17').waitFor()
  await page.unroute('**/v1/public/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('time').first().waitFor()
})

test('who holds as much as one address may is told to wait', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  for (const day of ['27', '28']) {
    for (const hour of ['07', '08', '09', '10', '11']) {
      const start = `2026-04-${day}T${hour}:00:00Z`
      const held = await pages.server.anybody.post('/v1/public/bookings', { eventTypeId, start })
      expect(held.status).toBe(202)
    }
  }
  await choose(page, TUESDAY, '09:00')
  await page.getByRole('alert').getByText('There were too many requests').waitFor()
})

test('a page of nobody, and one of an event type that is off, says that there is nothing', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  await pages.make(`/v1/event-types/${eventTypeId}/deactivate`, {})
  for (const wrong of ['/nobody', '/nobody/nothing', path]) {
    const page = await pages.open(wrong)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }
})
