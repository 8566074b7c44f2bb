import type { PublicEventType, Slot } from '@holdfast/contracts'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { api, take } from '../api/api.ts'
import { addDays, addMonths, firstOf, monthOf, todayIn } from '../time/dates.ts'

/** What is known of the times on offer: from today on without a gap, up to a date. */
export interface Offer {
  readonly eventType: PublicEventType | undefined
  readonly today: string
  /** Free slots by their date in the booker's zone. */
  readonly byDate: ReadonlyMap<string, readonly Slot[]>
  /** The first date of which nothing is known yet. */
  readonly knownUntil: string
  readonly isLoading: boolean
  readonly isSlow: boolean
  /** Why the last try failed. */
  readonly error: unknown
}

type Action =
  | { readonly kind: 'start'; readonly offer: Offer }
  | { readonly kind: 'loading' }
  | { readonly kind: 'slow' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'loaded'
      readonly eventType: PublicEventType
      readonly from: string
      readonly to: string
    }

const emptyOffer = (timeZone: string): Offer => {
  const today = todayIn(timeZone)
  return {
    eventType: undefined,
    today,
    byDate: new Map(),
    knownUntil: today,
    isLoading: true,
    isSlow: false,
    error: undefined,
  }
}

function reduce(offer: Offer, action: Action): Offer {
  switch (action.kind) {
    case 'start':
      // The names stay while the times are looked up in another zone.
      return { ...action.offer, eventType: offer.eventType }
    case 'loading':
      return { ...offer, isLoading: true, isSlow: false, error: undefined }
    case 'slow':
      return { ...offer, isSlow: offer.isLoading }
    case 'failed':
      return { ...offer, isLoading: false, isSlow: false, error: action.error }
    case 'loaded': {
      const { slots = [], ...eventType } = action.eventType
      const kept = [...offer.byDate].filter(([date]) => date < action.from || date >= action.to)
      // The server writes each slot in the zone that was asked for: its date is the first ten letters.
      const fresh = Map.groupBy(slots, ({ start }) => start.slice(0, 10))
      return {
        ...offer,
        eventType,
        byDate: new Map([...kept, ...fresh]),
        knownUntil: laterOf(action.to, offer.knownUntil),
        isLoading: false,
        isSlow: false,
        error: undefined,
      }
    }
  }
}

const laterOf = (one: string, other: string): string => [one, other].sort()[1] ?? one

// The server answers for 62 days at most; a day less, so that a clock that is put back fits in.
const DAYS_AT_ONCE = 61

/** The end of what is asked for at once. */
const atMost = (from: string, to: string): string =>
  [addDays(from, DAYS_AT_ONCE), to].sort()[0] ?? to

const SLOW_MS = 4000

/** What a page can do with an offer. */
export interface OfferControl {
  readonly offer: Offer
  /** Takes a step towards knowing a month, unless one is under way; nothing once it is known. */
  readonly show: (month: string) => void
  /** Looks again at the month of a date, whose times may have changed. */
  readonly refresh: (date: string) => void
  /** Tries again what failed. */
  readonly retry: () => void
}

/**
 * Loads what an event type offers, in one request with its names: this month and the next one at
 * first, and further months as they are shown. `path` is `/{provider}/{event-type}`.
 */
export function useOffer(path: string, timeZone: string): OfferControl {
  const [offer, dispatch] = useReducer(reduce, timeZone, emptyOffer)
  const running = useRef<AbortController>(undefined)
  const last = useRef<readonly [from: string, to: string]>(['', ''])

  const load = useCallback(
    (from: string, to: string) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      last.current = [from, to]
      dispatch({ kind: 'loading' })
      const slow = setTimeout(() => dispatch({ kind: 'slow' }), SLOW_MS)
      const [providerSlug = '', eventTypeSlug = ''] = path.split('/').filter(Boolean)
      const settle = (action: Action) => {
        clearTimeout(slow)
        if (!abort.signal.aborted) dispatch(action)
      }
      take(
        api.GET('/v1/public/{providerSlug}/{eventTypeSlug}', {
          params: { path: { providerSlug, eventTypeSlug }, query: { from, to, timeZone } },
          signal: abort.signal,
        }),
      ).then(
        (eventType) => settle({ kind: 'loaded', eventType, from, to }),
        (error: unknown) => settle({ kind: 'failed', error }),
      )
    },
    [path, timeZone],
  )

  useEffect(() => {
    const empty = emptyOffer(timeZone)
    dispatch({ kind: 'start', offer: empty })
    load(empty.today, atMost(empty.today, firstOf(addMonths(monthOf(empty.today), 2))))
    return () => running.current?.abort()
  }, [load, timeZone])

  const show = (month: string) => {
    const end = firstOf(addMonths(month, 1))
    const isFree = !offer.isLoading && offer.error === undefined && offer.eventType !== undefined
    if (isFree && end > offer.knownUntil) load(offer.knownUntil, atMost(offer.knownUntil, end))
  }
  const refresh = (date: string) => {
    const month = monthOf(date)
    const first = firstOf(month)
    load(laterOf(first, offer.today), firstOf(addMonths(month, 1)))
  }
  const retry = () => {
    const [from, to] = last.current
    load(from, to)
  }
  return { offer, show, refresh, retry }
}

/** The free slots closest to an instant, the sooner ones first. */
export function closestSlots(offer: Offer, instant: string, count: number): readonly Slot[] {
  const at = Date.parse(instant)
  const distance = (slot: Slot) => Math.abs(Date.parse(slot.start) - at)
  return [...offer.byDate.values()]
    .flat()
    .filter((slot) => Date.parse(slot.start) !== at)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}
