import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { AffectedBookings } from '../time-off/affected-bookings.tsx'
import { Modal } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { affectedOf, closedBookingsQuery } from './closure-queries.ts'
import { type Closure, closedIds, whomOf } from './closures.ts'
import { closureMessages } from './messages.ts'

interface ClosedBookingsProps {
  readonly closure: Closure
  readonly providers: readonly Provider[]
  /** Those that the server named when the closure was saved just now. Default: those that are in it now. */
  readonly savedIds?: readonly string[] | undefined
  readonly onClose: () => void
}

/** Asks what to do with each booking in a closure. */
export function ClosedBookings({ closure, providers, savedIds, onClose }: ClosedBookingsProps) {
  const t = useMessages(closureMessages)
  const found = useQuery({ ...closedBookingsQuery(closure.id), enabled: savedIds === undefined })
  const bookingIds = savedIds ?? found.data
  if (bookingIds === undefined) {
    return (
      <Modal title={t.bookings} onClose={onClose}>
        <QueryView query={found}>{() => null}</QueryView>
      </Modal>
    )
  }
  return (
    <AffectedBookings
      of={affectedOf(closure, closedIds(whomOf(closure), providers), bookingIds)}
      isNew={savedIds !== undefined}
      lead={t.affectedLead}
      onClose={onClose}
    />
  )
}
