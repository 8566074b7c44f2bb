import {
  type BlockMark,
  type BookingMark,
  changeDay,
  claimDays,
  type DayChange,
  type DayClaim,
  formatDate,
  type HoldMark,
  invariant,
  type LedgerDay,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import { EMPTY_LEDGER, ledgerReplace } from '../kernel/items/ledger-item.ts'
import { type LedgerState, STORE_LIMITS } from '../kernel/ports/store.ts'
import { ledgerKey } from './keys.ts'
import type { KeyedWrite } from './known.ts'
import { kindOfStep, type StepKind, type TimeStep } from './steps.ts'

/** Ledger days that were read, by day number. */
export type KnownDays = Pick<ReadonlyMap<number, LedgerState>, 'get'>

/** Why steps cannot be written. */
export type ClaimRefusal =
  /** Another live claim has this time. */
  | { readonly kind: 'taken'; readonly epochMinutes: number; readonly index: number }
  /** The owner's own right lapsed, and another claim took its time over. */
  | { readonly kind: 'lost'; readonly index: number }
  /** These days must be read first. */
  | { readonly kind: 'unread'; readonly dayNumbers: readonly number[] }

/** The write of one day. Undefined: nothing is to do. */
type Written = Result<KeyedWrite | undefined, ClaimRefusal>

/** The part of a step on one day. */
interface Part {
  readonly step: TimeStep
  readonly at: DayClaim
}

/**
 * Turns steps on the time of one provider into ledger writes, at most one a day. A day that was not read is written under a
 * condition on the quanta themselves, so claims of other quanta of that day never conflict. A day that
 * was read (it caused a conflict, or the steps both free and claim time on it) is decided here and
 * written on condition that its `rev` has not changed.
 */
export function claimWrites(
  steps: readonly TimeStep[],
  known: KnownDays,
  nowEpochSeconds: number,
): Result<readonly KeyedWrite[], ClaimRefusal> {
  const [only] = steps
  if (only && steps.length === 1 && !leavesHold(only))
    return writesOfOne(only, known, nowEpochSeconds)
  const days = partsByDay(steps)
  const lost = lostStep(days, known)
  if (lost) return refuse({ kind: 'lost', index: lost.index })
  const writes: KeyedWrite[] = []
  const unread: number[] = []
  for (const parts of days) {
    const [first] = parts
    invariant(first !== undefined, 'a day without changes')
    const state = known.get(first.at.dayNumber)
    const written =
      parts.length === 1
        ? partWrite(first, state, nowEpochSeconds)
        : replaceParts(parts, state, nowEpochSeconds)
    if (written.ok) {
      if (written.value) writes.push(written.value)
    } else if (written.refusal.kind === 'unread') unread.push(...written.refusal.dayNumbers)
    else return refuse(written.refusal)
  }
  return unread.length > 0 ? refuse({ kind: 'unread', dayNumbers: unread }) : ok(writes)
}

/** Most claims are one step on one day: nothing is grouped, and no step before it frees its time. */
function writesOfOne(
  step: TimeStep,
  known: KnownDays,
  now: number,
): Result<readonly KeyedWrite[], ClaimRefusal> {
  const writes: KeyedWrite[] = []
  const unread: number[] = []
  for (const at of claimDays(step.range)) {
    const written = partWrite({ step, at }, known.get(at.dayNumber), now)
    if (written.ok) {
      if (written.value) writes.push(written.value)
    } else if (written.refusal.kind === 'unread') unread.push(at.dayNumber)
    else return refuse(written.refusal)
  }
  return unread.length > 0 ? refuse({ kind: 'unread', dayNumbers: unread }) : ok(writes)
}

/** The parts of steps by day, each day once. */
function partsByDay(steps: readonly TimeStep[]): readonly (readonly Part[])[] {
  const parts = steps.flatMap((step) => claimDays(step.range).map((at) => ({ step, at })))
  return [...Map.groupBy(parts, ({ at }) => at.dayNumber).values()]
}

const leavesHold = ({ from, to, ifGone }: TimeStep): boolean =>
  from.kind === 'held' && to.kind === 'none' && ifGone === 'lost'

/**
 * The step of an only owner whose mark is gone from a day that it leaves, and must be there: then it keeps nothing on the
 * others.
 */
function lostStep(days: readonly (readonly Part[])[], known: KnownDays): TimeStep | undefined {
  const [owner] = days[0] ?? []
  const isOnly = days.every((parts) =>
    parts.every(({ step }) => step.mark.ownerId === owner?.step.mark.ownerId),
  )
  if (!isOnly) return undefined
  for (const [part, ...others] of days) {
    if (part === undefined || others.length > 0) continue
    const { step, at } = part
    if (leavesHold(step) && isGone(step, known.get(at.dayNumber))) return step
  }
  return undefined
}

/** The write of the only part on a day. */
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

/** Earlier parts of one day free what later ones claim. */
const ORDER: Readonly<Record<StepKind, number>> = {
  keep: 0,
  release: 0,
  change: 1,
  confirm: 2,
  extend: 3,
  claim: 4,
}

const orderOf = ({ step }: Part): number => ORDER[kindOfStep(step)]

/** One write for all that happens on one day of a provider. It needs the day to be read. */
function replaceParts(
  parts: readonly Part[],
  state: LedgerState | undefined,
  now: number,
): Written {
  const [first] = parts
  invariant(first !== undefined, 'a day without changes')
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

/** A day after a part of a step. */
function changedDay(day: LedgerDay, part: Part, now: number): Result<LedgerDay, ClaimRefusal> {
  const { step, at } = part
  const kind = kindOfStep(step)
  const isMissing = kind !== 'claim' && isGone(step, day)
  if (isMissing && step.ifGone !== 'again') {
    return step.ifGone === 'nothing' ? ok(day) : lost(step)
  }
  const releaseMark = ownMark(step, day)
  const released = { release: at, ...(releaseMark && { releaseMark }) }
  switch (kind) {
    case 'claim':
      return appliedTo(day, { claim: at, ...claimMark(part) }, part, now)
    case 'confirm': {
      const { ownerId, is } = step.mark
      const holds = day.holds.filter((hold) => hold.bookingId !== ownerId)
      const bookings =
        is === 'booking' ? [...(day.bookings ?? []), bookingMark(part)] : day.bookings
      return ok({ ...day, holds, ...(bookings && { bookings }) })
    }
    case 'release':
      return appliedTo(day, released, part, now)
    case 'extend': {
      const { hold } = claimMark(part)
      if (isMissing) return appliedTo(day, { claim: at, ...claimMark(part) }, part, now)
      const { ownerId } = step.mark
      return ok({
        ...day,
        holds: day.holds.map((mark) => (mark.bookingId === ownerId && hold ? hold : mark)),
      })
    }
    case 'keep':
      return ok(day)
    case 'change':
      return appliedTo(day, { ...released, claim: at, ...claimMark(part) }, part, now)
  }
}

function appliedTo(
  day: LedgerDay,
  change: DayChange,
  { step, at }: Part,
  now: number,
): Result<LedgerDay, ClaimRefusal> {
  const next = changeDay(day, change, now)
  if (next.ok) return next
  const epochMinutes = at.dayNumber * 1440 + next.refusal.firstTakenQuantum * 5
  return refuse({ kind: 'taken', epochMinutes, index: step.index })
}

const lost = ({ index }: TimeStep) => refuse({ kind: 'lost', index } as const)

const keyOf = ({ step, at }: Part) => ledgerKey(step.providerId, formatDate(at.dayNumber))

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
  const known = state ?? (step.assumesEmpty && !fits ? EMPTY_LEDGER : undefined)
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

/** Whether the mark that the owner must have is not there, as far as the day is known. */
function isGone({ from, mark: { ownerId, was } }: TimeStep, state: LedgerDay | undefined): boolean {
  if (state === undefined) return false
  if (from.kind === 'held') return !state.holds.some((hold) => hold.bookingId === ownerId)
  return was === 'block' && !state.blocks.some((block) => block.blockId === ownerId)
}

/** The mark that the owner has on the day, as far as the day is known. */
function ownMark({ from, mark: { ownerId, was } }: TimeStep, state: LedgerDay | undefined) {
  if (from.kind === 'held') return { holdOf: ownerId }
  if (was === 'block') return { blockId: ownerId }
  const isMarked =
    was === 'booking' && (state?.bookings?.some((mark) => mark.bookingId === ownerId) ?? true)
  return isMarked ? { bookingOf: ownerId } : undefined
}

/** The mark that a claim leaves: of a hold, of a booking of several providers, of a block, or none. */
function claimMark(part: Part): {
  readonly hold?: HoldMark
  readonly booking?: BookingMark
  readonly block?: BlockMark
} {
  const { to, mark } = part.step
  if (to.kind === 'held') {
    const expiresAtEpochSeconds = to.untilEpochSeconds + (mark.lineSeconds ?? 0)
    return { hold: { ...bookingMark(part), expiresAtEpochSeconds } }
  }
  if (mark.is === 'booking') return { booking: bookingMark(part) }
  const { firstQuantum, quantumCount } = part.at
  return mark.is === 'block' ? { block: { blockId: mark.ownerId, firstQuantum, quantumCount } } : {}
}

const bookingMark = ({ step, at: { firstQuantum, quantumCount } }: Part): BookingMark => ({
  bookingId: step.mark.ownerId,
  firstQuantum,
  quantumCount,
})
