import { ok, type Result, refuse } from '@holdfast/engine'
import { SCOPES, type Scope } from '../kernel/access/scopes.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Refusal } from '../kernel/refusals.ts'
import { instantText } from '../kernel/representations.ts'

/** What a key or a membership may do, and until when. */
export interface Rights {
  readonly scopes: readonly Scope[]
  /** Absent: all. */
  readonly providerIds?: readonly string[] | undefined
  /** Exclusive. Absent: no end. */
  readonly expiresAtEpochSeconds?: number | undefined
}

/** Who gives rights to a new key or to a member. */
export type Delegator = Pick<Caller, 'scopes' | 'providerIds' | 'expiresAtEpochSeconds'>

/** Refuses as `forbidden` to give away more scopes, providers or time than the caller has. */
export function checkDelegation(
  caller: Delegator,
  given: Rights,
  what: 'A key' | 'A member',
): Result<undefined, Refusal> {
  const reason = reasonAgainst(caller, given)
  return reason === undefined
    ? ok(undefined)
    : refuse({ code: 'forbidden', reason: `${what} ${reason}` })
}

function reasonAgainst(caller: Delegator, given: Rights): string | undefined {
  const { scopes = SCOPES, providerIds, expiresAtEpochSeconds: end } = caller
  const beyond = given.scopes.filter((scope) => !scopes.includes(scope))
  if (beyond.length > 0) {
    return `cannot have more scopes than its creator, who lacks: ${beyond.join(', ')}.`
  }
  if (providerIds !== undefined && given.providerIds === undefined) {
    return 'cannot see all providers, since its creator does not.'
  }
  const hidden = given.providerIds?.filter((id) => providerIds?.includes(id) === false) ?? []
  if (hidden.length > 0) {
    return `cannot see more providers than its creator, who lacks: ${hidden.join(', ')}.`
  }
  const { expiresAtEpochSeconds: wanted = Number.POSITIVE_INFINITY } = given
  return end !== undefined && wanted > end
    ? `cannot last longer than its creator, which ends at ${instantText(end)}.`
    : undefined
}

/** Whether a caller has less than everything for ever. What such a key makes ends with it. */
export const isRestricted = ({ scopes, providerIds, expiresAtEpochSeconds }: Delegator): boolean =>
  (scopes !== undefined && scopes.length < SCOPES.length) ||
  providerIds !== undefined ||
  expiresAtEpochSeconds !== undefined
