import {
  Closure,
  ClosureBookings,
  ClosureCreate,
  type ClosureCreate as ClosureInput,
  ClosureList,
  ClosureListQuery,
  ClosurePatch,
  ClosurePreview,
  ClosureWithBookings,
  type ClosureScope as ScopeInput,
} from '@holdfast/contracts'
import { created, json, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import {
  bookingsInClosure,
  deleteClosure,
  getClosure,
  listClosures,
  previewClosure,
  updateClosure,
} from '../closing/closures.ts'
import { createClosure } from '../closing/create-closure.ts'
import {
  type ClosureHoliday,
  type ClosureScope,
  closureRepresentation,
} from '../closures/closure.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Holidays } from '../ports/holidays.ts'
import { closedTimeOf } from './closed-time.ts'
import { rangeFilter } from './slots-query.ts'

const endpoint = accountEndpointOf('Closures')
const params = idParam('closure')
const path = '/v1/closures/{id}'

/** Whom a body closes. Its schema requires exactly one of the three. */
const scopeOf = ({ providerIds, scheduleId }: ScopeInput): ClosureScope =>
  providerIds !== undefined
    ? { kind: 'providers', providerIds: [...new Set(providerIds)] }
    : scheduleId !== undefined
      ? { kind: 'schedule', scheduleId }
      : { kind: 'all' }

const holidayOf = ({ country, region }: NonNullable<ClosureInput['holiday']>): ClosureHoliday => ({
  country,
  ...(region !== undefined && { region }),
})

/** Endpoints for closures. */
export const closureEndpoints = (
  context: HttpContext<BookingDependencies>,
  holidays: Holidays,
): readonly AnyEndpoint[] => [
  ...newClosureEndpoints(context, holidays),
  ...oneClosureEndpoints(context),
]

const newClosureEndpoints = (
  { deps }: HttpContext<BookingDependencies>,
  holidays: Holidays,
): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/closures',
    operationId: 'createClosure',
    summary: 'Close for a time',
    description:
      'Nothing in this time is offered any more: not by the event types of these providers, nor the slots that they opened. Nights of units stay on offer. Bookings stay: `affectedBookings` lists them, and the event `closure.affected` names them and those that were being made at this moment. Move or cancel them with `POST /v1/bookings/bulk`.',
    body: ClosureCreate,
    answers: { 201: { description: 'The closure.', schema: ClosureWithBookings } },
    problems: ['not_found'],
    perform: ({ caller, body }) =>
      createClosure({ ...deps, holidays }, caller, {
        name: body.name,
        time: closedTimeOf(body),
        scope: scopeOf(body),
        ...(body.holiday && { holiday: holidayOf(body.holiday) }),
      }),
    answer: ({ closure, affectedBookings }) =>
      created(
        { ...closureRepresentation(closure), affectedBookings },
        `/v1/closures/${closure.id}`,
      ),
  }),
  endpoint({
    method: 'post',
    path: '/v1/closures/preview',
    operationId: 'previewClosure',
    summary: 'List the bookings that a closure would hit',
    description: 'Writes nothing.',
    body: ClosurePreview,
    answers: { 200: { description: 'The bookings.', schema: ClosureBookings } },
    problems: ['not_found'],
    perform: ({ caller, body }) =>
      previewClosure(deps, caller, { time: closedTimeOf(body), scope: scopeOf(body) }),
    answer: (affectedBookings) => json({ affectedBookings }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/closures',
    operationId: 'listClosures',
    summary: 'List closures',
    description:
      'The closures that overlap a range, or all. A page may have fewer than `limit`; `nextCursor` continues the list.',
    query: ClosureListQuery,
    answers: { 200: { description: 'A page of closures, by their end.', schema: ClosureList } },
    perform: ({ caller, query }) => listClosures(deps, caller, pageOf(query), rangeFilter(query)),
    answer: (listed) => page(listed, closureRepresentation),
  }),
]

const oneClosureEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getClosure',
    summary: 'Read a closure',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The closure.', schema: Closure } },
    perform: ({ caller, params: { id } }) => getClosure(deps, caller, id),
    answer: (closure) => resource(closureRepresentation(closure)),
  }),
  endpoint({
    method: 'get',
    path: `${path}/bookings`,
    operationId: 'getClosureBookings',
    summary: 'List the bookings in a closure',
    description: 'The pending and confirmed bookings that overlap it now.',
    params,
    answers: { 200: { description: 'The bookings.', schema: ClosureBookings } },
    perform: ({ caller, params: { id } }) => bookingsInClosure(deps, caller, id),
    answer: (affectedBookings) => json({ affectedBookings }),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateClosure',
    summary: 'Rename or move a closure',
    description:
      'Omitted fields keep their values; `start` and `end` change together. What is no longer closed is offered again at once. Whom it closes does not change: delete it and create another.',
    params,
    body: ClosurePatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated closure.', schema: ClosureWithBookings } },
    perform: ({ caller, params: { id }, body: { name, start, end } }) =>
      updateClosure(deps, caller, id, {
        name,
        time: start !== undefined && end !== undefined ? closedTimeOf({ start, end }) : undefined,
      }),
    answer: ({ closure, affectedBookings }) =>
      resource({ ...closureRepresentation(closure), affectedBookings }),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteClosure',
    summary: 'Delete a closure',
    description: 'The slots in this time are offered again at once.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The closure is deleted.' } },
    perform: ({ caller, params: { id } }) => deleteClosure(deps, caller, id),
    answer: noContent,
  }),
]
