import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, type Booking, ifMatch, isProblem, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { bookingsChanged } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { useNotes } from '../ui/toasts.tsx'
import { bookingMessages } from './messages.ts'

/** What can be done with a booking beside moving it. */
export type BookingChange =
  | { readonly kind: 'confirm' | 'complete' | 'no-show' }
  | { readonly kind: 'cancel'; readonly reason: string }

function send(booking: Booking, change: BookingChange): Promise<Booking> {
  const params = { path: { id: booking.id }, header: ifMatch(booking) }
  switch (change.kind) {
    case 'confirm':
      return unwrap(api.POST('/v1/bookings/{id}/confirm', { params, body: {} })) as Promise<Booking>
    case 'complete':
      return unwrap(api.POST('/v1/bookings/{id}/complete', { params, body: {} }))
    case 'no-show':
      return unwrap(api.POST('/v1/bookings/{id}/no-show', { params, body: {} }))
    case 'cancel': {
      const body = change.reason === '' ? {} : { reason: change.reason }
      return unwrap(api.POST('/v1/bookings/{id}/cancel', { params, body })) as Promise<Booking>
    }
  }
}

/** Changes a booking, and has every list of bookings read again; rejects as the server refuses. */
export function useBookingChange(): (booking: Booking, change: BookingChange) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (booking, change) => {
      try {
        await send(booking, change)
      } finally {
        await bookingsChanged(client, booking.providerId)
      }
    },
    [client],
  )
}

interface Reason {
  readonly code: string
  readonly previousStart?: string
  readonly nextStart?: string
}

/** Says why a booking cannot be moved to a time, and which are near it. */
export function useMoveRefusal(): (error: unknown, timeZone: string) => string {
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const failureText = useFailureText()
  return useCallback(
    (error, timeZone) => {
      if (isProblem(error, 'slot_taken')) return t.taken
      if (!isProblem(error, 'slot_not_bookable')) return failureText(error).text
      const reasons = (error.problem.reasons ?? []) as readonly Reason[]
      const near = reasons
        .flatMap(({ previousStart, nextStart }) => [previousStart, nextStart])
        .filter((start) => start !== undefined)
      const why = reasons.map(({ code }) => t.reasons[code] ?? code)
      const times = format.list(near.map((start) => format.time(start, timeZone)))
      return [...why, ...(near.length > 0 ? [t.nearest(times)] : [])].join(' ')
    },
    [t, format, failureText],
  )
}

/**
 * Moves a booking to another start, tells it, and offers to take it back. Where it is refused, says
 * why and what is near; answers whether it was moved.
 */
export function useMove(): (booking: Booking, start: string, timeZone: string) => Promise<boolean> {
  const client = useQueryClient()
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const note = useNotes()
  const refusalOf = useMoveRefusal()
  return useCallback(
    async (booking, start, timeZone) => {
      const to = (at: Booking, when: string) =>
        unwrap(
          api.POST('/v1/bookings/{id}/reschedule', {
            params: { path: { id: at.id }, header: ifMatch(at) },
            body: { start: when },
          }),
        ) as Promise<Booking>
      const settle = () => bookingsChanged(client, booking.providerId)
      const refuse = (error: unknown) =>
        note({ title: t.notMoved, text: refusalOf(error, timeZone), tone: 'danger' })
      try {
        const moved = await to(booking, start)
        // Before it is told: who goes on at once changes the booking as it is now, not as it was.
        await settle()
        const undo = async () => {
          try {
            await to(moved, booking.start)
            note({ title: t.movedBack })
          } catch (error) {
            refuse(error)
          }
          await settle()
        }
        const when = `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)}`
        const action = { label: common.undo, run: () => void undo() }
        note({ title: t.moved(when), action })
        return true
      } catch (error) {
        await settle()
        refuse(error)
        return false
      }
    },
    [client, format, t, common, note, refusalOf],
  )
}
