import { formatDate, invariant } from '@holdfast/engine'
import type { LedgerState } from '../kernel/ports/store.ts'
import type { Refusal } from '../kernel/refusals.ts'
import {
  type ClaimRefusal,
  claimWrites,
  dayWrite,
  type KnownDays,
  replaceSteps,
} from './claim-writes.ts'
import { countWrite, type OwnedCountStep } from './count-writes.ts'
import { type Claimant, type DayStep, dayStepsOf } from './day-steps.ts'
import { counterKey, ledgerKey } from './keys.ts'
import type { KeyedWrite, Known, ToRead } from './known.ts'
import type { OwnedLedgerStep, Steps } from './owner.ts'

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
 * Plans what owners claim and give back: time of providers, parts of counts, and the items that these follow from. What
 * was read is decided on; what was not read is written under conditions of its own.
 */
export function planClaims(steps: Steps, known: Known, nowEpochSeconds: number): PlannedClaims {
  if (steps.kind !== 'steps') return steps
  const writes: ClaimWrite[] = []
  const impossible =
    planCounts(steps.counts, known, nowEpochSeconds, writes) ??
    planLedgers(steps.ledgers, known, writes)
  if (impossible) return impossible
  // Last, so that a source that has changed is also learned last.
  for (const write of steps.sources) writes.push({ kind: 'source', write })
  return { kind: 'writes', writes }
}

function planCounts(
  steps: readonly OwnedCountStep[],
  known: Known,
  now: number,
  writes: ClaimWrite[],
): PlannedClaims | undefined {
  if (steps.length === 0) return undefined
  const unread: ToRead[] = []
  for (const [counter, ofOne] of Map.groupBy(steps, ({ step }) => step.counter)) {
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
        max: ofOne.find((each) => each.max !== undefined)?.max,
        ownerId: ofOne.findLast(({ step }) => step.kind !== 'release')?.ownerId,
      }
    }
  }
  return unread.length > 0 ? { kind: 'unread', items: unread } : undefined
}

function planLedgers(
  ledgers: readonly OwnedLedgerStep[],
  known: Known,
  writes: ClaimWrite[],
): PlannedClaims | undefined {
  const unread: ToRead[] = []
  const byProvider =
    ledgers.length < 2
      ? ledgers.map((ledger) => [ledger.claimant.providerId, [ledger]] as const)
      : Map.groupBy(ledgers, ({ claimant }) => claimant.providerId)
  for (const [providerId, ofOne] of byProvider) {
    const days: KnownDays = {
      get: (dayNumber) => known.ledger(ledgerKey(providerId, formatDate(dayNumber))),
    }
    const planned = ofOne.length === 1 ? writesOfOne(ofOne, days) : writesOfMany(ofOne, days)
    if (planned.kind === 'unread') {
      for (const dayNumber of planned.dayNumbers) {
        unread.push({ key: ledgerKey(providerId, formatDate(dayNumber)) })
      }
    } else if (planned.kind === 'refused') {
      const { refusal, index } = planned
      const why = refusal.kind === 'taken' ? 'taken' : 'lost'
      return { kind: 'impossible', why, providerId, index }
    } else {
      for (const write of planned.writes) writes.push({ kind: 'ledger', write })
    }
  }
  return unread.length > 0 ? { kind: 'unread', items: unread } : undefined
}

type Lost = ClaimRefusal & { readonly kind: 'hold_lost' }
type Taken = ClaimRefusal & { readonly kind: 'taken' }

type PlannedDays =
  | { readonly kind: 'writes'; readonly writes: readonly KeyedWrite[] }
  | { readonly kind: 'unread'; readonly dayNumbers: readonly number[] }
  | { readonly kind: 'refused'; readonly refusal: Lost | Taken; readonly index: number }

/** The writes of the only owner who changes a provider's ledger. */
function writesOfOne([ledger]: readonly OwnedLedgerStep[], days: KnownDays): PlannedDays {
  invariant(ledger !== undefined, 'a ledger without an owner')
  const planned = claimWrites(ledger.step, ledger.claimant, days)
  if (planned.ok) return { kind: 'writes', writes: planned.value.map(({ write }) => write) }
  const { refusal } = planned
  return refusal.kind === 'unread'
    ? { kind: 'unread', dayNumbers: refusal.dayNumbers }
    : { kind: 'refused', refusal, index: ledger.index }
}

/** The writes of several owners who change a provider's ledger: one for each day. */
function writesOfMany(ledgers: readonly OwnedLedgerStep[], days: KnownDays): PlannedDays {
  const parts = ledgers.flatMap(({ step, claimant, index }) =>
    [...dayStepsOf(step, claimant)].map(([dayNumber, part]) => ({
      dayNumber,
      owned: { step: part, claimant, index },
    })),
  )
  const writes: KeyedWrite[] = []
  const unread: number[] = []
  for (const [dayNumber, ofDay] of Map.groupBy(parts, (part) => part.dayNumber)) {
    const owned = ofDay.map((part) => part.owned)
    const planned = writeOfDay(owned, dayNumber, days.get(dayNumber))
    if (planned.ok) {
      if (planned.value) writes.push(planned.value)
      continue
    }
    const { refusal } = planned
    if (refusal.kind === 'unread') unread.push(dayNumber)
    else {
      const refused = owned.find(({ claimant }) => claimant.ownerId === refusal.ownerId) ?? owned[0]
      return { kind: 'refused', refusal, index: refused?.index ?? 0 }
    }
  }
  return unread.length > 0 ? { kind: 'unread', dayNumbers: unread } : { kind: 'writes', writes }
}

interface OwnedPart {
  readonly step: DayStep
  readonly claimant: Claimant
  readonly index: number
}

function writeOfDay(
  owned: readonly OwnedPart[],
  dayNumber: number,
  state: LedgerState | undefined,
) {
  const [only, ...others] = owned
  invariant(only !== undefined, 'a day without changes')
  return others.length === 0
    ? dayWrite(only.step, only.claimant, dayNumber, state)
    : replaceSteps(owned, dayNumber, state)
}
