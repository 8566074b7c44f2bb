import {
  Booking,
  BookingCancel,
  BookingConfirm,
  BookingCreate,
  BookingCreated,
  BookingList,
  BookingListQuery,
  BookingPatch,
  BookingReassign,
  BookingReschedule,
  BookingWithPrivateAnswers,
  NoInput,
  namesWhen,
  PublicBooking,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { secondsOfRangeEnd } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { invalid } from '../../kernel/refusals.ts'
import { vouchedBooker } from '../bookings/book-person.ts'
import { bookingRepresentation, listedBooking } from '../bookings/booking-representation.ts'
import { cancelBooking, closeBooking, confirmBooking } from '../bookings/change-booking.ts'
import { createBooking } from '../bookings/create-booking.ts'
import { listBookings } from '../bookings/list-bookings.ts'
import { listBookingsOutsideHours } from '../bookings/outside-hours.ts'
import { readBookingAlone } from '../bookings/read-booking.ts'
import { reassignBooking } from '../bookings/reassign-booking.ts'
import { rescheduleBooking } from '../bookings/reschedule-booking.ts'
import { updateBooking } from '../bookings/update-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { listBookingsOfGroup } from '../groups/read-group.ts'
import { chosenCandidate } from '../requirements/chosen-candidate.ts'
import { bookerOf, fieldsInputOf } from './booker.ts'
import { bookingAnswer, createdBookingAnswer } from './booking-answer.ts'
import { BOOK_PROBLEMS, CONFIRM_PROBLEMS, MOVE_PROBLEMS } from './booking-problems.ts'
import { bulkEndpoint } from './bulk-route.ts'
import { checkAccount } from './check-account.ts'
import { confirmationDetails } from './confirmation-details.ts'
import { visitEndpoints } from './visit-routes.ts'
import { whenOf } from './when.ts'

const endpoint = endpointOf('Bookings')
const params = idParam('booking')
const path = '/v1/bookings/{id}'
const ForEither = z.union([Booking, PublicBooking])
const ForEitherAlone = z.union([BookingWithPrivateAnswers, PublicBooking])

/** Endpoints for bookings. */
export const bookingEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  ...collectionEndpoints(context),
  bulkEndpoint(context),
  ...bookerEndpoints(context),
  confirmEndpoint(context),
  updateEndpoint(context),
  reassignEndpoint(context),
  settleEndpoint(context, 'complete', 'complete'),
  settleEndpoint(context, 'no-show', 'no_show'),
  ...visitEndpoints(context),
]

const collectionEndpoints = ({
  deps,
}: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/bookings',
    operationId: 'createBooking',
    summary: 'Book a slot',
    description:
      'Books an event type, or a slot that the provider opened. A pending booking holds its time until `holdExpiresAt`.',
    access: 'account',
    body: BookingCreate,
    answers: {
      201: { description: 'Confirmed (`instant`).', schema: BookingCreated },
      202: { description: 'Pending (`hold`, `approval`).', schema: BookingCreated },
    },
    problems: BOOK_PROBLEMS,
    perform: async ({ caller, body }) => {
      const { eventTypeId, providerId, contactId, anonymous } = body
      const booker = body.booker && bookerOf(body.booker)
      const person = await vouchedBooker(deps, caller, { booker, contactId, anonymous })
      if (!person.ok) return person
      const { startEpochSeconds, stay } = whenOf(body)
      return await createBooking(deps, caller, {
        booker: person.value.booker,
        isNewContact: person.value.isNewContact,
        standing: person.value.standing,
        target: eventTypeId === undefined ? { providerId: providerId ?? '' } : { eventTypeId },
        chosen: chosenCandidate(body.unitId ?? providerId, caller),
        startEpochSeconds,
        stay,
        durationMinutes: body.durationMinutes,
        expectedAmount: body.expectedAmount,
        seats: body.seats,
        fields: fieldsInputOf(body),
        isOverride: body.override === true,
      })
    },
    answer: (booked, { caller }) => createdBookingAnswer(deps, booked, caller.role),
  }),
  endpoint({
    method: 'get',
    path: '/v1/bookings',
    operationId: 'listBookings',
    summary: 'List bookings',
    description:
      'All bookings of the account, or those of a provider, an event type, a contact or a booker. The answer is 404 for a provider, an event type or a contact that the account does not have. On DynamoDB, one that was made, moved or given another status within the last second may be missing, except in the list of a group.',
    access: 'account',
    query: BookingListQuery,
    answers: { 200: { description: 'A page of bookings, by start.', schema: BookingList } },
    problems: ['not_found'],
    perform: ({ caller, query: { from, to, limit, cursor, outsideHours, groupId, ...rest } }) => {
      const range = {
        fromEpochSeconds: secondsOfRangeEnd(from),
        toEpochSeconds: secondsOfRangeEnd(to),
      }
      const page = pageOf({ limit, cursor })
      if (groupId !== undefined) {
        return listBookingsOfGroup(deps, caller, { groupId, ...range, ...rest }, page)
      }
      const list = outsideHours === undefined ? listBookings : listBookingsOutsideHours
      return list(deps, caller, { ...rest, ...range }, page)
    },
    answer: (listed) => page(listed, listedBooking),
  }),
]

