/** What looks like an email address. The server decides. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whether all characters before the @ are ASCII. The server takes no other email addresses. */
export const hasAsciiLocalPart = (email: string): boolean => /^[\x21-\x7e]*@/.test(email)

/** What looks like a phone number: 5 to 20 digits with the usual marks between them. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]+$/.test(text) && /^\d{5,20}$/.test(text.replaceAll(/\D/g, ''))

/** Whether a text is a number as a number field writes it: `12`, `-0.5`. */
export const isNumber = (text: string): boolean =>
  text.trim() !== '' && Number.isFinite(Number(text))

/** Whether a text is a date that exists, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Whether a text is a web address. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
