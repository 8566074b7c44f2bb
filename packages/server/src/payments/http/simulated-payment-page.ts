import { createHash } from 'node:crypto'
import { escapeHtml } from '../../kernel/escape-html.ts'
import type { Answer } from '../../kernel/http/answer.ts'
import { formatMoney } from '../money/money.ts'
import type { SimulatedCheckout } from '../simulated/simulated-checkout.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 30rem; padding: 2rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.25rem; line-height: 1.25 }
.amount { font-size: 2rem; margin: .5rem 0 }
.note { border: 1px solid #8886; border-radius: 6px; padding: .75rem 1rem }
form { display: grid; gap: .75rem; margin: 1.5rem 0 }
button { font: inherit; padding: .6rem 1.2rem; min-height: 2.75rem; cursor: pointer }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

interface Words {
  readonly heading: string
  readonly note: string
  readonly pay: string
  readonly fail: string
  readonly takeLong: string
  readonly back: string
  readonly failed: string
  readonly processing: string
  readonly complete: string
  readonly expired: string
}

const WORDS: Readonly<Record<'en' | 'de', Words>> = {
  en: {
    heading: 'Simulated payment',
    note: 'This is a simulation. No money moves. Choose what happens.',
    pay: 'Pay',
    fail: 'Card declined',
    takeLong: 'Bank takes long',
    back: 'Back without paying',
    failed: 'The card was declined. Try again.',
    processing: 'The bank is checking the payment. Choose how it ends.',
    complete: 'This payment is complete.',
    expired: 'This payment has expired.',
  },
  de: {
    heading: 'Simulierte Zahlung',
    note: 'Das ist eine Simulation. Es fließt kein Geld. Wählen Sie, was geschieht.',
    pay: 'Bezahlen',
    fail: 'Karte abgelehnt',
    takeLong: 'Bank braucht lange',
    back: 'Zurück, ohne zu bezahlen',
    failed: 'Die Karte wurde abgelehnt. Versuchen Sie es noch einmal.',
    processing: 'Die Bank prüft die Zahlung. Wählen Sie, wie es ausgeht.',
    complete: 'Diese Zahlung ist abgeschlossen.',
    expired: 'Diese Zahlung ist abgelaufen.',
  },
}

type Language = keyof typeof WORDS

/** The language of the page: that of the checkout, or else what the browser prefers. Default: English. */
export function languageOf(locale: string | undefined, acceptLanguage: string | null): Language {
  const wanted = (locale ?? acceptLanguage ?? '').toLowerCase()
  return wanted.startsWith('de') ? 'de' : 'en'
}

function stateText({ checkout, status }: SimulatedCheckout, words: Words): string | undefined {
  if (checkout !== 'open') return words[checkout]
  if (status === 'failed' || status === 'processing') return words[status]
  return undefined
}

const paragraph = (text: string): string => `<p role="status">${escapeHtml(text)}</p>`

function choices(checkout: SimulatedCheckout, words: Words): string {
  const button = (choice: string, text: string): string =>
    `<button name="choice" value="${choice}">${escapeHtml(text)}</button>`
  const buttons = [
    button('pay', `${words.pay}: ${amountOf(checkout, words)}`),
    button('fail', words.fail),
    ...(checkout.status === 'processing' ? [] : [button('take_long', words.takeLong)]),
  ]
  return `<form method="post" action="/simulated-payments/${escapeHtml(checkout.id)}">
${buttons.join('\n')}
</form>`
}

const amountOf = (checkout: SimulatedCheckout, words: Words): string =>
  formatMoney(checkout, words === WORDS.de ? 'de' : 'en')

/** The page on which a payer chooses what happens to a simulated payment. */
export function simulatedPaymentPage(checkout: SimulatedCheckout, language: Language): Answer {
  const words = WORDS[language]
  const state = stateText(checkout, words)
  const isOpen = checkout.checkout === 'open'
  const backUrl = isOpen ? checkout.cancelUrl : checkout.returnUrl
  return {
    status: 200,
    body: `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(words.heading)}</title>
<style>${STYLE}</style>
<main>
<p class="note">${escapeHtml(words.note)}</p>
<h1>${escapeHtml(checkout.title)}</h1>
<p class="amount">${escapeHtml(amountOf(checkout, words))}</p>
${state === undefined ? '' : paragraph(state)}
${isOpen ? choices(checkout, words) : ''}
<p><a href="${escapeHtml(backUrl)}">${escapeHtml(words.back)}</a></p>
</main>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    },
  }
}
