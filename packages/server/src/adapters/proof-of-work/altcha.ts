import { hash } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { ProofOfWork } from '../../kernel/ports/proof-of-work.ts'

const ALGORITHM = 'PBKDF2/SHA-256'
/** Iterations of one try. A try takes a browser about 0.4 ms, and the server as long to check. */
const COST = 1_000
/** A browser tries this many counters: one to two seconds of work. */
const LEAST_TRIES = 2_000
const MOST_TRIES = 4_000

const CHALLENGE = z.object({
  parameters: z.object({
    algorithm: z.literal(ALGORITHM),
    nonce: z.string(),
    salt: z.string(),
    cost: z.literal(COST),
    keyLength: z.int().max(64),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({ expiresAt: z.int() }),
  }),
  signature: z.string(),
})

/** What a browser sends. The numbers of the challenge are bounded before anything is computed from them. */
const PAYLOAD = z.object({
  challenge: CHALLENGE,
  solution: z.object({ counter: z.int(), derivedKey: z.string(), time: z.number().optional() }),
})

function payloadOf(text: string): z.infer<typeof PAYLOAD> | undefined {
  try {
    return PAYLOAD.safeParse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}

/**
 * Creates proofs of work in ALTCHA's format. Challenges are signed with keys derived from the server key, so
 * any server of an installation checks the solutions of all.
 */
export function createProofOfWork(deps: Pick<Dependencies, 'secrets'>): ProofOfWork {
  // Derived from names that no booking or stay has.
  const keys = () => ({
    hmacSignatureSecret: deps.secrets.manageToken('proof of work: challenge'),
    hmacKeySignatureSecret: deps.secrets.manageToken('proof of work: key'),
  })
  return {
    async create(expiresAtEpochSeconds) {
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(LEAST_TRIES, MOST_TRIES),
        // Checked by the server's own clock, which tests can set.
        data: { expiresAt: expiresAtEpochSeconds },
        deriveKey,
        ...keys(),
      })
      return CHALLENGE.parse(challenge)
    },
    async check(text) {
      const payload = payloadOf(text)
      if (payload === undefined) return undefined
      const { challenge, solution } = payload
      const { counter, derivedKey } = solution
      const { verified } = await verifySolution({
        challenge,
        solution: { counter, derivedKey },
        deriveKey,
        ...keys(),
      })
      if (!verified) return undefined
      return {
        challengeId: hash('sha256', challenge.signature, 'base64url'),
        expiresAtEpochSeconds: challenge.parameters.data.expiresAt,
      }
    },
  }
}
