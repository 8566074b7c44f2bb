import { prefixEnd } from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of what is claimed: time of providers, nights of calendars, and counts of limits. */

/** The ledger of a UTC day of a provider: which of its quanta are taken. */
export const ledgerKey = (providerId: string, utcDate: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `DAY#${utcDate}`,
})

/** The ledger of the UTC days `[fromDate, toDate]`, both inclusive. */
export const ledgerRange = (providerId: string, fromDate: string, toDate: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `DAY#${fromDate}`,
  to: `DAY#${toDate}`,
})

/** The ledger of a UTC day and of all days after it. */
export const ledgerFromDate = (providerId: string, fromDate: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `DAY#${fromDate}`,
  to: prefixEnd('DAY#'),
})

/** The nights of a calendar in one month, `YYYY-MM`: a ledger item whose quanta are nights. */
export const nightsKey = (calendarId: string, month: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `NIGHTS#${month}`,
})

/** The nights of the months `[fromMonth, toMonth]`, both inclusive. */
export const nightsRange = (calendarId: string, fromMonth: string, toMonth: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: `NIGHTS#${fromMonth}`,
  to: `NIGHTS#${toMonth}`,
})

/** The nights of a calendar in a month and in all months after it. */
export const nightsFromMonth = (calendarId: string, month: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: `NIGHTS#${month}`,
  to: prefixEnd('NIGHTS#'),
})

const ofSubject = (subjectId: string): string =>
  `${subjectId.startsWith('prv_') ? 'PROVIDER' : 'EVENTTYPE'}#${subjectId}`

/**
 * The item of a count of a limit, by the count's name: `<event type or provider>:<day, week, month or minutes>:<first
 * local date of the period>`, or `<event type>:booker:<HMAC of the account and the address>`.
 */
export function counterKey(counter: string): ItemKey {
  const [subjectId = '', kind = '', of = ''] = counter.split(':')
  return kind === 'booker'
    ? { PK: `${ofSubject(subjectId)}#BOOKER`, SK: of }
    : { PK: `${ofSubject(subjectId)}#LIMIT`, SK: `${of}#${kind}` }
}

/** The partitions of counts beside that of an event type or a provider; none beside others. */
export const countPartitions = (partition: string): readonly string[] =>
  /^EVENTTYPE#[^#]+$/.test(partition)
    ? [`${partition}#LIMIT`, `${partition}#BOOKER`]
    : /^PROVIDER#[^#]+$/.test(partition)
      ? [`${partition}#LIMIT`]
      : []

/** The partition of the event type or provider whose counts a partition holds. */
export const subjectOfCounts = (partition: string): string | undefined =>
  /^((?:EVENTTYPE|PROVIDER)#[^#]+)#(?:LIMIT|BOOKER)$/.exec(partition)?.[1]

/** The name of a count of a period from the sort key of its item. */
export function counterOfKey(subjectId: string, { SK }: Pick<ItemKey, 'SK'>): string {
  const [date, kind] = SK.split('#')
  return `${subjectId}:${kind}:${date}`
}

/** The counts of the limits of an event type or provider whose periods begin on `[fromDate, toDate]`, both inclusive. */
export const countersRange = (subjectId: string, fromDate: string, toDate: string) => ({
  partition: `${ofSubject(subjectId)}#LIMIT`,
  from: fromDate,
  to: prefixEnd(`${toDate}#`),
})
