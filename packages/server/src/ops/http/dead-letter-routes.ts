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
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { listDeadLetters, redriveDeadLetter } from '../../kernel/queue/dead-letters.ts'
import { deadLetterRepresentation } from '../dead-letter-representation.ts'

const endpoint = accountEndpointOf('Dead letters')

/** Endpoints to list and redrive dead letters. */
export const deadLetterEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/dead-letters',
    operationId: 'listDeadLetters',
    summary: 'List dead letters',
    description: 'Tasks that are no longer retried, such as emails that could not be sent.',
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
    summary: 'Redrive a dead letter, with all attempts again',
    description: 'The task is queued again. If it fails again, it becomes a dead letter again.',
    params: z.strictObject({ id: deadLetterId() }),
    body: NoInput,
    answers: {
      202: {
        description: 'The former dead letter.',
        schema: DeadLetter,
        isNowhere: true,
      },
    },
    perform: ({ caller, params }) => redriveDeadLetter(deps, caller, params.id),
    answer: (letter) => json(deadLetterRepresentation(letter), 202),
  }),
]
