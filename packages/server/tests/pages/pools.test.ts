import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, openTab, signIn } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_TEST_MODE: '1' })
  cookie = await signIn(pages)
})
afterAll(() => pages.close())

/** Takes pictures if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A house with three rooms, and a double room that is booked in the first one. */
async function makeHouse(slug: string) {
  const timeZone = 'Europe/Berlin'
  const { id: propertyId } = await pages.make('/v1/properties', { name: 'Old Mill', timeZone })
  const rooms: string[] = []
  for (const name of ['Room 1', 'Room 2', 'Room 3']) {
    const unit = { name, kind: 'unit', timeZone, propertyId, slug: `${slug}-${rooms.length}` }
    rooms.push((await pages.make('/v1/providers', unit)).id)
  }
  const nights = { providerId: rooms[0], grain: 'nights', confirmation: 'instant' }
  const type = await pages.make('/v1/event-types', { ...nights, slug, title: 'Double room' })
  return { propertyId, rooms, typeId: type.id }
}

const book = (eventTypeId: string, arrival: string, departure: string, more: object = {}) =>
  pages.make('/v1/bookings', {
    eventTypeId,
    arrival,
    departure,
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
    ...more,
  })

test('a house sells its double rooms as one, and gives a stay another of them', async () => {
  const { propertyId, rooms, typeId } = await makeHouse('double')
  const page = await openDashboard(pages, cookie, `/properties/${propertyId}`)
  await button(page, 'Edit: Double room').click()
  await openTab(page, 'Nights')
  await page.getByLabel('Guests get').selectOption('One of the units that you choose')
  await page.getByLabel('Room 2').check()
  await pictures(page, 'pool-editor')
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expectToast(page, 'Saved')
  const { body } = await pages.server.api.get<object>(`/v1/event-types/${typeId}`)
  expect(body).toMatchObject({
    requirements: [{ name: 'unit', providerIds: [rooms[0], rooms[1]], count: 1, choice: 'gap' }],
  })
  await page.getByRole('link', { name: '‹ Properties' }).click()
  await page.getByText('Also booked as: Double room').waitFor()
  await pictures(page, 'pool-property')
  const stay = await book(typeId, '2026-05-11', '2026-05-13')
  await page.goto(`${pages.url}/dashboard/bookings/${stay.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Room 1', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Change unit…' }).click()
  await dialog.getByLabel('New unit').selectOption('Room 2')
  await dialog.getByLabel('The stay keeps this unit').check()
  await pictures(page, 'change-unit')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change unit' }).click()
  await expectToast(page, 'The stay is in Room 2 now')
  const changed = await pages.server.api.get<Made>(`/v1/bookings/${stay.id}`)
  expect(changed.body).toMatchObject({
    providerId: rooms[1],
    pinned: true,
    arrival: '2026-05-11',
    departure: '2026-05-13',
  })
})

test('a stay that changes its room after some nights is in both rooms, for the nights that it has there', async () => {
  const { rooms, typeId } = await makeHouse('split')
  const requirements = [{ name: 'room', providerIds: rooms.slice(0, 2), count: 1 }]
  await pages.server.api.patch(`/v1/event-types/${typeId}`, { requirements })
  const stay = await book(typeId, '2026-04-20', '2026-04-25', { unitId: rooms[0], pinned: false })
  const page = await openDashboard(pages, cookie)
  // Thursday, 23 April.
  await pages.advance(page, 3 * 86_400)
  await page.goto(`${pages.url}/dashboard/bookings/${stay.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Room 1', { exact: true }).waitFor()
  await button(page, 'Change unit…').click()
  await dialog.getByLabel('New unit').selectOption('Room 2')
  await button(page, 'Change unit').click()
  await expectToast(page, 'The stay is in Room 2 now')
  await page.goto(`${pages.url}/dashboard/bookings/${stay.id}`)
  await dialog.getByText(/^Room 1: 3 nights, Mon,? 20 Apr – Thu,? 23 Apr$/).waitFor()
  await dialog.getByText(/^Room 2: 2 nights, Thu,? 23 Apr – Sat,? 25 Apr$/).waitFor()
  // It can still be made longer.
  await button(page, 'Reschedule').waitFor()
  await expectAccessible(page)
  await pictures(page, 'split-stay')
  await page.goto(`${pages.url}/dashboard`)
  await page.getByText('Grace Hopper · Double room · Room 1').waitFor()
  await page.getByText('Grace Hopper · Double room · Room 2').waitFor()
  expect(await page.getByText('a calendar of nights and a provider have this name').count()).toBe(0)
  await expectAccessible(page)
  await pictures(page, 'split-calendar')
})

test('the desk books two rooms for one guest, all or none', async () => {
  const { rooms, typeId } = await makeHouse('party')
  const requirements = [{ name: 'room', providerIds: rooms, count: 1 }]
  await pages.server.api.patch(`/v1/event-types/${typeId}`, { title: 'Party room', requirements })
  await book(typeId, '2026-05-20', '2026-05-22')
  const page = await openDashboard(pages, cookie)
  await button(page, 'New booking').click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  const service = dialog.getByLabel('Event type')
  await service.selectOption({ value: typeId })
  await dialog.getByLabel('Arrival').fill('2026-05-20')
  await dialog.getByLabel('Departure').fill('2026-05-22')
  await dialog.getByLabel('Rooms').fill('3')
  await dialog.getByLabel("Booker's name").fill('Ada Party')
  await pictures(page, 'several-rooms')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await dialog.getByRole('alert').first().waitFor()
  const bookings = () =>
    pages.server.api.get<{ data: readonly { groupId: string | null; status: string }[] }>(
      `/v1/bookings?eventTypeId=${typeId}`,
    )
  expect((await bookings()).body.data).toHaveLength(1)
  await dialog.getByLabel('Rooms').fill('2')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const grouped = (await bookings()).body.data.filter(({ groupId }) => groupId !== null)
  expect(grouped.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

test('a guest finds all rooms behind one link, each with its dates, and cancels them together', async () => {
  const { rooms, typeId } = await makeHouse('wedding')
  const requirements = [{ name: 'room', providerIds: rooms, count: 1 }]
  await pages.server.api.patch(`/v1/event-types/${typeId}`, { title: 'Wedding room', requirements })
  const item = { eventTypeId: typeId, arrival: '2026-05-20', departure: '2026-05-22' }
  const made = await pages.server.api.post<{
    id: string
    manageToken: string
    bookings: readonly { id: string }[]
  }>('/v1/booking-groups', {
    items: [item, { ...item, departure: '2026-05-23' }],
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  expect(made.status, made.text).toBe(201)
  const { id, manageToken, bookings } = made.body
  const page = await pages.open(`/manage/${id}#${manageToken}`)
  await page.getByText(/^Wed,? 20 May – Fri,? 22 May$/).waitFor()
  await page.getByText(/^Wed,? 20 May – Sat,? 23 May$/).waitFor()
  expect(await button(page, /Cancel from here/).count()).toBe(0)
  await expectAccessible(page)
  await pictures(page, 'group-of-stays')
  await page.goto(`${pages.url}/manage/${bookings[0]?.id}#${manageToken}`)
  await page.getByText(/^Wed,? 20 May – Sat,? 23 May$/).waitFor()
  await page.goto(`${pages.url}/manage/${id}#${manageToken}`)
  await button(page, 'Cancel all bookings').click()
  await button(page, 'Yes, cancel bookings').click()
  await page.getByText('Bookings cancelled').waitFor()
})

test('guests can leave no later than one room is free, and do not read which one they get', async () => {
  const { rooms, typeId } = await makeHouse('twin')
  const requirements = [{ name: 'room', providerIds: rooms.slice(0, 2), count: 1 }]
  const params = `/v1/event-types/${typeId}`
  const changed = await pages.server.api.patch<object>(params, { requirements })
  expect(changed.status, changed.text).toBe(200)
  // Room 1 is free until the 7th, and Room 2 from the 6th on.
  await book(typeId, '2026-05-07', '2026-05-10', { unitId: rooms[0] })
  await book(typeId, '2026-05-04', '2026-05-06', { unitId: rooms[1] })
  const page = await pages.open('/twin-0/twin', { timeZone: 'Europe/Berlin' })
  await page.getByText('Old Mill').first().waitFor()
  await button(page, /Next month/).click()
  await button(page, /^Monday, 4 May 2026/).click()
  await button(page, /^Thursday, 7 May 2026/).waitFor()
  expect(await button(page, /^Friday, 8 May 2026.*nights/).count()).toBe(0)
  await pictures(page, 'pool-nights')
  await button(page, /^Thursday, 7 May 2026/).click()
  await button(page, 'Book these dates').waitFor()
  expect(await page.getByText('Room 1').count()).toBe(0)
  expect(await page.getByText('Room 2').count()).toBe(0)
})

test('a room is put out of order with a reason, and the stays in these nights are counted', async () => {
  const { propertyId, rooms, typeId } = await makeHouse('burst')
  await book(typeId, '2026-05-11', '2026-05-14')
  const page = await openDashboard(pages, cookie, `/properties/${propertyId}`)
  await button(page, 'Edit: Room 1').click()
  await button(page, 'Put out of order').click()
  const range = page.getByRole('group', { name: 'Out of order 1' })
  await range.getByLabel('First night').fill('2026-05-10')
  await range.getByLabel(/^Up to/).fill('2026-05-13')
  await range.getByLabel('Reason').fill('Burst pipe')
  await expectAccessible(page)
  await pictures(page, 'out-of-order')
  await button(page, 'Save').click()
  await page.getByText('One stay is booked in these nights. Give it another unit.').waitFor()
  const { body } = await pages.server.api.get<object>(`/v1/providers/${rooms[0]}`)
  const outOfOrder = [{ from: '2026-05-10', to: '2026-05-13', reason: 'Burst pipe' }]
  expect(body).toMatchObject({ outOfOrder })
  await button(page, 'Edit: Room 1').click()
  expect(await range.getByLabel('Reason').inputValue()).toBe('Burst pipe')
  await button(page, 'Remove out of order 1').click()
  await button(page, 'Save').click()
  await expect
    .poll(async () => (await pages.server.api.get<object>(`/v1/providers/${rooms[0]}`)).body)
    .toMatchObject({ outOfOrder: [] })
})
