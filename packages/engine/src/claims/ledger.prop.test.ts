import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeDay, type LedgerDay, occupiedQuanta } from './ledger.ts'

type Step =
  | {
      readonly kind: 'hold'
      readonly first: number
      readonly count: number
      readonly lasts: number
    }
  | { readonly kind: 'claim'; readonly first: number; readonly count: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const range = { first: fc.integer({ min: 0, max: 40 }), count: fc.integer({ min: 1, max: 8 }) }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('hold' as const),
    ...range,
    lasts: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({ kind: fc.constant('claim' as const), ...range }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 20 }) }),
)

test('two live claims never share a quantum, and a claim of free quanta is never refused', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let day: LedgerDay = { taken: new Set(), holds: [], blocks: [] }
      // The oracle: when each quantum becomes free again, Infinity for a final claim.
      const owner = new Map<number, number>()
      let now = 1000
      let names = 0
      for (const one of steps) {
        if (one.kind === 'wait') {
          now += one.seconds
          continue
        }
        const quanta = Array.from({ length: one.count }, (_, n) => one.first + n)
        const free = quanta.every((quantum) => (owner.get(quantum) ?? 0) <= now)
        const expiry = one.kind === 'hold' ? now + one.lasts : Number.POSITIVE_INFINITY
        const claim = { firstQuantum: one.first, quantumCount: one.count }
        names += 1
        const mark = { bookingId: `b${names}`, ...claim, expiresAtEpochSeconds: expiry }
        const answer = changeDay(day, one.kind === 'hold' ? { claim, hold: mark } : { claim }, now)
        expect(answer.ok).toBe(free)
        if (!answer.ok) continue
        for (const quantum of quanta) owner.set(quantum, expiry)
        day = answer.value
      }
      const live = [...owner].filter(([, expiry]) => expiry > now).map(([quantum]) => quantum)
      expect([...occupiedQuanta(day, now)].sort((a, b) => a - b)).toEqual(
        live.sort((a, b) => a - b),
      )
    }),
    { numRuns: 500 },
  )
})
