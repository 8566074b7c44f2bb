import type { Refusal } from '../kernel/refusals.ts'
import { claimWrites } from './claim-writes.ts'
import { countWrite } from './count-writes.ts'
import { idOfResource, itemKeyOf, resourceOf } from './grains.ts'
import { counterKey } from './keys.ts'
import type { KeyedWrite, Known, ToRead } from './known.ts'
import type { Steps } from './owner.ts'
import type { AmountStep, RangeStep } from './steps.ts'

/** The write of an item that decides about claims. If its condition fails, the item is learned and the plan made anew. */
export interface ClaimWrite {
  readonly kind: 'ledger' | 'count' | 'source'
  readonly write: KeyedWrite
}

/** Why a step is impossible. */
export type Impossible =
  | {
      readonly kind: 'impossible'
      /** `taken`: another live claim has the time. `lost`: the owner's own time was taken over. */
      readonly why: 'taken' | 'lost'
      readonly providerId: string
      readonly index: number
      /** The first minute that is taken, if one is. */
      readonly epochMinutes?: number
    }
  | {
      readonly kind: 'impossible'
      readonly why: 'taken' | 'lost'
      readonly calendarId: string
      readonly index: number
      /** All nights that are taken, as days since 1970-01-01, if some are. */
      readonly days?: readonly number[]
    }
  | {
      readonly kind: 'impossible'
      /** `full`: the count would exceed its limit. `uncounted`: the owner's own part was taken over. */
      readonly why: 'full' | 'uncounted'
      readonly counter: string
      readonly max: number | undefined
      /** The last owner that claims or keeps a part. */
      readonly ownerId: string | undefined
    }

/** The writes of all claims of some owners; or what to read first; or why one of the owners cannot have them. */
export type PlannedClaims =
  | { readonly kind: 'writes'; readonly writes: readonly ClaimWrite[] }
  | { readonly kind: 'unread'; readonly items: readonly ToRead[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly index: number }
  | { readonly kind: 'stale'; readonly index: number }
  | Impossible

/**
 * Plans what owners claim and give back: time of providers, nights of calendars, parts of counts, and the items that these follow from. What
 * was read is decided on; what was not read is written under conditions of its own.
 */
export function planClaims(steps: Steps, known: Known, nowEpochSeconds: number): PlannedClaims {
  if (steps.kind !== 'steps') return steps
  const writes: ClaimWrite[] = []
  const impossible =
    planAmounts(steps.amounts, known, nowEpochSeconds, writes) ??
    planRanges(steps.times, known, nowEpochSeconds, writes) ??
    (steps.nights && planRanges(steps.nights, known, nowEpochSeconds, writes))
  if (impossible) return impossible
  // Last, so that a source that has changed is also learned last.
  for (const write of steps.sources) writes.push({ kind: 'source', write })
  return { kind: 'writes', writes }
}

function planAmounts(
  steps: readonly AmountStep[],
  known: Known,
  now: number,
  writes: ClaimWrite[],
): PlannedClaims | undefined {
  if (steps.length === 0) return undefined
  const unread: ToRead[] = []
  for (const [counter, ofOne] of Map.groupBy(steps, (step) => step.counter)) {
    const key = counterKey(counter)
    const written = countWrite(ofOne, known.count(key), now)
    if (written.ok) {
      if (written.value) writes.push({ kind: 'count', write: written.value })
    } else if (written.refusal.kind === 'unread') {
      unread.push({ key })
    } else {
      return {
        kind: 'impossible',
        why: written.refusal.kind === 'full' ? 'full' : 'uncounted',
        counter,
        max: ofOne.find(({ max }) => max !== undefined)?.max,
        ownerId: ofOne.findLast(({ to }) => to.kind !== 'none')?.ownerId,
      }
    }
  }
  return unread.length > 0 ? { kind: 'unread', items: unread } : undefined
}

function planRanges(
  steps: readonly RangeStep[],
  known: Known,
  now: number,
  writes: ClaimWrite[],
): PlannedClaims | undefined {
  const unread: ToRead[] = []
  const [first] = steps
  if (first === undefined) return undefined
  const byResource: Iterable<readonly RangeStep[]> =
    steps.length === 1 ? [steps] : Map.groupBy(steps, idOfResource).values()
  for (const ofOne of byResource) {
    const [step] = ofOne as readonly [RangeStep, ...RangeStep[]]
    const items = { get: (dayNumber: number) => known.ledger(itemKeyOf(step, dayNumber)) }
    const written = claimWrites(ofOne, items, now)
    if (written.ok) {
      for (const write of written.value) writes.push({ kind: 'ledger', write })
      continue
    }
    const { refusal } = written
    if (refusal.kind === 'unread') {
      for (const dayNumber of refusal.dayNumbers) unread.push({ key: itemKeyOf(step, dayNumber) })
    } else {
      const { kind: why, ...rest } = refusal
      return { kind: 'impossible', why, ...resourceOf(step), ...rest }
    }
  }
  return unread.length > 0 ? { kind: 'unread', items: unread } : undefined
}
