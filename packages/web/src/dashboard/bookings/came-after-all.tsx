import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking } from '../api.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type BookingChange, useBookingChange } from './booking-changes.ts'
import { bookingMessages } from './messages.ts'

/** What corrects a no-show: while its time is not over, whoever came is still to be served. */
const correctionOf = ({ end }: Pick<Booking, 'end'>, nowMs: number): BookingChange => ({
  kind: nowMs < Date.parse(end) ? 'check-in' : 'complete',
})

interface CameAfterAllProps {
  readonly booking: Booking
  readonly onDone: () => void
}

/** The button that corrects a no-show. */
export function CameAfterAll({ booking, onDone }: CameAfterAllProps) {
  const t = useMessages(bookingMessages)
  const toast = useToast()
  const change = useBookingChange()
  const [error, setError] = useState<unknown>()
  const correct = async () => {
    setError(undefined)
    try {
      await change(booking, correctionOf(booking, Date.now()))
      toast({ title: t.corrected })
      onDone()
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={() => void correct()}>{t.cameAfterAll}</Button>
      </Actions>
    </>
  )
}
