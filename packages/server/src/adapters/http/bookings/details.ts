import { BookingDetails } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { getBooking } from '../../../application/bookings/change-booking.ts'
import { bookingContext } from '../../../application/mails/booking-context.ts'
import { notFound } from '../../../application/refusals.ts'
import { json } from '../answer.ts'
import type { HttpContext } from '../context.ts'
import { type AnyEndpoint, endpoint } from '../endpoint.ts'
import { idParam } from '../paths.ts'
import { publicBookingView } from './booking-answer.ts'

/** What the page behind a manage link shows. */
export const bookingDetailsEndpoint = ({ deps, settings }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/bookings/{id}/details',
    operationId: 'getBookingDetails',
    tag: 'Bookings',
    summary: 'Read a booking with the names of what was booked',
    access: 'account-or-booker',
    params: idParam('booking'),
    answers: { 200: { description: 'What a manage page shows.', schema: BookingDetails } },
    perform: async ({ caller, params: { id } }) => {
      const found = await getBooking(deps, caller, id)
      if (!found.ok) return found
      const context = await bookingContext(deps, found.value, settings.mailFrom)
      return context === undefined ? notFound('provider', found.value.providerId) : ok(context)
    },
    answer: ({ booking, provider, eventType }) =>
      json({
        booking: publicBookingView(booking),
        provider: { name: provider.name, timeZone: provider.timeZone },
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
