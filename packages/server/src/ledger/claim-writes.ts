import {
  changeDay,
  type DayChange,
  type DayClaim,
  formatDate,
  type HoldMark,
  type LedgerDay,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import { ledgerReplace } from '../kernel/items/ledger-item.ts'
import { type LedgerState, STORE_LIMITS } from '../kernel/ports/store.ts'
import {
  bookingMark,
  type Claimant,
  type ClaimMark,
  type DayStep,
  dayStepsOf,
  type LedgerStep,
} from './day-steps.ts'
import { ledgerKey } from './keys.ts'
import type { KeyedWrite } from './known.ts'

/** Ledger days that were read, by day number. */
export type KnownDays = Pick<ReadonlyMap<number, LedgerState>, 'get'>

/** A ledger write and its day. */
export interface LedgerWrite {
  readonly dayNumber: number
  readonly write: KeyedWrite
}

/** Why a claim step cannot be written; `ownerId`: whose it is, where one write serves several. */
export type ClaimRefusal =
  /** Another live claim has this time. */
  | { readonly kind: 'taken'; readonly epochMinutes: number; readonly ownerId?: string }
  /** The booking's own hold lapsed, and another claim took its time over. */
  | { readonly kind: 'hold_lost'; readonly ownerId?: string }
  /** These days must be read first. */
  | { readonly kind: 'unread'; readonly dayNumbers: readonly number[] }

type Written = Result<readonly LedgerWrite[], ClaimRefusal>

/**
 * Turns a claim step into ledger writes, at most one a day. A day that was not read is written under a
 * condition on the quanta themselves, so claims of other quanta of that day never conflict. A day that
 * was read (it caused a conflict, or the step both frees and claims time on it) is decided here and
 * written on condition that its `rev` has not changed.
 */
export function claimWrites(step: LedgerStep, claimant: Claimant, known: KnownDays): Written {
  const steps = dayStepsOf(step, claimant)
  if (isLost(steps, claimant, known)) return refuse({ kind: 'hold_lost' })
  const writes: LedgerWrite[] = []
  const unread: number[] = []
  for (const [dayNumber, one] of steps) {
    const write = dayWrite(one, claimant, dayNumber, known.get(dayNumber))
    if (write.ok) {
      if (write.value) writes.push({ dayNumber, write: write.value })
    } else if (write.refusal.kind === 'unread') unread.push(...write.refusal.dayNumbers)
    else return write
  }
  return unread.length > 0 ? refuse({ kind: 'unread', dayNumbers: unread }) : ok(writes)
}

/** Whether a day that a held booking leaves has its mark no more: then it keeps nothing on the others. */
const isLost = (
  steps: ReadonlyMap<number, DayStep>,
  { ownerId }: Claimant,
  known: KnownDays,
): boolean =>
  [...steps].some(
    ([dayNumber, step]) =>
      step.kind === 'release' &&
      step.held &&
      step.mustExist &&
      !isHeld(known.get(dayNumber), ownerId),
  )

/** The write of a part of a step. Undefined: nothing is to do. */
export function dayWrite(
  step: DayStep,
  claimant: Claimant,
  dayNumber: number,
  state: LedgerState | undefined,
): Result<KeyedWrite | undefined, ClaimRefusal> {
  switch (step.kind) {
    case 'claim':
      return claimPart(step.claim, step.mark, claimant, state)
    case 'confirm':
      return confirmPart(step.at, claimant, state)
    case 'release':
      return releasePart(step, claimant, state)
    case 'extend':
      return extendPart(step.hold, claimant, dayNumber, state)
    case 'keep':
      return keepPart(step.hold, claimant, dayNumber, state)
    case 'move':
      return replaceSteps([{ step, claimant }], dayNumber, state)
  }
}

/** A part of a step, and whose it is. */
export interface OwnedStep {
  readonly step: DayStep
  readonly claimant: Claimant
}

/** Earlier parts of one day free what later ones claim. */
const ORDER: Readonly<Record<DayStep['kind'], number>> = {
  keep: 0,
  release: 0,
  move: 1,
  confirm: 2,
  extend: 3,
  claim: 4,
}

/** One write for all that happens on one day of a provider. It needs the day to be read. */
export function replaceSteps(
  owned: readonly OwnedStep[],
  dayNumber: number,
  state: LedgerState | undefined,
): Result<KeyedWrite | undefined, ClaimRefusal> {
  if (state === undefined) return refuse({ kind: 'unread', dayNumbers: [dayNumber] })
  let day: LedgerDay = state
  for (const { step, claimant } of owned.toSorted(
    (a, b) => ORDER[a.step.kind] - ORDER[b.step.kind],
  )) {
    const next = changedDay(day, step, claimant, dayNumber)
    if (!next.ok)
      return owned.length === 1 ? next : refuse({ ...next.refusal, ownerId: claimant.ownerId })
    day = next.value
  }
  const [first] = owned
  // A mark that must exist is a condition of the transaction, also where nothing else changes.
  const hasCondition = owned.some(({ step }) => step.kind === 'keep')
  if ((day === state && !hasCondition) || first === undefined) return ok(undefined)
  const key = keyOf(first.claimant, dayNumber)
  return ok(ledgerReplace(key, state, day))
}

/** A day after a part of a step. */
function changedDay(
  day: LedgerDay,
  step: DayStep,
  claimant: Claimant,
  dayNumber: number,
): Result<LedgerDay, ClaimRefusal> {
  const { ownerId, nowEpochSeconds } = claimant
  const change = (one: DayChange) => appliedTo(day, one, dayNumber, nowEpochSeconds)
  const isMarked = isHeld(day, ownerId)
  switch (step.kind) {
    case 'claim':
      return change({ claim: step.claim, ...step.mark })
    case 'confirm': {
      if (!isMarked) return refuse({ kind: 'hold_lost' })
      const holds = day.holds.filter((hold) => hold.bookingId !== ownerId)
      const bookings = claimant.isShared
        ? [...(day.bookings ?? []), bookingMark(claimant, step.at)]
        : day.bookings
      return ok({ ...day, holds, ...(bookings && { bookings }) })
    }
    case 'release': {
      if (step.held && !isMarked) return step.mustExist ? refuse({ kind: 'hold_lost' }) : ok(day)
      const releaseMark = ownMark(step.held, claimant, day)
      return change({ release: step.release, ...(releaseMark && { releaseMark }) })
    }
    case 'extend': {
      const { hold } = step
      if (!isMarked) return change({ claim: hold, hold })
      const holds = day.holds.map((mark) => (mark.bookingId === ownerId ? hold : mark))
      return ok({ ...day, holds })
    }
    case 'keep':
      return isMarked ? ok(day) : refuse({ kind: 'hold_lost' })
    case 'move': {
      const { held, isOptional, release, claim, mark } = step
      if (held && !isMarked) return isOptional ? ok(day) : refuse({ kind: 'hold_lost' })
      const releaseMark = ownMark(held, claimant, day)
      return change({ release, claim, ...(releaseMark && { releaseMark }), ...mark })
    }
  }
}

function appliedTo(
  day: LedgerDay,
  change: DayChange,
  dayNumber: number,
  nowEpochSeconds: number,
): Result<LedgerDay, ClaimRefusal & { kind: 'taken' }> {
  const next = changeDay(day, change, nowEpochSeconds)
  if (next.ok) return next
  return refuse({
    kind: 'taken',
    epochMinutes: dayNumber * 1440 + next.refusal.firstTakenQuantum * 5,
  })
}

const keyOf = (claimant: Claimant, dayNumber: number) =>
  ledgerKey(claimant.providerId, formatDate(dayNumber))

/** Changes a day that was read, on condition that its `rev` has not changed. */
export function replaceDay(
  key: ReturnType<typeof ledgerKey>,
  dayNumber: number,
  state: LedgerState,
  change: DayChange,
  nowEpochSeconds: number,
): Result<KeyedWrite, ClaimRefusal> {
  const next = appliedTo(state, change, dayNumber, nowEpochSeconds)
  if (!next.ok) return next
  return ok(ledgerReplace(key, state, next.value))
}

// Compared by identity: a session may take over its own lapsed hold.
const takesOver = (state: LedgerState, write: KeyedWrite): boolean =>
  write.kind === 'ledger-replace' && state.holds.some((hold) => !write.next.holds.includes(hold))

/** The write that claims a part of a day. A part too long for one condition needs the day to be read. */
export function claimPart(
  part: DayClaim,
  mark: ClaimMark,
  claimant: Claimant,
  state: LedgerState | undefined,
): Result<KeyedWrite, ClaimRefusal> {
  const key = keyOf(claimant, part.dayNumber)
  const fits = part.quantumCount <= STORE_LIMITS.quantaPerLedgerClaim
  if (state) {
    const change = { claim: part, ...mark }
    const replace = replaceDay(key, part.dayNumber, state, change, claimant.nowEpochSeconds)
    if (!replace.ok || !fits || takesOver(state, replace.value)) return replace
    // No lapsed hold is in the way: a plain claim, which other claims of that day do not disturb.
  }
  if (!fits && state === undefined) {
    return refuse({ kind: 'unread', dayNumbers: [part.dayNumber] })
  }
  return ok({
    kind: 'ledger-claim',
    key,
    firstQuantum: part.firstQuantum,
    quantumCount: part.quantumCount,
    ...mark,
  })
}

const isHeld = (state: LedgerDay | undefined, ownerId: string): boolean =>
  state === undefined || state.holds.some((hold) => hold.bookingId === ownerId)

function confirmPart(
  part: DayClaim,
  claimant: Claimant,
  state: LedgerState | undefined,
): Result<KeyedWrite, ClaimRefusal> {
  if (!isHeld(state, claimant.ownerId)) return refuse({ kind: 'hold_lost' })
  const key = keyOf(claimant, part.dayNumber)
  return ok({
    kind: 'ledger-confirm',
    key,
    bookingId: claimant.ownerId,
    ...(claimant.isShared && { booking: bookingMark(claimant, part) }),
  })
}

/** The mark that a claim of the booking left on the day, as far as the day is known. */
function ownMark(held: boolean, claimant: Claimant, state: LedgerDay | undefined) {
  const { ownerId: bookingId, wasShared } = claimant
  if (held) return { holdOf: bookingId }
  const isMarked =
    wasShared && (state?.bookings?.some((mark) => mark.bookingId === bookingId) ?? true)
  return isMarked ? { bookingOf: bookingId } : undefined
}

// A lapsed hold whose time was taken over frees nothing: its mark is gone from the day.
function releasePart(
  { release: part, held, mustExist }: DayStep & { readonly kind: 'release' },
  claimant: Claimant,
  state: LedgerState | undefined,
): Result<KeyedWrite | undefined, ClaimRefusal> {
  if (held && !isHeld(state, claimant.ownerId)) {
    return mustExist ? refuse({ kind: 'hold_lost' }) : ok(undefined)
  }
  const mark = ownMark(held, claimant, state)
  return ok({
    kind: 'ledger-release',
    key: keyOf(claimant, part.dayNumber),
    firstQuantum: part.firstQuantum,
    quantumCount: part.quantumCount,
    ...(mark && { mark }),
  })
}

/** A session's hold lasts longer. Where its mark is gone, the time is claimed again. */
function extendPart(
  hold: HoldMark,
  claimant: Claimant,
  dayNumber: number,
  state: LedgerState | undefined,
): Result<KeyedWrite | undefined, ClaimRefusal> {
  const { firstQuantum, quantumCount } = hold
  if (!isHeld(state, claimant.ownerId)) {
    return claimPart({ dayNumber, firstQuantum, quantumCount }, { hold }, claimant, state)
  }
  // A mark that is not as expected is replaced under the `rev` of the day.
  if (state) return replaceSteps([{ step: { kind: 'extend', hold }, claimant }], dayNumber, state)
  return ok({ kind: 'ledger-extend', key: keyOf(claimant, dayNumber), hold })
}

/** A session's hold stays as it is, on condition that it still exists. */
const keepPart = (
  hold: HoldMark,
  claimant: Claimant,
  dayNumber: number,
  state: LedgerState | undefined,
): Result<KeyedWrite | undefined, ClaimRefusal> =>
  state
    ? replaceSteps([{ step: { kind: 'keep', hold }, claimant }], dayNumber, state)
    : ok({ kind: 'ledger-extend', key: keyOf(claimant, dayNumber), hold })
