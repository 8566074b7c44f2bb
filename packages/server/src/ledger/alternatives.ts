import type { Refusal } from '../kernel/refusals.ts'
import type { Claims } from './owner.ts'
import type { Impossible } from './plan-claims.ts'

/** Why claims were not committed. `index`: the owner that it is about. */
export type ClaimsFailed =
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly index?: number }
  /** An owner, or what its claims follow from, changed meanwhile: decide again. */
  | { readonly kind: 'stale'; readonly index: number }
  /** So many of the owners fit into one transaction, counted from the first. */
  | { readonly kind: 'too-many'; readonly max: number }
  | Impossible

/**
 * How a commit meets others. `queue`: after the first conflict, its writers in one process queue for this resource. This only saves
 * retries; safety does not depend on it. `name`: what it commits, without a queue.
 */
export type CommitOptions = { readonly queue: string } | { readonly name: string }

/** Why an alternative failed, in the words of a caller. */
export interface Failure {
  readonly kind: ClaimsFailed['kind']
}

/** One way to commit what a caller wants. */
export interface Alternative<Value, Failed> {
  readonly claims: Claims
  /** What the caller gets, and what is stored as the answer under its idempotency key. */
  readonly value: Value
  readonly options: CommitOptions
  /** Puts a failure into the caller's words. */
  readonly failed: (failure: ClaimsFailed) => Failed
  /** Whether it is a part of what was asked, so that no answer is stored. Default: no. */
  readonly isPart?: boolean | undefined
  /**
   * Whether another way is sure to follow: if others or load keep this one from being applied, it counts as stale. Default: no, that is
   * thrown.
   */
  readonly isOptional?: boolean | undefined
}

/** What to try next, or the outcome if nothing is left to try. */
export type Proposed<What, Failed> =
  | { readonly kind: 'proposed'; readonly alternative: What }
  | Failed

/**
 * Says what to try, given how everything before failed, the newest last; or how the whole ends. It may read and write. Before it
 * refuses what depends on the claims of others, it has to look at all candidates as they were at one instant.
 */
export type Next<What, Failed> = (
  failures: readonly Failed[],
) => Promise<Proposed<What, Failed>> | Proposed<What, Failed>

/** Something to try. */
export const propose = <What>(alternative: What) => ({ kind: 'proposed', alternative }) as const

/** What there is only one way to do. */
export const only =
  <What, Failed>(alternative: What): Next<What, Failed> =>
  ([failure]) =>
    failure ?? propose(alternative)

/** The same alternatives in other words. */
export const inWordsOf =
  <What, Said, Failed extends Failure>(
    next: Next<What, Failed>,
    say: (alternative: What) => Said,
  ): Next<Said, Failed> =>
  (failures) => {
    const reword = (proposed: Proposed<What, Failed>): Proposed<Said, Failed> =>
      proposed.kind === 'proposed' ? propose(say(proposed.alternative)) : proposed
    const given = next(failures)
    return given instanceof Promise ? given.then(reword) : reword(given)
  }
