import {
  type BookingMark,
  type ClaimInterval,
  type ClaimStep,
  changeDay,
  claimDays,
  type DayChange,
  type DayClaim,
  formatDate,
  type HoldMark,
  invariant,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import { type LedgerState, STORE_LIMITS, type Write } from '../../kernel/ports/store.ts'
import { ledgerKey } from '../keys.ts'

/** Ledger days that were read, by day number. */
export type KnownDays = ReadonlyMap<number, LedgerState>

/** A ledger write and its day. */
export interface LedgerWrite {
  readonly dayNumber: number
  readonly write: Write
}

/** The name of a ledger day's write in its transaction. */
export type LedgerWriteName = `day:${string}`

/** Names the write of a provider's ledger day. */
export const ledgerWriteName = (providerId: string, dayNumber: number): LedgerWriteName =>
  `day:${providerId}:${dayNumber}`

/** Why a claim step cannot be written. */
export type ClaimRefusal =
  /** Another live claim has this time. */
  | { readonly kind: 'taken'; readonly epochMinutes: number }
  /** The booking's own hold lapsed, and another claim took its time over. */
  | { readonly kind: 'hold_lost' }
  /** These days must be read first. */
  | { readonly kind: 'unread'; readonly dayNumbers: readonly number[] }

type Written = Result<readonly LedgerWrite[], ClaimRefusal>

/** The booking that claims time of one provider, and when. */
export interface Claimant {
  readonly providerId: string
  readonly bookingId: string
  readonly nowEpochSeconds: number
  /** Whether it takes several providers after the step, so that a final claim leaves a mark. Default: no. */
  readonly isShared?: boolean
  /** Whether it took several providers before the step. Default: no. */
  readonly wasShared?: boolean
}

/**
 * Turns a claim step into ledger writes, at most one a day. A day that was not read is written under a
 * condition on the quanta themselves, so claims of other quanta of that day never conflict. A day that
 * was read (it caused a conflict, or the step both frees and claims time on it) is decided here and
 * written on condition that its `rev` has not changed.
 */
export function claimWrites(step: ClaimStep, claimant: Claimant, known: KnownDays): Written {
  switch (step.kind) {
    case 'none':
      return ok([])
    case 'claim':
      return collect(claimDays(step.to), (part) =>
        claimPart(part, claimMark(claimant, part, step.holdUntilEpochSeconds), claimant, known),
      )
    case 'confirm':
      return collect(claimDays(step.at), (part) => confirmPart(part, claimant, known))
    case 'release':
      return collect(claimDays(step.from), (part) => releasePart(part, step.held, claimant, known))
    case 'move':
      return moveWrites(step, claimant, known)
    case 'reassign':
      throw new Error('a change of providers is a claim or a release of each of them')
  }
}

function collect(
  parts: readonly DayClaim[],
  writeOf: (part: DayClaim) => Result<Write | undefined, ClaimRefusal>,
): Written {
  const writes: LedgerWrite[] = []
  for (const part of parts) {
    const write = writeOf(part)
    if (!write.ok) return write
    if (write.value) writes.push({ dayNumber: part.dayNumber, write: write.value })
  }
  return ok(writes)
}

const keyOf = (claimant: Claimant, dayNumber: number) =>
  ledgerKey(claimant.providerId, formatDate(dayNumber))

/** The mark that a claim leaves: of a hold, of a booking of several providers, or none. */
interface ClaimMark {
  readonly hold?: HoldMark
  readonly booking?: BookingMark
}

function claimMark(
  claimant: Claimant,
  part: DayClaim,
  expiresAtEpochSeconds: number | undefined,
): ClaimMark {
  const mark = bookingMark(claimant, part)
  if (expiresAtEpochSeconds !== undefined) return { hold: { ...mark, expiresAtEpochSeconds } }
  return claimant.isShared ? { booking: mark } : {}
}

const bookingMark = (
  { bookingId }: Claimant,
  { firstQuantum, quantumCount }: DayClaim,
): BookingMark => ({ bookingId, firstQuantum, quantumCount })

/** Changes a day that was read, on condition that its `rev` has not changed. */
export function replaceDay(
  key: ReturnType<typeof ledgerKey>,
  dayNumber: number,
  state: LedgerState,
  change: DayChange,
  nowEpochSeconds: number,
): Result<Write, ClaimRefusal> {
  const next = changeDay(state, change, nowEpochSeconds)
  if (!next.ok) {
    const epochMinutes = dayNumber * 1440 + next.refusal.firstTakenQuantum * 5
    return refuse({ kind: 'taken', epochMinutes })
  }
  return ok({ kind: 'ledger-replace', key, ifRev: state.rev, next: next.value })
}

const takesOver = (state: LedgerState, write: Write): boolean =>
  write.kind === 'ledger-replace' &&
  state.holds.some((hold) => !write.next.holds.some((kept) => kept.bookingId === hold.bookingId))

/** The write that claims a part of a day. A part too long for one condition needs the day to be read. */
export function claimPart(
  part: DayClaim,
  mark: ClaimMark,
  claimant: Claimant,
  known: KnownDays,
): Result<Write, ClaimRefusal> {
  const key = keyOf(claimant, part.dayNumber)
  const state = known.get(part.dayNumber)
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

const isHeld = (state: LedgerState | undefined, bookingId: string): boolean =>
  state === undefined || state.holds.some((hold) => hold.bookingId === bookingId)

function confirmPart(
  part: DayClaim,
  claimant: Claimant,
  known: KnownDays,
): Result<Write, ClaimRefusal> {
  if (!isHeld(known.get(part.dayNumber), claimant.bookingId)) return refuse({ kind: 'hold_lost' })
  const key = keyOf(claimant, part.dayNumber)
  return ok({
    kind: 'ledger-confirm',
    key,
    bookingId: claimant.bookingId,
    ...(claimant.isShared && { booking: bookingMark(claimant, part) }),
  })
}

/** The mark that a claim of the booking left on the day, as far as the day is known. */
function ownMark(held: boolean, claimant: Claimant, state: LedgerState | undefined) {
  const { bookingId, wasShared } = claimant
  if (held) return { holdOf: bookingId }
  const isMarked =
    wasShared && (state?.bookings?.some((mark) => mark.bookingId === bookingId) ?? true)
  return isMarked ? { bookingOf: bookingId } : undefined
}

// A lapsed hold whose time was taken over frees nothing: its mark is gone from the day.
function releasePart(
  part: DayClaim,
  held: boolean,
  claimant: Claimant,
  known: KnownDays,
): Result<Write | undefined, ClaimRefusal> {
  const state = known.get(part.dayNumber)
  if (held && !isHeld(state, claimant.bookingId)) return ok(undefined)
  const mark = ownMark(held, claimant, state)
  return ok({
    kind: 'ledger-release',
    key: keyOf(claimant, part.dayNumber),
    firstQuantum: part.firstQuantum,
    quantumCount: part.quantumCount,
    ...(mark && { mark }),
  })
}

/** A move frees and claims time of one day in one write, which needs that day to be read. */
function moveWrites(
  step: ClaimStep & { readonly kind: 'move' },
  claimant: Claimant,
  known: KnownDays,
): Written {
  const from = partsByDay(step.from)
  const to = partsByDay(step.to)
  const unread = [...from.keys()].filter((day) => to.has(day) && !known.has(day))
  if (unread.length > 0) return refuse({ kind: 'unread', dayNumbers: unread })
  const held = step.holdUntilEpochSeconds !== undefined && step.wasFinal !== true
  const writes: LedgerWrite[] = []
  for (const dayNumber of new Set([...from.keys(), ...to.keys()])) {
    const release = from.get(dayNumber)
    const claim = to.get(dayNumber)
    const state = known.get(dayNumber)
    if (held && release && !isHeld(state, claimant.bookingId)) return refuse({ kind: 'hold_lost' })
    const mark = claim ? claimMark(claimant, claim, step.holdUntilEpochSeconds) : {}
    const write = movePart({ dayNumber, release, claim, mark, held }, claimant, known)
    if (!write.ok) return write
    if (write.value) writes.push({ dayNumber, write: write.value })
  }
  return ok(writes)
}

const partsByDay = (interval: ClaimInterval): ReadonlyMap<number, DayClaim> =>
  new Map(claimDays(interval).map((part) => [part.dayNumber, part]))

interface MovedPart {
  readonly dayNumber: number
  readonly release: DayClaim | undefined
  readonly claim: DayClaim | undefined
  readonly mark: ClaimMark
  readonly held: boolean
}

function movePart(
  { dayNumber, release, claim, mark, held }: MovedPart,
  claimant: Claimant,
  known: KnownDays,
): Result<Write | undefined, ClaimRefusal> {
  if (release && claim) {
    const state = known.get(dayNumber)
    // `moveWrites` has checked this.
    invariant(state !== undefined, `day ${dayNumber} was not read`)
    const releaseMark = ownMark(held, claimant, state)
    const change: DayChange = { release, claim, ...(releaseMark && { releaseMark }), ...mark }
    const key = keyOf(claimant, dayNumber)
    return replaceDay(key, dayNumber, state, change, claimant.nowEpochSeconds)
  }
  if (claim) return claimPart(claim, mark, claimant, known)
  return release ? releasePart(release, held, claimant, known) : ok(undefined)
}
