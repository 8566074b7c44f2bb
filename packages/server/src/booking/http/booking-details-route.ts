import { BookingDetails } from '@holdfast/contracts'
import { formatDate, ok } from '@holdfast/engine'
import { publicAccount } from '../../identity/accounts/public-account.ts'
import { publicAccountRepresentation } from '../../identity/accounts/public-account-representation.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { notFound } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import {
  type BookingSubject,
  loadBookingSubject,
  namesForBooker,
} from '../bookings/booking-subject.ts'
import { getBooking } from '../bookings/change-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { shownDuration } from '../event-types/event-type-representation.ts'
import { bookedTogether } from '../groups/booked-together.ts'
import { providerPath } from '../public/provider-name.ts'
import { keptChoice } from '../requirements/chosen-candidate.ts'
import { houseOfPool } from '../units/load-stay-type.ts'
import { visitOf } from '../visits/visit.ts'
import { publicBookingRepresentation, refundRepresentation } from './booking-answer.ts'

/** The endpoint for the page behind a manage link. */
export const bookingDetailsEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpointOf('Bookings')({
    method: 'get',
    path: '/v1/bookings/{id}/details',
    operationId: 'getBookingDetails',
    summary: 'Read a booking with its provider and event type',
    description: 'What a page for the booker shows, in one request.',
    access: 'account-or-booker',
    params: idParam('booking'),
    answers: {
      200: { description: 'The booking with its provider and event type.', schema: BookingDetails },
    },
    perform: async ({ caller, params: { id } }) => {
      const found = await getBooking(deps, caller, id)
      if (!found.ok) return found
      const { accountId, providerId } = found.value
      const [subject, account, refund, together, visit] = await Promise.all([
        loadBookingSubject(deps, found.value),
        publicAccount(deps, accountId),
        deps.payments?.refundIfCancelled(deps, [found.value]),
        // Groups exist only for callers of all providers.
        caller.providerIds === undefined ? bookedTogether(deps, [found.value]) : [],
        visitOf(deps, found.value),
      ])
      return subject === undefined
        ? notFound('provider', providerId)
        : ok({ ...subject, account, refund, together, isVisit: visit !== undefined })
    },
    answer: ({ booking, provider, eventType, property, account, refund, together, isVisit }) => {
      const { timeZone, slug } = provider
      const name = (eventType && houseOfPool(eventType, property)?.name) ?? provider.name
      const path = providerPath(provider, account)
      return json({
        booking: publicBookingRepresentation(deps, booking),
        provider: { name, timeZone, slug, path },
        eventType:
          eventType === undefined
            ? null
            : {
                title: eventType.title,
                durationMinutes: shownDuration(eventType),
                questions: (eventType.questions ?? [])
                  .filter((question) => question.isPrivate !== true)
                  .map(({ id, label }) => ({ id, label })),
                path: `${path}/${eventType.slug}`,
              },
        chosenProviderId: keptChoice(booking) ?? null,
        ...refundRepresentation(refund),
        together: isVisit,
        groupBookings: together.map(togetherRepresentation),
        account: publicAccountRepresentation(account),
      })
    },
  })

/** A booking that was made together with the one of the page. */
const togetherRepresentation = (subject: BookingSubject) => ({
  id: subject.booking.id,
  arrival: subject.booking.stay ? formatDate(subject.booking.stay.arrivalDay) : null,
  departure: subject.booking.stay ? formatDate(subject.booking.stay.departureDay) : null,
  status: subject.booking.status,
  start: instantText(subject.booking.startEpochSeconds),
  end: instantText(subject.booking.endEpochSeconds),
  eventTypeTitle: subject.eventType?.title ?? null,
  providerNames: [...namesForBooker(subject)],
})
