import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { api, type Booking, ifMatch, isProblem, unwrap } from '../api.ts'
import { invalidateBookings } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { reassignMessages } from './reassign-messages.ts'

/** Who gives a booking to whom. `toId` undefined: to the best candidate who is free. */
export interface Reassignment {
  readonly fromId: string
  readonly toId?: string | undefined
}

/** Sends a reassignment; resolves to the booking with its new assignments. */
export async function sendReassignment(
  booking: Booking,
  { fromId, toId }: Reassignment,
): Promise<Booking> {
  const params = { path: { id: booking.id }, header: ifMatch(booking) }
  const body = { from: fromId, ...(toId !== undefined && { to: toId }) }
  const answer = await unwrap(api.POST('/v1/bookings/{id}/reassign', { params, body }))
  return answer as Booking
}

type Assigned = Pick<Booking, 'assignments'>

/** The names of who takes a booking or a class now and did not before. */
export function joinedNames(before: Assigned, after: Assigned): readonly string[] {
  const known = new Set(before.assignments.map(({ providerId }) => providerId))
  return after.assignments
    .filter(({ providerId }) => !known.has(providerId))
    .map(({ providerName }) => providerName)
}

/** Explains in one sentence why nobody took a booking over. */
export function useReassignErrorText(): (error: unknown, toId?: string) => string {
  const t = useMessages(reassignMessages)
  const names = useNames()
  const failureText = useFailureText()
  return (error, toId) => {
    const name = toId === undefined ? undefined : names.provider(toId)?.name
    if (isProblem(error, 'no_candidate_free')) return name ? t.notFree(name) : t.nobodyFree
    if (isProblem(error, 'not_a_candidate')) return name ? t.notCandidate(name) : t.noCandidate
    return failureText(error).text
  }
}

/** Reassigns a booking and shows a toast with the answer. Resolves to whether somebody took it over. */
export function useReassign(): (booking: Booking, change: Reassignment) => Promise<boolean> {
  const client = useQueryClient()
  const t = useMessages(reassignMessages)
  const toast = useToast()
  const errorText = useReassignErrorText()
  return async (booking, change) => {
    try {
      const after = await sendReassignment(booking, change)
      await invalidateBookings(client)
      toast({ title: t.reassigned(joinedNames(booking, after).join(', ')) })
      return true
    } catch (error) {
      await invalidateBookings(client)
      toast({ title: t.notReassigned, text: errorText(error, change.toId), tone: 'danger' })
      return false
    }
  }
}
