import { Agenda, AgendaQuery } from '@holdfast/contracts'
import { formatInstant } from '@holdfast/engine'
import { blockRepresentation } from '../../booking/blocks/block-representation.ts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { closureRepresentation } from '../../booking/closures/closure.ts'
import { timeOffRepresentation } from '../../booking/time-off/time-off.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { instantText } from '../../kernel/representations.ts'
import { calendarEventRepresentation } from '../../stays/calendars/calendar-event-representation.ts'
import { calendarRepresentation } from '../../stays/calendars/calendar-representation.ts'
import { readAgenda } from '../agenda/agenda.ts'
import type { AgendaDependencies } from '../agenda/parts.ts'

/** The endpoint that answers for the whole calendar of the dashboard at once. */
export const agendaEndpoint = ({ deps }: HttpContext<AgendaDependencies>): AnyEndpoint =>
  accountEndpointOf('Agenda')({
    method: 'get',
    path: '/v1/agenda',
    operationId: 'getAgenda',
    summary: 'Read everything of several providers in a range',
    description:
      'Bookings, blocks, time off and busy times of the providers, the closures of the account, and the events and stays of its calendars, in one answer.',
    query: AgendaQuery,
    answers: { 200: { description: 'Everything that overlaps the range.', schema: Agenda } },
    problems: ['not_found'],
    perform: ({ caller, query }) =>
      readAgenda(deps, caller, {
        fromEpochSeconds: secondsOf(query.from),
        toEpochSeconds: secondsOf(query.to),
        providerIds: [...new Set(query.providerId)],
        includesOffered: query.include === 'offered',
      }),
    answer: ({ bookings, blocks, timeOff, busy, calendars, events, offeredClasses, ...rest }) =>
      json({
        bookings: bookings.map(bookingRepresentation),
        blocks: blocks.map(blockRepresentation),
        timeOff: timeOff.map(timeOffRepresentation),
        closures: rest.closures.map(closureRepresentation),
        busy: busy.map(({ startEpochMinutes, endEpochMinutes, source, providerId }) => ({
          start: formatInstant(startEpochMinutes, 'UTC'),
          end: formatInstant(endEpochMinutes, 'UTC'),
          source,
          providerId,
        })),
        calendars: calendars.map(calendarRepresentation),
        events: events.map(calendarEventRepresentation),
        offeredClasses: offeredClasses.map(({ startEpochSeconds, endEpochSeconds, ...each }) => ({
          ...each,
          start: instantText(startEpochSeconds),
          end: instantText(endEpochSeconds),
        })),
        isComplete: rest.isComplete,
      }),
  })
