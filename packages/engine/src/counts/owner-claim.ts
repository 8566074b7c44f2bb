/** What somebody has of something that runs out: nothing, a part until a second (exclusive), or a part for good. */
export type OwnerClaim =
  | { readonly kind: 'none' }
  | { readonly kind: 'held'; readonly untilEpochSeconds: number }
  | { readonly kind: 'final' }

/** The claim of somebody who has nothing. */
export const NO_CLAIM: OwnerClaim = { kind: 'none' }

/** Reports whether two claims are the same. */
export const isSameClaim = (a: OwnerClaim, b: OwnerClaim): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'held' || (b.kind === 'held' && a.untilEpochSeconds === b.untilEpochSeconds))
