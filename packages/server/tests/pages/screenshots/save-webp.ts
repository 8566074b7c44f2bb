import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The eye sees no difference to the PNG, and the file has less than half of its bytes. */
const QUALITY = 0.85

/** Runs in the browser: from a PNG in Base64 to a WebP in Base64. */
const ENCODE = `async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: ${QUALITY} })
  const letters = Array.from(new Uint8Array(await webp.arrayBuffer()), (byte) => String.fromCharCode(byte))
  return btoa(letters.join(''))
}`

/** Writes a PNG as WebP. The browser of the page encodes it. */
export async function saveWebp(page: Page, png: Buffer, path: string): Promise<void> {
  const encoder = await page.context().newPage()
  const webp: string = await encoder.evaluate(`(${ENCODE})('${png.toString('base64')}')`)
  await encoder.close()
  await writeFile(path, Buffer.from(webp, 'base64'))
}
