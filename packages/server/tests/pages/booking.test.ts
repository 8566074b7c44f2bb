import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  breakCalendar,
  choose,
  fillIn,
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

test('a booker in New York books in Berlin, sees both times, and loads the first slots in one request', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const requested: string[] = []
  const page = await pages.open('about:blank', { timeZone: 'America/New_York' })
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) requested.push(request.url())
  })
  await page.goto(`${pages.url}${path}`)
  await page.locator('time').first().waitFor()
  expect(requested).toEqual([expect.stringContaining(`/v1/public${path}?from=2026-04-20&to=`)])
  await page.getByText('Time zone: America/New York').waitFor()
  await choose(page, TUESDAY, '03:00')
  await page.getByRole('timer').getByText('Held for you:').waitFor()
  expect(await page.getByText('09:00–09:30 in Berlin').isVisible()).toBe(true)
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'pending', booker: null }])
  await fillIn(page)
  await page.getByLabel('Note (optional)').fill('by the door')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
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

test('a booker finds a time zone by typing, and sees the times in it', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('kathm')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: new RegExp(`^${TUESDAY}`) }).click()
  await page.getByRole('button', { name: '12:45 09:00 Berlin' }).waitFor()
})

test('a time zone that is typed in full counts, although none is chosen from the list', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kathmandu')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: new RegExp(`^${TUESDAY}`) }).click()
  await page.getByRole('button', { name: '12:45 09:00 Berlin' }).waitFor()
})

/** An event type with everything that a booking can carry. */
const CARRYING = {
  durationOptionsMinutes: [30, 60],
  color: '#ffcc00',
  locations: [
    { kind: 'in_person', address: 'Lake Road 1', label: 'Practice by the lake' },
    { kind: 'phone' },
    { kind: 'ask_booker' },
  ],
  questions: [
    { id: 'reason', label: 'What brings you to us?', kind: 'long_text', required: true },
    { id: 'room', label: 'Which room?', kind: 'select', options: ['Red', 'Blue'], required: true },
    { id: 'topics', label: 'Which topics?', kind: 'multi_select', options: ['Teeth', 'Gums'] },
    { id: 'agreed', label: 'I accept the house rules', kind: 'checkbox', required: true },
    { id: 'born', label: 'Date of birth', kind: 'date', private: true },
    { id: 'visits', label: 'Visits so far', kind: 'number' },
  ],
}

test('a booker chooses how long and where, answers questions and brings guests, with errors at the fields', async () => {
  const { path, eventTypeId } = await makeBookable(pages, CARRYING)
  const requested: string[] = []
  const page = await pages.open('about:blank')
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) requested.push(request.url())
  })
  await page.goto(
    `${pages.url}${path}?name=Grace+Hopper&email=grace@example.com&duration=60&date=2026-04-28&answers[room]=Blue&answers[visits]=many`,
  )
  await page.getByRole('heading', { name: /^Tue,? 28 Apr/ }).waitFor()
  expect(requested).toEqual([expect.stringContaining('durationMinutes=60')])
  expect(await page.getByRole('radio', { name: '1 hr' }).isChecked()).toBe(true)
  await choose(page, 'Tuesday, 28 April 2026', '09:00')
  await page.getByText('09:00–10:00').waitFor()
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByText('Answer this question').waitFor()
  const focused = page.locator(':focus')
  expect(await focused.getAttribute('name')).toBe('answers/reason')
  const describedBy = await focused.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe('Answer this question')
  await focused.fill('Toothache')
  expect(await page.getByLabel('Which room?').inputValue()).toBe('Blue')
  expect(await page.getByLabel('Visits so far').inputValue()).toBe('')
  await page.getByRole('radio', { name: 'By phone: we call you' }).check()
  await page.getByLabel('Phone number').fill('+49 30 1')
  await page.getByRole('checkbox', { name: 'Gums' }).check()
  await page.getByRole('checkbox', { name: 'I accept the house rules' }).check()
  await page.getByLabel('Date of birth').fill('1990-02-03')
  await page.getByRole('button', { name: 'Add guests' }).click()
  await page.getByLabel('Email of guest 1').fill('max@example.com')
  await page.getByRole('button', { name: 'Add another guest' }).click()
  await page.getByRole('button', { name: 'Remove guest 2' }).click()
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  // The page cannot know every number plan: this one is the server's answer.
  await page.getByText('This was not accepted.').waitFor()
  await expect.poll(() => focused.getAttribute('name')).toBe('phone')
  await focused.fill('+49 30 901820')
  await expect.poll(() => page.getByText('This was not accepted.').count()).toBe(0)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await bookings(eventTypeId)).toMatchObject([
    {
      status: 'confirmed',
      start: '2026-04-28T07:00:00Z',
      end: '2026-04-28T08:00:00Z',
      location: { kind: 'phone', phone: '+4930901820' },
      answers: { reason: 'Toothache', room: 'Blue', topics: ['Gums'], agreed: true },
      guests: [{ email: 'max@example.com' }],
      booker: { name: 'Grace Hopper', phone: '+4930901820' },
    },
  ])
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByText('Toothache').waitFor()
  for (const text of ['By phone: we call you', 'max@example.com', 'Which room?']) {
    expect(await page.getByText(text).isVisible()).toBe(true)
  }
  expect(await page.getByText('Date of birth').count()).toBe(0)
})

