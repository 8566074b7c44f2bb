/**
 * A model of the conditioned writes to what a class uses up: a ledger day, of which only the class's time matters (one
 * quantum), and the count of a limit. An item that was not read is written under a condition on the owner's part
 * alone, one that was read under its `rev`, which the model knows as `isCurrent`.
 */
import {
  type CountState,
  type CountStep,
  changeCount,
  changeDay,
  type LedgerDay,
  type SessionStep,
} from '../../src/index.ts'

/** The class's time on a ledger day: whether it is taken, and the owner and expiry of each hold. */
export interface Day {
  readonly isTaken: boolean
  readonly holds: readonly (readonly [ownerId: string, expiresAtEpochSeconds: number])[]
}

/** What a transaction has read. `isCurrent`: nobody has written it since. */
export interface Read<Value> {
  readonly value: Value
  readonly isCurrent: boolean
}

/** What a write found: done, a refusal for good, or an item that is not as it was read or assumed. */
export type Written<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused' }
  | { readonly kind: 'conflict' }

/** An item that a transaction writes. */
export interface Target<Value> {
  readonly stored: Value
  /** Absent: it was not read. */
  readonly read: Read<Value> | undefined
  readonly ownerId: string
  /** The clock of the transaction. */
  readonly now: number
}

const TIME = { firstQuantum: 0, quantumCount: 1 }
const REFUSED = { kind: 'refused' } as const
const CONFLICT = { kind: 'conflict' } as const

const done = <Value>(value: Value): Written<Value> => ({ kind: 'done', value })

/** A whole new content, under the `rev` of the one that was read. */
const replaced = <Value>({ read }: Target<Value>, next: Value): Written<Value> =>
  read?.isCurrent ? done(next) : CONFLICT

/** The day as the engine has it. */
export const ledgerDay = ({ isTaken, holds }: Day): LedgerDay => ({
  taken: new Set(isTaken ? [TIME.firstQuantum] : []),
  holds: holds.map(([bookingId, expiresAtEpochSeconds]) => ({
    bookingId,
    ...TIME,
    expiresAtEpochSeconds,
  })),
  blocks: [],
})

const hasHold = (day: Day, ownerId: string): boolean => day.holds.some(([id]) => id === ownerId)

const withoutHold = ({ isTaken, holds }: Day, ownerId: string): Day => ({
  isTaken,
  holds: holds.filter(([id]) => id !== ownerId),
})

function claimTime(target: Target<Day>, until: number | undefined): Written<Day> {
  const { stored, read, ownerId, now } = target
  const hold = until !== undefined && { bookingId: ownerId, ...TIME, expiresAtEpochSeconds: until }
  const next = changeDay(
    ledgerDay(read?.value ?? stored),
    { claim: TIME, ...(hold && { hold }) },
    // Without having read the day, the store looks at the time alone, not at what has lapsed.
    read ? now : Number.NEGATIVE_INFINITY,
  )
  if (!next.ok) return read ? REFUSED : CONFLICT
  const { taken, holds } = next.value
  const day: Day = {
    isTaken: taken.has(TIME.firstQuantum),
    holds: holds.map(({ bookingId, expiresAtEpochSeconds }) => [bookingId, expiresAtEpochSeconds]),
  }
  return read ? replaced(target, day) : done(day)
}

/** Writes a step of a session or of a booking to a ledger day. */
export function writeDay(step: SessionStep, target: Target<Day>): Written<Day> {
  const { stored, read, ownerId } = target
  const isHeld = hasHold(stored, ownerId)
  const isHeldAsRead = read ? hasHold(read.value, ownerId) : true
  switch (step.kind) {
    case 'claim':
      return claimTime(target, step.untilEpochSeconds)
    case 'extend': {
      if (!isHeldAsRead) return claimTime(target, step.untilEpochSeconds)
      const isEarlier = stored.holds.some(
        ([id, until]) => id === ownerId && until <= step.untilEpochSeconds,
      )
      if (!read && !isEarlier) return CONFLICT
      const base = withoutHold(read?.value ?? stored, ownerId)
      const next: Day = { ...base, holds: [...base.holds, [ownerId, step.untilEpochSeconds]] }
      return read ? replaced(target, next) : done(next)
    }
    case 'keep':
      if (!isHeldAsRead) return REFUSED
      return isHeld ? done(stored) : CONFLICT
    case 'confirm':
      if (!isHeldAsRead) return REFUSED
      return isHeld ? done(withoutHold(stored, ownerId)) : CONFLICT
    case 'shorten':
    case 'hold': {
      if (!read) return CONFLICT
      if (step.kind === 'shorten' && !isHeldAsRead) return done(stored)
      const { isTaken, holds } = withoutHold(read.value, ownerId)
      return replaced(target, { isTaken, holds: [...holds, [ownerId, step.untilEpochSeconds]] })
    }
    case 'release':
      if (step.isHeld && !isHeldAsRead) return done(stored)
      if (step.isHeld && !isHeld) return CONFLICT
      return done({ ...(step.isHeld ? withoutHold(stored, ownerId) : stored), isTaken: false })
  }
}

const hasMark = ({ holds }: CountState, id: string): boolean =>
  holds.some(({ ownerId }) => ownerId === id)

const withoutMark = ({ used, holds }: CountState, id: string): CountState => ({
  used,
  holds: holds.filter(({ ownerId }) => ownerId !== id),
})

function claimAmount(
  { amount, untilEpochSeconds }: { amount: number; untilEpochSeconds?: number },
  max: number,
  target: Target<CountState>,
): Written<CountState> {
  const { stored, read, ownerId, now } = target
  const hold = untilEpochSeconds !== undefined && {
    ownerId,
    amount,
    expiresAtEpochSeconds: untilEpochSeconds,
  }
  if (!read && hold && hasMark(stored, ownerId)) return CONFLICT
  const next = changeCount(
    read?.value ?? stored,
    { claim: { amount, max, ...(hold && { hold }) } },
    read ? now : Number.NEGATIVE_INFINITY,
  )
  if (!next.ok) return read ? REFUSED : CONFLICT
  return read ? replaced(target, next.value) : done(next.value)
}

/** Writes a step of an owner to the count of a limit. */
export function writeCount(
  step: CountStep,
  max: number,
  target: Target<CountState>,
): Written<CountState> {
  const { stored, read, ownerId } = target
  const isMarked = hasMark(stored, ownerId)
  const isMarkedAsRead = read ? hasMark(read.value, ownerId) : true
  switch (step.kind) {
    case 'claim':
      return claimAmount(step, max, target)
    case 'keep': {
      const { amount, untilEpochSeconds } = step
      const mark = untilEpochSeconds !== undefined && {
        ownerId,
        amount,
        expiresAtEpochSeconds: untilEpochSeconds,
      }
      const marked = (count: CountState): CountState => {
        const { used, holds } = withoutMark(count, ownerId)
        return { used, holds: mark ? [...holds, mark] : holds }
      }
      if (!step.isMarked) return read ? replaced(target, marked(read.value)) : CONFLICT
      if (!isMarkedAsRead) return mark ? claimAmount(step, max, target) : REFUSED
      return isMarked ? done(marked(stored)) : CONFLICT
    }
    case 'release': {
      if (step.isMarked && !isMarkedAsRead) return done(stored)
      if (step.isMarked && !isMarked) return CONFLICT
      const change = { release: { amount: step.amount, ...(step.isMarked && { markOf: ownerId }) } }
      const next = changeCount(stored, change, target.now)
      return next.ok ? done(next.value) : CONFLICT
    }
  }
}
