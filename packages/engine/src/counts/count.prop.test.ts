import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountState, changeCount, EMPTY_COUNT, finalCount, liveCount } from './count.ts'

/** One step of a life of a count; `who` picks one of the owners that the count still has. */
type Step =
  | { readonly kind: 'claim'; readonly amount: number; readonly lastsSeconds: number | undefined }
  | { readonly kind: 'confirm'; readonly who: number }
  | { readonly kind: 'leave'; readonly who: number }
  | { readonly kind: 'move'; readonly who: number; readonly amount: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'resize'; readonly max: number }

const who = fc.nat({ max: 30 })
const amount = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      amount,
      lastsSeconds: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    }),
  },
  fc.record({ kind: fc.constantFrom('confirm' as const, 'leave' as const), who }),
  fc.record({ kind: fc.constant('move' as const), who, amount }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('resize' as const), max: fc.integer({ min: 0, max: 12 }) }),
)

/** Someone in the model, with the second from which their amount is free. */
interface Owner {
  readonly id: string
  readonly amount: number
  readonly freeFrom: number
}

/** A count that is changed only by `changeCount`, beside a list of everyone who ever claimed. */
function createPair() {
  let state: CountState = EMPTY_COUNT
  let owners: readonly Owner[] = []
  let now = 1000
  let max = 6
  let names = 0
  const live = () => owners.filter(({ freeFrom }) => freeFrom > now)
  const sumOf = (some: readonly Owner[]) => some.reduce((sum, each) => sum + each.amount, 0)
  const isMarked = (id: string) => state.holds.some(({ ownerId }) => ownerId === id)
  const apply = (change: Parameters<typeof changeCount>[1], others: readonly Owner[]) => {
    const left = Math.max(0, max - sumOf(others.filter(({ freeFrom }) => freeFrom > now)))
    const answer = changeCount(state, change, now)
    const fits = change.claim === undefined || change.claim.amount <= left
    expect(answer).toMatchObject(fits ? { ok: true } : { ok: false, refusal: { left } })
    if (answer.ok) state = answer.value
    return answer.ok
  }
  const claim = (one: Step & { kind: 'claim' }) => {
    names += 1
    const id = `bkg_${names}`
    const freeFrom = one.lastsSeconds === undefined ? Infinity : now + one.lastsSeconds
    const hold = { ownerId: id, amount: one.amount, expiresAtEpochSeconds: freeFrom }
    const isHold = freeFrom !== Infinity
    const change = { claim: { amount: one.amount, max, ...(isHold && { hold }) } }
    if (apply(change, owners)) owners = [...owners, { id, amount: one.amount, freeFrom }]
  }
  const change = (one: Extract<Step, { kind: 'confirm' | 'leave' | 'move' }>) => {
    const owner = live()[one.who % (live().length || 1)]
    if (owner === undefined) return
    const isHold = owner.freeFrom !== Infinity
    // A live hold keeps its mark, whatever others do.
    expect(isMarked(owner.id)).toBe(isHold)
    const others = owners.filter((each) => each !== owner)
    if (one.kind === 'confirm') {
      state = { ...state, holds: state.holds.filter(({ ownerId }) => ownerId !== owner.id) }
      owners = [...others, { ...owner, freeFrom: Infinity }]
      return
    }
    const release = { amount: owner.amount, ...(isHold && { markOf: owner.id }) }
    if (one.kind === 'leave') {
      apply({ release }, others)
      owners = others
      return
    }
    const hold = { ownerId: owner.id, amount: one.amount, expiresAtEpochSeconds: owner.freeFrom }
    const entry = { amount: one.amount, max, ...(isHold && { hold }) }
    if (apply({ release, claim: entry }, others)) {
      owners = [...others, { ...owner, amount: one.amount }]
    }
  }
  return {
    run(one: Step) {
      if (one.kind === 'wait') now += one.seconds
      else if (one.kind === 'resize') max = one.max
      else if (one.kind === 'claim') claim(one)
      else change(one)
    },
    check() {
      expect(liveCount(state, now)).toBe(sumOf(live()))
      expect(finalCount(state)).toBe(sumOf(owners.filter(({ freeFrom }) => freeFrom === Infinity)))
      expect(state.used).toBe(finalCount(state) + state.holds.reduce((n, m) => n + m.amount, 0))
    },
  }
}

test('a count accepts exactly the claims that fit beside everyone who is still in', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const pair = createPair()
      for (const one of steps) {
        pair.run(one)
        pair.check()
      }
    }),
    { numRuns: 500 },
  )
})
