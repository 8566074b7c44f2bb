import { isPayable } from '@holdfast/engine'
import type { Page } from 'playwright-core'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IS_DEEP } from '../support/depth.ts'
import { axeOn } from './support/axe.ts'
import { expectToast, makePractice, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** Opens a folded part by its title. */
const unfold = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).first().click()

/** Checks a page with axe; in the deep run also on a phone and in dark mode. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  const looks = [
    { width: 1280, colorScheme: 'light' },
    ...(IS_DEEP ? ([{ width: 390, colorScheme: 'dark' }] as const) : []),
  ] as const
  for (const { width, colorScheme } of looks.toReversed()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await (await axeOn(page)).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${what}, ${width}: ${id} ${nodes[0]?.html}`)).toEqual([])
  }
}

async function addLocations(page: Page): Promise<void> {
  await openTab(page, 'Who and where')
  await page.getByRole('button', { name: 'Add location' }).click()
  const first = page.getByRole('group', { name: 'location 1' })
  await first.getByLabel('Address').fill('Seestraße 1, 8002 Zürich')
  await page.getByRole('button', { name: 'Add location' }).click()
  const second = page.getByRole('group', { name: 'location 2' })
  await second.getByLabel('Kind').selectOption('By phone')
  await page.getByRole('button', { name: 'Move location 2 up' }).click()
}

async function addQuestions(page: Page): Promise<void> {
  await openTab(page, 'Questions')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Any allergies?')
  await page.getByLabel('Must be answered').check()
  await page.getByLabel('Private', { exact: true }).check()
  // The first one is folded, so that only the fields of the second are found.
  await unfold(page, '1. Any allergies?')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question', { exact: true }).last().fill('Insurance')
  await page.getByLabel('Answer', { exact: true }).last().selectOption('One of several options')
  await page.getByLabel('Options').fill('Public\nPrivate')
}

async function addPrice(page: Page): Promise<void> {
  await openTab(page, 'Price')
  await page.getByLabel('Bookers pay when they book').check()
  const currencies = await page.getByLabel('Currency').locator('option').allTextContents()
  expect(currencies.length).toBeGreaterThan(50)
  expect(currencies.filter((text) => !isPayable(text.slice(0, 3)))).toEqual([])
  await page.getByLabel('Currency').selectOption('KWD')
  await page.getByLabel('Price (KWD)').fill('12.5')
  await page.getByLabel('Price for 60 min (KWD)').fill('20')
  await page.getByRole('button', { name: 'Add refund rule' }).click()
  await page.getByLabel('Refund (%)').fill('50')
}

test('durations, locations, questions, rules and a price are set up on the page of an event type', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Options')
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Times')
  await page.getByLabel('More durations').fill('60')
  await addLocations(page)
  await addQuestions(page)
  await addPrice(page)
  await openTab(page, 'Rules')
  await unfold(page, 'Changes by bookers')
  await page.getByLabel('Cancel at the latest before the start', { exact: true }).fill('12')
  await openTab(page, 'Basics')
  await page.getByLabel('Hide from public pages').check()
  await expectAccessible(page, 'the editor')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get(`/v1/event-types/${eventType.id}`)
  expect(body).toMatchObject({
    durationOptionsMinutes: [30, 60],
    locations: [
      { kind: 'phone', phone: null },
      { kind: 'in_person', address: 'Seestraße 1, 8002 Zürich' },
    ],
    questions: [
      { id: 'any-allergies', kind: 'text', required: true, private: true },
      { id: 'insurance', kind: 'select', options: ['Public', 'Private'] },
    ],
    policy: { cancelUntilMinutes: 720, rescheduleUntilMinutes: null },
    payment: {
      amount: 12_500,
      currency: 'KWD',
      amountByDurationMinutes: { '60': 20_000 },
      refunds: [{ untilMinutesBefore: 1440, percent: 50 }],
    },
    hidden: true,
    reminderMinutes: null,
    color: null,
  })
})

test('kinds of customers and the opening of dates are edited on the page of an event type', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Members')
  const path = `/v1/event-types/${eventType.id}`
  await pages.server.api.patch(path, { payment: { amount: 5000, currency: 'EUR', kind: 'full' } })
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Rules')
  await unfold(page, 'Kinds of customers')
  const add = page.getByRole('button', { name: 'Add kind of customer' })
  await add.click()
  await add.click()
  const member = page.getByRole('group', { name: 'kind 2' })
  await member.getByLabel('Tags').fill('member, student')
  await member.getByLabel('For people with at most this many no-shows').fill('2')
  await member.getByLabel('Can book this many days ahead').fill('30')
  await member.getByLabel('Price (EUR)').fill('0')
  await member.getByLabel('Bookings per person at a time').fill('2')
  await expectAccessible(page, 'kinds of customers')
  await page.getByRole('button', { name: 'Save' }).click()
  // The entry for everybody must come last.
  await page.getByText('is never reached').first().waitFor()
  await page.getByRole('button', { name: 'Move kind 2 up' }).click()
  await unfold(page, 'Release of times')
  await page.getByLabel('Open each date at a time of day').check()
  await page.getByLabel('Time of day', { exact: true }).fill('08:30')
  await page.getByLabel('Keep freed times for a while').check()
  await page.getByLabel('At least (minutes)').fill('30')
  await page.getByLabel('At most (minutes)').fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be at least').first().waitFor()
  await page.getByLabel('At most (minutes)').fill('120')
  const everybody = page.getByRole('group', { name: 'kind 2' })
  await everybody.getByLabel('Bookings per person, past ones too').fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get(path)
  expect(body).toMatchObject({
    access: [
      {
        tags: ['member', 'student'],
        maxNoShows: 2,
        maxAdvanceDays: 30,
        amount: 0,
        limits: { perBooker: 2, perBookerEver: null },
      },
      {
        tags: [],
        maxNoShows: null,
        maxAdvanceDays: null,
        amount: null,
        limits: { perBookerEver: 1 },
      },
    ],
    release: { daysAhead: 14, at: '08:30', keptBack: [], freedAfterMinutes: { min: 30, max: 120 } },
  })
})

test('a value that the browser refuses in another tab shows that tab and has the focus', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Folded')
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Who and where')
  await page.getByRole('button', { name: 'Add location' }).click()
  await openTab(page, 'Rules')
  await unfold(page, 'Limits')
  await page.getByLabel('Bookings per day').fill('0')
  await unfold(page, 'Limits')
  await openTab(page, 'Basics')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.locator(':focus').getAttribute('required')).toBe('')
  expect(await page.getByLabel('Address').isVisible()).toBe(true)
  await page.getByLabel('Address').fill('Seestraße 1')
  await page.getByRole('button', { name: 'Save' }).click()
  // The limit stands in a folded part of another tab.
  const limit = page.getByLabel('Bookings per day')
  await page.locator('input:focus[min="1"]').waitFor()
  expect(await limit.isVisible()).toBe(true)
})

test('a class begins with its intent, tabs answer to arrow keys, and the preview follows what is typed', async () => {
  await makePractice(pages, 'Dr. Intent')
  const page = await openDashboard(pages, cookie, '/event-types/new')
  await expectAccessible(page, 'the intents')
  await page.getByRole('button', { name: 'Class' }).click()
  await page.getByLabel('Provider').selectOption('Dr. Intent')
  await page.getByLabel('Title').fill('Yoga')
  const tab = (name: string) => page.getByRole('tab', { name, selected: true })
  await tab('Basics').press('ArrowRight')
  await tab('Times').press('End')
  await tab('Messages').press('ArrowRight')
  await tab('Basics').press('ArrowLeft')
  await tab('Messages').press('Home')
  expect(await page.locator(':focus').textContent()).toBe('Basics')
  await openTab(page, 'Who and where')
  // A class takes one provider, as long as nobody asks for all settings.
  expect(await page.getByRole('button', { name: 'Add requirement' }).count()).toBe(0)
  await page.getByLabel('Show all settings').check()
  await page.getByRole('button', { name: 'Add requirement' }).waitFor()
  await addSmallPrice(page)
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect.poll(() => preview.textContent()).toMatch(/Dr\. IntentYoga1 hr.*€15\.00/)
  await expectAccessible(page, 'a new class')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Event type created')
  const { body } = await pages.server.api.get<{ data: Made[] }>('/v1/event-types?limit=100')
  expect(body.data).toContainEqual(
    expect.objectContaining({
      title: 'Yoga',
      durationMinutes: 60,
      seats: expect.objectContaining({ capacity: 10 }),
      payment: expect.objectContaining({ amount: 1500, currency: 'EUR' }),
    }),
  )
})

async function addSmallPrice(page: Page): Promise<void> {
  await openTab(page, 'Price')
  await page.getByLabel('Bookers pay when they book').check()
  await page.getByLabel('Price (EUR)').fill('15')
}

const QUESTIONS = [
  { id: 'reason', label: 'Reason', kind: 'text', required: true },
  { id: 'medication', label: 'Medication', kind: 'text', private: true },
]

test('a caller is booked for a duration with answers, and private answers are in the booking alone', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Caller', {
    durationOptionsMinutes: [30, 60],
    locations: [{ kind: 'in_person', address: 'Seestraße 1' }, { kind: 'ask_booker' }],
    questions: QUESTIONS,
    color: '#1463cf',
  })
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByRole('button', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Event type').selectOption({ label: 'Visit · Dr. Caller' })
  await dialog.getByLabel('Duration').selectOption('1 hr')
  await dialog.getByRole('button', { name: /^Mon,? 20 Apr, 10:30$/ }).click()
  await dialog.getByLabel("Booker's name").fill('Grace Caller')
  await dialog.getByLabel("Booker's email").fill('grace@example.com')
  await dialog.getByLabel('Location').selectOption('The booker names the place')
  await dialog.getByLabel('Address').fill('Café am See')
  await dialog.getByLabel('Reason', { exact: true }).fill('A check-up')
  await dialog.getByLabel('Medication (optional)').fill('Ibuprofen')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for/)
  const list = `/v1/bookings?eventTypeId=${eventType.id}`
  const { data } = (await pages.server.api.get<{ data: Made[] }>(list)).body
  expect(data).toMatchObject([
    {
      start: '2026-04-20T08:30:00Z',
      end: '2026-04-20T09:30:00Z',
      location: { kind: 'ask_booker', address: 'Café am See' },
      answers: { reason: 'A check-up' },
    },
  ])
  expect(JSON.stringify(data)).not.toContain('Ibuprofen')
  await page.getByRole('button', { name: 'Open: Grace Caller' }).click()
  for (const text of ['Café am See', 'A check-up', 'Medication (private)', 'Ibuprofen']) {
    await dialog.getByText(text).first().waitFor()
  }
  await expectAccessible(page, 'a booking')
  await dialog.getByRole('button', { name: 'Edit details' }).click()
  await dialog.getByLabel('Guests (optional)').fill('Max Meier <max@example.com>')
  await dialog.getByText('Metadata').click()
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByLabel('Key 1', { exact: true }).fill('crmId')
  await dialog.getByLabel('Value 1', { exact: true }).fill('c-4711')
  if (IS_DEEP) await expectAccessible(page, 'the edited booking')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get(`/v1/bookings/${data[0]?.id}`)
  expect(body).toMatchObject({
    guests: [{ name: 'Max Meier', email: 'max@example.com' }],
    metadata: { crmId: 'c-4711' },
    location: { kind: 'ask_booker', address: 'Café am See' },
    answers: { reason: 'A check-up' },
    privateAnswers: { medication: 'Ibuprofen' },
  })
})

test('a booking is made longer in its dialog, and where the added time is taken the ways on are shown', async () => {
  const { eventType, book } = await makePractice(pages, 'Dr. Longer', {
    durationOptionsMinutes: [30, 60, 90],
  })
  const booking = await book('2026-04-20T08:30:00Z', 'Ada Longer')
  await book('2026-04-20T09:30:00Z', 'Ada Next')
  const page = await openDashboard(pages, cookie, `/bookings/${booking.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  // Its own duration is no choice.
  expect(await dialog.getByRole('radio').count()).toBe(2)
  await dialog.getByLabel('1 hr 30 min').check()
  await expectAccessible(page, 'another duration')
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  await dialog.getByText('The added time is already taken').waitFor()
  expect(await dialog.getByRole('button', { name: 'Change anyway' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  await dialog.getByLabel('1 hr', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  await expectToast(page, 'Duration changed to 1 hr')
  // The hours of the event type end at 17:00; the account may go beyond them.
  await pages.server.api.post(`/v1/bookings/${booking.id}/reschedule`, {
    start: '2026-04-20T14:00:00Z',
  })
  await page.goto(`${pages.url}/dashboard/bookings/${booking.id}`)
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  await dialog.getByLabel('1 hr 30 min').check()
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  await dialog.getByText("This time is outside the event type's hours.").waitFor()
  await dialog.getByRole('button', { name: 'Change anyway' }).click()
  await expectToast(page, 'Duration changed to 1 hr 30 min')
  const list = `/v1/bookings?eventTypeId=${eventType.id}`
  expect((await pages.server.api.get<{ data: Made[] }>(list)).body.data).toMatchObject([
    { start: '2026-04-20T09:30:00Z', end: '2026-04-20T10:00:00Z' },
    { id: booking.id, start: '2026-04-20T14:00:00Z', end: '2026-04-20T15:30:00Z', override: true },
  ])
})

interface Paid {
  readonly id: string
  readonly status: string
  readonly manageToken: string
  readonly payment: { readonly id: string; readonly status: string } | null
}

/** Books a paid event type as its booker, and pays at the simulated vendor. */
async function bookAndPay(eventTypeId: string, start: string): Promise<Paid> {
  const { anybody } = pages.server
  const booker = { name: 'Grace Payer', email: 'grace@example.com' }
  const held = await anybody.post<Paid>('/v1/public/bookings', { eventTypeId, start, booker })
  const paymentId = held.body.payment?.id
  const checkout = await anybody.post<{ url: string }>(
    `/v1/public/payments/${paymentId}/checkout`,
    {},
  )
  const paid = await request(new URL(new URL(checkout.body.url).pathname, pages.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'choice=pay',
  })
  expect(paid.statusCode).toBe(303)
  await expect
    .poll(async () => {
      // Reading it has the server ask the vendor.
      await anybody.get(`/v1/public/payments/${paymentId}`)
      const { body } = await pages.server.api.get<Paid>(`/v1/bookings/${held.body.id}`)
      return [body.status, body.payment?.status]
    })
    .toEqual(['confirmed', 'paid'])
  return held.body
}

