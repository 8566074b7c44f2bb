import { ProofOfWorkChallenge } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { PROOF_SECONDS } from '../limits/spent-proof.ts'

/** The endpoint for challenges, which callers without an API key solve if the server asks for it. */
export const proofOfWorkEndpoint = ({ deps, proofOfWork }: HttpContext): AnyEndpoint =>
  endpointOf('Public')({
    method: 'get',
    path: '/v1/proof-of-work',
    operationId: 'getProofOfWork',
    summary: 'Get a challenge to solve before a booking',
    description:
      'An ALTCHA challenge (version 2, PBKDF2/SHA-256). Solve it with `altcha-lib` or the ALTCHA widget, and send base64 of `{ challenge, solution }` as `proofOfWork`. Needed only if a call answers `proof_of_work_required`. A solution counts once, within 20 minutes.',
    access: 'public',
    answers: { 200: { description: 'The challenge.', schema: ProofOfWorkChallenge } },
    perform: async () => ok(await proofOfWork.create(epochSeconds(deps.clock) + PROOF_SECONDS)),
    answer: ({ parameters, signature }) => json({ parameters: { ...parameters }, signature }),
  })
