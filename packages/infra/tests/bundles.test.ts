import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { createPhotoMaker } from '../../server/src/adapters/photos/photo-maker.ts'
import { jpegOf, pngOf, webpOf } from '../../server/tests/support/pictures.ts'
import { BUNDLE, bundleFunctions, entrypointOf } from '../src/bundles.ts'

/** How many bytes each file of `node_modules` has in the bundle of the smallest function. */
async function librariesOfLog(): Promise<ReadonlyMap<string, number>> {
  const entryPoints = [entrypointOf('log')]
  const { metafile } = await build({ ...BUNDLE, entryPoints, write: false, metafile: true })
  const [output] = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint)
  return new Map(
    Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) => {
      const [, file] = path.split('node_modules/')
      return file === undefined ? [] : [[file, bytesInOutput] as const]
    }),
  )
}

test('a function has neither the second parser nor the fetch of undici, and one language of zod', async () => {
  const libraries = await librariesOfLog()
  const bytesOf = (pattern: RegExp) =>
    [...libraries].reduce((sum, [file, bytes]) => sum + (pattern.test(file) ? bytes : 0), 0)
  const named = (pattern: RegExp) => [...libraries.keys()].filter((file) => pattern.test(file))
  expect(bytesOf(/^undici\/lib\/llhttp\//)).toBeGreaterThan(50_000)
  expect(bytesOf(/^undici\/lib\/milo\//)).toBeLessThan(1_000)
  expect(named(/^undici\/(?:index|lib\/web\/fetch\/index)\.js$/)).toEqual([])
  expect(named(/^zod\/v4\/locales\/\w\w\.js$/)).toEqual(['zod/v4/locales/en.js'])
})

test('the program that reads photos has its codecs in one file', async () => {
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
