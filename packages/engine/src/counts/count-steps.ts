import { isSameClaim, type OwnerClaim } from './owner-claim.ts'

/**
 * A part of a count that a booking or a session has. `counter` names the count:
 * `<event type or provider>:<day, week, month or minutes>:<first date of the period>`, or
 * `<event type>:<booker or ever>:<HMAC of the account and the email address>`.
 */
export interface CountedClaim {
  readonly counter: string
  readonly amount: number
  /** True if it ends by itself with the booking: a confirmed booking keeps a mark until its end. */
  readonly endsWithBooking?: true
}

/** What an owner has of counts. */
export interface CountOwner {
  readonly claim: OwnerClaim
  readonly counts: readonly CountedClaim[]
  /** When claims that end with the booking end. */
  readonly endEpochSeconds: number
}

/**
 * The change of one count that belongs to a change of its owner. `claim`: adds the amount; `untilEpochSeconds`: with a
 * mark until then. `keep`: the amount stays; its mark is removed, or lasts until `untilEpochSeconds`;
 * `isMarked`: whether it has a mark now. `release`: gives the amount back, if its mark still exists where it had one.
 */
export type CountStep = { readonly counter: string; readonly amount: number } & (
  | { readonly kind: 'claim'; readonly untilEpochSeconds?: number }
  | { readonly kind: 'keep'; readonly isMarked: boolean; readonly untilEpochSeconds?: number }
  | { readonly kind: 'release'; readonly isMarked: boolean }
)

/** Until when an owner's part of a count is marked. Undefined: it has no mark. */
function markedUntil(
  { claim, endEpochSeconds }: CountOwner,
  { endsWithBooking }: CountedClaim,
): number | undefined {
  if (claim.kind === 'held') return claim.untilEpochSeconds
  return endsWithBooking ? endEpochSeconds : undefined
}

/**
 * The changes of all counts between two states of an owner. A count that it keeps with the same amount and the same
 * mark costs nothing; one whose amount changes is released and claimed again.
 */
export function countSteps(before: CountOwner, after: CountOwner): readonly CountStep[] {
  const had = before.claim.kind === 'none' ? [] : before.counts
  const has = after.claim.kind === 'none' ? [] : after.counts
  if (had.length === 0 && has.length === 0) return []
  if (had === has && isSameClaim(before.claim, after.claim)) {
    if (before.endEpochSeconds === after.endEpochSeconds) return []
  }
  const steps: CountStep[] = []
  const kept = (one: CountedClaim, others: readonly CountedClaim[]) =>
    others.find(({ counter, amount }) => counter === one.counter && amount === one.amount)
  for (const one of had) {
    if (kept(one, has)) continue
    const { counter, amount } = one
    steps.push({
      kind: 'release',
      counter,
      amount,
      isMarked: markedUntil(before, one) !== undefined,
    })
  }
  for (const one of has) {
    const { counter, amount } = one
    const earlier = kept(one, had)
    const until = markedUntil(after, one)
    const mark = until === undefined ? {} : { untilEpochSeconds: until }
    if (earlier === undefined) {
      steps.push({ kind: 'claim', counter, amount, ...mark })
      continue
    }
    const was = markedUntil(before, earlier)
    if (was === until) continue
    steps.push({ kind: 'keep', counter, amount, isMarked: was !== undefined, ...mark })
  }
  return steps
}
