import {
  Absence,
  AbsenceCreate,
  AbsenceDateDelete,
  type AbsenceCreate as AbsenceInput,
  AbsenceList,
  AbsenceListQuery,
  AbsencePreview,
  AbsenceWithBookings,
} from '@holdfast/contracts'
import { type DateRecurrence, parseDate, type Result } from '@holdfast/engine'
import { created, json, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { absenceDateParams, idParam } from '../../kernel/http/paths.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { absenceDateRepresentation, absenceRepresentation } from '../shared-absences/absence.ts'
import type { AbsenceWithBookings as AbsenceWithAffected } from '../shared-absences/absence-changes.ts'
import {
  addAbsenceDate,
  deleteAbsence,
  getAbsence,
  listAbsences,
  removeAbsenceDate,
} from '../shared-absences/absences.ts'
import {
  type AbsenceDraft,
  createAbsence,
  type PreviewedAbsence,
  previewAbsence,
} from '../shared-absences/create-absence.ts'
import { closedTimeOf } from './closed-time.ts'

const endpoint = accountEndpointOf('Absences')
const params = idParam('absence')
const path = '/v1/absences/{id}'

type Performed = Result<AbsenceWithAffected | PreviewedAbsence, Refusal>

type RecurrenceInput = NonNullable<AbsenceInput['recurrence']>

// The schema requires exactly one of `count` and `until`, which is a date.
const recurrenceOf = ({ frequency, interval, count, until }: RecurrenceInput): DateRecurrence => ({
  frequency,
  ...(interval !== undefined && { interval }),
  ...(count !== undefined ? { count } : { untilDayNumber: parseDate(until ?? '') ?? 0 }),
})

const draftOf = ({ start, end, recurrence, onConflict, ...body }: AbsenceInput): AbsenceDraft => ({
  ...body,
  time: closedTimeOf({ start, end }),
  recurrence: recurrence && recurrenceOf(recurrence),
  onConflict: onConflict ?? 'refuse',
})

/** Endpoints for absences: blocks and time off for several providers or dates. */
export const sharedAbsenceEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  createEndpoint(context),
  ...readEndpoints(context),
  ...changeEndpoints(context),
]

const createEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: '/v1/absences',
    operationId: 'createAbsence',
    summary: 'Block time of several providers or dates, or give time off',
    description:
      'One call for several providers, and for dates that repeat at the same wall time. Each date of each provider becomes a block or time off like any other, with `absenceId`. A call that is interrupted leaves nothing: what it wrote is removed within minutes, or at once if it is repeated with its `Idempotency-Key`.',
    body: AbsenceCreate,
    answers: {
      200: { description: 'What would happen (`dryRun`).', schema: AbsencePreview },
      201: { description: 'The absence.', schema: AbsenceWithBookings },
    },
    problems: ['not_found', 'dates_taken'],
    perform: async ({ caller, body: { dryRun, ...body } }): Promise<Performed> => {
      const draft = draftOf(body)
      return dryRun === true
        ? await previewAbsence(deps, caller, draft)
        : await createAbsence(deps, caller, draft)
    },
    answer: (made) =>
      'absence' in made
        ? created(
            { ...absenceRepresentation(made.absence), affectedBookings: made.affectedBookings },
            `/v1/absences/${made.absence.id}`,
          )
        : json({
            dates: made.dates.map(absenceDateRepresentation),
            conflicts: made.conflicts.map((conflict) => ({ ...conflict })),
            affectedBookings: made.affectedBookings,
          }),
  })

const readEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/absences',
    operationId: 'listAbsences',
    summary: 'List absences',
    description:
      'All absences, or those of a provider or with a later date. A page may have fewer than `limit`; `nextCursor` continues the list.',
    query: AbsenceListQuery,
    answers: {
      200: { description: 'A page of absences, the oldest first.', schema: AbsenceList },
    },
    problems: ['not_found'],
    perform: ({ caller, query: { providerId, from, ...query } }) =>
      listAbsences(deps, caller, pageOf(query), { providerId, from }),
    answer: (listed) => page(listed, absenceRepresentation),
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'getAbsence',
    summary: 'Read an absence',
    description: 'The `ETag` is the version to send in `If-Match` with a change.',
    params,
    answers: { 200: { description: 'The absence.', schema: Absence } },
    perform: ({ caller, params: { id } }) => getAbsence(deps, caller, id),
    answer: (absence) => resource(absenceRepresentation(absence)),
  }),
]

const changeEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'put',
    path: `${path}/dates/{date}`,
    operationId: 'addAbsenceDate',
    summary: 'Add a date to an absence',
    description:
      'The date gets the wall times of the absence, for all of its providers. Rejected if something is in the way of a block. A date that it has stays as it is.',
    params: absenceDateParams,
    honoursIfMatch: true,
    answers: { 200: { description: 'The absence.', schema: AbsenceWithBookings } },
    problems: ['dates_taken'],
    perform: ({ caller, params: { id, date } }) => addAbsenceDate(deps, caller, id, date),
    answer: ({ absence, affectedBookings }) =>
      resource({ ...absenceRepresentation(absence), affectedBookings }),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/dates/{date}`,
    operationId: 'removeAbsenceDate',
    summary: 'Remove a date of an absence, or that and all after it',
    description: 'The time can be booked again at once. An absence without dates is deleted.',
    params: absenceDateParams,
    query: AbsenceDateDelete,
    honoursIfMatch: true,
    answers: { 204: { description: 'The date is removed.' } },
    perform: ({ caller, params: { id, date }, query: { scope = 'this' } }) =>
      removeAbsenceDate(deps, caller, id, { date, scope }),
    answer: noContent,
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteAbsence',
    summary: 'Delete an absence with all of its dates',
    description: 'The time can be booked again at once.',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The absence is deleted.' } },
    perform: ({ caller, params: { id } }) => deleteAbsence(deps, caller, id),
    answer: noContent,
  }),
]
