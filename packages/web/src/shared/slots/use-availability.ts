import type { Slot } from '@holdfast/contracts'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { SignedInBooker } from '../api/booker-session.ts'
import { addDays, addMonths, firstOf, monthOf, todayIn } from '../time/dates.ts'
import { answerQuery, type DecidingAnswers, NO_ANSWERS } from './deciding-answers.ts'
import { firstEnd, limitRange } from './event-type-call.ts'
import { type LoadedOffer, loadOffer, type Offer, type OfferSource } from './offer.ts'

/** The available times that are loaded: every date from today up to `loadedUntil`. */
export interface Availability {
  readonly offer: Offer | undefined
  readonly today: string
  /** Available slots, by their date in the booker's time zone. */
  readonly byDate: ReadonlyMap<string, readonly Slot[]>
  /** The first date that is not loaded yet. */
  readonly loadedUntil: string
  readonly isLoading: boolean
  readonly isSlow: boolean
  /** The error of the last load. */
  readonly error: unknown
}

type Action =
  | { readonly kind: 'start'; readonly availability: Availability }
  | { readonly kind: 'loading' }
  /** The dates up to `until` load again, and those after it when they are shown. */
  | { readonly kind: 'again'; readonly until: string }
  | { readonly kind: 'slow' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'loaded'
      readonly loaded: LoadedOffer
      readonly from: string
      readonly to: string
    }

const emptyAvailability = (timeZone: string): Availability => {
  const today = todayIn(timeZone)
  return {
    offer: undefined,
    today,
    byDate: new Map(),
    loadedUntil: today,
    isLoading: true,
    isSlow: false,
    error: undefined,
  }
}

function reduce(availability: Availability, action: Action): Availability {
  switch (action.kind) {
    case 'start':
      // Keeps the offer on screen while the times load for another time zone, candidate or duration.
      return { ...action.availability, offer: availability.offer }
    case 'again': {
      const { today, byDate } = availability
      const kept = [...byDate].filter(([date]) => date < action.until)
      return { ...availability, byDate: new Map(kept), loadedUntil: today }
    }
    case 'loading':
      return { ...availability, isLoading: true, isSlow: false, error: undefined }
    case 'slow':
      return { ...availability, isSlow: availability.isLoading }
    case 'failed':
      return { ...availability, isLoading: false, isSlow: false, error: action.error }
    case 'loaded': {
      const { offer, slots, nextFrom } = action.loaded
      const to = nextFrom === undefined ? action.to : wholeDaysUntil(nextFrom, action.from)
      const kept = [...availability.byDate].filter(([date]) => date < action.from || date >= to)
      // The server writes starts in the requested time zone, so the first ten characters are the date.
      const whole = slots.filter(({ start }) => start.slice(0, 10) < to)
      const fresh = Map.groupBy(whole, ({ start }) => start.slice(0, 10))
      return {
        ...availability,
        offer,
        byDate: new Map([...kept, ...fresh]),
        loadedUntil: later(to, availability.loadedUntil),
        isLoading: false,
        isSlow: false,
        error: undefined,
      }
    }
  }
}

/** The end of the dates that were answered whole: that of the first time left out, but at least one day. */
const wholeDaysUntil = (nextFrom: string, from: string): string =>
  later(nextFrom.slice(0, 10), addDays(from, 1))

const later = (one: string, other: string): string => [one, other].sort()[1] ?? one

const SLOW_MS = 4000

/** The loaded times, and the actions that load more. */
export interface AvailabilityControl {
  readonly availability: Availability
  /** Loads one step towards a month, unless it is loaded or a request is running. */
  readonly loadMonth: (month: string) => void
  /** Reloads the month of a date. */
  readonly refresh: (date: string) => void
  /** Repeats the last request. */
  readonly retry: () => void
}

