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
import { parse } from 'hono/utils/cookie'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { readSessionCookie } from '../../kernel/http/session-cookie.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { startAuthorization } from '../oauth/authorize.ts'
import { receiveAuthorization } from '../oauth/callback.ts'
import { confirmAuthorization } from '../oauth/confirm.ts'
import { CONFIRMATION_COOKIE, signInPage } from './oauth-page.ts'

const endpoint = endpointOf('Calendar sign-in')

const vendorKind = () => oneOf(VENDOR_KINDS).describe('The vendor of the calendar.')

const page = (description: string) => ({
  description,
  schema: z.string(),
  contentType: 'text/html',
})

/** The maximum size of the form of the confirmation page. */
const FORM_BYTES = 1_000

/** The secrets in the cookies of confirmation pages. */
const confirmationCookies = (header: string | null): readonly string[] =>
  header === null
    ? []
    : Object.entries(parse(header)).flatMap(([name, value]) =>
        name.startsWith(CONFIRMATION_COOKIE) ? [value] : [],
      )

/** Endpoints to connect vendors' calendars. A caller with a key starts the sign-in, and the owner completes it in a browser. */
export const oauthEndpoints = ({
  deps,
  settings,
}: HttpContext<ExternalCalendarsDependencies>): readonly AnyEndpoint[] => {
  const isSecure = settings.publicUrl?.startsWith('https:') === true
  return [
    endpoint({
      method: 'post',
      path: '/v1/providers/{id}/calendar-connections/{kind}/authorize',
      operationId: 'authorizeCalendar',
      summary: 'Start connecting a Google or Outlook calendar',
      description:
        'Returns the URL where the owner of the calendar signs in with the vendor and grants access. Back here, the owner confirms the connection on a page. If it was started in a session, only the browser with this session can confirm it. Also reconnects a connected calendar.',
      access: 'account',
      params: z.strictObject({ id: resourceId('provider'), kind: vendorKind() }),
      body: CalendarAuthorizationWrite,
      answers: {
        200: { description: 'The authorization URL.', schema: CalendarAuthorization },
      },
      problems: ['calendar_kind_unavailable'],
      perform: ({ caller, session, params: { id, kind }, body: { writesBack, calendarIds } }) =>
        startAuthorization(deps, caller, id, {
          input: {
            kind,
            ...(writesBack !== undefined && { writesBack }),
            ...(calendarIds && { calendarIds }),
          },
          publicUrl: settings.publicUrl,
          session,
        }),
      answer: (authorizationUrl) => json({ authorizationUrl }),
    }),
    endpoint({
      method: 'get',
      path: '/v1/oauth/{provider}/callback',
      operationId: 'completeCalendarAuthorization',
      summary: 'Ask the owner to confirm a calendar connection after the sign-in',
      description:
        'The vendor redirects the owner to this page. It names the calendar, the provider and the account, and connects the calendar only when the owner confirms. The `state` works once and expires after 10 minutes.',
      access: 'public',
      params: z.strictObject({ provider: vendorKind() }),
      query: OAuthCallbackQuery,
      answers: {
        200: page('Asks the owner to confirm the connection.'),
        400: page('The sign-in has expired or was not started here. Nothing was changed.'),
        403: page('The owner denied access or a permission. Nothing was changed.'),
        409: page(
          'The vendor is not configured, or the provider was deleted. Nothing was changed.',
        ),
        502: page('The vendor is not responding correctly. Nothing was changed.'),
      },
      perform: async ({ caller: { requestId }, params: { provider: kind }, query }) => {
        const { state, code, error, iss } = query
        const { publicUrl } = settings
        return ok(
          await receiveAuthorization(deps, { kind, state, code, error, iss, requestId, publicUrl }),
        )
      },
      answer: (outcome, { params: { provider } }) => signInPage(provider, outcome, { isSecure }),
    }),
    endpoint({
      method: 'post',
      path: '/v1/oauth/{provider}/confirm',
      operationId: 'confirmCalendarAuthorization',
      summary: 'Connect a calendar from the confirmation page',
      access: 'sign-in',
      isHidden: true,
      params: z.strictObject({ provider: vendorKind() }),
      headers: z.object({ cookie: z.string().optional() }),
      file: { mediaTypes: ['application/x-www-form-urlencoded'], bytes: FORM_BYTES },
      answers: { 200: page('The calendar is connected.') },
      perform: async ({ caller: { requestId }, params: { provider: kind }, headers, file }) => {
        const form = new URLSearchParams(new TextDecoder().decode(file))
        const cookie = headers.cookie ?? null
        const input = {
          kind,
          secret: form.get('confirmation') ?? undefined,
          browserSecrets: confirmationCookies(cookie),
          sessionToken: readSessionCookie(settings, cookie),
          requestId,
        }
        return ok(await confirmAuthorization(deps, input))
      },
      answer: (outcome, { params: { provider } }) => signInPage(provider, outcome, { isSecure }),
    }),
  ]
}
