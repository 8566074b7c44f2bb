import { useState } from 'react'
import type { Provider } from '../api.ts'
import { AffectedBookings } from './affected-bookings.tsx'
import { AwayForm } from './away-form.tsx'
import type { AffectedBy } from './time-off-queries.ts'
import { instantsOf } from './time-off-time.ts'

interface AwayDialogProps {
  /** Those to choose from; the first is preselected. */
  readonly providers: readonly Provider[]
  /** The day that the form begins with. */
  readonly date: string
  readonly onClose: () => void
}

/** Adds time off, then asks what to do with the bookings in it. */
export function AwayDialog({ providers, date, onClose }: AwayDialogProps) {
  const [affected, setAffected] = useState<AffectedBy>()
  if (affected !== undefined) return <AffectedBookings of={affected} isNew onClose={onClose} />
  return (
    <AwayForm
      providers={providers}
      date={date}
      onClose={onClose}
      onCreated={({ time, bookingIds, provider, awayIds }) => {
        if (bookingIds.length === 0) return onClose()
        const instants = instantsOf(time, provider.timeZone)
        setAffected({ awayIds: new Set(awayIds), time: instants, bookingIds })
      }}
    />
  )
}
