import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { BookingDialog } from '../bookings/booking-dialog.tsx'
import { linkedBookingQuery } from '../queries.ts'
import { Failure } from '../ui/failure.tsx'
import { hasDialog } from '../ui/has-dialog.ts'
import { Modal } from '../ui/modal.tsx'
import { searchMessages } from './messages.ts'
import { SearchDialog } from './search-dialog.tsx'

const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey

/** The search of the whole dashboard: a function that opens it, and what it shows. Ctrl+K or ⌘K opens it, too. */
export function useSearchEverywhere(accountId: string) {
  const [isOpen, setOpen] = useState(false)
  const [bookingId, setBookingId] = useState<string>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || hasDialog()) return
      // Browsers have uses of their own for it.
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const shown = (
    <>
      {isOpen && (
        <SearchDialog
          accountId={accountId}
          onClose={() => setOpen(false)}
          onBooking={setBookingId}
        />
      )}
      {bookingId && <FoundBooking id={bookingId} onClose={() => setBookingId(undefined)} />}
    </>
  )
  return { open: () => setOpen(true), shown }
}

interface FoundBookingProps {
  readonly id: string
  readonly onClose: () => void
}

/** A booking over the current page, by its id. */
export function FoundBooking({ id, onClose }: FoundBookingProps) {
  const t = useMessages(searchMessages)
  const query = useQuery(linkedBookingQuery(id))
  if (query.isError) {
    return (
      <Modal title={t.bookings} onClose={onClose}>
        <Failure error={query.error} />
      </Modal>
    )
  }
  return query.data === undefined ? null : (
    <BookingDialog booking={query.data} timeZone={query.data.timeZone} onClose={onClose} />
  )
}
