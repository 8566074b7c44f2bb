import {
  type Booking,
  formatDate,
  freedBy,
  ledgerDaysOf,
  parseDate,
  providersOf,
  withoutClaimIndex,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import { type Item, STORE_LIMITS } from '../../kernel/ports/store.ts'
import { ledgerRange, nightsRange } from '../../ledger/keys.ts'
import { MAX_STAY_NIGHTS } from '../../ledger/longest-stay.ts'
import type { Provider } from '../providers/provider.ts'
import { unitsOf } from '../units/split-stay.ts'
import { bookingsOfMarks } from './session-bookings.ts'

/**
 * The index of bookings lists a booking under its first provider only. Each of its other providers has a
 * mark of it on every ledger day that it claims, or a mark of its session, which stands for all bookings of it. A unit
 * that a stay has left has a mark of it in each month of its nights there. A
 * cancelled or expired booking claims nothing, so it has no marks.
 */

/** Ledger days that one query reads. */
const DAYS_PER_READ = 31
/** Queries of one call: together a year of days with claims. */
const READS_MAX = 12
const DAY_SECONDS = 86_400

type StoreOnly = Pick<Dependencies, 'store'>

/** A provider, as far as it says whether its ledger marks bookings that the index does not list. */
export type SharingProvider = Pick<Provider, 'id' | 'sharesBookings' | 'longestDays' | 'unit'>

/** Where the marks of a provider are: on its days, or, of a unit, in the months of its calendar. */
interface Marks {
  /** The items of the days from `first` to `last`, both inclusive. */
  readonly rangeOf: (first: number, last: number) => ReturnType<typeof ledgerRange>
  /** The first or the last day of an item. */
  readonly firstDay: (item: Item) => number
  readonly lastDay: (item: Item) => number
  /** How many days after the start of a booking its marks may begin. */
  readonly daysBehind: number
}

function marksOf({ id, unit, longestDays = 0 }: SharingProvider): Marks {
  if (unit === undefined) {
    const dayOf = (item: Item) => parseDate(keyTail(item.SK)) ?? 0
    return {
      rangeOf: (first, last) => ledgerRange(id, formatDate(first), formatDate(last)),
      firstDay: dayOf,
      lastDay: dayOf,
      daysBehind: longestDays,
    }
  }
  const firstDay = (item: Item) => parseDate(`${keyTail(item.SK)}-01`) ?? 0
  return {
    rangeOf: (first, last) => nightsRange(unit.calendarId, monthOf(first), monthOf(last)),
    firstDay,
    lastDay: (item) => firstDay(item) + SHORTEST_MONTH - 1,
    daysBehind: MAX_STAY_NIGHTS,
  }
}

/** A month that is longer counts as read a few days later. */
const SHORTEST_MONTH = 28

const monthOf = (day: number): string => formatDate(day).slice(0, 'YYYY-MM'.length)

/** A range of starts: epoch seconds, `[from, to)`, read in either direction. */
export interface SharedRange {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  readonly descending: boolean
}

/** The bookings that the ledger of a provider marks, as far as they were read. */
export interface MarkedBookings {
  /** In no order, some of them twice. A claim reaches into the days beside its start, so there may be more. */
  readonly bookings: readonly Booking[]
  /**
   * The UTC day, since 1970-01-01, up to which the range was read: the last one ascending, the first one
   * descending. All that start until then are there. Absent: all of the range was read.
   */
  readonly readUntilDay?: number
}

/** The answer for a provider that was never taken together with others. It costs no read. */
export const NO_MARKED_BOOKINGS: MarkedBookings = { bookings: [] }

/**
 * Reads the bookings that a provider's ledger marks, by their starts: whole days until `count` of them pass
 * `keep`, the range ends, or a year of claimed days was read. Single bookings whose hold is live are among them.
 * Decide nothing by them: those of a session come from an index, which may lack one that was made a moment ago.
 */
export async function readMarkedBookings(
  deps: StoreOnly,
  provider: SharingProvider,
  { fromEpochSeconds, toEpochSeconds, descending }: SharedRange,
  count: number,
  keep: (booking: Booking) => boolean,
): Promise<MarkedBookings> {
  if (fromEpochSeconds >= toEpochSeconds) return NO_MARKED_BOOKINGS
  const { daysBehind, ...marks } = marksOf(provider)
  const first = Math.floor(fromEpochSeconds / DAY_SECONDS)
  // With spans, all claims of the provider may lie on days after the start.
  const last = Math.floor((toEpochSeconds - 1) / DAY_SECONDS) + daysBehind
  const found: Booking[] = []
  const isWanted = (booking: Booking) =>
    booking.startEpochSeconds >= fromEpochSeconds &&
    booking.startEpochSeconds < toEpochSeconds &&
    isTakenBy(booking, provider.id) &&
    keep(booking)
  let cursor: string | undefined
  for (let reads = 1; ; reads += 1) {
    const page = await deps.store.query({
      ...marks.rangeOf(first, last),
      consistent: true,
      descending,
      limit: DAYS_PER_READ,
      ...(cursor !== undefined && { cursor }),
    })
    cursor = page.cursor
    for (const days of batchesOf(page.items)) {
      found.push(...(await loadBookings(deps, days)).filter(isWanted))
      const day = days.at(-1)
      const isEnd = day?.item === page.items.at(-1)
      if (isEnd && cursor === undefined) return { bookings: found }
      if (day === undefined) continue
      const readUntilDay = descending
        ? marks.firstDay(day.item)
        : marks.lastDay(day.item) - daysBehind
      // The next read begins with that day, so it has to come further.
      const isFurther = descending || daysBehind === 0 || readUntilDay > first
      if (isFurther && (found.length >= count || (isEnd && reads === READS_MAX))) {
        return { bookings: found, readUntilDay }
      }
    }
    if (cursor === undefined) return { bookings: found }
  }
}

/**
 * The marked bookings of a provider that claim a part of the UTC days of an interval, and pass `keep`: each once, in no
 * order. Months are read one after another, so that one read stays small however many bookings the interval has.
 */
export async function markedBookingsIn(
  deps: StoreOnly,
  provider: SharingProvider,
  interval: { readonly startEpochMinutes: number; readonly endEpochMinutes: number },
  keep: (booking: Booking) => boolean = () => true,
): Promise<readonly Booking[]> {
  if (!provider.sharesBookings) return []
  const { first, last } = ledgerDaysOf(interval.startEpochMinutes, interval.endEpochMinutes)
  const found = new Map<string, Booking>()
  let cursor: string | undefined
  do {
    const page = await deps.store.query({
      ...ledgerRange(provider.id, formatDate(first), formatDate(last)),
      consistent: true,
      limit: DAYS_PER_READ,
      ...(cursor !== undefined && { cursor }),
    })
    cursor = page.cursor
    for (const days of batchesOf(page.items)) {
      for (const booking of await loadBookings(deps, days)) {
        if (providersOf(booking).includes(provider.id) && keep(booking)) {
          found.set(booking.id, booking)
        }
      }
    }
  } while (cursor !== undefined)
  return [...found.values()]
}

/** Joins the bookings of an index with those of marks, each once, as its latest version. */
export function joinBookings(
  indexed: readonly Booking[],
  marked: readonly Booking[],
): readonly Booking[] {
  if (marked.length === 0) return indexed
  const byId = new Map<string, Booking>()
  for (const booking of [...indexed, ...marked]) {
    const known = byId.get(booking.id)
    if (known === undefined || known.version < booking.version) byId.set(booking.id, booking)
  }
  return [...byId.values()]
}

/** Whether a booking takes a provider, or has left a unit. */
const isTakenBy = (booking: Booking, providerId: string): boolean =>
  providersOf(booking).includes(providerId) || unitsOf(booking).includes(providerId)

/** The bookings and sessions that one ledger item marks. */
interface MarkedDay {
  readonly item: Item
  readonly ownerIds: readonly string[]
}

function markedDay(item: Item): MarkedDay {
  const { holds, bookings = [] } = ledgerFromItem(item)
  return {
    item,
    ownerIds: [...bookings, ...holds].flatMap(({ bookingId }) =>
      freedBy(bookingId) === undefined ? withoutClaimIndex(bookingId) : [],
    ),
  }
}

/** Splits days where one read of bookings is full; a day is never split. */
function batchesOf(items: readonly Item[]): readonly (readonly MarkedDay[])[] {
  const batches: MarkedDay[][] = []
  let count = Number.POSITIVE_INFINITY
  for (const day of items.map(markedDay)) {
    if (count + day.ownerIds.length > STORE_LIMITS.keysPerGetMany) {
      batches.push([])
      count = 0
    }
    batches.at(-1)?.push(day)
    count += day.ownerIds.length
  }
  return batches
}

const loadBookings = (deps: StoreOnly, days: readonly MarkedDay[]): Promise<readonly Booking[]> =>
  bookingsOfMarks(deps, new Set(days.flatMap(({ ownerIds }) => ownerIds)))
