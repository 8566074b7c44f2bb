import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs `.ci/run` in a repository whose test command is this program. */
function runCi(program: string): { readonly status: number | null; readonly lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.ci'))
  cpSync('.ci/run', join(folder, '.ci/run'))
  writeFileSync(join(folder, 'test.mjs'), program)
  const names = { name: 'planted', version: '1.0.0' }
  const manifest = { ...names, scripts: { test: 'node test.mjs' } }
  const lock = { ...names, lockfileVersion: 3, packages: { '': names } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
    })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'Plant')
  const { status, stdout } = spawnSync(join(folder, '.ci/run'), { encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n') }
}

test('CI asks for failed files to be repeated, and ends with the flaky ones and the closing line', () => {
  const { status, lines } = runCi(`
    console.log(process.argv.slice(2).join(' '))
    console.log('flaky: [server] a.test.ts: a slot is held')
    console.log('flaky: [lambda] b.test.ts: a slot is free')
    console.log('12 passed, 0 failed')`)
  expect(status).toBe(0)
  expect(lines).toContain('--repeat-failed')
  expect(lines.at(-4)).toMatch(/^== \d+ s, exit code 0$/)
  expect(lines.slice(-3)).toEqual([
    'flaky: [server] a.test.ts: a slot is held',
    'flaky: [lambda] b.test.ts: a slot is free',
    '12 passed, 0 failed',
  ])
})

test('CI fails with the exit code of the tests, and ends with the closing line', () => {
  const { status, lines } = runCi("console.log('12 passed, 1 failed'); process.exit(1)")
  expect(status).toBe(1)
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^== \d+ s, exit code 1$/),
    '12 passed, 1 failed',
  ])
})

test('CI fails if the test command ends without a closing line', () => {
  const { status, lines } = runCi("console.log('nothing was tested')")
  expect(status).toBe(1)
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
})
