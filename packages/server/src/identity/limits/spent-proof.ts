import { ok, type Result, refuse } from '@holdfast/engine'
import { z } from 'zod'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ProofOfWork } from '../../kernel/ports/proof-of-work.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { transact } from '../../kernel/transaction.ts'
import { spentProofKey } from '../keys.ts'
import type { PublicGuard } from './cap-sizes.ts'

/** How long a challenge can be solved and used. */
export const PROOF_SECONDS = 20 * 60

/** The mark of a proof of work that was used. */
export interface SpentProof {
  readonly challengeId: string
  /** After this second the proof counts no longer, and the store may remove the mark. */
  readonly expiresAtEpochSeconds: number
}

/** The item of a used proof of work. */
export const spentProofEntity = defineMappedEntity<SpentProof, { readonly ttl: number }>({
  name: 'used proof of work',
  key: ({ challengeId }) => spentProofKey(challengeId),
  schema: z.object({ ttl: z.int() }),
  toAttributes: ({ expiresAtEpochSeconds }) => ({ ttl: expiresAtEpochSeconds }),
  fromAttributes: ({ ttl }, { PK }) => ({ challengeId: keyTail(PK), expiresAtEpochSeconds: ttl }),
})

/** What a caller showed: a solved proof of work, which is used up now, or why it has none. */
export type ShownProof = 'solved' | LackOfProof

/** Why a caller has no proof of work. */
export type LackOfProof = Extract<Refusal, { readonly code: 'proof_of_work_required' }>['reason']

/** What the check of a proof needs. */
export interface ProofContext {
  readonly deps: Dependencies
  readonly proofOfWork: ProofOfWork
  readonly guard: PublicGuard | undefined
}

/**
 * Uses a caller's proof of work. Each proof counts once, at any server. A call without one is refused here if the server
 * always asks for one and the caller did not sign in; otherwise it counts as a call without proof (`takeBookings`).
 */
export async function spendProof(
  context: ProofContext,
  { booker }: Pick<Caller, 'booker'>,
  solution: string | undefined,
): Promise<Result<ShownProof, Refusal>> {
  const shown = await shownProof(context, solution)
  const isAsked = context.guard === 'pow' && booker === undefined
  return isAsked && shown !== 'solved' ? proofRequired(shown) : ok(shown)
}

/** Asks the caller for a proof of work. */
export const proofRequired = (reason: LackOfProof) =>
  refuse({ code: 'proof_of_work_required', reason } as const)

async function shownProof(
  { deps, proofOfWork }: ProofContext,
  solution: string | undefined,
): Promise<ShownProof> {
  if (solution === undefined) return 'missing'
  const solved = await proofOfWork.check(solution)
  if (solved === undefined) return 'invalid'
  if (solved.expiresAtEpochSeconds <= epochSeconds(deps.clock)) return 'expired'
  const outcome = await transact(deps, { proof: spentProofEntity.create(solved) })
  return outcome.kind === 'done' ? 'solved' : 'used'
}
