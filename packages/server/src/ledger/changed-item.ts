import {
  type BlockMark,
  type BookingMark,
  changeDay,
  type DayChange,
  type DayClaim,
  type HoldMark,
  type LedgerDay,
  occupiedQuanta,
  ok,
  type Result,
  refuse,
  yieldsTo,
} from '@holdfast/engine'
import { kindOfStep, type RangeStep, type StepKind } from './steps.ts'

/** The part of a step on one item: a day of a provider, or a month of nights. */
export interface Part {
  readonly step: RangeStep
  readonly at: DayClaim
}

/** What another live claim has: time from this minute on, or these nights, as days since 1970-01-01. */
type Taken = { readonly epochMinutes: number } | { readonly days: readonly number[] }

/** Why steps cannot be written. */
export type ClaimRefusal =
  | ({ readonly kind: 'taken'; readonly index: number } & Taken)
  /** The owner's own right lapsed, and another claim took its place. */
  | { readonly kind: 'lost'; readonly index: number }
  /** The items that begin with these days must be read first. */
  | { readonly kind: 'unread'; readonly dayNumbers: readonly number[] }

/** Earlier parts of one item free what later ones claim. */
const ORDER: Readonly<Record<StepKind, number>> = {
  keep: 0,
  release: 0,
  change: 1,
  confirm: 2,
  extend: 3,
  claim: 4,
}

/** The place of a part among those of one item. */
export const orderOf = ({ step }: Part): number => ORDER[kindOfStep(step)]

/** An item after a part of a step. */
export function changedDay(
  day: LedgerDay,
  part: Part,
  now: number,
): Result<LedgerDay, ClaimRefusal> {
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

/** An item after a change that a part asks for. */
export function appliedTo(
  day: LedgerDay,
  change: DayChange,
  { step, at }: Part,
  now: number,
): Result<LedgerDay, ClaimRefusal> {
  const { ownerId, takesFreed = false } = step.mark
  const next = changeDay(day, change, now, yieldsTo(ownerId, takesFreed))
  if (next.ok) return next
  const { index } = step
  if ('nights' in step) return refuse({ kind: 'taken', index, days: takenNights(day, at, now) })
  const epochMinutes = at.dayNumber * 1440 + next.refusal.firstTakenQuantum * 5
  return refuse({ kind: 'taken', index, epochMinutes })
}

function takenNights(
  month: LedgerDay,
  { dayNumber, firstQuantum, quantumCount }: DayClaim,
  now: number,
): readonly number[] {
  const occupied = occupiedQuanta(month, now)
  const quanta = Array.from({ length: quantumCount }, (_, index) => firstQuantum + index)
  return quanta.filter((quantum) => occupied.has(quantum)).map((quantum) => dayNumber + quantum)
}

/** The refusal of a step whose right was taken over. */
export const lost = ({ index }: RangeStep) => refuse({ kind: 'lost', index } as const)

/** Whether the mark that the owner must have is not there, as far as the item is known. */
export function isGone(
  { from, mark: { ownerId, was } }: RangeStep,
  state: LedgerDay | undefined,
): boolean {
  if (state === undefined) return false
  if (from.kind === 'held') return !state.holds.some((hold) => hold.bookingId === ownerId)
  return was === 'block' && !state.blocks.some((block) => block.blockId === ownerId)
}

/** The mark that the owner has, as far as the item is known. */
export function ownMark({ from, mark: { ownerId, was } }: RangeStep, state: LedgerDay | undefined) {
  if (from.kind === 'held') return { holdOf: ownerId }
  if (was === 'block') return { blockId: ownerId }
  const isMarked =
    was === 'booking' && (state?.bookings?.some((mark) => mark.bookingId === ownerId) ?? true)
  return isMarked ? { bookingOf: ownerId } : undefined
}

/** The mark that a claim leaves: of a hold, of a booking of several providers, of a block, or none. */
export function claimMark(part: Part): {
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

/** The mark of a booking. */
export const bookingMark = ({ step, at: { firstQuantum, quantumCount } }: Part): BookingMark => ({
  bookingId: step.mark.ownerId,
  firstQuantum,
  quantumCount,
})
