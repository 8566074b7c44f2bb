import type { Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { EventData } from '../../kernel/events/event.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { ownTaskWrite } from '../../kernel/queue/own-task.ts'
import type { BookingChange } from '../bookings/claims-of-bookings.ts'
import { changesPeople, previousPeople } from '../bookings/previous-people.ts'
import type { BookingGroup } from '../visits/booking-group.ts'

/** What happened to bookings of a group together, as the task of its emails says it. */
export interface GroupChange {
  readonly groupId: string
  readonly bookings: readonly {
    readonly id: string
    /** Their events of this version send no emails. */
    readonly version: number
    readonly eventName:
      | 'booking.created'
      | 'booking.confirmed'
      | 'booking.cancelled'
      | 'booking.rescheduled'
    /** Of a booking that other people take now: whom it took, as its event says it. */
    readonly previous?: EventData
  }[]
}

const EVENTS = {
  pending: 'booking.created',
  confirmed: 'booking.confirmed',
  cancelled: 'booking.cancelled',
} as const

/** Whether a booking has or had emails of its group. A hold has none, and what waits for a proof one of a booking alone. */
const hasMails = ({
  status,
  confirmation,
  confirmedAtEpochSeconds,
  emailUnconfirmed,
}: Booking): boolean =>
  emailUnconfirmed !== true &&
  (status === 'confirmed' || confirmedAtEpochSeconds !== undefined || confirmation === 'approval')

/** The write of the task that sends one email about several bookings of a group, if anybody gets one. */
export function groupMail(
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  { id: groupId, accountId }: Pick<BookingGroup, 'id' | 'accountId'>,
  changes: readonly BookingChange[],
): readonly Write[] {
  const bookings = changes.flatMap(({ before, decision: { booking, events } }) => {
    const { id, version, status } = booking
    if (status !== 'pending' && status !== 'confirmed' && status !== 'cancelled') return []
    if (!hasMails(booking)) return []
    const isMove = events.includes('booking.rescheduled')
    if (!isMove || before === undefined) return [{ id, version, eventName: EVENTS[status] }]
    const previous = changesPeople('booking.rescheduled', before, booking) && previousPeople(before)
    return [{ id, version, eventName: 'booking.rescheduled', ...(previous && { previous }) }]
  })
  if (bookings.length === 0) return []
  return [
    ownTaskWrite(deps, 'mails', {
      type: 'group.changed',
      accountId,
      resourceId: groupId,
      resourceVersion: 1,
      data: { groupId, bookings },
    }),
  ]
}
