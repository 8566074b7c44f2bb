/**
 * The value of `Retry-After` in milliseconds, from seconds or a date (RFC 9110 §10.2.3). 0 if it is missing,
 * invalid or in the past. A date is compared with the `Date` of the response, so that a wrong clock of this
 * machine does not matter.
 */
export function retryAfterMilliseconds(headers: Headers): number {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const sentAt = Date.parse(headers.get('date') ?? '')
  const until = Date.parse(value) - (Number.isNaN(sentAt) ? Date.now() : sentAt)
  return Number.isNaN(until) ? 0 : Math.max(0, until)
}