test('another duration releases the hold and offers its own times', async () => {
  const { path, eventTypeId } = await makeBookable(pages, {
    durationOptionsMinutes: [30, 60],
    slotStepMinutes: 30,
  })
  const page = await pages.open(`${path}?duration=45`)
  await choose(page, TUESDAY, '16:30')
  await page.getByRole('timer').waitFor()
  await page.goBack()
  await page.getByRole('radio', { name: '1 hr' }).check()
  await page.getByRole('button', { name: new RegExp(`^${TUESDAY}, 15 times`) }).waitFor()
  await choose(page, TUESDAY, '16:00')
  await page.getByText('16:00–17:00').waitFor()
  const held = (await bookings(eventTypeId)).filter(({ status }) => status === 'pending')
  expect(held.map(({ start }) => start)).toEqual(['2026-04-21T14:00:00Z'])
})

test('a month far ahead loads even after fast clicks through the months', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  const next = page.getByRole('button', { name: 'Next month', exact: true })
  for (let clicks = 0; clicks < 6; clicks += 1) await next.click()
  await page.getByRole('heading', { name: 'October 2026' }).waitFor()
  await page
    .getByRole('button', { name: /^Thursday, 1 October 2026, 16 times available/ })
    .waitFor()
})

test('a hold that expires while the form is open is announced, and the details are kept', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '10:00')
  await fillIn(page)
  await pages.advance(page, 301)
  await page.getByRole('heading', { name: 'This time is no longer held' }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace Hopper')
  await page.getByRole('button', { name: 'Try this time again' }).click()
  await page.getByRole('timer').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.com')
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  const confirmed = (await bookings(eventTypeId)).filter(({ status }) => status === 'confirmed')
  expect(confirmed.map(({ start }) => start)).toEqual(['2026-04-21T08:00:00Z'])
})

test('a hold that has expired only by the clock of the server is taken again on confirmation', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, 'Wednesday, 22 April 2026', '10:00')
  await fillIn(page)
  const now = await pages.server.api.get<{ now: string }>('/v1/test/clock')
  await pages.server.setClock(new Date(Date.parse(now.body.now) + 301_000).toISOString())
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
})

test('a time that someone else has just taken is reported, with nearby times that can be booked', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-21T09:00:00Z',
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
  await choose(page, TUESDAY, '11:00')
  await page.getByRole('alert').getByText('was just taken').waitFor()
  // The notice gets the focus after it is rendered; the alternatives appear after a reload.
  const focused = page.locator(':focus')
  await expect.poll(() => focused.textContent()).toContain('was just taken')
  const alternatives = page.getByRole('alert').getByRole('button')
  await expect
    .poll(() => alternatives.allTextContents())
    .toEqual(['Tue 21 Apr, 10:00', 'Tue 21 Apr, 10:30', 'Tue 21 Apr, 11:30'])
  await alternatives.nth(1).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Confirm booking' }).click()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
})

test('a time that the provider no longer offers is not reported as taken', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  const windows = [{ start: '14:00', end: '17:00' }]
  const later = { availabilityRules: [{ weekday: 'tuesday', windows }] }
  await pages.server.api.patch(`/v1/event-types/${eventTypeId}`, later)
  await choose(page, TUESDAY, '11:00')
  await page.getByRole('alert').getByText('Tue 21 Apr, 11:00 is no longer offered').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Tue 21 Apr, 14:00' }).click()
  await page.getByRole('timer').waitFor()
})

test('a time that cannot be checked is reported with the reason, and can be held on a retry', async () => {
  const { path, providerId } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.locator('time').first().waitFor()
  const restoreCalendar = await breakCalendar(pages, providerId)
  await choose(page, TUESDAY, '11:00')
  const notice = page.getByRole('alert')
  await notice.getByText("We can't check this time right now").waitFor()
  await notice.getByText('Try again in a moment, or choose another time.').waitFor()
  await restoreCalendar()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('timer').waitFor()
})

