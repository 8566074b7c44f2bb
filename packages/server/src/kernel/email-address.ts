// A label of a domain, which may have letters beyond ASCII: the classes exclude other ASCII characters.
const EDGE = '[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]'
const INNER = '[^\\x00-\\x2c\\x2e\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]'
const LABEL = `${EDGE}(?:${INNER}{0,61}${EDGE})?`
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)

/** Whether the part before the `@` has only ASCII characters. */
export const hasAsciiLocalPart = (email: string): boolean =>
  !/^[^@]*[\u0080-\uffff][^@]*@/.test(email)

/**
 * The address with its domain in ASCII (A-labels, RFC 5890), as the API stores it. An invalid domain stays as it
 * is.
 */
export function withAsciiDomain(email: string): string {
  const at = email.indexOf('@') + 1
  const domain = email.slice(at)
  if (!/[\u0080-\uffff]/.test(domain) || !DOMAIN.test(domain)) return email
  return email.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}
