import { CancelledStayList, Nights, NightsQuery, pageQuery } from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { json, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { cancelledStayRepresentation } from '../calendars/calendar-event-representation.ts'
import { listCancelledStays } from '../calendars/list-cancelled-stays.ts'
import { listNights, nightText } from '../calendars/nights.ts'

const tag = 'Calendars'
const access = 'account'
const path = '/v1/calendars/{id}'
const params = idParam('calendar')

/** Endpoints for the nights of a calendar of stays, and for the stays that were cancelled. */
export const nightEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: `${path}/nights`,
    operationId: 'listNights',
    tag,
    summary: 'List the nights of a calendar with their status',
    description: 'One entry for each night of the range, with free, taken and closed nights.',
    access,
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
    path: `${path}/cancelled-stays`,
    operationId: 'listCancelledStays',
    tag,
    summary: 'List the cancelled stays of a calendar, by arrival',
    description:
      'A stay that its guest cancels, or that is deleted, frees its nights and is listed here.',
    access,
    params,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of cancelled stays.', schema: CancelledStayList } },
    perform: ({ caller, params: { id }, query }) =>
      listCancelledStays(deps, caller, id, pageOf(query)),
    answer: (listed) => page(listed, cancelledStayRepresentation),
  }),
]
