import { ApiError } from '../api/api.ts'

/** The member of a body that holds a solved challenge. */
export interface Proof {
  readonly proofOfWork: string
}

/**
 * Makes a call. If the server asks for a proof of work, solves a challenge and makes the call again with it.
 * The solver is loaded only then.
 */
export async function withProofOfWork<Answer>(
  call: (proof: Proof | undefined) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call(undefined)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_of_work_required') throw error
    const { solveProofOfWork } = await import('./solve-proof-of-work.ts')
    return call({ proofOfWork: await solveProofOfWork() })
  }
}
