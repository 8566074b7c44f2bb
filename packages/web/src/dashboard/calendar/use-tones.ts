import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Booking } from '../api.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { COLORINGS, type Coloring, type Tone, toneOfBooking, tonesOf } from './coloring.ts'

const STORAGE_KEY = 'holdfast.calendar-coloring'

const saved = (): Coloring =>
  COLORINGS.find((each) => each === localStorage.getItem(STORAGE_KEY)) ?? 'status'

/** What colors say, as on the last visit, and how to choose it. */
export function useColoring(): readonly [Coloring, (coloring: Coloring) => void] {
  const [coloring, setColoring] = useState(saved)
  const choose = (next: Coloring) => {
    localStorage.setItem(STORAGE_KEY, next)
    setColoring(next)
  }
  return [coloring, choose]
}

/** The colors of bookings. */
export interface Tones {
  readonly of: (booking: Booking) => Tone | undefined
  /** The tones of some bookings, each once, for the legend. Undefined if the colors say the status. */
  readonly among: (bookings: readonly Booking[]) => readonly Tone[] | undefined
}

/** The colors of bookings by event type or provider. */
export function useTones(coloring: Coloring): Tones {
  const { data: providers } = useQuery(providersQuery)
  const { data: eventTypes } = useQuery(eventTypesQuery)
  const tones = useMemo(
    () => tonesOf(coloring, providers ?? [], eventTypes ?? []),
    [coloring, providers, eventTypes],
  )
  const of = useCallback(
    (booking: Booking) => toneOfBooking(booking, coloring, tones),
    [coloring, tones],
  )
  return {
    of,
    among: (bookings) => {
      if (coloring === 'status') return undefined
      const ids = new Set(bookings.flatMap((booking) => of(booking)?.id ?? []))
      return [...tones.values()].filter(({ id }) => ids.has(id))
    },
  }
}
