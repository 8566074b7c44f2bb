import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
let propertyId: string
let roomId: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
  const house = { name: 'Lake House', timeZone: 'Europe/Berlin', photos: [photo('lake')] }
  propertyId = (await pages.make('/v1/properties', house)).id
  roomId = await makeRoom('Double room', { photos: [photo('bed'), photo('bath'), photo('view')] })
  await makeRoom('Attic')
})
afterAll(() => pages.close())

const IMAGES = 'https://img.example.com'
const photo = (name: string) => ({
  url: `${IMAGES}/${name}-2000`,
  alt: `The ${name}`,
  sizes: [640, 1280].map((widthPixels) => ({
    url: `${IMAGES}/${name}-${widthPixels}`,
    widthPixels,
  })),
})

async function makeRoom(title: string, more: object = {}): Promise<string> {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const unit = { name: title, slug, kind: 'unit', timeZone: 'Europe/Berlin', propertyId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const type = { providerId, grain: 'nights', title, slug: 'book', confirmation: 'hold', ...more }
  return (await pages.make('/v1/event-types', type)).id
}

/** Answers for the site with the photos, after a pause that shows whether the page moves when they come. */
async function servePhotos(page: Page, pauseMilliseconds = 0): Promise<readonly string[]> {
  const asked: string[] = []
  await page.context().route(`${IMAGES}/**`, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await sleep(pauseMilliseconds)
    const hue = asked.length * 70
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"><rect width="900" height="1200" fill="hsl(${hue} 50% 70%)"/><circle cx="450" cy="600" r="250" fill="hsl(${hue} 50% 45%)"/></svg>`
    await route.fulfill({ contentType: 'image/svg+xml', body })
  })
  return asked
}

/** Takes pictures at two widths if a folder is named, to look at. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(
      `Promise.all([...document.images].map((image) => image.loading === 'lazy' || image.decode()))`,
    )
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
}

/** Resolves once a photo is loaded; rejects if it cannot be. */
const loaded = (page: Page, alt: string): Promise<unknown> =>
  page.evaluate(`document.querySelector('img[alt="${alt}"]').decode()`)

/** How far contents moved so far without anybody having touched the page. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => resolve(0), 300))`,
  )

test('guests see the photos of a room, or else of its house, in the size of their screen, and nothing moves when they load', async () => {
  const page = await pages.open('about:blank')
  const asked = await servePhotos(page, 400)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${pages.url}/stays/${propertyId}?arrival=2026-04-27&departure=2026-04-30`)
  const bed = page.getByRole('img', { name: 'The bed' })
  await bed.waitFor()
  const before = await bed.boundingBox()
  const shifted = await shiftOf(page)
  await loaded(page, 'The bed')
  expect(await bed.boundingBox()).toEqual(before)
  expect(await shiftOf(page)).toBe(shifted)
  expect(asked.filter((path) => path.startsWith('/bed'))).toEqual(['/bed-640'])
  await page.getByRole('img', { name: 'The lake' }).scrollIntoViewIfNeeded()
  await loaded(page, 'The lake')
  await expectAccessible(page)
  await picture(page, 'photos-search')
  await page.getByRole('link', { name: 'Choose: Double room' }).click()
  await bed.waitFor()
  const empty = await bed.boundingBox()
  await loaded(page, 'The bed')
  const { width, height } = (await bed.boundingBox()) ?? {}
  expect({ width, height }).toEqual({ width: empty?.width, height: empty?.height })
  expect(await page.getByRole('list', { name: 'Double room' }).getByRole('img').count()).toBe(3)
  await expectAccessible(page)
  await picture(page, 'photos-room')
})

test('a page without photos loads no images of other sites, and nor does an embedded one', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${pages.url}${path}`)).headers.get('content-security-policy')
  expect(await policyOf('/double-room/book')).toContain("img-src 'self' data: https:;")
  for (const path of ['/attic/book', '/embed/double-room/book']) {
    expect(await policyOf(path)).toContain("img-src 'self' data:;")
  }
  const page = await pages.open('/embed/double-room/book')
  await page.getByRole('heading', { name: 'Double room' }).waitFor()
  expect(await page.getByRole('img', { name: 'The bed' }).count()).toBe(0)
})

test('the dashboard adds, orders and removes the photos of a room and of a house', async () => {
  const page = await openDashboard(pages, cookie, '/properties')
  await servePhotos(page)
  await page.goto(`${pages.url}/dashboard/properties/types/${roomId}`)
  const stored = async (path: string) =>
    (await pages.server.api.get<{ photos: { alt: string; sizes: [] }[] }>(path)).body.photos
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  await group('Photo 3').waitFor()
  await page.getByRole('button', { name: 'Add photo' }).click()
  await group('Photo 4').getByLabel('Address of the photo').fill('http://img.example.com/door')
  await group('Photo 4').getByLabel('What it shows').fill('The door')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await group('Photo 4').getByText('Enter an address that begins with https://').waitFor()
  await group('Photo 4').getByLabel('Address of the photo').fill(`${IMAGES}/door`)
  await page.getByRole('button', { name: 'Move photo 4 forward' }).click()
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await expectAccessible(page)
  await picture(page, 'photos-type')
  await save.click()
  await expectToast(page, 'Saved')
  const alts = (await stored(`/v1/event-types/${roomId}`)).map(({ alt, sizes }) => [
    alt,
    sizes.length,
  ])
  expect(alts).toEqual([
    ['The bed', 2],
    ['The door', 0],
    ['The view', 2],
  ])
  await page.goto(`${pages.url}/dashboard/properties/${propertyId}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove photo 1' }).click()
  await dialog.getByRole('button', { name: 'Add photo' }).click()
  await dialog.getByLabel('Address of the photo').fill(`${IMAGES}/garden`)
  await dialog.getByLabel('What it shows').fill('The garden')
  await expectAccessible(page)
  await picture(page, 'photos-house')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  expect(await stored(`/v1/properties/${propertyId}`)).toEqual([
    { url: `${IMAGES}/garden`, alt: 'The garden', sizes: [] },
  ])
})
