import { domainToUnicode } from 'node:url'
import { withAsciiDomain } from './email-address.ts'

const LATIN = /^[\0-\u024f]*$/
const LOOKS_LATIN = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\p{sc=Lisu}]/u

/**
 * Whether a label does not look like one of other letters: it has usual Latin letters alone, or none. Letters of scripts that
 * look like Latin ones are shown only below a top-level domain that shows what they are: `почта.рф`, but not `аррӏе.com`.
 */
function isDistinct(label: string, topLevel: string): boolean {
  if (LATIN.test(label)) return true
  if (/\p{sc=Latin}/u.test(label)) return false
  return !LOOKS_LATIN.test(label) || !LATIN.test(topLevel)
}

/**
 * An email address as people read it: its domain in Unicode (`ada@bücher.example`), if that leads back to the same
 * domain and does not look like another one. Emails go to the address in ASCII. `shown-email.ts` of the pages does the same.
 */
export function shownEmail(email: string): string {
  if (!email.includes('xn--')) return email
  const at = email.lastIndexOf('@') + 1
  const shown = email.slice(0, at) + domainToUnicode(email.slice(at))
  const labels = shown.slice(at).split('.')
  const isTold = labels.every((label) => isDistinct(label, labels.at(-1) ?? ''))
  return isTold && withAsciiDomain(shown) === email ? shown : email
}
