import { strictest } from '../change-rules.ts'
import { RefundNote } from '../refund-note.tsx'
import { type Cancelling, canCancel, type LoadedGroup } from './group-calls.ts'

interface GroupRefundProps {
  readonly loaded: LoadedGroup
  readonly token: string
  readonly timeZone: string
  readonly cancelling: Cancelling
  /** Whether the booker is about to cancel. */
  readonly isCancelling?: boolean
}

/** Says what the booker gets back by cancelling the bookings of a group together. Shows nothing if nothing is paid for them. */
export function GroupRefund(props: GroupRefundProps) {
  const { loaded, token, timeZone, cancelling, isCancelling = false } = props
  const { group, bookings, namesOf } = loaded
  const from = cancelling.scope === 'following' ? cancelling.from : undefined
  const cancelled = bookings
    .filter(canCancel)
    .filter(({ start }) => from === undefined || Date.parse(start) >= Date.parse(from))
  const [first] = cancelled
  const rules = strictest(cancelled)
  if (group.orderId === null || first === undefined || rules === undefined) return null
  const { id, version } = group
  // The dates of a stay are those of its house.
  const zone = first.arrival === null ? undefined : namesOf.get(first.id)?.provider.timeZone
  return (
    <RefundNote
      of={{ id, version, cancelUntil: rules.cancelUntil, from }}
      token={token}
      isCancelling={isCancelling}
      timeZone={zone ?? timeZone}
    />
  )
}
