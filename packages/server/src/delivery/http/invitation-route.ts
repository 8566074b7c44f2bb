import { z } from '@hono/zod-openapi'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { getInvitation } from '../mails/booking-context.ts'

/** The invitation to a booking, as the mails carry it. */
export const invitationEndpoint = ({ deps, settings }: HttpContext): AnyEndpoint =>
  endpointOf('Invitations')({
    method: 'get',
    path: '/v1/bookings/{id}/invite.ics',
    operationId: 'downloadInvitation',
    summary: 'Download the invitation of a booking (RFC 5545)',
    description:
      'Byte for byte as the emails contain it, with the current SEQUENCE. Of a booking of several days, one file with an event for each, and METHOD `PUBLISH`; an email has an object for each day.',
    access: 'account-or-booker',
    params: idParam('booking'),
    query: z.strictObject({}),
    answers: {
      200: {
        description:
          'The iCalendar object from the emails. Its METHOD is also a parameter of `Content-Type`.',
        schema: z.string(),
        contentType: 'text/calendar',
      },
    },
    perform: ({ caller, params: { id } }) => getInvitation(deps, caller, id, settings.mailFrom),
    answer: ({ method, content }) => ({
      status: 200,
      body: content,
      headers: {
        'content-type': `text/calendar; charset=utf-8; method=${method}`,
        'content-disposition': 'attachment; filename="invite.ics"',
      },
    }),
  })
