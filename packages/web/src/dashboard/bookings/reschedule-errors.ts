import { useCallback } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { isProblem } from '../api.ts'
import { useFailureText } from '../ui/failure.tsx'
import { bookingMessages } from './messages.ts'

interface Reason {
  readonly code: string
  readonly previousStart?: string
  readonly nextStart?: string
}

/** The reasons why a time cannot be booked; none if something else is the matter. */
export const reasonsOf = (error: unknown): readonly Reason[] =>
  isProblem(error, 'slot_not_bookable') ? ((error.problem.reasons ?? []) as readonly Reason[]) : []

/** The nearest available starts that a refusal names, and whether a booking outside the rules can have the time. */
export function nearestOf(error: unknown): {
  readonly starts: readonly string[]
  readonly canOverride: boolean
} {
  if (!isProblem(error, 'slot_not_bookable')) return { starts: [], canOverride: false }
  const reasons = reasonsOf(error)
  const starts = reasons
    .flatMap(({ previousStart, nextStart }) => [previousStart, nextStart])
    .filter((start) => start !== undefined)
  return {
    starts: [...new Set(starts)],
    canOverride: reasons.every(({ code }) => code !== 'taken'),
  }
}

/** Explains why a booking cannot move to a time, and names the nearest available times. */
export function useRescheduleErrorText(): (error: unknown, timeZone: string) => string {
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const failureText = useFailureText()
  return useCallback(
    (error, timeZone) => {
      if (isProblem(error, 'slot_taken')) return t.taken
      if (!isProblem(error, 'slot_not_bookable')) return failureText(error).text
      const nearest = nearestOf(error).starts
      const explanations = reasonsOf(error).map(({ code }) => t.reasons[code] ?? code)
      const times = format.list(nearest.map((start) => format.time(start, timeZone)))
      return [...explanations, ...(nearest.length > 0 ? [t.nearest(times)] : [])].join(' ')
    },
    [t, format, failureText],
  )
}
