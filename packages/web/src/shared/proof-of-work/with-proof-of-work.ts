import { ApiError } from '../api/api.ts'

/** The member of a body that holds a solved challenge. */
export interface Proof {
  readonly proofOfWork: string
}

let isAsked = false

/**
 * Makes a call. If the server asks for a proof of work, solves a challenge and makes the call again with it.
 * The solver is loaded only then. Later calls of the page send a proof at once: the limits count a call that is refused.
 */
export async function withProofOfWork<Answer>(
  call: (proof: Proof | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (isAsked) return call(await solved())
  try {
    return await call(undefined)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_of_work_required') throw error
    isAsked = true
    return call(await solved())
  }
}

async function solved(): Promise<Proof> {
  const { solveProofOfWork } = await import('./solve-proof-of-work.ts')
  return { proofOfWork: await solveProofOfWork() }
}
