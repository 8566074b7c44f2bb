import {
  RatePlan,
  RatePlanCreate,
  RatePlanList,
  RatePlanListQuery,
  RatePlanPatch,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { created, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { ratePlanRepresentation } from '../rates/rate-plan.ts'
import { createRatePlan, getRatePlan, listRatePlans, updateRatePlan } from '../rates/rate-plans.ts'

const endpoint = accountEndpointOf('Rate plans')
const params = idParam('ratePlan')
const path = '/v1/rate-plans/{id}'

/** Endpoints for rate plans. */
export const ratePlanEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/rate-plans',
    operationId: 'createRatePlan',
    summary: 'Create a rate plan',
    description:
      'What nights cost by date and by who stays, with discounts, fees, extras, taxes and restrictions. Event types of nights name it in `ratePlanIds`.',
    body: RatePlanCreate,
    answers: { 201: { description: 'The rate plan.', schema: RatePlan } },
    perform: ({ caller, body }) => createRatePlan(deps, caller, body),
    answer: (plan) => created(ratePlanRepresentation(plan), `/v1/rate-plans/${plan.id}`),
  }),
  endpoint({
    method: 'get',
    path: '/v1/rate-plans',
    operationId: 'listRatePlans',
    summary: 'List rate plans',
    description: `All rate plans of the account, the oldest first. ${MAY_LACK_RECENT}`,
    query: RatePlanListQuery,
    answers: { 200: { description: 'A page of rate plans.', schema: RatePlanList } },
    perform: async ({ caller, query }) => ok(await listRatePlans(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, ratePlanRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getRatePlan',
    summary: 'Read a rate plan',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The rate plan.', schema: RatePlan } },
    perform: ({ caller, params: { id } }) => getRatePlan(deps, caller, id),
    answer: (plan) => resource(ratePlanRepresentation(plan)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateRatePlan',
    summary: 'Update a rate plan',
    description: 'Omitted fields keep their values. Existing bookings keep their prices.',
    params,
    body: RatePlanPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated rate plan.', schema: RatePlan } },
    perform: ({ caller, params: { id }, body }) => updateRatePlan(deps, caller, id, body),
    answer: (plan) => resource(ratePlanRepresentation(plan)),
  }),
]