const confirmEndpoint = ({
  deps,
  settings: { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard },
}: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/confirm`,
    operationId: 'confirmBooking',
    isUrgent: true,
    summary: 'Confirm a hold, or approve a booking',
    description:
      'A hold without a booker requires `booker`. A confirmed booking is answered as it is, unless `booker` is somebody else. If the server guards public bookings by email, the booking stays pending until the booker follows the link in an email.',
    access: 'account-or-booker',
    params,
    body: BookingConfirm,
    honoursIfMatch: true,
    answers: { 200: { description: 'The confirmed booking.', schema: ForEither } },
    problems: [...CONFIRM_PROBLEMS, 'part_of_visit'],
    perform: async ({ caller, params: { id }, body: { withoutPayment, ...body } }) => {
      if (withoutPayment === true && caller.role !== 'account') {
        return invalid('/withoutPayment', 'needs an API key: a booker cannot waive the price')
      }
      const details = await confirmationDetails({ deps, caps, guard }, caller, body)
      return details.ok
        ? await confirmBooking(deps, caller, id, details.value, withoutPayment)
        : details
    },
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  })

const bookerEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getBooking',
    summary: 'Read a booking',
    description:
      "With an API key, the whole booking; with its scope `bookings`, also `privateAnswers`, which no other answer has. With the manage token, the booker's view of it. Shows every change that was answered before.",
    access: 'account-or-booker',
    params,
    answers: { 200: { description: 'The booking.', schema: ForEitherAlone } },
    perform: ({ caller, params: { id } }) => readBookingAlone(deps, caller, id),
    answer: ({ booking, privateAnswers }, { caller }) =>
      privateAnswers === undefined
        ? bookingAnswer(deps, booking, caller.role)
        : resource({ ...bookingRepresentation(booking), privateAnswers }),
  }),
  endpoint({
    method: 'post',
    path: `${path}/cancel`,
    operationId: 'cancelBooking',
    summary: 'Cancel a booking and release its time',
    description: 'A pending or confirmed booking. The time is free at once.',
    access: 'account-or-booker',
    params,
    body: BookingCancel,
    isOpenWhileSuspended: true,
    honoursIfMatch: true,
    answers: { 200: { description: 'The cancelled booking.', schema: ForEither } },
    problems: ['invalid_transition', 'too_late_to_change', 'part_of_visit'],
    perform: ({ caller, params: { id }, body }) => cancelBooking(deps, caller, id, body),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  }),
  endpoint({
    method: 'post',
    path: `${path}/reschedule`,
    operationId: 'rescheduleBooking',
    summary: 'Reschedule a booking',
    description:
      'Moves the booking, or changes its duration or its service, in one step. If the new time is not available, the booking is unchanged. If `policy.reapproveOnReschedule` applies, the moved booking is pending until it is approved.',
    access: 'account-or-booker',
    params,
    body: BookingReschedule,
    honoursIfMatch: true,
    answers: { 200: { description: 'The booking at its new time.', schema: ForEither } },
    problems: [...MOVE_PROBLEMS, 'part_of_visit', 'stay_not_bookable', 'night_taken'],
    perform: async ({
      caller,
      params: { id },
      body: {
        override,
        requote,
        expectedAmount,
        durationMinutes,
        eventTypeId,
        providerId,
        anyProvider,
        ...when
      },
    }) => {
      const allowed = checkAccount(caller, { override, requote, durationMinutes, eventTypeId })
      return !allowed.ok
        ? allowed
        : rescheduleBooking(deps, caller, id, {
            ...(namesWhen(when) && whenOf(when)),
            durationMinutes,
            eventTypeId,
            isOverride: override,
            isRepriced: requote,
            expectedAmount,
            chosen: anyProvider === true ? null : chosenCandidate(providerId, caller),
          })
    },
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  }),
]

const reassignEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/reassign`,
    operationId: 'reassignBooking',
    summary: 'Give a booking to another candidate at the same time',
    description:
      'Only a booking of an event type with requirements. Who leaves is free at once. The mails and the invitation follow the people. A stay gets another unit of its pool, and its guests hear of it only if it is pinned.',
    access: 'account',
    params,
    body: BookingReassign,
    honoursIfMatch: true,
    answers: { 200: { description: 'The booking with its new assignments.', schema: Booking } },
    problems: [
      'invalid_transition',
      'hold_expired',
      'not_a_candidate',
      'no_candidate_free',
      'night_taken',
    ],
    perform: ({ caller, params: { id }, body: { unitId, pinned, ...body } }) =>
      reassignBooking(deps, caller, id, {
        ...body,
        to: unitId ?? body.to,
        isPinned: pinned,
        isUnit: unitId !== undefined,
      }),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  })

const updateEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateBooking',
    summary: 'Update the booker and the note of a booking',
    description:
      'Omitted fields keep their values. Null removes an optional value. If the email address of the booker changes, the old manage token ends, and the new address gets the confirmation with a new one.',
    access: 'account',
    params,
    body: BookingPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated booking.', schema: Booking } },
    problems: ['invalid_transition', 'hold_expired', 'limit_reached'],
    perform: ({ caller, params: { id }, body }) => updateBooking(deps, caller, id, body),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  })

const settleEndpoint = (
  { deps }: HttpContext<BookingDependencies>,
  action: 'complete' | 'no-show',
  settlement: 'complete' | 'no_show',
): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/${action}`,
    operationId: action === 'complete' ? 'completeBooking' : 'markNoShow',
    summary:
      action === 'complete'
        ? 'Complete a confirmed booking, or correct a no-show, after its start'
        : 'Mark a confirmed booking as a no-show after its start',
    description:
      action === 'complete'
        ? 'Bookings also complete automatically after they end, unless the account turned that off. A booking that was marked as a no-show by mistake becomes `completed`, and the `noShowCount` of the contact goes down with it. Money stays as it is. Before its end, `check-in` makes it `confirmed` again instead.'
        : 'Also possible after the booking was completed automatically. `complete` and `check-in` correct it.',
    access: 'account',
    params,
    body: NoInput,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated booking.', schema: Booking } },
    problems: ['invalid_transition'],
    perform: ({ caller, params: { id } }) => closeBooking(deps, caller, id, settlement),
    answer: (booking, { caller }) => bookingAnswer(deps, booking, caller.role),
  })
