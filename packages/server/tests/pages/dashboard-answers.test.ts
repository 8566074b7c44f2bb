import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { axeOn } from './support/axe.ts'
import { expectToast, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** Checks a page with axe at both widths and in both color schemes, and takes pictures of a part of it if they are asked for. */
async function expectAccessible(page: Page, name: string, shown: Locator): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [390, 'light'],
    [1280, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1000 })
    const { violations } = await (await axeOn(page)).analyze()
    expect(violations.map(({ id }) => `${name}, ${width}: ${id}`)).toEqual([])
    if (folder) {
      await shown.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const path = `${folder}/${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path })
    }
  }
}

/** Opens a folded part by its title. */
const unfold = (page: Page, title: string): Promise<void> =>
  page.locator('summary').filter({ hasText: title }).first().click()

let made = 0
/** A salon with an event type for kids, and one that asks nothing yet. */
async function salon() {
  made += 1
  const name = `Ann ${made}`
  const ann = await pages.make('/v1/providers', { name, timeZone: 'Europe/Berlin' })
  const ben = await pages.make('/v1/providers', { name: `Ben ${made}`, timeZone: 'Europe/Berlin' })
  const service = (slug: string, title: string, more: object) =>
    pages.make('/v1/event-types', {
      providerId: ann.id,
      slug,
      title,
      durationMinutes: 30,
      availabilityRules: WORKING_DAYS,
      ...more,
    })
  const kids = await service('kids', 'Cut for kids', {})
  const cut = (more: object) =>
    service('cut', 'Cut', { payment: { amount: 5000, currency: 'EUR', kind: 'full' }, ...more })
  return { name, ann, ben, kids, cut }
}

test('the limits of a person over all event types are edited in the settings of the account', async () => {
  const page = await openDashboard(pages, cookie, '/account')
  await page.getByLabel('Bookings per person at a time').fill('101')
  await page.getByLabel('Bookings per person, past ones too').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a whole number from 1 to 100.').first().waitFor()
  await page.getByLabel('Bookings per person at a time').fill('3')
  await page.getByLabel('Allowed no-shows', { exact: true }).fill('3')
  const unpaid = page.getByLabel('Allowed no-shows without paying in full')
  await unpaid.fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a number below 3').first().waitFor()
  await unpaid.fill('0')
  await expectAccessible(page, 'limits', page.getByLabel('Bookings per person, past ones too'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Settings saved')
  const limits = async () =>
    (await pages.server.api.get<{ limits: object }>('/v1/account')).body.limits
  expect(await limits()).toEqual({
    perBooker: 3,
    perBookerEver: 10,
    maxNoShows: 3,
    maxNoShowsUnpaid: 0,
  })
  await page.getByLabel('Bookings per person at a time').fill('')
  await page.getByLabel('Bookings per person, past ones too').fill('')
  await page.getByLabel('Allowed no-shows', { exact: true }).fill('')
  await unpaid.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(limits).toBeNull()
})

test('what answers change and options in other languages are edited on the page of an event type', async () => {
  const { name, ann, ben, cut, kids } = await salon()
  const { id } = await cut({
    requirements: [{ name: 'stylist', providerIds: [ann.id, ben.id], count: 1 }],
  })
  const page = await openDashboard(pages, cookie, `/event-types/${id}`)
  await openTab(page, 'Questions')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Your hair')
  await page.getByLabel('Answer', { exact: true }).selectOption('One of several options')
  await page.getByLabel('Options', { exact: true }).fill('Short\nLong\nKids\nColor/Tint')
  await page.getByLabel('Must be answered').check()
  await unfold(page, 'What answers change')
  const long = page.getByRole('group', { name: 'Long', exact: true })
  await long.getByLabel('Longer by (minutes)').fill('15')
  await long.getByLabel('More expensive by (EUR)').fill('10')
  const kid = page.getByRole('group', { name: 'Kids', exact: true })
  await kid.getByLabel('Leads to').selectOption(`“Cut for kids · ${name}” instead`)
  const color = page.getByRole('group', { name: 'Color/Tint', exact: true })
  await color.getByLabel('Leads to').selectOption(`A booking with Ben ${made}`)
  await unfold(page, 'Options in other languages')
  await page.getByLabel('Add language').selectOption('Deutsch')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const german = page.getByRole('group', { name: 'Options in Deutsch' })
  await german.getByLabel('Short').fill('Kurz')
  await german.getByLabel('Long').fill('Lang')
  // A renamed option keeps what was said of it.
  await page.getByLabel('Options', { exact: true }).fill('Short\nLong hair\nKids\nColor/Tint')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByText('Answer these questions to see the available times.').waitFor()
  expect(await preview.getByLabel('Your hair').locator('option').allTextContents()).toContain(
    'Long hair (+15 min, +€10.00)',
  )
  await expectAccessible(page, 'rules', kid)
  await expectAccessible(page, 'texts', german)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get(`/v1/event-types/${id}`)
  expect(body).toMatchObject({
    questions: [
      {
        options: ['Short', 'Long hair', 'Kids', 'Color/Tint'],
        optionRules: {
          'Long hair': { addMinutes: 15, addAmount: 1000, leadsTo: null },
          Kids: { addMinutes: null, addAmount: null, leadsTo: { eventTypeId: kids.id } },
          'Color/Tint': { leadsTo: { providerId: ben.id } },
        },
        optionTexts: { de: ['Kurz', 'Lang', 'Kids', 'Color/Tint'] },
      },
    ],
  })
})

test('what the server refuses is said at the rule of the option, or at the language', async () => {
  const { cut } = await salon()
  const { id } = await cut({ seats: { capacity: 5 } })
  const page = await openDashboard(pages, cookie, `/event-types/${id}`)
  await openTab(page, 'Questions')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Your hair')
  await page.getByLabel('Answer', { exact: true }).selectOption('Any of several options')
  await page.getByLabel('Options', { exact: true }).fill('Cut/Wash\nColor')
  await unfold(page, 'What answers change')
  const first = page.getByRole('group', { name: 'Cut/Wash', exact: true })
  expect(await first.getByLabel('Leads to').count()).toBe(0)
  await first.getByLabel('Longer by (minutes)').fill('15')
  await unfold(page, 'What answers change')
  await page.getByRole('button', { name: 'Save' }).click()
  await first.getByText('A class has one duration for everybody.').waitFor()
  await first.getByLabel('Longer by (minutes)').fill('')
  await first.getByLabel('More expensive by (EUR)').fill('5')
  await unfold(page, 'Options in other languages')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const english = page.getByRole('group', { name: 'Options in English' })
  await english.getByLabel('Cut/Wash').fill('Color')
  await page.getByRole('button', { name: 'Save' }).click()
  await english.getByText('A text is there twice.').waitFor()
  await english.getByRole('button', { name: 'Remove English' }).click()
  await page.getByLabel('Private', { exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText('The answer to a private question cannot change the booking.')
    .first()
    .waitFor()
})

/** What the test reads of bookings. */
interface Listed {
  readonly data: readonly {
    readonly start: string
    readonly end: string
    readonly status: string
    readonly answers: object
    readonly price: { readonly amount: number }
  }[]
}

const bookingsOf = async (eventTypeId: string) =>
  (await pages.server.api.get<Listed>(`/v1/bookings?eventTypeId=${eventTypeId}`)).body.data

/** What the salon asks first: long hair takes longer and costs more, kids have a service of their own. */
const HAIR = {
  id: 'hair',
  label: 'Your hair',
  kind: 'select',
  required: true,
  options: ['Short', 'Long', 'Kids'],
}

async function newBooking(page: Page, service: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByLabel('Event type').selectOption({ label: service })
  return dialog
}

test('a new booking asks first what decides, offers times for the answer, and books them with it', async () => {
  const { name, ann, cut, kids } = await salon()
  const rules = {
    Long: { addMinutes: 15, addAmount: 1000 },
    Kids: { leadsTo: { eventTypeId: kids.id } },
  }
  const { id } = await cut({
    durationOptionsMinutes: [30, 60],
    slotStepMinutes: 30,
    questions: [
      { ...HAIR, optionRules: rules },
      { id: 'note', label: 'Wishes', kind: 'text' },
    ],
  })
  // Today, only half an hour is free: from 10:30.
  for (const [from, to] of [
    ['08:00', '08:30'],
    ['09:00', '15:00'],
  ]) {
    const times = { start: `2026-04-20T${from}:00Z`, end: `2026-04-20T${to}:00Z` }
    await pages.make(`/v1/providers/${ann.id}/blocks`, times)
  }
  const page = await openDashboard(pages, cookie, '/bookings')
  const dialog = await newBooking(page, `Cut · ${name}`)
  await dialog.getByText('Answer the questions to see the available times.').waitFor()
  const hair = dialog.getByLabel('Your hair')
  expect(await hair.locator('option').allTextContents()).toEqual([
    'Choose …',
    'Short',
    'Long (+15 min, +€10.00)',
    'Kids',
  ])
  await hair.selectOption('Short')
  await dialog.getByRole('button', { name: /20 Apr, 10:30/ }).waitFor()
  await hair.selectOption('Long')
  const next = dialog.getByRole('group', { name: 'Next available times' }).getByRole('button')
  await expect.poll(async () => (await next.allInnerTexts())[0]).toMatch(/21 Apr,\s09:00/)
  expect(await dialog.getByLabel('Duration').locator('option').allTextContents()).toEqual([
    '45 min',
    '1 hr 15 min',
  ])
  await dialog.getByRole('button', { name: 'Another day or time' }).click()
  await dialog.getByText('No times available on this day.').waitFor()
  await dialog.getByLabel('Day').fill('2026-04-21')
  await dialog.getByRole('button', { name: '14:30' }).click()
  await dialog.getByText('Price: €60.00').waitFor()
  await dialog.getByLabel("Booker's name").fill('Gil Grid')
  await expectAccessible(page, 'desk', hair)
  await expectAccessible(page, 'desk-end', dialog.getByLabel("Booker's name"))
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for Tue,? 21 Apr, 14:30$/)
  expect(await bookingsOf(id)).toMatchObject([
    {
      status: 'confirmed',
      start: '2026-04-21T12:30:00Z',
      end: '2026-04-21T13:15:00Z',
      answers: { hair: 'Long' },
      price: { amount: 6000 },
    },
  ])
})

test('an answer that leads to another event type at the desk goes on with that one', async () => {
  const { name, cut, kids } = await salon()
  const optionRules = { Kids: { leadsTo: { eventTypeId: kids.id } } }
  await cut({ questions: [{ ...HAIR, optionRules }] })
  const page = await openDashboard(pages, cookie, '/bookings')
  const dialog = await newBooking(page, `Cut · ${name}`)
  await dialog.getByLabel('Your hair').selectOption('Kids')
  await dialog.getByRole('button', { name: 'Continue with Cut for kids' }).click()
  expect(await dialog.getByLabel('Event type').inputValue()).toBe(kids.id)
  await dialog.getByRole('button', { name: /20 Apr, 10:30/ }).click()
  await dialog.getByLabel("Booker's name").fill('Kim Kid')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expectToast(page, /^Booked for Mon,? 20 Apr, 10:30$/)
  expect(await bookingsOf(kids.id)).toHaveLength(1)
})

test('whoever is free first is not looked for where an answer decides about the times', async () => {
  const { name, cut } = await salon()
  await cut({
    title: `Cut ${name}`,
    questions: [{ ...HAIR, optionRules: { Long: { addMinutes: 15 } } }],
  })
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.keyboard.press('Alt+w')
  const dialog = page.getByRole('dialog', { name: 'Walk-in' })
  await dialog.getByText('Event types that ask a question first are not listed here.').waitFor()
  const free = dialog.getByRole('group', { name: 'First free' }).getByRole('button')
  await expect.poll(() => free.count()).toBeGreaterThan(0)
  expect((await free.allInnerTexts()).filter((text) => text.includes(`Cut ${name}`))).toEqual([])
})

test('a booking moves to times that are free for its answers, and its answers stay', async () => {
  const { name, ann, cut } = await salon()
  const { id } = await cut({
    slotStepMinutes: 30,
    durationOptionsMinutes: [30, 60],
    confirmation: 'instant',
    payment: null,
    questions: [
      { ...HAIR, optionRules: { Long: { addMinutes: 15 } } },
      { id: 'wishes', label: 'Wishes', kind: 'text' },
    ],
  })
  const booker = { name: `Grace ${name}`, email: 'grace@example.com' }
  const start = '2026-04-21T08:00:00Z'
  await pages.make('/v1/bookings', { eventTypeId: id, start, booker, answers: { hair: 'Long' } })
  // On the next day, half an hour is free at 9:00, and an hour at 12:00.
  for (const [from, to] of [
    ['07:30', '10:00'],
    ['11:00', '15:00'],
  ]) {
    const times = { start: `2026-04-22T${from}:00Z`, end: `2026-04-22T${to}:00Z` }
    await pages.make(`/v1/providers/${ann.id}/blocks`, times)
  }
  const page = await openDashboard(pages, cookie, '/bookings')
  await page.getByRole('button', { name: `Open: Grace ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Edit details' }).click()
  await dialog.getByLabel('Wishes').waitFor()
  expect(await dialog.getByLabel('Your hair').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await dialog.getByLabel('Day').fill('2026-04-22')
  const times = dialog.getByRole('group', { name: 'Available times' }).getByRole('button')
  await expect.poll(() => times.allInnerTexts()).toEqual(['12:00'])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'Change duration' }).click()
  await dialog.getByLabel('1 hr 15 min').waitFor()
})
