import { expect, test } from 'vitest'
import { startsOf } from './series.ts'

test('a series keeps its wall time when the clocks change', () => {
  const repeat = { intervalWeeks: 1, count: 3 }
  expect(startsOf('2026-10-19T09:00:00+02:00', 'Europe/Berlin', repeat)).toEqual([
    '2026-10-19T07:00:00.000Z',
    '2026-10-26T08:00:00.000Z',
    '2026-11-02T08:00:00.000Z',
  ])
})

test('a series of every four weeks leaves the weeks between out', () => {
  expect(startsOf('2026-04-20T07:00:00Z', 'Europe/Berlin', { intervalWeeks: 4, count: 2 })).toEqual(
    ['2026-04-20T07:00:00.000Z', '2026-05-18T07:00:00.000Z'],
  )
})
