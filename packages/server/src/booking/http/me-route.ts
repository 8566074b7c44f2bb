import { Me, OwnBookingsQuery } from '@holdfast/contracts'
import { formatDate, ok, refuse } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOfRangeEnd } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { instantText } from '../../kernel/representations.ts'
import { namesForBooker } from '../bookings/booking-subject.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { listOwnBookings, type OwnBooking } from '../public/own-bookings.ts'

/** The endpoint for the page on which a booker sees their bookings. */
export const meEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpointOf('Sign-in of bookers')({
    method: 'get',
    path: '/v1/public/me',
    operationId: 'getMe',
    summary: 'Read the booker who is signed in, with their bookings',
    description:
      'The bookings of the account with the address that the sign-in proved, whoever made them. Bookings with an earlier address of the person are not among them.',
    access: 'booker',
    query: OwnBookingsQuery,
    answers: { 200: { description: 'The booker and a page of bookings.', schema: Me } },
    perform: async ({ caller: { booker }, query: { from, to, order, ...rest } }) => {
      if (booker === undefined) return refuse({ code: 'unauthenticated' })
      const filter = {
        fromEpochSeconds: secondsOfRangeEnd(from),
        toEpochSeconds: secondsOfRangeEnd(to),
        order,
      }
      const bookings = await listOwnBookings(deps, booker, filter, pageOf(rest))
      return bookings.ok ? ok({ ...booker, ...bookings.value }) : bookings
    },
    answer: ({ name, email, data, cursor }) =>
      json({
        name,
        email,
        data: data.map(ownBookingRepresentation),
        nextCursor: cursor ?? null,
      }),
  })

const ownBookingRepresentation = (own: OwnBooking) => {
  const { id, status, startEpochSeconds, endEpochSeconds, timeZone, stay } = own.booking
  return {
    id,
    status,
    start: instantText(startEpochSeconds),
    end: instantText(endEpochSeconds),
    arrival: stay ? formatDate(stay.arrivalDay) : null,
    departure: stay ? formatDate(stay.departureDay) : null,
    timeZone,
    eventTypeTitle: own.eventType?.title ?? null,
    providerNames: [...namesForBooker(own)],
    manageToken: own.manageToken ?? null,
  }
}
