import {
  CalendarAuthorization,
  CalendarAuthorizationWrite,
  OAuthCallbackQuery,
  oneOf,
  resourceId,
  VENDOR_KINDS,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { beginSignIn } from '../oauth/authorize.ts'
import { endSignIn } from '../oauth/callback.ts'
import { signInPage } from './oauth-page.ts'

const tag = 'Calendar sign-in'

const page = (description: string) => ({
  description,
  schema: z.string(),
  contentType: 'text/html',
})

/** Connects calendars of vendors: the sign-in is begun with a key, and ends in the owner's browser. */
export const oauthEndpoints = ({
  deps,
  settings,
}: HttpContext<ExternalCalendarsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/providers/{id}/calendar-connections/{kind}/authorize',
    operationId: 'authorizeCalendar',
    tag,
    summary: 'Begin to connect a calendar of Google or Outlook',
    description:
      'Answers where to send the owner of the calendar, who signs in at the vendor and comes back. Connects anew what is connected already.',
    access: 'account',
    params: z.strictObject({ id: resourceId('provider'), kind: oneOf(VENDOR_KINDS) }),
    body: CalendarAuthorizationWrite,
    answers: {
      200: { description: 'Where the owner agrees.', schema: CalendarAuthorization },
    },
    problems: ['calendar_kind_unavailable'],
    perform: ({ caller, params: { id, kind }, body: { writesBack, calendarIds } }) =>
      beginSignIn(deps, caller, id, {
        input: {
          kind,
          ...(writesBack !== undefined && { writesBack }),
          ...(calendarIds && { calendarIds }),
        },
        publicUrl: settings.publicUrl,
      }),
    answer: (authorizationUrl) => json({ authorizationUrl }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/oauth/{provider}/callback',
    operationId: 'completeCalendarAuthorization',
    tag,
    summary: 'Where a vendor sends the owner of a calendar back to',
    description: 'A page for a browser. The state works once, for ten minutes.',
    access: 'public',
    params: z.strictObject({ provider: oneOf(VENDOR_KINDS) }),
    query: OAuthCallbackQuery,
    answers: {
      200: page('The calendar is connected.'),
      400: page('The sign-in is over, or is none of this server. Nothing was changed.'),
      403: page('The owner did not agree, or to too little. Nothing was changed.'),
      409: page('Such calendars cannot be connected, or the provider is gone.'),
      502: page('The vendor does not answer as it should. Nothing was changed.'),
    },
    perform: async ({ caller: { requestId }, params: { provider: kind }, query }) => {
      const { state, code, error, iss } = query
      const { publicUrl } = settings
      return ok(await endSignIn(deps, { kind, state, code, error, iss, requestId, publicUrl }))
    },
    answer: (outcome, { params: { provider } }) => signInPage(provider, outcome),
  }),
]
