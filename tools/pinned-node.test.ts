import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('what runs is the Node that the manifest pins, whatever Node npm runs on', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: { readonly node: string }
  }
  expect(process.versions.node).toBe(manifest.devDependencies.node)
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
