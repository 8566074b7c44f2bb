import { inAccount, partsOf } from '../page-path.ts'
import { addDays, addMonths, firstOf, monthOf } from '../time/dates.ts'

/** The dates `[from, to)` to load, as the booker's wall time in a time zone. */
export interface OfferRange {
  readonly from: string
  readonly to: string
  readonly timeZone: string
  /** The candidate whom the booker chose. Default: no preference. */
  readonly providerId?: string | undefined
  /** One of the durations to choose from. Default: the first. */
  readonly durationMinutes?: number | undefined
  /** How many seats the party takes, for event types with seats. Default: 1. */
  readonly seats?: number | undefined
  /** The answers that decide, `id:option` each. */
  readonly answer?: string[] | undefined
  /** The event types that follow in one visit. */
  readonly add?: string[] | undefined
}

/** The slugs of a path, from its end: the account is the last. */
export const slugsOf = (path: string): readonly string[] => partsOf(path).toReversed()

/** The parameters of the call that loads the event type of a page. */
export function pageCall(path: string) {
  const [eventTypeSlug = '', providerSlug = '', accountSlug] = slugsOf(path)
  return { path: { providerSlug, eventTypeSlug }, query: inAccount(accountSlug) }
}

/** The parameters of the call that loads the event type of a page with its times. */
export function eventTypeCall(
  path: string,
  { providerId, durationMinutes, seats = 1, answer, add, ...range }: OfferRange,
) {
  const page = pageCall(path)
  return {
    path: page.path,
    query: {
      ...range,
      ...page.query,
      ...(providerId !== undefined && { providerId }),
      ...(durationMinutes !== undefined && { durationMinutes }),
      ...(seats > 1 && { seats }),
      ...(answer !== undefined && { answer }),
      ...(add !== undefined && { add }),
    },
  }
}

// The server allows 62 days. One day less leaves room for the 25-hour day when DST ends.
const MAX_REQUEST_DAYS = 61

/** The end of the range for one request. */
export const limitRange = (from: string, to: string): string =>
  [addDays(from, MAX_REQUEST_DAYS), to].sort()[0] ?? to

/** The end of the first request from a day: it covers this month and the next. */
export const firstEnd = (today: string): string =>
  limitRange(today, firstOf(addMonths(monthOf(today), 2)))
