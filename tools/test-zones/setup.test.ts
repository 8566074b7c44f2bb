import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runSteps } from '../run-steps.ts'

/** Runs one test file under the watch; answers its tally, and what was printed. */
async function runWatched(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-zones-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = join(folder, 'vitest.config.mjs')
  const options = {
    name: 'planted',
    root: folder,
    globals: true,
    include: ['*.test.mjs'],
    setupFiles: [resolve('tools/test-zones/setup.ts')],
  }
  writeFileSync(config, `export default { test: ${JSON.stringify(options)} }`)
  writeFileSync(join(folder, 'zone.test.mjs'), text)
  const lines: string[] = []
  const step = {
    title: 'planted tests',
    args: ['node_modules/vitest/vitest.mjs', 'run', `--config=${config}`],
    secondsMax: 60,
    tests: { projects: [], paths: [] },
  }
  const { tally } = await runSteps([step], {
    repeatFailed: false,
    vitestOutput: 'ignore',
    print: (line) => lines.push(line),
  })
  return { tally, text: lines.join('\n') }
}

test("a test that reads the machine's time zone fails with the place of the list", async () => {
  const { tally, text } = await runWatched(`
    test('reads', () => { new Date(0).getHours() })
    test('reads nothing', () => { new Date(0).getUTCHours() })`)
  expect(tally).toEqual({ passed: 1, failed: 1 })
  expect(text).toContain('zone.test.mjs: reads\n')
  expect(text).toContain('add the test file to ZONED_TESTS')
  expect(text).toMatch(/Date\.prototype\.getHours at .*zone\.test\.mjs/)
})

test("a module that reads the machine's time zone when it is loaded fails its test file", async () => {
  const { tally } = await runWatched(`
    const year = new Date(0).getFullYear()
    describe('years', () => { test('are numbers', () => { expect(year).toBeTypeOf('number') }) })`)
  expect(tally.failed).toBeGreaterThan(0)
})
