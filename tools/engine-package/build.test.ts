import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deepTest } from '../../packages/server/tests/support/depth.ts'
import { faultsOf } from '../../packages/server/tests/support/package-faults.ts'
import { buildEngine } from './build.ts'

/** The samples of the README, each with the output that the block after it shows. */
const samples = [
  ...readFileSync('packages/engine/README.md', 'utf8').matchAll(
    /```ts run\n(.*?)```\n\n```\n(.*?)```/gs,
  ),
].map(([, code = '', output = '']) => ({ code, output }))

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-engine-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs all samples in a folder in one process; returns what they print. */
function runSamples(folder: string): string {
  const imports = samples.map(({ code }, index) => {
    writeFileSync(join(folder, `sample-${index}.mts`), code)
    return `await import('./sample-${index}.mts')\n`
  })
  writeFileSync(join(folder, 'all.mts'), imports.join(''))
  return execFileSync(process.execPath, [join(folder, 'all.mts')], { encoding: 'utf8' })
}

const expected = samples.map(({ output }) => output).join('')

test('every sample of the README of the engine prints what the README says', () => {
  const folder = emptyFolder()
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  expect(samples.length).toBe(3)
  expect(runSamples(folder)).toBe(expected)
})

deepTest(
  'the built engine is JavaScript with types, depends on nothing, and runs the samples alone',
  async () => {
    const folder = emptyFolder()
    const built = join(folder, 'node_modules/@holdfast/engine')
    mkdirSync(built, { recursive: true })
    buildEngine(built)
    const manifest: unknown = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      name: '@holdfast/engine',
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
    })
    expect(manifest).not.toHaveProperty('dependencies')
    expect(await faultsOf(built)).toEqual([])
    expect(runSamples(folder)).toBe(expected)
    const sample = `import { computeSlots, type SlotQuery } from '@holdfast/engine'
export const starts = (query: SlotQuery): readonly number[] => computeSlots(query)
`
    writeFileSync(join(folder, 'typed.mts'), sample)
    const compiler = join(process.cwd(), 'packages/client/node_modules/typescript/bin/tsc')
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024']
    const check = [compiler, ...options, 'typed.mts']
    expect(execFileSync(process.execPath, check, { cwd: folder, encoding: 'utf8' })).toBe('')
  },
  120_000,
)
