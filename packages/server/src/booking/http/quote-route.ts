import { QuoteQuery, StayQuote } from '@holdfast/contracts'
import type { z } from '@hono/zod-openapi'
import { stayQuoteRepresentation } from '../../kernel/booking-fields/stay-quote.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { quoteStay } from '../nights/quote-stay.ts'

/** What a query asks to be priced. */
function stayOf({
  arrival,
  departure,
  adults,
  childAges = [],
  extras,
  ...rest
}: z.infer<typeof QuoteQuery>) {
  return {
    arrivalDay: dayNumberOf(arrival),
    departureDay: dayNumberOf(departure),
    ...(adults !== undefined && { occupants: { adults, childAges } }),
    childAges,
    extras: extras?.map((text) => {
      const [id = '', quantity = '1'] = text.split(':')
      return { id, quantity: Number(quantity) }
    }),
    ...rest,
  }
}

/** The endpoint that prices a stay. */
export const quoteEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/quote',
    operationId: 'getQuote',
    tag: 'Nights',
    summary: 'Price a stay',
    description:
      'What nights of an event type cost by one of its rate plans, under the same rules as a booking. Whether the nights are free is not checked.',
    access: 'account',
    params: idParam('eventType'),
    query: QuoteQuery,
    answers: { 200: { description: 'The price.', schema: StayQuote } },
    problems: ['stay_not_bookable'],
    perform: ({ caller, params: { id }, query }) => quoteStay(deps, caller, id, stayOf(query)),
    answer: (quote) => json(stayQuoteRepresentation(quote)),
  }),
]
