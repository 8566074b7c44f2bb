import { invariant, type LedgerDay, ok, type Result, refuse } from '@holdfast/engine'
import { EMPTY_LEDGER, ledgerReplace } from '../kernel/items/ledger-item.ts'
import { type LedgerState, STORE_LIMITS } from '../kernel/ports/store.ts'
import {
  appliedTo,
  bookingMark,
  type ClaimRefusal,
  changedDay,
  claimMark,
  isGone,
  lost,
  orderOf,
  ownMark,
  type Part,
} from './changed-item.ts'
import { itemKeyOf, partsOf } from './grains.ts'
import type { KeyedWrite } from './known.ts'
import { kindOfStep, type RangeStep } from './steps.ts'

/** Ledger items that were read, by the day that they begin with. */
export type KnownDays = Pick<ReadonlyMap<number, LedgerState>, 'get'>

/** The write of one item. Undefined: nothing is to do. */
type Written = Result<KeyedWrite | undefined, ClaimRefusal>

/**
 * Turns steps on the time of one provider, or on the nights of one calendar, into ledger writes, at most one an item. An
 * item that was not read is written under a condition on the quanta themselves, so claims of other quanta of that item never
 * conflict. An item that was read (it caused a conflict, or the steps both free and claim quanta of it) is decided here and
 * written on condition that its `rev` has not changed.
 */
export function claimWrites(
  steps: readonly RangeStep[],
  known: KnownDays,
  nowEpochSeconds: number,
): Result<readonly KeyedWrite[], ClaimRefusal> {
  const [only] = steps
  if (only && steps.length === 1 && !leavesHold(only))
    return writesOfOne(only, known, nowEpochSeconds)
  const items = partsByItem(steps)
  const lost = lostStep(items, known)
  if (lost) return refuse({ kind: 'lost', index: lost.index })
  const writes: KeyedWrite[] = []
  const unread: number[] = []
  for (const parts of items) {
    const [first] = parts
    invariant(first !== undefined, 'an item without changes')
    const state = known.get(first.at.dayNumber)
    const written =
      parts.length === 1
        ? partWrite(first, state, nowEpochSeconds)
        : replaceParts(parts, state, nowEpochSeconds)
    if (written.ok) {
      if (written.value) writes.push(written.value)
    } else if (written.refusal.kind === 'unread') unread.push(...written.refusal.dayNumbers)
    else return refuse(withAllNights(written.refusal, steps, known, nowEpochSeconds))
  }
  return unread.length > 0 ? refuse({ kind: 'unread', dayNumbers: unread }) : ok(writes)
}

/** A refusal names every night that is taken, so the months that are not known are read as well. */
function withAllNights(
  refusal: ClaimRefusal,
  steps: readonly RangeStep[],
  known: KnownDays,
  now: number,
): ClaimRefusal {
  if (refusal.kind !== 'taken' || !('days' in refusal)) return refusal
  const unread: number[] = []
  const days: number[] = []
  for (const parts of partsByItem(steps)) {
    const claims = parts.find(({ step }) => step.to.kind !== 'none')
    if (claims === undefined) continue
    let month: LedgerDay | undefined = known.get(claims.at.dayNumber)
    if (month === undefined) unread.push(claims.at.dayNumber)
    for (const part of parts.toSorted((a, b) => orderOf(a) - orderOf(b))) {
      const next = month && changedDay(month, part, now)
      if (next?.ok) month = next.value
      else if (next?.refusal.kind === 'taken' && 'days' in next.refusal) {
        days.push(...next.refusal.days)
      }
    }
  }
  return unread.length > 0 ? { kind: 'unread', dayNumbers: unread } : { ...refusal, days }
}

/** Most claims are one step: nothing is grouped, and no step before it frees its quanta. */
function writesOfOne(
  step: RangeStep,
  known: KnownDays,
  now: number,
): Result<readonly KeyedWrite[], ClaimRefusal> {
  const writes: KeyedWrite[] = []
  const unread: number[] = []
  for (const at of partsOf(step)) {
    const written = partWrite({ step, at }, known.get(at.dayNumber), now)
    if (written.ok) {
      if (written.value) writes.push(written.value)
    } else if (written.refusal.kind === 'unread') unread.push(at.dayNumber)
    else return refuse(withAllNights(written.refusal, [step], known, now))
  }
  return unread.length > 0 ? refuse({ kind: 'unread', dayNumbers: unread }) : ok(writes)
}

/** The parts of steps by item, each item once. */
function partsByItem(steps: readonly RangeStep[]): readonly (readonly Part[])[] {
  const parts = steps.flatMap((step) => partsOf(step).map((at) => ({ step, at })))
  return [...Map.groupBy(parts, ({ at }) => at.dayNumber).values()]
}

