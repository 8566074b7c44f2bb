import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { api, unwrap } from '../api/api.ts'

/** Gets a challenge and solves it, which takes a second or two. Returns the solution as the API takes it. */
export async function solveProofOfWork(): Promise<string> {
  const challenge = await unwrap(api.GET('/v1/proof-of-work'))
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('The challenge was not solved in time.')
  return btoa(JSON.stringify({ challenge, solution }))
}
