import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'

const MODULE = new URL('./young-objects.ts', import.meta.url).href
const MANY_CORES = 16

/** Collections of young objects in a process that makes many, and the threads that took part in all of them together. */
function collect(cores: number): { readonly collections: number; readonly parts: number } {
  const program = `
    const { collectYoungObjectsAlone } = await import('${MODULE}')
    collectYoungObjectsAlone(${cores})
    const kept = []
    for (let n = 0; n < 600_000; n += 1) kept[n % 100_000] = { n, list: [n, {}] }
  `
  const args = ['--trace-gc', '--trace-parallel-scavenge', '--input-type=module', '--eval', program]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' })
  return {
    collections: output.match(/: Scavenge /g)?.length ?? 0,
    parts: output.match(/scavenge\[/g)?.length ?? 0,
  }
}

test('on a machine with two cores, one thread collects young objects', () => {
  const { collections, parts } = collect(2)
  expect(collections).toBeGreaterThan(0)
  expect(parts).toBe(collections)
})

test('on a larger one, several threads do, if the machine of the test has them', () => {
  const { collections, parts } = collect(MANY_CORES)
  expect(parts > collections).toBe(availableParallelism() > 1)
})
