import { createHash } from 'node:crypto'
import { serialize } from 'hono/utils/cookie'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { Answer } from '../../kernel/http/answer.ts'
import { AUTHORIZATION_SECONDS } from '../oauth/authorize.ts'
import type { AuthorizationOutcome, Confirmation } from '../oauth/callback.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 34rem; padding: 3rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
dt { font-weight: 600 }
dd { margin: 0 0 .75rem }
button { font: inherit; padding: .6rem 1.2rem; min-height: 2.75rem; cursor: pointer }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Allows only the page's own style and, on the confirmation page, its form. */
const policy = (formAction: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')

const VENDORS = {
  google: 'Google Calendar',
  outlook: 'Outlook',
} as const satisfies Record<VendorKind, string>

interface Explanation {
  readonly status: number
  readonly title: string
  readonly text: string
}

const AGAIN = 'Nothing was changed. Start again from the dashboard.'

function explain(
  outcome: Exclude<AuthorizationOutcome, { kind: 'confirm' }>,
  vendor: string,
): Explanation {
  switch (outcome.kind) {
    case 'connected':
      return {
        status: 200,
        title: `${vendor} is connected`,
        text: `Times when ${outcome.connection.label ?? 'this account'} is busy can no longer be booked. You can close this page.`,
      }
    case 'state_unknown':
      return {
        status: 400,
        title: 'This sign-in has expired',
        text: `The link was already used or is older than 10 minutes. ${AGAIN}`,
      }
    case 'refused_by_vendor':
      return {
        status: 400,
        title: `${vendor} sign-in failed`,
        text: `The response does not match the sign-in that was started here. ${AGAIN}`,
      }
    case 'other_browser':
      return {
        status: 403,
        title: 'Continue in the browser where you started',
        text: `Only the browser that started this sign-in can connect the calendar. ${AGAIN}`,
      }
    case 'denied':
      return {
        status: 403,
        title: `${vendor} is not connected`,
        text: 'You did not grant access. Nothing was changed.',
      }
    case 'too_little_granted':
      return {
        status: 403,
        title: 'A permission is missing',
        text: `You did not grant all requested permissions. ${AGAIN} Leave all boxes checked.`,
      }
    case 'kind_unavailable':
      return {
        status: 409,
        title: `${vendor} is not available here`,
        text: 'The operator of this server has not configured it.',
      }
    case 'provider_gone':
      return {
        status: 409,
        title: 'The provider no longer exists',
        text: 'It was deleted during the sign-in. Nothing was changed.',
      }
    case 'vendor_failed':
      return {
        status: 502,
        title: `${vendor} is not responding correctly`,
        text: `The sign-in could not be completed. ${AGAIN}`,
      }
  }
}

/** The name of the cookies that bind confirmation pages to their browser. Each page has its own. */
export const CONFIRMATION_COOKIE = 'holdfast_calendar_'

const page = (
  { status, title }: Pick<Explanation, 'status' | 'title'>,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy("'none'"),
    // The address of the page has the code of the vendor.
    'referrer-policy': 'same-origin',
    ...headers,
  },
})

/** The page that asks whose calendar is to be connected to which provider. */
function confirmationPage(
  kind: VendorKind,
  { secret, browserSecret, label, providerName, accountName, writesBack }: Confirmation,
  isSecure: boolean,
): Answer {
  const rows = [
    ['Calendar', `${label} (${VENDORS[kind]})`],
    ['Provider', providerName],
    ['Account', accountName],
  ].map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
  const effect = writesBack
    ? 'Times when this calendar is busy can no longer be booked, and confirmed bookings are written into it.'
    : 'Times when this calendar is busy can no longer be booked.'
  const cookie = serialize(`${CONFIRMATION_COOKIE}${secret.slice(0, 8)}`, browserSecret, {
    path: '/v1/oauth',
    maxAge: AUTHORIZATION_SECONDS,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
  })
  return page(
    { status: 200, title: 'Connect this calendar?' },
    `<dl>${rows.join('')}</dl>
<p>${effect}</p>
<form method="post" action="/v1/oauth/${kind}/confirm">
<input type="hidden" name="confirmation" value="${escapeHtml(secret)}">
<button>Connect calendar</button>
</form>
<p>If you do not know this account, close this page. Nothing is connected, and the access is deleted within an hour.</p>`,
    { 'content-security-policy': policy("'self'"), 'set-cookie': cookie },
  )
}

/** The page for a user who returns from a vendor's sign-in, or who confirmed a connection. */
export function signInPage(
  kind: VendorKind,
  outcome: AuthorizationOutcome,
  { isSecure }: { readonly isSecure: boolean },
): Answer {
  if (outcome.kind === 'confirm') return confirmationPage(kind, outcome.confirmation, isSecure)
  const shown = explain(outcome, VENDORS[kind])
  return page(
    shown,
    `<p>${escapeHtml(shown.text)}</p>
<p><a href="/dashboard">Go to the dashboard</a></p>`,
  )
}