const leavesHold = ({ from, to, ifGone }: RangeStep): boolean =>
  from.kind === 'held' && to.kind === 'none' && ifGone === 'lost'

/**
 * The step of an only owner whose mark is gone from an item that it leaves, and must be there: then it keeps nothing on the
 * others.
 */
function lostStep(items: readonly (readonly Part[])[], known: KnownDays): RangeStep | undefined {
  const [owner] = items[0] ?? []
  const isOnly = items.every((parts) =>
    parts.every(({ step }) => step.mark.ownerId === owner?.step.mark.ownerId),
  )
  if (!isOnly) return undefined
  for (const [part, ...others] of items) {
    if (part === undefined || others.length > 0) continue
    const { step, at } = part
    if (leavesHold(step) && isGone(step, known.get(at.dayNumber))) return step
  }
  return undefined
}

/** The write of the only part on an item. */
function partWrite(part: Part, state: LedgerState | undefined, now: number): Written {
  switch (kindOfStep(part.step)) {
    case 'claim':
      return claimPart(part, state, now)
    case 'confirm':
      return confirmPart(part, state)
    case 'release':
      return releasePart(part, state)
    case 'extend':
      return isGone(part.step, state) ? claimPart(part, state, now) : extendPart(part, state, now)
    case 'keep':
      return extendPart(part, state, now)
    case 'change':
      return replaceParts([part], state, now)
  }
}

/** One write for all that happens to one item. It needs the item to be read. */
function replaceParts(
  parts: readonly Part[],
  state: LedgerState | undefined,
  now: number,
): Written {
  const [first] = parts
  invariant(first !== undefined, 'an item without changes')
  if (state === undefined) return refuse({ kind: 'unread', dayNumbers: [first.at.dayNumber] })
  let day: LedgerDay = state
  for (const part of parts.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const next = changedDay(day, part, now)
    if (!next.ok) return next
    day = next.value
  }
  // A mark that must exist is a condition of the transaction, also where nothing else changes.
  const hasCondition = parts.some(({ step }) => kindOfStep(step) === 'keep')
  return ok(day === state && !hasCondition ? undefined : ledgerReplace(keyOf(first), state, day))
}

const keyOf = ({ step, at }: Part) => itemKeyOf(step, at.dayNumber)

// Compared by identity: a session may take over its own lapsed hold.
const takesOver = (state: LedgerState, next: LedgerDay): boolean =>
  state.holds.some((hold) => !next.holds.includes(hold))

/** The write that claims a part of a day. A part too long for one condition needs the day to be read. */
function claimPart(part: Part, state: LedgerState | undefined, now: number): Written {
  const { step, at } = part
  const mark = claimMark(part)
  const key = keyOf(part)
  const { firstQuantum, quantumCount, dayNumber } = at
  const fits = quantumCount <= STORE_LIMITS.quantaPerLedgerClaim
  const known =
    state ?? ('assumesEmpty' in step && step.assumesEmpty && !fits ? EMPTY_LEDGER : undefined)
  if (known) {
    const next = appliedTo(known, { claim: at, ...mark }, part, now)
    if (!next.ok) return next
    if (!fits || takesOver(known, next.value)) return ok(ledgerReplace(key, known, next.value))
    // No lapsed hold is in the way: a plain claim, which other claims of that day do not disturb.
  } else if (!fits) return refuse({ kind: 'unread', dayNumbers: [dayNumber] })
  return ok({ kind: 'ledger-claim', key, firstQuantum, quantumCount, ...mark })
}

function confirmPart(part: Part, state: LedgerState | undefined): Written {
  const { ownerId: bookingId, is } = part.step.mark
  if (isGone(part.step, state)) return lost(part.step)
  return ok({
    kind: 'ledger-confirm',
    key: keyOf(part),
    bookingId,
    ...(is === 'booking' && { booking: bookingMark(part) }),
  })
}

// A lapsed hold whose time was taken over frees nothing: its mark is gone from the day.
function releasePart(part: Part, state: LedgerState | undefined): Written {
  const { step, at } = part
  if (isGone(step, state)) return step.ifGone === 'lost' ? lost(step) : ok(undefined)
  const mark = ownMark(step, state)
  const { firstQuantum, quantumCount } = at
  return ok({
    kind: 'ledger-release',
    key: keyOf(part),
    firstQuantum,
    quantumCount,
    ...(mark && { mark }),
  })
}

/** A hold lasts longer, or as long as before on condition that it still exists. */
function extendPart(part: Part, state: LedgerState | undefined, now: number): Written {
  // A mark that is not as expected is replaced under the `rev` of the day.
  if (state) return replaceParts([part], state, now)
  const { hold } = claimMark(part)
  invariant(hold !== undefined, 'a hold that stays has no end')
  return ok({ kind: 'ledger-extend', key: keyOf(part), hold })
}
