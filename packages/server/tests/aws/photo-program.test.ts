import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleFunctions } from '@holdfast/infra/bundles'
import { expect, test } from 'vitest'
import { createPhotoMaker } from '../../src/adapters/photos/photo-maker.ts'
import { jpegOf, pngOf, webpOf } from '../support/pictures.ts'

test('the program that reads photos on AWS has its codecs in one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-photos-'))
  const maker = createPhotoMaker({ program: pathToFileURL(join(folder, 'http/photo-worker.mjs')) })
  try {
    await bundleFunctions(folder, ['http'])
    for (const [file, mediaType] of [
      [await jpegOf(500, 20), 'image/jpeg'],
      [pngOf(500, 20), 'image/png'],
      [await webpOf(500, 20), 'image/webp'],
    ] as const) {
      const made = await maker.sizesOf(file, mediaType, { pixels: 100_000, milliseconds: 20_000 })
      expect(made).toMatchObject({ ok: true, value: [{ widthPixels: 400 }, { widthPixels: 500 }] })
    }
  } finally {
    await maker.close()
    await rm(folder, { recursive: true })
  }
})
