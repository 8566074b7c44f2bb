import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Booking, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidateBookings } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { Actions } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { bookingMessages } from './messages.ts'

interface MoveStayProps {
  readonly booking: Booking
  readonly arrival: string
  readonly departure: string
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Moves a stay to other dates of its unit. */
export function MoveStay(props: MoveStayProps) {
  const { booking, onBack, onDone } = props
  const { format } = useI18n()
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const nights = useMessages(nightsMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [dates, setDates] = useState({ arrival: props.arrival, departure: props.departure })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { arrival, departure } = dates
  const isWhole = arrival !== '' && departure > arrival
  const submit = async () => {
    if (!isWhole) return
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: booking.id }, header: ifMatch(booking) }
      await unwrap(api.POST('/v1/bookings/{id}/reschedule', { params, body: dates }))
      toast({ title: t.moved(`${format.shortDay(arrival)} – ${format.shortDay(departure)}`) })
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    } finally {
      await invalidateBookings(client)
    }
  }
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      {(['arrival', 'departure'] as const).map((name) => (
        <TextField
          key={name}
          label={nights[name]}
          value={dates[name]}
          type="date"
          isRequired
          onChange={(value) => setDates({ ...dates, [name]: value })}
        />
      ))}
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          aria-disabled={!isWhole}
          onClick={() => void submit()}
        >
          {t.move}
        </Button>
      </Actions>
    </>
  )
}
