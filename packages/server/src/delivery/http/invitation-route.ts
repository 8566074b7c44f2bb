import { z } from '@hono/zod-openapi'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { idParam, stayParams } from '../../kernel/http/paths.ts'
import { getInvitation } from '../mails/booking-context.ts'
import { getStayInvitation } from '../mails/stay-invitation.ts'

const shared = {
  method: 'get',
  access: 'account-or-booker',
  query: z.strictObject({}),
  answers: {
    200: {
      description:
        'The iCalendar object from the emails. Its METHOD is also a parameter of `Content-Type`.',
      schema: z.string(),
      contentType: 'text/calendar',
    },
  },
  answer: ({ method, content }: { readonly method: string; readonly content: string }) => ({
    status: 200,
    body: content,
    headers: {
      'content-type': `text/calendar; charset=utf-8; method=${method}`,
      'content-disposition': 'attachment; filename="invite.ics"',
    },
  }),
} as const

/** The invitation to a booking, as the mails carry it. */
export const invitationEndpoint = ({ deps, settings }: HttpContext): AnyEndpoint =>
  endpointOf('Invitations')({
    ...shared,
    path: '/v1/bookings/{id}/invite.ics',
    operationId: 'downloadInvitation',
    summary: 'Download the invitation of a booking (RFC 5545)',
    description:
      'Byte for byte as the emails contain it, with the current SEQUENCE. Of a booking of several days, one file with an event for each, and METHOD `PUBLISH`; an email has an object for each day.',
    params: idParam('booking'),
    perform: ({ caller, params: { id } }) => getInvitation(deps, caller, id, settings.mailFrom),
  })

/** The invitation to a stay, as the emails carry it. */
export const stayInvitationEndpoint = ({ deps, settings }: HttpContext): AnyEndpoint =>
  endpointOf('Stays of guests')({
    ...shared,
    path: '/v1/stays/{id}/{stayId}/invite.ics',
    operationId: 'downloadStayInvitation',
    summary: 'Download the invitation of a stay (RFC 5545)',
    description: 'Byte for byte as the emails contain it, with the current SEQUENCE.',
    params: stayParams,
    problems: ['managed_by_booking'],
    perform: ({ caller, params: { id, stayId } }) =>
      getStayInvitation(deps, caller, { calendarId: id, stayId }, settings.mailFrom),
  })
