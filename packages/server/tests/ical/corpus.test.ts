import { readdirSync, readFileSync } from 'node:fs'
import type { Interval } from '@holdfast/engine'
import { afterAll, describe, expect, test } from 'vitest'
import { busyTimes } from '../../src/adapters/ical/busy-times.ts'
import { FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { parseCalendar } from '../../src/adapters/ical/parse-calendar.ts'
import { CORPUS, ZONES } from './corpus.ts'
import type { CorpusCase } from './expected/corpus-case.ts'

const FOLDER = new URL('corpus/', import.meta.url)
const epochMinutes = (date: string) => Date.parse(`${date}T00:00Z`) / 60_000

const written = ({ startEpochMinutes, endEpochMinutes }: Interval): string => {
  const [start, end] = [startEpochMinutes, endEpochMinutes].map((minutes) =>
    new Date(minutes * 60_000).toISOString().slice(0, 16).replace('T', ' '),
  ) as [string, string]
  return `${start}–${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
}

function busyOf({ file, range }: CorpusCase, timeZone: string) {
  const parsed = parseCalendar(readFileSync(new URL(`${file}.ics`, FOLDER)), FEED_LIMITS)
  if (!parsed.ok) throw new Error(parsed.refusal.detail)
  const { busy, warnings } = busyTimes(parsed.value, {
    range: { startEpochMinutes: epochMinutes(range[0]), endEpochMinutes: epochMinutes(range[1]) },
    timeZone,
    occurrencesPerRule: 10_000,
    warnings: 20,
  })
  return { busy: busy.map(written), warnings }
}

const zoneOfProcess = process.env.TZ
afterAll(() => {
  if (zoneOfProcess === undefined) delete process.env.TZ
  else process.env.TZ = zoneOfProcess
})

describe.each(['UTC', 'America/New_York', 'Pacific/Apia'])('in a process in %s', (zone) => {
  const named = CORPUS.map(
    (one) => [one.zone ? `${one.file} in ${one.zone}` : one.file, one] as const,
  )

  test.each(named)('%s is busy when RFC 5545 says so', (_, one) => {
    process.env.TZ = zone
    for (const timeZone of one.zone === undefined ? ZONES : [one.zone]) {
      expect(busyOf(one, timeZone)).toEqual({ busy: one.busy, warnings: one.warnings ?? [] })
    }
  })
})

test('every file of the corpus has its answer, and there are more than 60', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ics'))
  const answered = new Set(CORPUS.map(({ file }) => `${file}.ics`))
  expect(files.filter((name) => !answered.has(name))).toEqual([])
  expect(files.length).toBeGreaterThan(60)
})
