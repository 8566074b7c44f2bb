import { z } from '@hono/zod-openapi'
import { singleLine } from './text.ts'

/** `GET /v1/proof-of-work`: a challenge in ALTCHA's format. */
export const ProofOfWorkChallenge = z
  .object({
    parameters: z
      .object({
        algorithm: z
          .string()
          .openapi({ description: 'How keys are derived.', example: 'PBKDF2/SHA-256' }),
        nonce: z.string().openapi({ description: 'Hexadecimal. Tried together with a counter.' }),
        salt: z.string().openapi({ description: 'Hexadecimal.' }),
        cost: z.int().openapi({ description: 'Iterations of one try.', example: 1000 }),
        keyLength: z.int().openapi({ description: 'Bytes of a derived key.', example: 32 }),
        keyPrefix: z
          .string()
          .openapi({ description: 'Hexadecimal. The key of the solution begins with it.' }),
        keySignature: z
          .string()
          .openapi({ description: "The server's signature of the key that solves the challenge." }),
        data: z
          .object({
            expiresAt: z
              .int()
              .openapi({ description: 'Epoch second from which a solution no longer counts.' }),
          })
          .openapi({ description: 'Signed data of the server.' }),
      })
      .openapi({ description: 'The challenge.' }),
    signature: z.string().openapi({ description: "The server's signature of the challenge." }),
  })
  .openapi('ProofOfWorkChallenge', {
    description: 'A challenge that costs a browser a second or two (ALTCHA, version 2).',
  })

/** The solution of a challenge, beside what is booked. */
export const proofOfWork = () =>
  singleLine(4_000).openapi({
    description:
      'The solution of a challenge from `GET /v1/proof-of-work`. Needed if the server answers `proof_of_work_required`.',
  })

export type ProofOfWorkChallenge = z.infer<typeof ProofOfWorkChallenge>
