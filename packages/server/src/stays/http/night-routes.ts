import {
  CancelledStayList,
  Nights,
  NightsQuery,
  pageQuery,
  UnplacedStayList,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { cancelledStayRepresentation } from '../calendars/calendar-event-representation.ts'
import { listCancelledStays } from '../calendars/list-cancelled-stays.ts'
import { listNights, nightText } from '../calendars/nights.ts'
import { listUnplacedStays, unplacedStayRepresentation } from '../calendars/unplaced-stays.ts'

const endpoint = accountEndpointOf('Calendars')
const path = '/v1/calendars/{id}'
const params = idParam('calendar')

/** Endpoints for the nights of a calendar of stays, and for the stays that were cancelled. */
export const nightEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: `${path}/nights`,
    operationId: 'listNights',
    summary: 'List the nights of a calendar with their status',
    description: 'One entry for each night of the range, with free, taken and closed nights.',
    params,
    query: NightsQuery,
    answers: { 200: { description: 'All nights of the range.', schema: Nights } },
    perform: ({ caller, params: { id }, query: { from, to } }) =>
      listNights(deps, caller, id, { fromDay: dayNumberOf(from), toDay: dayNumberOf(to) }),
    answer: (nights) =>
      json({ data: nights.map(({ day, status }) => ({ date: nightText(day), status })) }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/unplaced-stays',
    operationId: 'listUnplacedStays',
    summary: 'List stays of channels that lack nights, the earliest departure first',
    description: `A stay that was imported while some of its nights were taken has claimed the other ones. It gets the rest when they are free at the next import of its channel. Until then two guests have been promised a night: move or cancel one of the stays. Without stays that are over. ${MAY_LACK_RECENT}`,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of stays.', schema: UnplacedStayList } },
    perform: async ({ caller, query }) => ok(await listUnplacedStays(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, unplacedStayRepresentation),
  }),
  endpoint({
    method: 'get',
    path: `${path}/cancelled-stays`,
    operationId: 'listCancelledStays',
    summary: 'List the cancelled stays of a calendar, by arrival',
    description:
      'A stay that its guest cancels, or that is deleted, frees its nights and is listed here.',
    params,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of cancelled stays.', schema: CancelledStayList } },
    perform: ({ caller, params: { id }, query }) =>
      listCancelledStays(deps, caller, id, pageOf(query)),
    answer: (listed) => page(listed, cancelledStayRepresentation),
  }),
]
