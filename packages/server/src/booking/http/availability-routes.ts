import {
  Availability,
  AvailabilityCreate,
  AvailabilityList,
  AvailabilityListQuery,
  ProviderSlots,
  ProviderSlotsQuery,
} from '@holdfast/contracts'
import { formatInstant } from '@holdfast/engine'
import { created, json, noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf, minutesFrom } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam, providerDateParams } from '../../kernel/http/paths.ts'
import { instantOrNull } from '../../kernel/representations.ts'
import {
  closeAvailability,
  listAvailability,
  openAvailability,
} from '../availability/availability.ts'
import {
  openedDateRepresentation,
  openingRepresentation,
} from '../availability/availability-representation.ts'
import type { BookingDependencies } from '../dependencies.ts'
import {
  listProviderSlots,
  type ProviderSlotsAnswer,
  type ProviderSlotsQuery as SlotsWanted,
} from '../slots/provider-slots.ts'

const endpoint = accountEndpointOf('Provider slots')
const params = idParam('provider')

// The schema requires either a date, or a from and a to of the same kind.
function slotsWanted(query: ProviderSlotsQuery): SlotsWanted {
  if (query.date !== undefined) {
    const dayNumber = dayNumberOf(query.date)
    return { dayNumber, untilDayNumber: dayNumber + 1 }
  }
  const { from = '', to = '' } = query
  return from.includes('T')
    ? { fromEpochMinutes: minutesFrom(from), toEpochMinutes: minutesFrom(to) }
    : { dayNumber: dayNumberOf(from), untilDayNumber: dayNumberOf(to) }
}

const slotsRepresentation = ({ slots, nextFromEpochMinutes: next }: ProviderSlotsAnswer) => ({
  data: slots.map((slot) => ({
    start: formatInstant(slot.startEpochMinutes, 'UTC'),
    end: formatInstant(slot.endEpochMinutes, 'UTC'),
    status: slot.status,
    bookingId: slot.bookingId ?? null,
    holdExpiresAt: instantOrNull(slot.holdExpiresAtEpochSeconds),
  })),
  ...(next !== undefined && { nextFrom: formatInstant(next, 'UTC') }),
})

/** Endpoints for the slots that a provider opens by date. */
export const availabilityEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/providers/{id}/availability',
    operationId: 'openAvailability',
    summary: 'Open slots on a date',
    description:
      'For hours that do not repeat. The slots can be booked with `providerId` instead of `eventTypeId`.',
    params,
    body: AvailabilityCreate,
    answers: { 201: { description: 'The opened window.', schema: Availability } },
    problems: ['availability_overlaps', 'provider_is_team'],
    perform: ({ caller, params: { id }, body }) => openAvailability(deps, caller, id, body),
    answer: (opened) =>
      created(
        openingRepresentation(opened),
        `/v1/providers/${opened.providerId}/slots?date=${opened.date}`,
      ),
  }),
  endpoint({
    method: 'get',
    path: '/v1/providers/{id}/availability',
    operationId: 'listAvailability',
    summary: 'List opened windows by date',
    description: 'Only dates with at least one opened window.',
    params,
    query: AvailabilityListQuery,
    answers: { 200: { description: 'A page of dates.', schema: AvailabilityList } },
    perform: ({ caller, params: { id }, query: { from, to, ...wanted } }) =>
      listAvailability(deps, caller, id, { from, to }, pageOf(wanted)),
    answer: (listed) => page(listed, openedDateRepresentation),
  }),
  endpoint({
    method: 'delete',
    path: '/v1/providers/{id}/availability/{date}',
    operationId: 'closeAvailability',
    summary: 'Close all windows on a date',
    description: 'Existing bookings are not affected.',
    params: providerDateParams,
    honoursIfMatch: true,
    answers: { 204: { description: 'The windows are closed.' } },
    perform: ({ caller, params: { id, date } }) => closeAvailability(deps, caller, id, date),
    answer: noContent,
  }),
  endpoint({
    method: 'get',
    path: '/v1/providers/{id}/slots',
    operationId: 'listProviderSlots',
    summary: 'List opened slots',
    description: 'Free slots in the past are omitted.',
    params,
    query: ProviderSlotsQuery,
    answers: { 200: { description: 'The slots with their status.', schema: ProviderSlots } },
    perform: ({ caller, params: { id }, query }) =>
      listProviderSlots(deps, caller, id, slotsWanted(query)),
    answer: (answer) => json(slotsRepresentation(answer)),
  }),
]
