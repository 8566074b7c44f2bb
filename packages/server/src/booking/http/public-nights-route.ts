import { PublicNights, PublicNightsQuery } from '@holdfast/contracts'
import { formatDate } from '@holdfast/engine'
import { json, sharedForASecond } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { publicParams } from '../../kernel/http/paths.ts'
import type { BookingDependencies } from '../dependencies.ts'
import {
  occupancyRepresentation,
  stayRulesRepresentation,
} from '../event-types/event-type-representation.ts'
import { listPublicNights } from '../nights/unit-nights.ts'
import { hostRepresentation } from '../properties/property.ts'

/** The endpoint for the nights on a booking page. */
export const publicNightsEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpointOf('Public pages')({
    method: 'get',
    path: '/v1/public/{providerSlug}/{eventTypeSlug}/nights',
    operationId: 'listPublicNights',
    summary: 'List the nights of an event type of nights',
    description:
      'Which nights are free, the rules for stays and the property. A night can be taken before you book it; then the booking is rejected. Shared caches may keep the response for a second.',
    access: 'public',
    params: publicParams,
    query: PublicNightsQuery,
    answers: { 200: { description: 'All nights of the range.', schema: PublicNights } },
    problems: ['account_suspended'],
    perform: ({ params: slugs, query: { from, to, accountSlug } }) =>
      listPublicNights(
        deps,
        { ...slugs, accountSlug },
        { arrivalDay: dayNumberOf(from), departureDay: dayNumberOf(to) },
      ),
    answer: ({ nights, stay, property, maxAdvanceDays, occupancy }) =>
      sharedForASecond(
        json({
          data: nights.map(({ day, unitsLeft, lastDepartureDay }) => ({
            date: formatDate(day),
            unitsLeft,
            lastDeparture: lastDepartureDay === undefined ? null : formatDate(lastDepartureDay),
          })),
          stay: stayRulesRepresentation(stay),
          maxAdvanceDays,
          occupancy: occupancyRepresentation(occupancy),
          property: hostRepresentation(property),
        }),
      ),
  })
