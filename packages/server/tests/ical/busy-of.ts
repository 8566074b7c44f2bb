import { readFileSync } from 'node:fs'
import type { Interval } from '@holdfast/engine'
import { busyTimes } from '../../src/adapters/ical/busy-times.ts'
import { FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { parseCalendar } from '../../src/adapters/ical/parse-calendar.ts'
import type { CorpusCase } from './expected/corpus-case.ts'

/** The folder of the corpus. */
export const CORPUS_FOLDER = new URL('corpus/', import.meta.url)
const epochMinutes = (date: string) => Date.parse(`${date}T00:00Z`) / 60_000

/** The range of a case. */
export const rangeOf = ({ range: [from, to] }: CorpusCase): Interval => ({
  startEpochMinutes: epochMinutes(from),
  endEpochMinutes: epochMinutes(to),
})

/** Formats an interval in the notation of the corpus. */
export const written = ({ startEpochMinutes, endEpochMinutes }: Interval): string => {
  const [start, end] = [startEpochMinutes, endEpochMinutes].map((minutes) =>
    new Date(minutes * 60_000).toISOString().slice(0, 16).replace('T', ' '),
  ) as [string, string]
  return `${start}–${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
}

/** The result of the reader under test for a file and a provider in a zone. */
export function busyOf(one: CorpusCase, timeZone: string) {
  const file = readFileSync(new URL(`${one.file}.ics`, CORPUS_FOLDER))
  const parsed = parseCalendar(file, FEED_LIMITS, 'times')
  if (!parsed.ok) throw new Error(parsed.refusal.detail)
  const { busy, warnings } = busyTimes(parsed.value, {
    range: rangeOf(one),
    timeZone,
    occurrencesPerRule: 10_000,
    warnings: 20,
  })
  return { busy: busy.map(written), warnings }
}
