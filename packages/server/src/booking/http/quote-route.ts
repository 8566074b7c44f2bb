import {
  PublicQuotesQuery,
  QuoteQuery,
  QuotesQuery,
  StayQuote,
  StayQuotes,
} from '@holdfast/contracts'
import { formatDate } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import { stayQuoteRepresentation } from '../../kernel/booking-fields/stay-quote.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { idParam, publicParams } from '../../kernel/http/paths.ts'
import { instantText } from '../../kernel/representations.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type PlanQuote, quoteByPlans, quotePublicly, quoteStay } from '../nights/quote-stay.ts'

/** What a query asks to be priced. */
export function stayOf({
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

/** What is paid when booking, and what is given back. */
const termsRepresentation = ({
  deposit,
  balance,
  policy,
}: Pick<PlanQuote, 'deposit' | 'balance' | 'policy'>) => ({
  deposit: deposit ?? null,
  balance: balance
    ? {
        amount: balance.amount,
        dueOn: balance.dueDay === undefined ? null : formatDate(balance.dueDay),
      }
    : null,
  policy: policy.map(({ untilEpochSeconds, percent, keptAmount }) => ({
    until: instantText(untilEpochSeconds),
    percent,
    keptAmount,
  })),
})

/** What a query asks to be priced by all plans. */
const stayOfPlans = ({ include, ...query }: z.infer<typeof QuotesQuery>) => ({
  ...stayOf(query),
  isBinding: include === 'quoteId',
})

/** The price by one of several plans in the API, without what binds it. */
export const planQuoteRepresentation = ({
  plan,
  quote,
  extras,
  hasCodes,
  ...terms
}: PlanQuote) => ({
  ...stayQuoteRepresentation(quote),
  ...termsRepresentation(terms),
  name: plan.name,
  meals: plan.meals ?? 'none',
  extras,
  hasCodes,
})

const quotesRepresentation = (quotes: readonly PlanQuote[]) => ({
  data: quotes.map((quote) => ({
    id: quote.sealed?.id ?? null,
    expiresAt: quote.sealed ? instantText(quote.sealed.expiresAtEpochSeconds) : null,
    ...planQuoteRepresentation(quote),
  })),
})

const NOT_CHECKED = 'Whether the nights are free is not checked.'
const answers = {
  200: { description: 'The prices. Empty without rate plans.', schema: StayQuotes },
}

/** The endpoint with the prices of a stay on a booking page. */
export const publicQuotesEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpointOf('Public pages')({
    method: 'get',
    path: '/v1/public/{providerSlug}/{eventTypeSlug}/quotes',
    operationId: 'listPublicQuotes',
    summary: 'Price a stay by each rate plan',
    description: `What nights cost by each rate plan of an event type of nights, under the same rules as a booking: send the \`total\` that the guest saw as \`expectedAmount\`, or ask for ids that bind these prices. ${NOT_CHECKED}`,
    access: 'public',
    params: publicParams,
    query: PublicQuotesQuery,
    answers,
    problems: ['stay_not_bookable', 'account_suspended'],
    perform: ({ params: slugs, query: { accountSlug, ...query } }) =>
      quotePublicly(deps, { ...slugs, accountSlug }, stayOfPlans(query)),
    answer: (quotes) => json(quotesRepresentation(quotes)),
  })

/** The endpoints that price a stay. */
export const quoteEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpointOf('Nights')({
    method: 'get',
    path: '/v1/event-types/{id}/quote',
    operationId: 'getQuote',
    summary: 'Price a stay',
    description:
      'What nights of an event type cost by one of its rate plans, under the same rules as a booking. Whether the nights are free is not checked.',
    access: 'account',
    params: idParam('eventType'),
    query: QuoteQuery,
    answers: { 200: { description: 'The price.', schema: StayQuote } },
    problems: ['stay_not_bookable'],
    perform: ({ caller, params: { id }, query }) => quoteStay(deps, caller, id, stayOf(query)),
    answer: ({ sealed, ...priced }) =>
      json({
        id: sealed.id,
        expiresAt: instantText(sealed.expiresAtEpochSeconds),
        ...stayQuoteRepresentation(priced.quote),
        ...termsRepresentation(priced),
      }),
  }),
  endpointOf('Nights')({
    method: 'get',
    path: '/v1/event-types/{id}/quotes',
    operationId: 'listQuotes',
    summary: 'Price a stay by each rate plan',
    description: `What nights cost by each rate plan of an event type by which they can be booked, under the same rules as a booking. ${NOT_CHECKED}`,
    access: 'account',
    params: idParam('eventType'),
    query: QuotesQuery,
    answers,
    problems: ['stay_not_bookable'],
    perform: ({ caller, params: { id }, query }) =>
      quoteByPlans(deps, caller, id, stayOfPlans(query)),
    answer: (quotes) => json(quotesRepresentation(quotes)),
  }),
]
