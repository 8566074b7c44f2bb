import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeOn } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

interface Listed extends Made {
  readonly title?: string
  readonly name?: string
  readonly scheduleId: string | null
  readonly providerId?: string
}

const list = async (pages: Pages, path: string) =>
  (await pages.server.api.get<{ data: readonly Listed[] }>(path)).body.data

const serious = async (page: Parameters<typeof axeOn>[0]) =>
  (await (await axeOn(page)).analyze()).violations.map(({ id }) => id)

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

test('a dentist gets services, hours and terms in one step, and can change all of it', async () => {
  const page = await openDashboard(pages, cookie, '/first-day', { width: 390, colorScheme: 'dark' })
  await page.getByRole('heading', { name: 'Start with samples' }).waitFor()
  expect(await serious(page)).toEqual([])
  await page.getByRole('button', { name: 'Dentist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Samples: Dentist' })
  await dialog.getByLabel('Who can be booked?').fill('Dr. Ada Berger')
  await dialog.getByText('08:00 – 12:00, 13:00 – 17:00').waitFor()
  await dialog.getByLabel('First visit').uncheck()
  await dialog.getByLabel('Close on the public holidays of Germany').check()
  expect(await serious(page)).toEqual([])
  expect(await list(pages, '/v1/event-types')).toEqual([])
  await dialog.getByRole('button', { name: 'Set this up' }).click()
  await expectToast(page, 'Set up. Everything can be changed.')
  await page.getByText('3 of 4 done').waitFor()
  const [schedule] = await list(pages, '/v1/schedules')
  expect(schedule).toMatchObject({ timeZone: 'Europe/Berlin' })
  const [provider] = await list(pages, '/v1/providers')
  expect(provider).toMatchObject({ name: 'Dr. Ada Berger', scheduleId: schedule?.id })
  const closures = await list(pages, '/v1/closures?limit=100')
  expect(closures.filter(({ name }) => name === 'Christmas Day')).toHaveLength(3)
  const types = await list(pages, '/v1/event-types')
  expect(types.map(({ title }) => title).toSorted()).toEqual(['Check-up', 'Cleaning'])
  expect(types.find(({ title }) => title === 'Cleaning')).toMatchObject({
    durationMinutes: 45,
    bufferAfterMinutes: 15,
    minNoticeMinutes: 120,
    availabilityRules: null,
    policy: { cancelUntilMinutes: 1440 },
  })
  // Samples are for an empty account. They are edited like everything else.
  expect(await page.getByRole('button', { name: 'Dentist' }).count()).toBe(0)
  await page.goto(`${pages.url}/dashboard/event-types`)
  await page.getByRole('button', { name: 'Edit: Cleaning' }).waitFor()
})

test('samples that fail half way make nothing twice when they are tried again', async () => {
  const own = await openPages()
  try {
    const page = await openDashboard(own, await signIn(own), '/first-day')
    let posts = 0
    await page.route('**/v1/event-types', async (route) => {
      if (route.request().method() === 'POST') posts += 1
      if (posts === 2) {
        posts += 1
        await route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: '{"code":"forbidden","status":403}',
        })
      } else await route.continue()
    })
    await page.getByRole('button', { name: 'Barber' }).click()
    const dialog = page.getByRole('dialog', { name: 'Samples: Barber' })
    await dialog.getByLabel('Who can be booked?').fill('Bob')
    await dialog.getByRole('button', { name: 'Set this up' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await list(own, '/v1/event-types')).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Set this up' }).click()
    await expectToast(page, 'Set up. Everything can be changed.')
    const counts = await Promise.all(
      ['/v1/schedules', '/v1/providers', '/v1/event-types'].map(
        async (path) => (await list(own, path)).length,
      ),
    )
    expect(counts).toEqual([1, 1, 3])
  } finally {
    await own.close()
  }
})

test('a guest house gets a property with two rooms that guests can book', async () => {
  const own = await openPages()
  try {
    const page = await openDashboard(own, await signIn(own), '/first-day')
    await page.getByRole('button', { name: 'Guest house' }).click()
    const dialog = page.getByRole('dialog', { name: 'Samples: Guest house' })
    await dialog.getByLabel('Name of the house').fill('House by the lake')
    await dialog.getByRole('button', { name: 'Set this up' }).click()
    await page.getByText('House by the lake').first().waitFor()
    expect(await list(own, '/v1/providers')).toMatchObject([{ name: 'Room 1' }, { name: 'Room 2' }])
    const types = await list(own, '/v1/event-types?grain=any')
    expect(types.map(({ title }) => title).toSorted()).toEqual(['Double room 1', 'Double room 2'])
  } finally {
    await own.close()
  }
})
