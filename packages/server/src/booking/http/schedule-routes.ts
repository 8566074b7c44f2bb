import {
  DateWindows,
  Schedule,
  ScheduleCreate,
  ScheduleList,
  ScheduleListQuery,
  SchedulePatch,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { hoursDateParams, idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { scheduleRepresentation } from '../schedules/schedule.ts'
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  removeScheduleDate,
  setScheduleDate,
  updateSchedule,
} from '../schedules/schedules.ts'

const endpoint = accountEndpointOf('Schedules')
const params = idParam('schedule')
const path = '/v1/schedules/{id}'

/** Endpoints for working hours. */
export const scheduleEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [...wholeEndpoints(context), ...dateEndpoints(context)]

const wholeEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/schedules',
    operationId: 'createSchedule',
    summary: 'Create a schedule',
    description:
      'Working hours with a name. They bind the providers and open the event types that have its id as `scheduleId`.',
    body: ScheduleCreate,
    answers: { 201: { description: 'The schedule.', schema: Schedule } },
    perform: ({ caller, body }) => createSchedule(deps, caller, body),
    answer: (schedule) => created(scheduleRepresentation(schedule), `/v1/schedules/${schedule.id}`),
  }),
  endpoint({
    method: 'get',
    path: '/v1/schedules',
    operationId: 'listSchedules',
    summary: 'List schedules',
    description: `All schedules of the account, the oldest first. ${MAY_LACK_RECENT}`,
    query: ScheduleListQuery,
    answers: { 200: { description: 'A page of schedules.', schema: ScheduleList } },
    perform: async ({ caller, query }) => ok(await listSchedules(deps, caller, pageOf(query))),
    answer: (listed) => page(listed, scheduleRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getSchedule',
    summary: 'Read a schedule',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The schedule.', schema: Schedule } },
    perform: ({ caller, params: { id } }) => getSchedule(deps, caller, id),
    answer: (schedule) => resource(scheduleRepresentation(schedule)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateSchedule',
    summary: 'Update a schedule',
    description:
      'Changes the hours of all providers and event types that use it. Existing bookings stay; `GET /v1/bookings?outsideHours=true` lists those that are now outside of the hours.',
    params,
    body: SchedulePatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated schedule.', schema: Schedule } },
    perform: ({ caller, params: { id }, body }) => updateSchedule(deps, caller, id, body),
    answer: (schedule) => resource(scheduleRepresentation(schedule)),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteSchedule',
    summary: 'Delete a schedule that is not in use',
    description: 'Rejected while a provider or an event type uses it.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The schedule is deleted.' } },
    problems: ['schedule_in_use'],
    perform: ({ caller, params: { id } }) => deleteSchedule(deps, caller, id),
    answer: noContent,
  }),
]

const dateEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path: `${path}/date-overrides/{date}`,
    operationId: 'setScheduleDate',
    summary: 'Set the hours of one date',
    description:
      'Replaces the hours of this date alone, so that two people can change different dates at the same time. Existing bookings stay.',
    params: hoursDateParams('schedule'),
    body: DateWindows,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated schedule.', schema: Schedule } },
    perform: ({ caller, params: { id, date }, body }) =>
      setScheduleDate(deps, caller, id, date, body.windows),
    answer: (schedule) => resource(scheduleRepresentation(schedule)),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/date-overrides/{date}`,
    operationId: 'removeScheduleDate',
    summary: 'Remove the hours of one date',
    description:
      'The date has the hours of its weekday again. Not found if it has none of its own.',
    params: hoursDateParams('schedule'),
    honoursIfMatch: true,
    answers: { 204: { description: 'The date has the hours of its weekday.' } },
    perform: ({ caller, params: { id, date } }) => removeScheduleDate(deps, caller, id, date),
    answer: noContent,
  }),
]
