const LONGEST_SECONDS = 24 * 60 * 60

/**
 * Parses a `Retry-After` header, in seconds or as a date (RFC 9110, section 10.2.3), at most a day. A date
 * is compared with `nowEpochMilliseconds`. Undefined if there is none, or it is invalid.
 */
export function readRetryAfter(
  header: string | undefined,
  nowEpochMilliseconds: number,
): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - nowEpochMilliseconds) / 1000)
  if (Number.isNaN(seconds)) return undefined
  return Math.min(Math.max(seconds, 0), LONGEST_SECONDS)
}

/**
 * Reads `Retry-After` of an answer. A date is compared with the date of the answer, so that different clocks do not
 * matter, or with `nowEpochMilliseconds` if the answer has none.
 */
export const retryAfterIn = (
  headers: Readonly<Record<string, string>>,
  nowEpochMilliseconds: number,
): number | undefined =>
  readRetryAfter(headers['retry-after'], Date.parse(headers.date ?? '') || nowEpochMilliseconds)
