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

const isOfProvider = (subjectId: string): boolean => subjectId.startsWith('prv_')

const isOfAccount = (subjectId: string): boolean => subjectId.startsWith('acc_')

const ofSubject = (subjectId: string): string =>
  `${isOfProvider(subjectId) ? 'PROVIDER' : isOfAccount(subjectId) ? 'ACCOUNT' : 'EVENTTYPE'}#${subjectId}`

/** What a count of a limit counts. */
interface CounterParts {
  /** An event type, a provider or an account. */
  readonly subjectId: string
  /** `day`, `week`, `month` or `minutes`: of a period; `booker` and `ever`: of a person. */
  readonly kind: string
  /** The first local date of the period, or an HMAC of the account and the address. */
  readonly of: string
}

/** The parts of the name of a count: `<subject>:<kind>:<of>`. `parseCounter` of the engine says which limit it is. */
function partsOfCounter(counter: string): CounterParts {
  const [subjectId = '', kind = '', of = ''] = counter.split(':')
  return { subjectId, kind, of }
}

/** The provider whose limit a count belongs to. Undefined for one of an event type. */
export function providerOfCounter(counter: string): string | undefined {
  const { subjectId } = partsOfCounter(counter)
  return isOfProvider(subjectId) ? subjectId : undefined
}

/** The item of a count of a limit. */
export function counterKey(counter: string): ItemKey {
  const { subjectId, kind, of } = partsOfCounter(counter)
  return kind === 'booker' || kind === 'ever'
    ? { PK: `${ofSubject(subjectId)}#${kind.toUpperCase()}`, SK: of }
    : { PK: `${ofSubject(subjectId)}#LIMIT`, SK: `${of}#${kind}` }
}

/** The partitions of counts beside that of an event type, a provider or an account; none beside others. */
export const countPartitions = (partition: string): readonly string[] =>
  /^EVENTTYPE#[^#]+$/.test(partition)
    ? [`${partition}#LIMIT`, `${partition}#BOOKER`, `${partition}#EVER`]
    : /^PROVIDER#[^#]+$/.test(partition)
      ? [`${partition}#LIMIT`]
      : /^ACCOUNT#acc_[^#]+$/.test(partition)
        ? [`${partition}#BOOKER`, `${partition}#EVER`]
        : []

/** The partition of the event type, provider or account whose counts a partition holds. */
export const subjectOfCounts = (partition: string): string | undefined =>
  /^((?:EVENTTYPE|PROVIDER|ACCOUNT)#[^#]+)#(?:LIMIT|BOOKER|EVER)$/.exec(partition)?.[1]

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
