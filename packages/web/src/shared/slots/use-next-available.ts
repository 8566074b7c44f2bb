import { useEffect, useState } from 'react'
import { addDays, addMonths, monthOf } from '../time/dates.ts'
import type { AvailabilityControl } from './use-availability.ts'

/** The days that a search looks ahead. */
const SEARCHED_DAYS = 366

/** The search for the next day with available times. */
export interface NextAvailable {
  readonly state: 'idle' | 'searching' | 'none'
  /** Searches the days after a date. */
  readonly search: (after: string) => void
}

/** Loads month after month until a later day has available times, and reports that day. */
export function useNextAvailable(
  { availability, loadMonth }: AvailabilityControl,
  onFound: (date: string) => void,
): NextAvailable {
  const [after, setAfter] = useState<string>()
  const [isNone, setIsNone] = useState(false)
  const { byDate, loadedUntil, isLoading, error, today } = availability
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load has one effect, whatever else changes
  useEffect(() => {
    if (after === undefined || isLoading) return
    const found = [...byDate.keys()].filter((date) => date > after).sort()[0]
    const isOver = error !== undefined || loadedUntil > addDays(today, SEARCHED_DAYS)
    if (found === undefined && !isOver) {
      loadMonth(addMonths(monthOf(loadedUntil), 1))
      return
    }
    setAfter(undefined)
    if (found === undefined) setIsNone(error === undefined)
    else onFound(found)
  }, [after, byDate, loadedUntil, isLoading, error])
  return {
    state: after !== undefined ? 'searching' : isNone ? 'none' : 'idle',
    search: (date) => {
      setIsNone(false)
      setAfter(date)
    },
  }
}
