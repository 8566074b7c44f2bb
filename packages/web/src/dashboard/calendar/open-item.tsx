import type { Access } from '../access.ts'
import type { Provider } from '../api.ts'
import { BookingDialog } from '../bookings/booking-dialog.tsx'
import { NewBookingDialog } from '../bookings/new-booking-dialog.tsx'
import { ClosedBookings } from '../closures/closed-bookings.tsx'
import { AffectedBookings } from '../time-off/affected-bookings.tsx'
import { AwayDialog } from '../time-off/away-dialog.tsx'
import { awayOf } from '../time-off/time-off-queries.ts'
import { instantsOf } from '../time-off/time-off-time.ts'
import { BlockDetails, BlockDialog, type BlockDraft } from './block-dialog.tsx'
import type { Item } from './calendar-items.ts'
import { EventDialog } from './event-dialog.tsx'

/** What is open above the calendar. */
export type Open =
  | Item
  | { readonly kind: 'new' | 'away' }
  | { readonly kind: 'draft'; draft: BlockDraft }

/** Whether an item opens a dialog. The dialogs of all but bookings only change something, that of a closure for many providers. */
export const opensFor = (access: Access, { kind }: Item): boolean =>
  kind === 'booking' || (access.can('bookings') && !(kind === 'closure' && access.isRestricted))

interface OpenItemProps {
  readonly open: Open
  readonly providers: readonly Provider[]
  readonly providerId: string
  readonly date: string
  readonly timeZone: string
  readonly onClose: () => void
}

/** The dialog of what is open. */
export function OpenItem({ open, providers, providerId, date, timeZone, onClose }: OpenItemProps) {
  // A team has no time of its own.
  const able = providers.filter(({ kind }) => kind !== 'team')
  switch (open.kind) {
    case 'booking':
      return <BookingDialog booking={open.booking} timeZone={timeZone} onClose={onClose} />
    case 'block':
      return (
        <BlockDetails
          block={open.block}
          provider={providers.find(({ id }) => id === open.block.providerId)}
          timeZone={timeZone}
          onClose={onClose}
        />
      )
    case 'event':
      return <EventDialog entry={open.entry} timeZone={timeZone} onClose={onClose} />
    case 'new':
      return <NewBookingDialog onClose={onClose} />
    case 'away': {
      const first = able.filter(({ id }) => id === providerId)
      return (
        <AwayDialog providers={[...new Set([...first, ...able])]} date={date} onClose={onClose} />
      )
    }
    case 'draft':
      return (
        <BlockDialog
          draft={open.draft}
          providers={able}
          providerId={able.some(({ id }) => id === providerId) ? providerId : ''}
          timeZone={timeZone}
          onClose={onClose}
        />
      )
    case 'time-off': {
      const { providerId: id } = open.timeOff
      const timeOffZone = providers.find((each) => each.id === id)?.timeZone ?? timeZone
      const time = instantsOf(open.timeOff, timeOffZone)
      return <AffectedBookings of={awayOf(id, time)} onClose={onClose} />
    }
    case 'closure':
      return <ClosedBookings closure={open.closure} providers={providers} onClose={onClose} />
    case 'busy':
    case 'class':
    case 'empty-class':
      return null
  }
}
