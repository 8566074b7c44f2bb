import { expect, test } from 'vitest'
import type { Turn } from '../pairs/turns.ts'
import { compareCpu, compareKeyed, compareRate, costOf, difference, tailOf } from './report.ts'

const NO_TIMES = new Float64Array()
const turns = (cpu: readonly number[], perSecond = 1_000): readonly Turn[] =>
  cpu.map((cpuMicroseconds) => ({ cpuMicroseconds, perSecond, milliseconds: NO_TIMES }))

test('a goal is out of reach if it is missed in three quarters of the rounds, and open in between', () => {
  const service = turns([500, 500, 500, 500, 500])
  expect(compareCpu(turns([290, 280, 270, 285, 400]), service, 0).verdict).toBe('reachable')
  expect(compareCpu(turns([310, 320, 400, 305, 250]), service, 0).verdict).toBe('unreachable')
  expect(compareCpu(turns([250, 280, 300, 320, 350]), service, 0).verdict).toBe('open')
})

test('what a database does later counts for the service', () => {
  const service = turns([500, 500, 500])
  expect(compareCpu(turns([330, 330, 330]), service, 0).verdict).toBe('unreachable')
  const later = compareCpu(turns([330, 330, 330]), service, 50)
  expect(later.share.median).toBeCloseTo(0.6)
  expect(later.verdict).toBe('reachable')
  expect(costOf(service, 50).median).toBe(550)
})

test('shares and differences are taken round by round, so a slow moment of the machine cancels out', () => {
  const service = turns([500, 5_000, 500])
  expect(compareCpu(turns([250, 2_500, 250]), service, 0).share).toEqual({
    from: 0.5,
    median: 0.5,
    to: 0.5,
  })
  expect(difference(turns([120, 1_020, 130]), turns([100, 1_000, 110])).median).toBe(20)
})

test('rates must be 1.1 times those of a service with one connection, and 1.25 times with more', () => {
  const [ours, service] = [turns([1, 1, 1], 1_200), turns([1, 1, 1], 1_000)]
  expect(compareRate(ours, service, 1).verdict).toBe('reachable')
  expect(compareRate(ours, service, 16).verdict).toBe('unreachable')
})

test('a key may take 15 percent of the rate, in three quarters of the rounds', () => {
  const without = [1_000, 2_000, 1_000, 1_000, 1_000].flatMap((rate) => turns([1], rate))
  const keyed = (rates: readonly number[]) => rates.flatMap((rate) => turns([1], rate))
  expect(compareKeyed(keyed([850, 1_720, 900, 860, 700]), without)).toEqual({
    share: { from: 0.85, median: 0.86, to: 0.86 },
    verdict: 'reachable',
  })
  expect(compareKeyed(keyed([840, 1_600, 900, 800, 700]), without).verdict).toBe('unreachable')
})

test('the slowest hundredth is that of all turns together', () => {
  const turnOf = (milliseconds: readonly number[]): Turn => ({
    cpuMicroseconds: 1,
    perSecond: 1,
    milliseconds: Float64Array.from(milliseconds),
  })
  const times = (count: number, each: number) => Array.from({ length: count }, () => each)
  const usual = turnOf(times(100, 10))
  const slow = turnOf([...times(98, 10), 30, 30])
  // Two of 100 are slow in one turn.
  expect(tailOf([slow])).toEqual({ p50: 10, p99: 30, times: 3, isWithinGoal: false })
  // With two turns more, it is two of 300.
  expect(tailOf([usual, slow, usual])).toEqual({ p50: 10, p99: 10, times: 1, isWithinGoal: true })
})
