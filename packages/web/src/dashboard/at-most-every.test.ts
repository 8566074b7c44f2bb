import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atMostEvery } from './at-most-every.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function gathered() {
  const handed: string[][] = []
  return { handed, all: atMostEvery<string>(500, (values) => handed.push([...values])) }
}

test('the first value is handed over at once', () => {
  const { handed, all } = gathered()
  all.add(['agenda'])
  expect(handed).toEqual([['agenda']])
})

test('thousands that follow are handed over together, each once, after the pause', () => {
  const { handed, all } = gathered()
  all.add(['agenda'])
  for (let n = 0; n < 3000; n += 1) all.add([n % 2 === 0 ? 'agenda' : 'contacts'])
  vi.advanceTimersByTime(499)
  expect(handed).toEqual([['agenda']])
  vi.advanceTimersByTime(1)
  expect(handed).toEqual([['agenda'], ['agenda', 'contacts']])
  all.add(['members'])
  expect(handed).toHaveLength(2)
  vi.advanceTimersByTime(500)
  expect(handed).toEqual([['agenda'], ['agenda', 'contacts'], ['members']])
})

test('after a pause without values, the next one is handed over at once again', () => {
  const { handed, all } = gathered()
  all.add(['agenda'])
  vi.advanceTimersByTime(500)
  all.add(['agenda'])
  expect(handed).toEqual([['agenda'], ['agenda']])
})

test('nothing is handed over once it is stopped', () => {
  const { handed, all } = gathered()
  all.add(['agenda'])
  all.add(['contacts'])
  all.stop()
  vi.advanceTimersByTime(10_000)
  expect(handed).toEqual([['agenda']])
})
