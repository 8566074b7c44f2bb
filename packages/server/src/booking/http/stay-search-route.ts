import { FoundStays, StaySearchQuery } from '@holdfast/contracts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { instantText } from '../../kernel/representations.ts'
import { stayReason } from '../../ledger/http/problems.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { occupancyRepresentation } from '../event-types/event-type-representation.ts'
import {
  type FoundStay,
  SUMMARY_UNITS_MAX,
  searchStays,
  UNIT_MONTHS_MAX,
} from '../nights/search-stays.ts'
import { photosRepresentation } from '../photos/photo.ts'
import { guestsPropertyRepresentation } from '../properties/property.ts'
import { providerPath } from '../public/provider-name.ts'
import { planQuoteRepresentation, stayOf } from './quote-route.ts'

/** The most units of one answer that are counted. */
const UNITS_SHOWN = 10

function foundStayRepresentation(found: FoundStay) {
  const { eventType, provider, property, account, price } = found
  return {
    eventTypeId: eventType.id,
    title: eventType.title,
    description: eventType.description ?? null,
    path: `${providerPath(provider, account)}/${eventType.slug}`,
    confirmation: eventType.confirmation,
    occupancy: occupancyRepresentation(eventType.occupancy),
    photos: photosRepresentation(eventType.photos),
    property: { id: property.id, ...guestsPropertyRepresentation(property) },
    bookable: found.isBookable,
    unitsLeft: Math.min(found.unitsLeft, UNITS_SHOWN),
    reasons: found.reasons.map(stayReason),
    total: price?.amount ?? null,
    currency: price?.currency ?? null,
    quotes: found.quotes.map((quote) => {
      const { extras: _extras, hasCodes: _hasCodes, ...shown } = planQuoteRepresentation(quote)
      return { ...shown, code: quote.quote.code ?? null }
    }),
  }
}

/** The endpoint that searches stays without an API key. */
export const staySearchEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpointOf('Public pages')({
    method: 'get',
    path: '/v1/stays/search',
    operationId: 'searchStays',
    summary: 'Search stays by their dates',
    description: `The active event types of nights of a property or of an account of which a unit is free in all nights, with the prices of their rate plans, under the same rules as a booking. Nights can be taken before you book them; then the booking is rejected. Searches of more than ${UNIT_MONTHS_MAX} months of units read summaries of their nights (\`asOf\`), at most ${SUMMARY_UNITS_MAX} units a page, so a page can have fewer items than \`limit\`; \`nextCursor\` continues.`,
    access: 'public',
    query: StaySearchQuery,
    answers: { 200: { description: 'The event types, the oldest first.', schema: FoundStays } },
    problems: ['not_found', 'account_suspended'],
    perform: ({ query }) => {
      const { propertyId, accountSlug, include, limit, cursor, from, to, ...stay } = query
      const { extras: _, ...asked } = stayOf({ ...stay, arrival: from, departure: to })
      return searchStays(
        deps,
        { ...asked, propertyId, accountSlug, withUnavailable: include === 'unavailable' },
        pageOf({ limit, cursor }),
      )
    },
    answer: ({ data, cursor, asOfEpochSeconds }) =>
      json({
        data: data.map(foundStayRepresentation),
        nextCursor: cursor ?? null,
        asOf: asOfEpochSeconds === undefined ? null : instantText(asOfEpochSeconds),
      }),
  })
