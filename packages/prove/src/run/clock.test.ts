import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RunClock } from './clock.ts'

const SLACK_MILLISECONDS = 1_500

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A clock of two servers, of which the second was ahead by 30 s in the middle of three periods of 10 s. */
async function clockOfThreePeriods(): Promise<RunClock> {
  const offsets = [0, 0]
  const clock = new RunClock()
  clock.follow({
    urls: ['a', 'b'],
    offset: (index) => offsets[index] ?? 0,
    setOffset: async (index, milliseconds) => {
      offsets[index] = milliseconds
    },
  })
  vi.setSystemTime(1_010_000)
  await clock.skew(1, 30_000)
  vi.setSystemTime(1_020_000)
  await clock.skew(1, 0)
  vi.setSystemTime(1_030_000)
  return clock
}

test.each([
  ['before a server was ahead', 1_005_000, 30_000],
  ['while it was', 1_015_000, 30_000],
  ['when its clock was right again', 1_025_000, 0],
])(
  'clocks differed since a time %s by what they differed then or later',
  async (_, since, most) => {
    const clock = await clockOfThreePeriods()
    expect(clock.skewSince(since)).toBe(most + SLACK_MILLISECONDS)
  },
)
