import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from '../../tests/support/temporal.ts'
import { formatInstant, parseInstant } from '../time/instants.ts'
import { type GroupRecurrence, recurringStarts } from './recurrence.ts'

const at = (text: string): number => parseInstant(text) as number

/** The wall times of a recurrence, with their instants. */
const startsFrom = (start: string, recurrence: GroupRecurrence, zone: string) =>
  recurringStarts(at(start), recurrence, zone).map(({ localStart, startEpochSeconds }) => [
    localStart,
    startEpochSeconds === undefined ? null : formatInstant(startEpochSeconds / 60, 'UTC'),
  ])

describe('a recurrence', () => {
  test('keeps the wall time of its first start after the clocks change', () => {
    expect(
      startsFrom('2026-10-19T07:00:00Z', { frequency: 'weekly', count: 3 }, 'Europe/Berlin'),
    ).toEqual([
      ['2026-10-19T09:00', '2026-10-19T07:00:00Z'],
      ['2026-10-26T09:00', '2026-10-26T08:00:00Z'],
      ['2026-11-02T09:00', '2026-11-02T08:00:00Z'],
    ])
  })

  test('has no start at a wall time that the clocks skip', () => {
    expect(
      startsFrom('2026-03-28T01:30:00Z', { frequency: 'daily', count: 3 }, 'Europe/Berlin'),
    ).toEqual([
      ['2026-03-28T02:30', '2026-03-28T01:30:00Z'],
      ['2026-03-29T02:30', null],
      ['2026-03-30T02:30', '2026-03-30T00:30:00Z'],
    ])
  })

  test('takes the first of two equal wall times, but its first start as given', () => {
    // 02:30 occurs twice in Berlin on 2026-10-25: at 00:30Z and 01:30Z.
    expect(
      startsFrom('2026-10-24T00:30:00Z', { frequency: 'daily', count: 2 }, 'Europe/Berlin')[1],
    ).toEqual(['2026-10-25T02:30', '2026-10-25T00:30:00Z'])
    expect(
      startsFrom('2026-10-25T01:30:00Z', { frequency: 'daily', count: 2 }, 'Europe/Berlin'),
    ).toEqual([
      ['2026-10-25T02:30', '2026-10-25T01:30:00Z'],
      ['2026-10-26T02:30', '2026-10-26T01:30:00Z'],
    ])
  })

  test('by months has no start in a month without its day', () => {
    expect(startsFrom('2026-12-31T12:00:00Z', { frequency: 'monthly', count: 4 }, 'UTC')).toEqual([
      ['2026-12-31T12:00', '2026-12-31T12:00:00Z'],
      ['2027-01-31T12:00', '2027-01-31T12:00:00Z'],
      ['2027-02-31T12:00', null],
      ['2027-03-31T12:00', '2027-03-31T12:00:00Z'],
    ])
  })

  test('agrees with Temporal in zones of every kind', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'UTC',
    ]
    const units = { daily: 'days', weekly: 'weeks', monthly: 'months' } as const
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({
          min: at('2026-01-01T00:00:00Z') / 300,
          max: at('2030-01-01T00:00:00Z') / 300,
        }),
        fc.constantFrom('daily', 'weekly', 'monthly'),
        fc.integer({ min: 1, max: 5 }),
        (zone, quantum, frequency, interval) => {
          const start = quantum * 300
          const first = Temporal.Instant.fromEpochMilliseconds(start * 1000).toZonedDateTimeISO(
            zone,
          )
          const expected = Array.from({ length: 24 }, (_, index) => {
            if (index === 0) return start
            try {
              const wall = first
                .toPlainDateTime()
                .add({ [units[frequency]]: index * interval }, { overflow: 'reject' })
              const zoned = wall.toZonedDateTime(zone)
              return zoned.toPlainDateTime().equals(wall)
                ? zoned.epochMilliseconds / 1000
                : undefined
            } catch {
              return undefined
            }
          })
          const starts = recurringStarts(start, { frequency, interval, count: 24 }, zone)
          expect(starts.map(({ startEpochSeconds }) => startEpochSeconds)).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })
})
