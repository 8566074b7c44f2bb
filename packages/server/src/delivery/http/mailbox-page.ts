import { createHash } from 'node:crypto'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { KeptMail } from '../ports/kept-mails.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.25rem }
details { border-top: 1px solid #8886; padding: .75rem 0 }
summary { cursor: pointer }
time, .to { opacity: .75 }
pre { white-space: pre-wrap; font: inherit }
iframe { width: 100%; height: 20rem; border: 1px solid #8886; border-radius: 6px; background: #fff }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Allows only the page's own style and frames from this server. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Links in an email open in a new window outside the sandbox. Everything else is blocked.
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** Restricts the HTML of an email to displaying itself, wherever it is opened. */
export const MAIL_POLICY = [
  `sandbox ${SANDBOX}`,
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  // The logo of the account.
  'img-src https: data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const mailHtml = (mail: KeptMail): string => {
  const path = `/mailbox/${encodeURIComponent(mail.id)}`
  return `<details>
<summary><strong>${escapeHtml(mail.subject)}</strong><br>
<span class="to">to ${escapeHtml(mail.to)}</span> <time datetime="${escapeHtml(mail.keptAt)}">${escapeHtml(mail.keptAt)}</time></summary>
<pre>${escapeHtml(mail.text)}</pre>
<iframe sandbox="${SANDBOX}" src="${path}.html" title="HTML version of this email" loading="lazy"></iframe>
<p><a href="${path}.eml">Download the email</a>${mail.invitation === null ? '' : ', with an invitation'}</p>
</details>`
}

/** The page with the stored emails, newest first. */
export const mailboxPage = (mails: readonly KeptMail[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<style>${STYLE}</style>
<h1>Mailbox</h1>
<p>No mail server is configured, so emails are stored here instead of sent.</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : mails.map(mailHtml).join('\n')}
</html>
`

/** The HTML of an email, with links that open in new windows. */
export const framedMail = (mail: KeptMail): string => `<base target="_blank">${mail.html}`
