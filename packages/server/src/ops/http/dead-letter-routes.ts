import {
  DeadLetter,
  DeadLetterList,
  DeadLetterListQuery,
  deadLetterId,
  NoInput,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { listDeadLetters, redriveDeadLetter } from '../../kernel/queue/dead-letters.ts'
import { deadLetterRepresentation } from '../dead-letter-representation.ts'

const tag = 'Dead letters'
const access = 'account'

/** Work on events that was given up, and the way back. */
export const deadLetterEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/dead-letters',
    operationId: 'listDeadLetters',
    tag,
    summary: 'List work that was given up',
    access,
    query: DeadLetterListQuery,
    answers: { 200: { description: 'A page of dead letters.', schema: DeadLetterList } },
    perform: async ({ caller, query: { consumer, ...rest } }) =>
      ok(await listDeadLetters(deps, caller, { consumer }, pageOf(rest))),
    answer: (listed) => page(listed, deadLetterRepresentation),
  }),
  endpoint({
    method: 'post',
    path: '/v1/dead-letters/{id}/redrive',
    operationId: 'redriveDeadLetter',
    tag,
    summary: 'Put work that was given up back into its queue, as if it had never been tried',
    access,
    params: z.strictObject({ id: deadLetterId() }),
    body: NoInput,
    answers: {
      202: {
        description: 'The dead letter as it was; it is one no more.',
        schema: DeadLetter,
        isNowhere: true,
      },
    },
    perform: ({ caller, params }) => redriveDeadLetter(deps, caller, params.id),
    answer: (letter) => json(deadLetterRepresentation(letter), 202),
  }),
]
