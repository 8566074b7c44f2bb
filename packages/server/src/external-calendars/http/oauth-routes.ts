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
import { startAuthorization } from '../oauth/authorize.ts'
import { completeAuthorization } from '../oauth/callback.ts'
import { signInPage } from './oauth-page.ts'

const tag = 'Calendar sign-in'

const vendorKind = () => oneOf(VENDOR_KINDS).describe('The vendor of the calendar.')

const page = (description: string) => ({
  description,
  schema: z.string(),
  contentType: 'text/html',
})

/** Endpoints to connect vendors' calendars. A caller with a key starts the sign-in, and the owner completes it in a browser. */
export const oauthEndpoints = ({
  deps,
  settings,
}: HttpContext<ExternalCalendarsDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/providers/{id}/calendar-connections/{kind}/authorize',
    operationId: 'authorizeCalendar',
    tag,
    summary: 'Start connecting a Google or Outlook calendar',
    description:
      'Returns the URL where the owner of the calendar signs in with the vendor and grants access. Also reconnects a connected calendar.',
    access: 'account',
    params: z.strictObject({ id: resourceId('provider'), kind: vendorKind() }),
    body: CalendarAuthorizationWrite,
    answers: {
      200: { description: 'The authorization URL.', schema: CalendarAuthorization },
    },
    problems: ['calendar_kind_unavailable'],
    perform: ({ caller, params: { id, kind }, body: { writesBack, calendarIds } }) =>
      startAuthorization(deps, caller, id, {
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
    summary: 'Complete a calendar connection after the sign-in',
    description:
      'The vendor redirects the owner to this page. The `state` works once and expires after 10 minutes.',
    access: 'public',
    params: z.strictObject({ provider: vendorKind() }),
    query: OAuthCallbackQuery,
    answers: {
      200: page('The calendar is connected.'),
      400: page('The sign-in has expired or was not started here. Nothing was changed.'),
      403: page('The owner denied access or a permission. Nothing was changed.'),
      409: page('The vendor is not configured, or the provider was deleted. Nothing was changed.'),
      502: page('The vendor is not responding correctly. Nothing was changed.'),
    },
    perform: async ({ caller: { requestId }, params: { provider: kind }, query }) => {
      const { state, code, error, iss } = query
      const { publicUrl } = settings
      return ok(
        await completeAuthorization(deps, { kind, state, code, error, iss, requestId, publicUrl }),
      )
    },
    answer: (outcome, { params: { provider } }) => signInPage(provider, outcome),
  }),
]
