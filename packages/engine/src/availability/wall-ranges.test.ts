import { describe, expect, test } from 'vitest'
import { parseDate } from '../time/dates.ts'
import { formatInstant, parseInstant } from '../time/instants.ts'
import { intervalOfWall, wallRangeOf } from './wall-ranges.ts'

const at = (text: string): number => (parseInstant(text) as number) / 60

/** The interval of `[start, end)` on another date, in UTC. */
function movedTo(date: string, start: string, end: string, zone: string): readonly string[] {
  const interval = { startEpochMinutes: at(start), endEpochMinutes: at(end) }
  const { wall } = wallRangeOf(interval, zone)
  const moved = intervalOfWall(zone, parseDate(date) as number, wall)
  return [moved.startEpochMinutes, moved.endEpochMinutes].map((each) => formatInstant(each, 'UTC'))
}

describe('wall times on another date', () => {
  test.each([
    ['Europe/Berlin', '2026-10-26', ['2026-10-26T08:00:00Z', '2026-10-26T10:00:00Z']],
    ['America/New_York', '2026-11-02', ['2026-11-02T08:00:00Z', '2026-11-02T10:00:00Z']],
    ['Australia/Lord_Howe', '2026-10-05', ['2026-10-05T06:30:00Z', '2026-10-05T08:30:00Z']],
    ['Asia/Kolkata', '2026-12-01', ['2026-12-01T07:00:00Z', '2026-12-01T09:00:00Z']],
  ])('in %s stay the same after the clocks change', (zone, date, moved) => {
    expect(movedTo(date, '2026-09-28T07:00:00Z', '2026-09-28T09:00:00Z', zone)).toEqual(moved)
  })

  test('over midnight and over a clock change end at their wall time', () => {
    // From 22:00 to 06:00 in Berlin: nine hours on 2026-10-24, seven on 2026-03-28.
    const night = ['2026-06-01T20:00:00Z', '2026-06-02T04:00:00Z'] as const
    expect(movedTo('2026-10-24', ...night, 'Europe/Berlin')).toEqual([
      '2026-10-24T20:00:00Z',
      '2026-10-25T05:00:00Z',
    ])
    expect(movedTo('2026-03-28', ...night, 'Europe/Berlin')).toEqual([
      '2026-03-28T21:00:00Z',
      '2026-03-29T04:00:00Z',
    ])
  })

  test('that the clocks skip move forward, and last as long as usual if nothing is left', () => {
    // In Berlin, 2026-03-29 has no time from 02:00 to 03:00.
    const skipped = (start: string, end: string) =>
      movedTo('2026-03-29', start, end, 'Europe/Berlin')
    expect(skipped('2026-06-01T00:15:00Z', '2026-06-01T00:45:00Z')).toEqual([
      '2026-03-29T01:15:00Z',
      '2026-03-29T01:45:00Z',
    ])
    expect(skipped('2026-06-01T00:30:00Z', '2026-06-01T01:15:00Z')).toEqual([
      '2026-03-29T01:30:00Z',
      '2026-03-29T02:15:00Z',
    ])
  })

  test('of an interval between two equal wall times have its length', () => {
    const { wall } = wallRangeOf(
      {
        startEpochMinutes: at('2026-10-25T00:30:00Z'),
        endEpochMinutes: at('2026-10-25T01:30:00Z'),
      },
      'Europe/Berlin',
    )
    expect(wall).toEqual({ startMinute: 150, endMinute: 210 })
  })
})
