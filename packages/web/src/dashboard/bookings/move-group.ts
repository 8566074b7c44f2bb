import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { api, type Booking, ifMatch, isProblem, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { useToast } from '../ui/toasts.tsx'
import { wallTimeOf } from '../zoned.ts'
import { groupMessages } from './group-messages.ts'
import { bookingMessages } from './messages.ts'
import { useRescheduleErrorText } from './reschedule-errors.ts'

/** By how many minutes of the wall clock of its own zone a booking moves to a start. */
export function shiftMinutesOf(
  { start, timeZone }: Pick<Booking, 'start' | 'timeZone'>,
  to: string,
): number {
  const wall = (instant: string) => Date.parse(`${wallTimeOf(instant, timeZone)}Z`)
  return (wall(to) - wall(start)) / 60_000
}

/** The wall time of the booking that a refusal of a group names, as `2026-04-27 09:00`. */
function refusedStart(error: unknown): string | undefined {
  const item = isProblem(error) ? error.problem.item : undefined
  return item?.localStart.replace('T', ' ')
}

/**
 * Moves all upcoming bookings of a group by the time by which one of them moves to a start, and shows a toast: with Undo, or
 * with the booking that cannot move. Resolves to whether they were moved.
 */
export function useMoveGroup(): (
  booking: Booking,
  start: string,
  timeZone: string,
  options: { readonly isOverride: boolean },
) => Promise<boolean> {
  const client = useQueryClient()
  const t = useMessages(bookingMessages)
  const group = useMessages(groupMessages)
  const common = useMessages(commonMessages)
  const toast = useToast()
  const errorText = useRescheduleErrorText()
  return useCallback(
    async (booking, start, timeZone, { isOverride }) => {
      const move = (shiftMinutes: number, override: boolean, version?: number) =>
        unwrap(
          api.POST('/v1/booking-groups/{id}/reschedule', {
            params: {
              path: { id: booking.groupId ?? '' },
              ...(version !== undefined && { header: ifMatch({ version }) }),
            },
            body: { shiftMinutes, ...(override && { override }) },
          }),
        )
      const showError = (error: unknown) => {
        const when = refusedStart(error)
        const why = errorText(error, timeZone)
        const text = when === undefined ? why : group.inTheWay(when, why)
        toast({ title: group.notMoved, text, tone: 'danger' })
      }
      const attempt = async (shiftMinutes: number, override: boolean, version?: number) => {
        try {
          return await move(shiftMinutes, override, version)
        } catch (error) {
          showError(error)
          return undefined
        } finally {
          await invalidateBookings(client)
        }
      }
      const shiftMinutes = shiftMinutesOf(booking, start)
      const moved = await attempt(shiftMinutes, isOverride)
      if (moved === undefined) return false
      const undo = async () => {
        // What was outside the rules goes back there.
        const back = await attempt(-shiftMinutes, booking.override, moved.version)
        if (back) toast({ title: t.movedBack })
      }
      toast({ title: group.moved, actions: [{ label: common.undo, run: () => void undo() }] })
      return true
    },
    [client, t, group, common, toast, errorText],
  )
}
