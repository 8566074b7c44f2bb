import { invariant } from '../kernel/invariant.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'

/** A temporary part of a count: an amount that its owner, a booking or a session, has until the expiry. */
export interface CountMark {
  readonly ownerId: string
  readonly amount: number
  readonly expiresAtEpochSeconds: number
}

/**
 * What is counted: seats of a session, bookings of a day, minutes of a day, bookings of a person. `used` is
 * the sum of all amounts, those of all marks included, also of lapsed ones.
 */
export interface CountState {
  readonly used: number
  readonly holds: readonly CountMark[]
}

/** A count that nothing has claimed yet. */
export const EMPTY_COUNT: CountState = { used: 0, holds: [] }

/** A change of one count: the amount to release, the mark to remove with it, and the amount to claim. */
export interface CountChange {
  readonly release?: { readonly amount: number; readonly markOf?: string }
  readonly claim?: { readonly amount: number; readonly max: number; readonly hold?: CountMark }
}

/** Why a claim of an amount is refused, and how much is left. */
export interface CountFull {
  readonly left: number
}

/** Reports whether a mark has lapsed. At the second of its expiry it has. */
export const isMarkLapsed = (mark: CountMark, nowEpochSeconds: number): boolean =>
  mark.expiresAtEpochSeconds <= nowEpochSeconds

/** What is used now: everything but lapsed marks. */
export const liveCount = ({ used, holds }: CountState, nowEpochSeconds: number): number =>
  holds.reduce((sum, mark) => (isMarkLapsed(mark, nowEpochSeconds) ? sum - mark.amount : sum), used)

/** What remains when nobody has a mark: the amounts that are claimed for good. */
export const finalCount = ({ used, holds }: CountState): number =>
  holds.reduce((sum, { amount }) => sum - amount, used)

/**
 * Applies a change to a count and returns the new count, or refuses it with what is left. The release comes
 * first. A claim that does not fit removes all lapsed marks with their amounts; a mark of the same owner is replaced. The caller must commit
 * the new count on the condition that the stored one has not changed. Throws if more is released than is used.
 */
export function changeCount(
  state: CountState,
  { release, claim }: CountChange,
  nowEpochSeconds: number,
): Result<CountState, CountFull> {
  let { used, holds } = state
  if (release) {
    used -= release.amount
    invariant(used >= 0, `${release.amount} is released, of ${state.used} used`)
    holds = holds.filter(({ ownerId }) => ownerId !== release.markOf)
  }
  if (claim === undefined) return ok({ used, holds })
  // A session that begins again may find its own lapsed mark.
  const own = holds.find(({ ownerId }) => ownerId === claim.hold?.ownerId)
  if (own) {
    used -= own.amount
    holds = holds.filter((mark) => mark !== own)
  }
  if (used + claim.amount > claim.max) {
    used = liveCount({ used, holds }, nowEpochSeconds)
    holds = holds.filter((mark) => !isMarkLapsed(mark, nowEpochSeconds))
    if (used + claim.amount > claim.max) return refuse({ left: Math.max(0, claim.max - used) })
  }
  return ok({
    used: used + claim.amount,
    holds: claim.hold ? [...holds, claim.hold] : holds,
  })
}
