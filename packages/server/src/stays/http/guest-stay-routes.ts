import { GuestStay, NoInput } from '@holdfast/contracts'
import { formatDate } from '@holdfast/engine'
import type { z } from '@hono/zod-openapi'
import { resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { stayParams } from '../../kernel/http/paths.ts'
import { instantText, wallTimeText } from '../../kernel/representations.ts'
import {
  cancelGuestStay,
  type GuestStay as Found,
  getGuestStay,
  hoursOfStay,
  type StayIds,
} from '../public/guest-stays.ts'

const tag = 'Stays of guests'
const access = 'account-or-booker'
const path = '/v1/stays/{id}/{stayId}'

const idsOf = ({ id, stayId }: z.infer<typeof stayParams>): StayIds => ({ calendarId: id, stayId })

/** What the guest may know: each member is named, so nothing that the owner wrote slips in. */
function guestStayRepresentation({ calendar, days, guest, ...stay }: Found) {
  const hours = hoursOfStay(calendar, days)
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
    createdAt: instantText(stay.createdAtEpochSeconds),
    updatedAt: instantText(stay.updatedAtEpochSeconds),
  }
}

/** What the guest of a stay can do with its manage token, and the account with its key. */
export const guestStayEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getGuestStay',
    tag,
    summary: 'Read a stay that a guest took on the public page',
    access,
    params: stayParams,
    answers: { 200: { description: 'The stay.', schema: GuestStay } },
    perform: ({ caller, params }) => getGuestStay(deps, caller, idsOf(params)),
    answer: (stay) => resource(guestStayRepresentation(stay)),
  }),
  endpoint({
    method: 'post',
    path: `${path}/cancel`,
    operationId: 'cancelGuestStay',
    tag,
    summary: 'Cancel a stay that a guest took; its nights are free from then on',
    description:
      'Until its check-in. The stay is deleted: it is answered as it last was, and 404 from then on.',
    access,
    params: stayParams,
    body: NoInput,
    honoursIfMatch: true,
    answers: { 200: { description: 'The stay, cancelled.', schema: GuestStay } },
    problems: ['invalid_transition'],
    perform: ({ caller, params }) => cancelGuestStay(deps, caller, idsOf(params)),
    answer: (stay) => resource(guestStayRepresentation(stay)),
  }),
]
