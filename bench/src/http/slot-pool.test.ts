import { expect, test } from 'vitest'
import { PROVIDERS, SlotPool, startsAhead } from './slot-pool.ts'

// Friday, 2026-11-20 10:00 UTC. The next working day is Monday, the 23rd.
const NOW = Date.UTC(2026, 10, 20, 10)

test('slots start tomorrow, with 14 half hours per working day in Berlin', () => {
  const starts = startsAhead(NOW, 3)
  expect(starts.length).toBe(14)
  expect(new Date((starts[0] as number) * 60_000).toISOString()).toBe('2026-11-23T08:00:00.000Z')
  expect(new Date((starts[13] as number) * 60_000).toISOString()).toBe('2026-11-23T15:30:00.000Z')
})

test('every slot of every provider is returned once, in random order, and then those of the days after', () => {
  const pool = new SlotPool(NOW, 3)
  const taken = [...pool.take(1_000), ...pool.take(14 * PROVIDERS - 1_000)]
  const names = new Set(
    taken.map(({ provider, startEpochMinutes }) => `${provider} ${startEpochMinutes}`),
  )
  expect(names.size).toBe(14 * PROVIDERS)
  expect(new Set(taken.slice(0, 100).map(({ provider }) => provider)).size).toBeGreaterThan(50)
  // From Tuesday to Thursday, and the weekend with Friday before it.
  for (const { provider, startEpochMinutes } of [
    ...pool.take(42 * PROVIDERS + 1),
    ...pool.take(14 * PROVIDERS - 1),
  ]) {
    names.add(`${provider} ${startEpochMinutes}`)
  }
  expect(names.size).toBe(70 * PROVIDERS)
})

test('a pool ends with the days that an event type allows', () => {
  const pool = new SlotPool(NOW, 360)
  const starts = [0, 360, 720].reduce((sum, after) => sum + startsAhead(NOW, 360, after).length, 0)
  expect(pool.take(starts * PROVIDERS)).toHaveLength(starts * PROVIDERS)
  expect(() => pool.take(1)).toThrow('all slots of 1080 days are booked')
})
