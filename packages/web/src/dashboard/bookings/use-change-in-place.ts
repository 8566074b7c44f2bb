import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Booking, ifMatch, unwrap } from '../api.ts'
import { invalidateBookings } from '../queries.ts'
import { useToast } from '../ui/toasts.tsx'

/** What changes of a booking that keeps its start. */
type ChangeInPlace = { readonly durationMinutes: number } | { readonly eventTypeId: string }

/** Changes a booking that keeps its start; shows `done`, then calls `onDone`. A refusal is kept until it is cleared. */
export function useChangeInPlace(booking: Booking, onDone: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (change: ChangeInPlace, override: boolean, done: string) => {
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: ifMatch(booking) }
      const body = { ...change, ...(override && { override }) }
      await unwrap(api.POST('/v1/bookings/{id}/reschedule', { params, body }))
      toast({ title: done })
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    } finally {
      await invalidateBookings(client)
    }
  }
  return { isBusy, error, submit, clear: () => setError(undefined) }
}
