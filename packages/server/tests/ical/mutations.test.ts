import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyTimes } from '../../src/adapters/ical/busy-times.ts'
import { FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { parseCalendar } from '../../src/adapters/ical/parse-calendar.ts'
import { CORPUS_FOLDER } from './busy-of.ts'

const FILES = readdirSync(CORPUS_FOLDER)
  .filter((name) => name.endsWith('.ics'))
  .map((name) => readFileSync(new URL(name, CORPUS_FOLDER), 'latin1'))

const range = {
  startEpochMinutes: Date.UTC(2026, 0, 1) / 60_000,
  endEpochMinutes: Date.UTC(2027, 0, 1) / 60_000,
}

/** A mutation of a file: a line is lost, doubled, cut or moved, or a character or digit is changed. */
const mutation = fc.record({
  kind: fc.constantFrom('drop', 'double', 'cut', 'swap', 'nines', 'zeros', 'character', 'insert'),
  line: fc.nat(200),
  column: fc.nat(60),
  text: fc.oneof(
    fc.constantFrom(':', ';', ',', '"', '\0', '=', '/', 'Z', 'T', '-', 'P1D', 'BEGIN:VEVENT'),
    fc.string({ maxLength: 4, unit: 'binary' }),
  ),
})

function mutate(
  lines: readonly string[],
  { kind, line, column, text }: typeof mutation extends fc.Arbitrary<infer Value> ? Value : never,
): readonly string[] {
  const at = line % lines.length
  const one = lines[at] ?? ''
  const place = column % (one.length + 1)
  const changed: Record<string, readonly string[]> = {
    drop: [],
    double: [one, one],
    cut: [one.slice(0, place)],
    swap: [lines[at + 1] ?? '', one],
    nines: [one.replaceAll(/\d/g, '9')],
    zeros: [one.replaceAll(/\d/g, '0')],
    character: [one.slice(0, place) + text + one.slice(place + 1)],
    insert: [one.slice(0, place) + text + one.slice(place)],
  }
  return lines.toSpliced(at, kind === 'swap' ? 2 : 1, ...(changed[kind] ?? []))
}

test('a mutated file is read or refused, and its busy times are valid and within the range', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FILES),
      fc.array(mutation, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('UTC', 'America/New_York', 'Pacific/Apia'),
      (file, mutations, timeZone) => {
        const lines = mutations.reduce(mutate, file.split(/\r\n?|\n/))
        const parsed = parseCalendar(Buffer.from(lines.join('\r\n'), 'latin1'), FEED_LIMITS)
        if (!parsed.ok) return
        const query = { range, timeZone, occurrencesPerRule: 10_000, warnings: 20 }
        const { busy, warnings } = busyTimes(parsed.value, query)
        expect(warnings.length).toBeLessThanOrEqual(21)
        let last = range.startEpochMinutes - 1
        for (const { startEpochMinutes, endEpochMinutes } of busy) {
          expect(Number.isInteger(startEpochMinutes) && Number.isInteger(endEpochMinutes)).toBe(
            true,
          )
          expect(startEpochMinutes).toBeGreaterThan(last)
          expect(endEpochMinutes).toBeGreaterThan(startEpochMinutes)
          last = endEpochMinutes
        }
        expect(last).toBeLessThanOrEqual(range.endEpochMinutes)
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 1_000), seed: 20_260_427 },
  )
})
