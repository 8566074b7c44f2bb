import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventTypesQuery } from '../queries.ts'

const STORAGE_KEY = 'holdfast.calendar-empty-classes'

/** Whether classes without bookings are shown, and how to choose it. */
export interface EmptyClassesChoice {
  readonly areShown: boolean
  /** Whether the account has classes, so that there is something to choose. */
  readonly isOffered: boolean
  readonly show: (areShown: boolean) => void
}

/** The choice of the last visit; without one, they are shown. An account without classes does not ask for them. */
export function useEmptyClasses(): EmptyClassesChoice {
  const eventTypes = useQuery(eventTypesQuery)
  const [isChosen, setChosen] = useState(() => localStorage.getItem(STORAGE_KEY) !== 'no')
  const isOffered = eventTypes.data?.some(({ seats }) => seats !== null) === true
  const show = (next: boolean) => {
    localStorage.setItem(STORAGE_KEY, next ? 'yes' : 'no')
    setChosen(next)
  }
  return { areShown: isOffered && isChosen, isOffered, show }
}
