import { z } from '@hono/zod-openapi'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { stayParams } from '../../kernel/http/paths.ts'
import { getStayInvitation } from '../mails/stay-invitation.ts'

/** The invitation to a stay, as the emails carry it. */
export const stayInvitationEndpoint = ({ deps, settings }: HttpContext): AnyEndpoint =>
  endpointOf('Stays of guests')({
    method: 'get',
    path: '/v1/stays/{id}/{stayId}/invite.ics',
    operationId: 'downloadStayInvitation',
    summary: 'Download the invitation of a stay (RFC 5545)',
    description: 'Byte for byte as the emails contain it, with the current SEQUENCE.',
    access: 'account-or-booker',
    params: stayParams,
    query: z.strictObject({}),
    answers: {
      200: {
        description:
          'The iCalendar object from the emails. Its METHOD is also a parameter of `Content-Type`.',
        schema: z.string(),
        contentType: 'text/calendar',
      },
    },
    problems: ['managed_by_booking'],
    perform: ({ caller, params: { id, stayId } }) =>
      getStayInvitation(deps, caller, { calendarId: id, stayId }, settings.mailFrom),
    answer: ({ method, content }) => ({
      status: 200,
      body: content,
      headers: {
        'content-type': `text/calendar; charset=utf-8; method=${method}`,
        'content-disposition': 'attachment; filename="invite.ics"',
      },
    }),
  })