/** What decides which times are offered. */
export interface ChosenTimes {
  /** Only times at which this candidate can take part. */
  readonly chosenId?: string | undefined
  /** Only times of this duration. Default: that of the offer. */
  readonly durationMinutes?: number | undefined
  /** Only times with this many seats left. Default: 1. */
  readonly seats?: number | undefined
  /** Only times for these answers that decide. Default: no answers. */
  readonly answers?: DecidingAnswers | undefined
  /** Only times at which these event types can follow, in one visit. Default: none. */
  readonly addedIds?: readonly string[] | undefined
}

/**
 * Loads an offer with its available times. The first request covers this month and the next; later months
 * load when they are shown. All of them load again for a `booker` who signs in or out.
 */
export function useAvailability(
  source: OfferSource,
  timeZone: string,
  { chosenId, durationMinutes, seats, answers = NO_ANSWERS, addedIds = [] }: ChosenTimes = {},
  booker?: SignedInBooker,
): AvailabilityControl {
  const [availability, dispatch] = useReducer(reduce, timeZone, emptyAvailability)
  const running = useRef<AbortController>(undefined)
  const last = useRef<readonly [from: string, to: string]>(['', ''])
  const asking = useRef(booker)
  const answerText = answerQuery(answers).join('\n')
  const addedText = addedIds.join(' ')

  const load = useCallback(
    (from: string, to: string) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      last.current = [from, to]
      dispatch({ kind: 'loading' })
      const slow = setTimeout(() => dispatch({ kind: 'slow' }), SLOW_MS)
      const finish = (action: Action) => {
        clearTimeout(slow)
        if (!abort.signal.aborted) dispatch(action)
      }
      const answer = answerText === '' ? undefined : answerText.split('\n')
      const add = addedText === '' ? undefined : addedText.split(' ')
      const usual = { from, to, timeZone, providerId: chosenId }
      const range = add ? { ...usual, add } : { ...usual, durationMinutes, seats, answer }
      loadOffer(source, range, { booker: asking.current, signal: abort.signal }).then(
        (loaded) => finish({ kind: 'loaded', loaded, from, to }),
        (error: unknown) => finish({ kind: 'failed', error }),
      )
    },
    [source, timeZone, chosenId, durationMinutes, seats, answerText, addedText],
  )

  useEffect(() => {
    const empty = emptyAvailability(timeZone)
    dispatch({ kind: 'start', availability: empty })
    load(empty.today, firstEnd(empty.today))
    return () => running.current?.abort()
  }, [load, timeZone])

  // Who is signed in is known after the first times are shown. They stay on screen until those for this person have loaded.
  useEffect(() => {
    if (asking.current?.token === booker?.token) return
    asking.current = booker
    const today = todayIn(timeZone)
    dispatch({ kind: 'again', until: firstEnd(today) })
    load(today, firstEnd(today))
  }, [booker, load, timeZone])

  const loadMonth = (month: string) => {
    const end = firstOf(addMonths(month, 1))
    const canLoad =
      !availability.isLoading &&
      availability.error === undefined &&
      availability.offer !== undefined
    if (canLoad && end > availability.loadedUntil)
      load(availability.loadedUntil, limitRange(availability.loadedUntil, end))
  }
  const refresh = (date: string) => {
    const month = monthOf(date)
    const first = firstOf(month)
    load(later(first, availability.today), firstOf(addMonths(month, 1)))
  }
  const retry = () => {
    const [from, to] = last.current
    load(from, to)
  }
  return { availability, loadMonth, refresh, retry }
}

/** The control while its times are about to load for another choice: those of the previous one are gone. */
export const loadingAgain = (control: AvailabilityControl): AvailabilityControl => ({
  ...control,
  availability: { ...control.availability, byDate: new Map(), isLoading: true, error: undefined },
})

/** The available slots closest to an instant, sorted by start. */
export function closestSlots(
  availability: Availability,
  instant: string,
  count: number,
): readonly Slot[] {
  const at = Date.parse(instant)
  const distance = (slot: Slot) => Math.abs(Date.parse(slot.start) - at)
  return [...availability.byDate.values()]
    .flat()
    .filter((slot) => Date.parse(slot.start) !== at)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}
