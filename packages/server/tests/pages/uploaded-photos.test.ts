import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jpegOf, pngOf, redAndBlue } from '../support/pictures.ts'
import { expectAccessible } from './support/axe.ts'
import { expectToast, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
let roomId: string
let propertyId: string
beforeAll(async () => {
  pages = await openPages()
  cookie = await signIn(pages)
  const house = { name: 'Lake House', timeZone: 'Europe/Berlin' }
  propertyId = (await pages.make('/v1/properties', house)).id
  const unit = { ...house, name: 'Room', slug: 'room', kind: 'unit', propertyId }
  const { id: providerId } = await pages.make('/v1/providers', unit)
  const type = { providerId, grain: 'nights', title: 'Double room', slug: 'book' }
  roomId = (await pages.make('/v1/event-types', { ...type, confirmation: 'hold' })).id
})
afterAll(() => pages.close())

interface Shown {
  readonly photos: readonly { readonly url: string; readonly alt: string }[]
}
const photosOf = async (path: string) => (await pages.server.api.get<Shown>(path)).body.photos

const fileOf = (name: string, content: Uint8Array, mimeType: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

/** Takes pictures at two widths, light and dark, if a folder is named, to look at. */
async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.HOLDFAST_PICTURES
  if (folder === undefined) return
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({
        path: `${folder}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      })
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 720 })
}

/** Resolves with the size of a photo that the browser chose, once it is loaded; rejects if it cannot be. */
const loadedSize = (page: Page, alt: string): Promise<unknown> =>
  page.evaluate(
    `(async (image) => { await image.decode(); return Number(image.currentSrc.split('/').at(-1)) })(document.querySelector('img[alt="${alt}"]'))`,
  )

test('a host uploads photos, says what they show and orders them, and guests see them, also in a frame of another site', async () => {
  const page = await openDashboard(pages, cookie, `/properties/types/${roomId}`)
  const input = page.getByLabel('Upload photos')
  await input.setInputFiles([
    fileOf('bed.jpg', await jpegOf(1000, 600, redAndBlue(1000)), 'image/jpeg'),
    fileOf('notes.txt', Buffer.from('no photo'), 'text/plain'),
    fileOf('half.jpg', (await jpegOf(300, 200, redAndBlue(300))).slice(0, 900), 'image/jpeg'),
    fileOf('view.png', pngOf(60, 40), 'image/png'),
  ])
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  await group('Photo 2').waitFor()
  const alert = page.getByRole('alert')
  await alert.getByText('notes.txt: This browser cannot read it as a photo.').waitFor()
  await alert.getByText('half.jpg: The file is damaged').waitFor()
  await group('Photo 1').getByLabel('What it shows').fill('The bed')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await group('Photo 2').getByLabel('What it shows').fill('The view')
  await page.getByRole('button', { name: 'Move photo 2 forward' }).click()
  expect(await group('Photo 1').locator('img').count()).toBe(1)
  await expectAccessible(page)
  await pictures(page, 'upload-type')
  await save.click()
  await expectToast(page, 'Saved')
  const path = `/v1/event-types/${roomId}`
  expect((await photosOf(path)).map(({ alt }) => alt)).toEqual(['The view', 'The bed'])
  const policyOf = async (at: string) =>
    (await fetch(`${pages.url}${at}`)).headers.get('content-security-policy')
  for (const at of ['/room/book', '/embed/room/book']) {
    expect(await policyOf(at)).toContain("img-src 'self' data:;")
    const guest = await pages.open(at)
    await guest.getByRole('img', { name: 'The bed' }).scrollIntoViewIfNeeded()
    expect(await loadedSize(guest, 'The bed')).toBe(400)
    expect(await loadedSize(guest, 'The view')).toBe(60)
    await expectAccessible(guest)
    await pictures(guest, at === '/room/book' ? 'upload-guest' : 'upload-embedded')
  }
})

test('a photo that the server would not take is made smaller first, and can be dropped', async () => {
  const page = await openDashboard(pages, cookie, `/properties/${propertyId}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/v1/photos'),
  )
  // A photo of 3000 × 2000 pixels with fine noise: as a PNG, it has more than 4 MB.
  await dialog.getByLabel('Upload photos').waitFor()
  await page.evaluate(`(async (input) => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 2000
    const context = canvas.getContext('2d')
    const noise = context.createImageData(1000, 1000)
    for (let at = 0; at < noise.data.length; at += 65536) crypto.getRandomValues(noise.data.subarray(at, at + 65536))
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : 100 + (noise.data[at] & 15)
    for (let x = 0; x < 3; x += 1) for (let y = 0; y < 2; y += 1) context.putImageData(noise, x * 1000, y * 1000)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
    const transfer = new DataTransfer()
    transfer.items.add(new File([blob], 'large.png', { type: 'image/png' }))
    input.parentElement.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  })(document.querySelector('dialog input[type=file], [role=dialog] input[type=file]'))`)
  const request = await sent
  expect(request.headers()['content-type']).toBe('image/jpeg')
  const group = dialog.getByRole('group', { name: 'Photo 1', exact: true })
  await group.waitFor()
  await group.getByLabel('What it shows').fill('Noise')
  await expectAccessible(page)
  await pictures(page, 'upload-house')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const [photo] = await photosOf(`/v1/properties/${propertyId}`)
  expect(photo?.url).toMatch(/^\/v1\/photos\/pht_\w+\/1600$/)
})
