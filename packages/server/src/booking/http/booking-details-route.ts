import { BookingDetails } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { notFound } from '../../kernel/refusals.ts'
import { loadBookingSubject } from '../bookings/booking-subject.ts'
import { getBooking } from '../bookings/change-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { publicBookingRepresentation } from './booking-answer.ts'

/** The endpoint for the page behind a manage link. */
export const bookingDetailsEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/bookings/{id}/details',
    operationId: 'getBookingDetails',
    tag: 'Bookings',
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
      const context = await loadBookingSubject(deps, found.value)
      return context === undefined ? notFound('provider', found.value.providerId) : ok(context)
    },
    answer: ({ booking, provider, eventType }) =>
      json({
        booking: publicBookingRepresentation(booking),
        provider: { name: provider.name, timeZone: provider.timeZone, slug: provider.slug },
        eventType:
          eventType === undefined
            ? null
            : {
                title: eventType.title,
                durationMinutes: eventType.durationMinutes,
                path: `/${provider.slug}/${eventType.slug}`,
              },
      }),
  })
