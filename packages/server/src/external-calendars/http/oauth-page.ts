import { createHash } from 'node:crypto'
import type { Answer } from '../../kernel/http/answer.ts'
import { escapeHtml } from '../../kernel/http/html.ts'
import type { AuthorizationOutcome } from '../oauth/callback.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 34rem; padding: 3rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Allows only the page's own style. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const VENDORS = {
  google: 'Google Calendar',
  outlook: 'Outlook',
} as const satisfies Record<VendorKind, string>

interface Told {
  readonly status: number
  readonly title: string
  readonly text: string
}

const AGAIN = 'Nothing was changed. Start again from the dashboard.'

function tell(outcome: AuthorizationOutcome, vendor: string): Told {
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

/** The page for a user who returns from a vendor's sign-in. */
export function signInPage(kind: VendorKind, outcome: AuthorizationOutcome): Answer {
  const { status, title, text } = tell(outcome, VENDORS[kind])
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="/dashboard">Go to the dashboard</a></p>
</main>
</html>
`
  return {
    status,
    body,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
    },
  }
}
