import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, type Booking, ifMatch, isProblem, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { type ToastAction, useToast } from '../ui/toasts.tsx'
import { deskMessages } from './desk-messages.ts'
import { groupMessages } from './group-messages.ts'
import { bookingMessages } from './messages.ts'
import { useMoveGroup } from './move-group.ts'
import { nearestOf, useRescheduleErrorText } from './reschedule-errors.ts'

/** A step of a visit, as its path names it. */
export type VisitStep = 'check-in' | 'call' | 'start-service' | 'check-out'

/** A change to a booking other than a reschedule. */
export type BookingChange =
  | { readonly kind: 'confirm'; readonly withoutPayment?: boolean }
  | { readonly kind: 'complete' | 'no-show' | VisitStep }
  | { readonly kind: 'cancel'; readonly reason: string }

function send(
  booking: Booking,
  change: BookingChange,
  visitId: string | undefined,
): Promise<unknown> {
  if (visitId !== undefined && change.kind === 'confirm') {
    const params = { path: { id: visitId } }
    return unwrap(api.POST('/v1/booking-groups/{id}/confirm', { params, body: {} }))
  }
  if (visitId !== undefined && change.kind === 'cancel') {
    const params = { path: { id: visitId } }
    const body = { scope: 'all' as const, ...(change.reason !== '' && { reason: change.reason }) }
    return unwrap(api.POST('/v1/booking-groups/{id}/cancel', { params, body }))
  }
  const path = { id: booking.id }
  const params = { path, header: ifMatch(booking) }
  switch (change.kind) {
    case 'confirm': {
      const body = change.withoutPayment ? { withoutPayment: true } : {}
      return unwrap(api.POST('/v1/bookings/{id}/confirm', { params, body }))
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
      return unwrap(api.POST('/v1/bookings/{id}/cancel', { params, body }))
    }
  }
}

/**
 * Changes a booking, then reloads the lists of bookings. `visitId`: the group of its visit, which is confirmed and cancelled
 * as a whole. Rejects with the server's error.
 */
export function useBookingChange(): (
  booking: Booking,
  change: BookingChange,
  visitId?: string,
) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (booking, change, visitId) => {
      try {
        await send(booking, change, visitId)
      } finally {
        await invalidateBookings(client)
      }
    },
    [client],
  )
}

/**
 * Moves a booking to another start and shows a toast: with Undo if it was moved, otherwise with the
 * reason, buttons for the nearest available times, one to move it anyway, and for a part of a visit one to move all of it. `isOverride` moves it outside the rules. Resolves to whether the
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
  const { moveVisit } = useMessages(groupMessages)
  const moveGroup = useMoveGroup()
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
            ...(isProblem(error, 'part_of_visit')
              ? [
                  {
                    label: moveVisit,
                    run: () => void moveGroup(booking, at, timeZone, { isOverride: override }),
                  },
                ]
              : []),
          ])
          return false
        }
      }
      return attempt(start, isOverride)
    },
    [client, format, t, common, desk, toast, errorText, moveVisit, moveGroup],
  )
}
