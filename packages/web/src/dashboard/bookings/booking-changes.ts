import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, type Booking, ifMatch, isProblem, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { type ToastAction, useToast } from '../ui/toasts.tsx'
import { deskMessages } from './desk-messages.ts'
import { bookingMessages } from './messages.ts'

/** A step of a visit, as its path names it. */
export type VisitStep = 'check-in' | 'call' | 'start-service' | 'check-out'

/** A change to a booking other than a reschedule. */
export type BookingChange =
  | { readonly kind: 'confirm'; readonly withoutPayment?: boolean }
  | { readonly kind: 'complete' | 'no-show' | VisitStep }
  | { readonly kind: 'cancel'; readonly reason: string }

function send(booking: Booking, change: BookingChange): Promise<Booking> {
  const path = { id: booking.id }
  const params = { path, header: ifMatch(booking) }
  switch (change.kind) {
    case 'confirm': {
      const body = change.withoutPayment ? { withoutPayment: true } : {}
      return unwrap(api.POST('/v1/bookings/{id}/confirm', { params, body })) as Promise<Booking>
    }
    case 'complete':
      return unwrap(api.POST('/v1/bookings/{id}/complete', { params, body: {} }))
    case 'no-show':
      return unwrap(api.POST('/v1/bookings/{id}/no-show', { params, body: {} }))
    // A step is recorded once, whatever else changed meanwhile.
    case 'check-in':
      return unwrap(api.POST('/v1/bookings/{id}/check-in', { params: { path }, body: {} }))
    case 'call':
      return unwrap(api.POST('/v1/bookings/{id}/call', { params: { path }, body: {} }))
    case 'start-service':
      return unwrap(api.POST('/v1/bookings/{id}/start-service', { params: { path }, body: {} }))
    case 'check-out':
      return unwrap(api.POST('/v1/bookings/{id}/check-out', { params: { path }, body: {} }))
    case 'cancel': {
      const body = change.reason === '' ? {} : { reason: change.reason }
      return unwrap(api.POST('/v1/bookings/{id}/cancel', { params, body })) as Promise<Booking>
    }
  }
}

/** Changes a booking, then reloads the lists of bookings. Rejects with the server's error. */
export function useBookingChange(): (booking: Booking, change: BookingChange) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (booking, change) => {
      try {
        await send(booking, change)
      } finally {
        await invalidateBookings(client)
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

/**
 * Moves a booking to another start and shows a toast: with Undo if it was moved, otherwise with the
 * reason, buttons for the nearest available times, and one to move it anyway. `isOverride` moves it outside the rules. Resolves to whether the
 * booking was moved.
 */
export function useMove(): (
  booking: Booking,
  start: string,
  timeZone: string,
  options?: { readonly isOverride: boolean },
) => Promise<boolean> {
  const client = useQueryClient()
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const desk = useMessages(deskMessages)
  const toast = useToast()
  const errorText = useRescheduleErrorText()
  return useCallback(
    (booking, start, timeZone, { isOverride } = { isOverride: false }) => {
      const to = (at: Booking, when: string, override: boolean) =>
        unwrap(
          api.POST('/v1/bookings/{id}/reschedule', {
            params: { path: { id: at.id }, header: ifMatch(at) },
            body: { start: when, ...(override && { override }) },
          }),
        ) as Promise<Booking>
      const refresh = () => invalidateBookings(client)
      const showError = (error: unknown, actions: readonly ToastAction[] = []) => {
        const text = errorText(error, timeZone)
        toast({ title: t.notMoved, text, tone: 'danger', actions })
      }
      const undo = async (moved: Booking) => {
        try {
          await to(moved, booking.start, booking.override)
          toast({ title: t.movedBack })
        } catch (error) {
          showError(error)
        }
        await refresh()
      }
      const attempt = async (at: string, override: boolean): Promise<boolean> => {
        try {
          const moved = await to(booking, at, override)
          // Reloads before the toast, so that the next change uses the booking's new version.
          await refresh()
          const when = `${format.shortDate(at, timeZone)}, ${format.time(at, timeZone)}`
          const action = { label: common.undo, run: () => void undo(moved) }
          toast({ title: t.moved(when), actions: [action] })
          return true
        } catch (error) {
          await refresh()
          const { starts, canOverride } = nearestOf(error)
          showError(error, [
            ...starts.map((near) => ({
              label: format.time(near, timeZone),
              run: () => void attempt(near, false),
            })),
            ...(canOverride && !override
              ? [{ label: desk.moveAnyway, run: () => void attempt(at, true) }]
              : []),
          ])
          return false
        }
      }
      return attempt(start, isOverride)
    },
    [client, format, t, common, desk, toast, errorText],
  )
}
