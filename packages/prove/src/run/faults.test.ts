import { expect, test } from 'vitest'
import { createRandom } from '../cells/random.ts'
import { RunClock } from './clock.ts'
import { type FaultRecord, startFaults, type Victim } from './faults.ts'

/** A run whose only fault kills its store. */
function victimOf(kill: () => Promise<void>): Victim {
  const store = { env: {}, directEnv: {}, kill, disturbances: () => new Map() }
  const parts = { store: { ...store, close: async () => {} }, clock: new RunClock() }
  // The fault uses nothing else.
  return parts as unknown as Victim
}
const plan = { wanted: new Set(['store'] as const), maxPauseMilliseconds: 1 }

test('a fault that cannot be made is reported at once, and once more when the faults are stopped', async () => {
  const victim = victimOf(() => Promise.reject(new Error('the store does not start')))
  const faults = startFaults(victim, plan, createRandom(1), () => {})
  await expect(faults.ended).rejects.toThrow('the store does not start')
  await expect(faults.stop()).rejects.toThrow('the store does not start')
})

test('faults happen until they are stopped', async () => {
  const records: FaultRecord[] = []
  const second = Promise.withResolvers<void>()
  const faults = startFaults(
    victimOf(async () => {}),
    plan,
    createRandom(1),
    (record) => {
      if (records.push(record) === 2) second.resolve()
    },
  )
  await second.promise
  await faults.stop()
  await faults.ended
  expect(records.map(({ name }) => name).slice(0, 2)).toEqual(['store', 'store'])
})
