import { expect, test } from 'vitest'
import { shiftMinutesOf } from './move-group.ts'

test.each([
  ['2026-05-04T07:00:00Z', '2026-05-04T07:30:00Z', 30],
  ['2026-05-04T07:00:00Z', '2026-05-03T07:00:00Z', -1440],
  // The clocks in Berlin go back in between: 9:00 is 7:00 UTC before and 8:00 UTC after.
  ['2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z', 1440],
])(
  'a booking of %s that moves to %s is shifted by %i minutes of the wall clock',
  (start, to, shift) => {
    expect(shiftMinutesOf({ start, timeZone: 'Europe/Berlin' }, to)).toBe(shift)
  },
)
