import { Booking, BookingCheckIn, NoInput } from '@holdfast/contracts'
import type { VisitStep } from '@holdfast/engine'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { recordVisit } from '../bookings/change-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { bookingAnswer } from './booking-answer.ts'

const endpoint = accountEndpointOf('Visits')
const path = '/v1/bookings/{id}'
const params = idParam('booking')

const COMMON = {
  method: 'post',
  params,
  honoursIfMatch: true,
  answers: { 200: { description: 'The updated booking.', schema: Booking } },
  problems: ['invalid_transition'],
} as const

const LATER_STEPS = [
  {
    action: 'call',
    step: 'call',
    operationId: 'callBooking',
    summary: 'Record that a person was called',
    description: 'May be repeated: `visit.calledAt` is the last time.',
  },
  {
    action: 'start-service',
    step: 'start_service',
    operationId: 'startService',
    summary: 'Record that the service of a booking started',
    description: 'Sets `visit.startedAt`. To repeat it changes nothing.',
  },
  {
    action: 'check-out',
    step: 'check_out',
    operationId: 'checkOutBooking',
    summary: 'Record that a visit ended, and complete its booking',
    description:
      'Sets `visit.endedAt` and completes the booking. Before its start only if the person was checked in or served.',
  },
] as const satisfies readonly { readonly step: VisitStep; readonly [name: string]: string }[]

/** Endpoints for the day of service: who has arrived, was called, is served and has left. */
export const visitEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    ...COMMON,
    path: `${path}/check-in`,
    operationId: 'checkInBooking',
    summary: 'Record that a person has arrived',
    description:
      'A confirmed booking from 24 hours before its start, also after it was completed automatically. Sets `visit.arrivedAt`; to repeat it changes at most `visit.number`. A booking that was marked as a no-show is `confirmed` again, until its end.',
    body: BookingCheckIn,
    perform: ({ caller, params: { id }, body: { number } }) =>
      recordVisit(deps, caller, id, 'check_in', number),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  }),
  ...LATER_STEPS.map(({ action, step, ...names }) =>
    endpoint({
      ...COMMON,
      ...names,
      path: `${path}/${action}`,
      body: NoInput,
      perform: ({ caller, params: { id } }) => recordVisit(deps, caller, id, step),
      answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
    }),
  ),
]
