import { AdoptedStayList, pageQuery, StayAdoption } from '@holdfast/contracts'
import { formatDate } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { type AdoptedStay, adoptStays } from '../adoption/adopt-stays.ts'
import type { BookingDependencies } from '../dependencies.ts'

const adoptedStayRepresentation = ({ stay, booking, reason }: AdoptedStay) => ({
  stayId: stay.id,
  title: stay.title,
  arrival: formatDate(stay.arrivalDay),
  departure: formatDate(stay.departureDay),
  bookingId: booking?.id ?? null,
  eventTypeId: booking?.eventTypeId ?? null,
  reason: reason ?? null,
})

/** The endpoint that turns stays of a unit's calendar into bookings. */
export const adoptEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  accountEndpointOf('Nights')({
    method: 'post',
    path: '/v1/units/{id}/adopt',
    operationId: 'adoptStays',
    summary: "Turn the stays of a unit's calendar into bookings",
    description:
      'Each stay that is not over becomes a confirmed booking of the same nights, with nothing to pay. Its nights stay taken in one transaction, and nobody gets an email. The id of the booking has the digits of the id of the stay, by which the calendar still finds it. Stays that come from the file of a channel remain. The call changes a page of stays, by arrival; `nextCursor` continues. A call that was interrupted can be repeated.',
    params: idParam('provider'),
    query: z.strictObject(pageQuery),
    body: StayAdoption,
    // Null instead of true would adopt.
    refusesNulls: true,
    answers: { 200: { description: 'What became of each stay.', schema: AdoptedStayList } },
    perform: ({ caller, params: { id }, query, body: { dryRun, eventTypeId } }) =>
      adoptStays(deps, caller, id, { eventTypeId, isDryRun: dryRun, page: pageOf(query) }),
    answer: (listed) => page(listed, adoptedStayRepresentation),
  })
