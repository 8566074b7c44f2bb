import { createHash } from 'node:crypto'
import type { Answer } from '../../kernel/http/answer.ts'
import { escapeHtml } from '../../kernel/http/html.ts'
import type { SignInOutcome } from '../oauth/callback.ts'
import type { VendorKind } from '../ports/calendar-vendor.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 34rem; padding: 3rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** What the page may do: its one style; no script, no picture, no form, no frame. */
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

const AGAIN = 'Nothing was changed. Start once more from the dashboard.'

function tell(outcome: SignInOutcome, vendor: string): Told {
  switch (outcome.kind) {
    case 'connected':
      return {
        status: 200,
        title: `${vendor} is connected`,
        text: `Busy times of ${outcome.connection.label ?? 'this account'} are taken off the offer from now on. You can close this page.`,
      }
    case 'state_unknown':
      return {
        status: 400,
        title: 'This sign-in is over',
        text: `It was used before, or more than ten minutes have passed. ${AGAIN}`,
      }
    case 'refused_by_vendor':
      return {
        status: 400,
        title: `${vendor} did not take this sign-in`,
        text: `What came back does not belong to what was begun here. ${AGAIN}`,
      }
    case 'denied':
      return {
        status: 403,
        title: `${vendor} is not connected`,
        text: 'You did not agree, so nothing was changed.',
      }
    case 'too_little_granted':
      return {
        status: 403,
        title: 'A permission is missing',
        text: `${vendor} asked for several permissions, and not all of them were given. ${AGAIN} Leave all boxes ticked.`,
      }
    case 'kind_unavailable':
      return {
        status: 409,
        title: `${vendor} cannot be connected here`,
        text: 'Whoever runs this server has not set it up for such calendars.',
      }
    case 'provider_gone':
      return {
        status: 409,
        title: 'There is nobody to connect it to',
        text: 'The provider that this was begun for was deleted meanwhile. Nothing was changed.',
      }
    case 'vendor_failed':
      return {
        status: 502,
        title: `${vendor} does not answer as it should`,
        text: `The sign-in could not be finished. ${AGAIN}`,
      }
  }
}

/** The page that whoever comes back from a vendor sees. */
export function signInPage(kind: VendorKind, outcome: SignInOutcome): Answer {
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
<p><a href="/dashboard">To the dashboard</a></p>
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
