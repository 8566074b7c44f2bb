import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { busyOf, CORPUS_FOLDER } from './busy-of.ts'
import { CORPUS, ZONES } from './corpus.ts'

const zoneOfProcess = process.env.TZ
afterAll(() => {
  if (zoneOfProcess === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfProcess
})

const MINUTES_BEHIND_UTC: Readonly<Record<string, number>> = {
  UTC: 0,
  'America/New_York': 300,
  'Pacific/Apia': -780,
}

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('in a process in %s', (zone) => {
  const named = CORPUS.map(
    (one) => [one.zone ? `${one.file} in ${one.zone}` : one.file, one] as const,
  )

  test('the process is in that zone', () => {
    process.env.TZ = zone
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(MINUTES_BEHIND_UTC[zone])
  })

  test.each(named)('%s is busy when RFC 5545 says so', (_, one) => {
    process.env.TZ = zone
    for (const timeZone of one.zone === undefined ? ZONES : [one.zone]) {
      expect(busyOf(one, timeZone)).toEqual({ busy: one.busy, warnings: one.warnings ?? [] })
    }
  })
})

test('every file of the corpus has an expected result, and there are more than 60 files', () => {
  const files = readdirSync(CORPUS_FOLDER).filter((name) => name.endsWith('.ics'))
  const answered = new Set(CORPUS.map(({ file }) => `${file}.ics`))
  expect(files.filter((name) => !answered.has(name))).toEqual([])
  expect(files.length).toBeGreaterThan(60)
})
