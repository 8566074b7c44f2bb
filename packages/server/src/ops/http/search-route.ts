import { SearchAnswer, SearchQuery } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { contactRepresentation } from '../../people/contacts/contact-representation.ts'
import { search } from '../search/search.ts'

/** The endpoint that finds people and bookings from any page of the dashboard. */
export const searchEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  accountEndpointOf('Search')({
    method: 'get',
    path: '/v1/search',
    operationId: 'search',
    summary: 'Find people and bookings',
    description:
      'Finds contacts by name, email address and phone, over all time, and a booking by its id. A caller that is restricted to some providers finds its bookings with those people instead of contacts.',
    query: SearchQuery,
    answers: { 200: { description: 'What was found.', schema: SearchAnswer } },
    perform: async ({ caller, query: { q, limit, bookings } }) =>
      ok(await search(deps, caller, q, { limit, withBookings: bookings !== undefined })),
    answer: ({ data, more }) =>
      json({
        data: data.map((hit) =>
          hit.kind === 'contact'
            ? { kind: 'contact', contact: contactRepresentation(hit.contact) }
            : { kind: 'booking', booking: bookingRepresentation(hit.booking) },
        ),
        more,
      }),
  })
