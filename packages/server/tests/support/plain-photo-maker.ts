import { createHash } from 'node:crypto'
import { ok } from '@holdfast/engine'
import type { PhotoMaker } from '../../src/booking/ports/photo-maker.ts'

/** Takes any file as a photo, with two sizes, for tests that are about the store. */
export const PLAIN_PHOTOS: PhotoMaker = {
  nameOf: (file) => createHash('sha256').update(file).digest('hex'),
  sizesOf: async (file) =>
    ok([400, 800].map((widthPixels) => ({ widthPixels, heightPixels: 300, file }))),
}

/** The limits of a test. */
export const plainLimits = (photos = 1000) => ({ photos, pixels: 1, milliseconds: 1 })

/** A file with this text. */
export const plainFile = (text: string) => ({
  content: new Uint8Array(Buffer.from(text)),
  mediaType: 'image/png',
})