test('payments are connected, listed by currency and refunded in the dashboard', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Paid', {
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
  })
  const page = await openDashboard(pages, cookie, '/payments/connection')
  await page.getByRole('button', { name: 'Use simulated payments' }).click()
  await expectToast(page, 'Payments connected')
  if (IS_DEEP) await expectAccessible(page, 'the payment connection')
  const booking = await bookAndPay(eventType.id, '2026-04-20T11:00:00Z')
  await page.goto(`${pages.url}/dashboard/bookings/${booking.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByLabel('Amount (EUR)').fill('50.01')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Enter an amount of at most €50.00.').waitFor()
  await dialog.getByLabel('Amount (EUR)').fill('12.5')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Refund €12.50 to Grace Payer?').waitFor()
  await dialog.getByRole('button', { name: 'Refund €12.50' }).click()
  await expectToast(page, 'Refund of €12.50 started')
  await dialog.getByText('Partly refunded').waitFor()
  await page.goto(`${pages.url}/dashboard/payments`)
  await page.getByRole('row', { name: 'EUR €50.00 €12.50 €37.50' }).waitFor()
  await expectAccessible(page, 'payments')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.getByRole('link', { name: /^Open booking: / }).click()
  await dialog.getByText('€12.50 refunded').waitFor()
})
