import { ok, type Result, refuse } from '@holdfast/engine'
import { z } from 'zod'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { ProofOfWork } from '../../kernel/ports/proof-of-work.ts'
import type { PublicGuard } from '../../kernel/public-caps.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { transact } from '../../kernel/transaction.ts'
import { spentProofKey } from '../keys.ts'

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

/** What the check of a proof needs. */
export interface ProofContext {
  readonly deps: Dependencies
  readonly proofOfWork: ProofOfWork
  readonly guard: PublicGuard | undefined
}

/** Uses a caller's proof of work, if the server asks for one. Each proof counts once, at any server. */
export async function spendProof(
  { deps, proofOfWork, guard }: ProofContext,
  solution: string | undefined,
): Promise<Result<undefined, Refusal>> {
  if (guard !== 'pow') return ok(undefined)
  const refused = (reason: 'missing' | 'invalid' | 'expired' | 'used') =>
    refuse({ code: 'proof_of_work_required', reason } as const)
  if (solution === undefined) return refused('missing')
  const solved = await proofOfWork.check(solution)
  if (solved === undefined) return refused('invalid')
  if (solved.expiresAtEpochSeconds <= epochSeconds(deps.clock)) return refused('expired')
  const outcome = await transact(deps, { proof: spentProofEntity.create(solved) })
  return outcome.kind === 'done' ? ok(undefined) : refused('used')
}
