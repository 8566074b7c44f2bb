import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { BUNDLE, entrypointOf } from '../src/bundles.ts'

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