test('a form sent while a calendar does not respond keeps its details, and reports that in German', async () => {
  const { path, providerId } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path, { locale: 'de-DE' })
  await choose(page, 'Dienstag, 21. April 2026', '11:00')
  const restoreCalendar = await breakCalendar(pages, providerId)
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('E-Mail').fill('grace@example.com')
  await page.getByRole('button', { name: 'Diese Zeit buchen' }).click()
  await page.getByRole('alert').getByText('können diese Zeit gerade nicht prüfen').waitFor()
  expect(await page.locator(':focus').textContent()).toContain(
    'können diese Zeit gerade nicht prüfen',
  )
  await restoreCalendar()
  await page.getByRole('button', { name: 'Diese Zeit buchen' }).click()
  await page.getByRole('heading', { name: 'Buchung bestätigt' }).waitFor()
})

test('choosing another time moves the hold, and the back button leads to the list of times', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  const page = await pages.open(path)
  await choose(page, TUESDAY, '09:00')
  await page.getByRole('timer').waitFor()
  await page.goBack()
  await page.getByText("We're still holding").waitFor()
  await choose(page, TUESDAY, '15:00')
  await page.getByRole('timer').waitFor()
  const held = await bookings(eventTypeId)
  expect(held.map(({ status, start }) => [status, start])).toEqual([
    ['pending', '2026-04-21T13:00:00Z'],
  ])
})

test('an event type that needs approval takes a request without a hold, in German', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { confirmation: 'approval' })
  const page = await pages.open(path, { locale: 'de-DE' })
  await choose(page, 'Dienstag, 21. April 2026', '09:00')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('E-Mail').fill('grace@example.com')
  expect(await bookings(eventTypeId)).toEqual([])
  await page.getByRole('button', { name: 'Diese Zeit anfragen' }).click()
  await page.getByRole('heading', { name: 'Anfrage gesendet' }).waitFor()
  expect(await page.getByText('Dienstag, 21. April 2026').isVisible()).toBe(true)
  expect(await bookings(eventTypeId)).toMatchObject([{ status: 'pending' }])
})

test('a booking can be made with the keyboard alone', async () => {
  const { path, eventTypeId } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path)
  await page.getByRole('button', { name: /^Monday, 20 April 2026/ }).focus()
  const { keyboard } = page
  for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'PageUp']) await keyboard.press(key)
  // While the slots of a month load, its days cannot be chosen.
  await page.locator('[data-date="2026-04-28"]:focus:not([aria-disabled="true"])').waitFor()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Tue,? 28 Apr/ }).waitFor()
  await page.getByRole('button', { name: '09:30' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your details' }).waitFor()
  await keyboard.press('Tab')
  await keyboard.type('Grace Hopper')
  await keyboard.press('Tab')
  await keyboard.type('not an address')
  await keyboard.press('Enter')
  await page.getByText('Enter an email address').waitFor()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('grace@example.com')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  expect(await bookings(eventTypeId)).toMatchObject([
    { status: 'confirmed', start: '2026-04-28T07:30:00Z' },
  ])
})

test('a page that cannot reach the server says so, and loads on a retry', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('/directory')
  await page.route('**/v1/public/**', (route) => route.abort())
  await page.goto(`${pages.url}${path}`)
  // The page retries by itself at first; its delays run on its own clock.
  await page.clock.runFor(5000)
  await page.getByRole('alert').getByText("We can't reach the server").waitFor()
  await page.unroute('**/v1/public/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('time').first().waitFor()
})

test('a slow page says so, and one whose server fails offers a retry', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open('about:blank')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/public/**', async (route) => {
    await released
    const problem = { code: 'internal_error', status: 500, requestId: 'req-17' }
    await route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem })
  })
  await page.goto(`${pages.url}${path}`)
  await page.getByText('Time zone: Europe/Berlin').waitFor()
  await page.clock.runFor(5000)
  await page.getByText('This is taking longer than usual.').waitFor()
  release()
  await page.getByRole('alert').getByText('Reference for support: req-17').waitFor()
  await page.unroute('**/v1/public/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('time').first().waitFor()
})

test('a booker whose address holds the maximum is asked to wait', async () => {
  const capped = await openPages({ HOLDFAST_PUBLIC_CAPS: 'bookings=10/50' })
  onTestFinished(() => capped.close())
  const { path, eventTypeId } = await makeBookable(capped)
  const page = await capped.open(path)
  await page.locator('time').first().waitFor()
  for (const day of ['27', '28']) {
    for (const hour of ['07', '08', '09', '10', '11']) {
      const start = `2026-04-${day}T${hour}:00:00Z`
      const held = await capped.server.anybody.post('/v1/public/bookings', { eventTypeId, start })
      expect(held.status).toBe(202)
    }
  }
  await choose(page, TUESDAY, '09:00')
  await page.getByText(/many requests\. Try again in (\d+ hr )?\d+ min\.$/).waitFor()
})

test('an unknown provider and an inactive event type show a page that was not found', async () => {
  const { path, eventTypeId } = await makeBookable(pages)
  await pages.make(`/v1/event-types/${eventTypeId}/deactivate`, {})
  for (const wrong of ['/nobody', '/nobody/nothing', path]) {
    const page = await pages.open(wrong)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  }
})
