import {
  Health,
  PROBLEM_CODES,
  PROBLEM_SOLUTIONS,
  PROBLEMS,
  Problem,
  problemType,
  Readiness,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { notFound } from '../../kernel/refusals.ts'

const endpoint = endpointOf('Operations')

const ProblemKind = z
  .object({
    code: Problem.shape.code,
    status: z.int().describe('The HTTP status of its responses.'),
    title: z.string().describe('A short text.'),
    meaning: z.string().describe('What it means and what to do.'),
    solution: z.string().describe('How to fix it, as instructions.'),
  })
  .openapi('ProblemKind', { description: 'The explanation of a problem code.' })

/** Endpoints for health, readiness, metrics and problem explanations. */
export function operationsEndpoints(context: HttpContext): readonly AnyEndpoint[] {
  const { deps, settings, metrics } = context
  const startedAt = performance.now()
  return [
    endpoint({
      method: 'get',
      path: '/healthz',
      operationId: 'getHealth',
      summary: 'Check that the process is running',
      description:
        'Does not use the storage. Use `/readyz` to find out whether requests can be answered.',
      access: 'open',
      answers: { 200: { description: 'The process is running.', schema: Health } },
      perform: async () =>
        ok({
          status: 'ok' as const,
          version: settings.version,
          store: settings.storeEngine,
          tzdbVersion: deps.tzdbVersion,
          uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
        }),
      answer: (health) => json(health),
    }),
    endpoint({
      method: 'get',
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Check that the storage responds',
      description:
        '503 if the storage does not respond, cannot be written because its disk is full, or while data of an earlier version is migrated.',
      access: 'open',
      answers: { 200: { description: 'The storage responds.', schema: Readiness } },
      problems: ['store_unavailable'],
      perform: async () => ok(await deps.store.ping()),
      answer: () => json({ status: 'ready' }),
    }),
    endpoint({
      method: 'get',
      path: '/metrics',
      operationId: 'getMetrics',
      summary: 'Read the metrics in Prometheus text format',
      description: 'Needs `HOLDFAST_METRICS_TOKEN`, except in development mode.',
      access: 'metrics',
      answers: {
        200: { description: 'The metrics.', schema: z.string(), contentType: 'text/plain' },
      },
      perform: async () => ok(await metrics.metrics()),
      answer: (text) => ({
        status: 200,
        body: text,
        headers: { 'content-type': metrics.contentType },
      }),
    }),
    endpoint({
      method: 'get',
      path: problemType('{code}' as 'not_found'),
      operationId: 'getProblem',
      summary: 'Explain a problem code',
      description: 'The `type` of a problem is this path.',
      access: 'open',
      params: z.strictObject({ code: z.string().max(64).describe('The code of a problem.') }),
      answers: {
        200: { description: 'The explanation of the problem code.', schema: ProblemKind },
      },
      perform: async ({ params }) => {
        const code = PROBLEM_CODES.find((known) => known === params.code)
        return code === undefined
          ? notFound('problem', params.code)
          : ok({ code, ...PROBLEMS[code], solution: PROBLEM_SOLUTIONS[code] })
      },
      answer: (kind) => json(kind),
    }),
  ]
}
