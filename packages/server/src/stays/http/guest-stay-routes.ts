import { GuestStay, NoInput, StayReschedule } from '@holdfast/contracts'
import { formatDate, ok, type StayDays } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import { publicAccountRepresentation } from '../../identity/accounts/public-account-representation.ts'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { type PublicCapsContext, takeNights } from '../../identity/limits/public-caps.ts'
import type { Caller } from '../../kernel/caller.ts'
import { resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { dayNumberOf } from '../../kernel/http/instants.ts'
import { stayParams } from '../../kernel/http/paths.ts'
import { instantText, wallTimeText } from '../../kernel/representations.ts'
import type { UnitBookings } from '../ports/unit-bookings.ts'
import {
  cancelGuestStay,
  checkInAndOut,
  type GuestStay as Found,
  getGuestStay,
  moveGuestStay,
  type StayIds,
} from '../public/guest-stays.ts'

const endpoint = endpointOf('Stays of guests')
const access = 'account-or-booker'
const path = '/v1/stays/{id}/{stayId}'

const idsOf = ({ id, stayId }: z.infer<typeof stayParams>): StayIds => ({ calendarId: id, stayId })

/** The fields for the guest. They are listed explicitly, so that the owner's notes do not leak. */
function guestStayRepresentation({ calendar, account, days, guest, ...stay }: Found) {
  const hours = checkInAndOut(calendar, days)
  return {
    id: stay.id,
    version: stay.version,
    status: stay.status,
    arrival: formatDate(days.startDay),
    departure: formatDate(days.endDay),
    checkIn: instantText(hours.checkInEpochSeconds),
    checkOut: instantText(hours.checkOutEpochSeconds),
    guest: { name: guest.name, email: guest.email },
    calendar: {
      name: calendar.name,
      timeZone: calendar.timeZone,
      checkInTime: wallTimeText(calendar.stayPolicy?.checkInMinute ?? 0),
      checkOutTime: wallTimeText(calendar.stayPolicy?.checkOutMinute ?? 0),
      path: calendar.publicStays ? `/stays/${calendar.id}` : null,
    },
    account: publicAccountRepresentation(account),
    bookingId: stay.bookingId ?? null,
    createdAt: instantText(stay.createdAtEpochSeconds),
    updatedAt: instantText(stay.updatedAtEpochSeconds),
  }
}

/** Moves a stay. Nights that the guest adds count like those of a new stay; the account has no limit. */
const moveStay = (context: PublicCapsContext, caller: Caller, ids: StayIds, wanted: StayDays) =>
  moveGuestStay(context.deps, caller, ids, wanted, async (addedNights) =>
    caller.role === 'manage' ? takeNights(context, caller, addedNights) : ok(undefined),
  )

/** Endpoints for the guest of a stay with its manage token, and for the account with its key. */
export const guestStayEndpoints = (
  { deps, settings }: HttpContext,
  unitBookings: UnitBookings,
): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getGuestStay',
    summary: 'Read a stay that was booked on the public page',
    description:
      'With the manage token from the creation of the stay, or with an API key. A confirmed booking of the unit is found by its own id too, and one that took the place of a stay also by the id and the manage token of the stay. `bookingId` names it: it is changed by the calls of bookings.',
    access,
    params: stayParams,
    answers: { 200: { description: 'The stay.', schema: GuestStay } },
    perform: ({ caller, params }) => getGuestStay({ ...deps, unitBookings }, caller, idsOf(params)),
    answer: (stay) => resource(guestStayRepresentation(stay)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/reschedule`,
    operationId: 'rescheduleGuestStay',
    summary: 'Move a stay that was booked on the public page',
    description:
      'Possible until check-in, under the stay policy of the calendar. Takes effect in one step: if one of the new nights is taken, the stay keeps its nights.',
    access,
    params: stayParams,
    body: StayReschedule,
    honoursIfMatch: true,
    answers: { 200: { description: 'The moved stay.', schema: GuestStay } },
    problems: [
      'invalid_transition',
      'managed_by_booking',
      'night_taken',
      'rate_limited',
      'stay_not_bookable',
    ],
    perform: ({ caller, params, body }) =>
      moveStay({ deps, caps: settings.publicCaps ?? PUBLIC_CAPS }, caller, idsOf(params), {
        arrivalDay: dayNumberOf(body.arrival),
        departureDay: dayNumberOf(body.departure),
      }),
    answer: (stay) => resource(guestStayRepresentation(stay)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/cancel`,
    operationId: 'cancelGuestStay',
    summary: 'Cancel a stay that was booked on the public page',
    description:
      'Possible until check-in. Releases the nights. The response has the last state of the stay, and later reads return 404. The owner of the calendar sees it among the cancelled stays.',
    access,
    params: stayParams,
    body: NoInput,
    isOpenWhileSuspended: true,
    honoursIfMatch: true,
    answers: { 200: { description: 'The cancelled stay.', schema: GuestStay } },
    problems: ['invalid_transition', 'managed_by_booking'],
    perform: ({ caller, params }) => cancelGuestStay(deps, caller, idsOf(params)),
    answer: (stay) => resource(guestStayRepresentation(stay)),
  }),
]
