import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect } from 'vitest'
import type { Call } from './call.ts'

/** A challenge as the server gives it. */
export type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/** Gets a challenge, without an API key. */
export async function challengeOf(call: Call): Promise<Challenge> {
  const got = await call('GET', '/v1/proof-of-work', { key: null })
  expect(got.status).toBe(200)
  return got.body as unknown as Challenge
}

/** What a browser sends as `proofOfWork`. */
export const encodedProof = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')

/** Solves a challenge as a browser does, with WebCrypto. */
export async function solve(given: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge: given, deriveKey })
  if (solution === null) throw new Error('not solved')
  return encodedProof({ challenge: given, solution })
}
