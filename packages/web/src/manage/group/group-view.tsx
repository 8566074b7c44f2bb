import type { BookingDetails, PublicBooking } from '@holdfast/contracts'
import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import managed from '../../shared/managed/managed.module.css'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { FailureNotice } from '../../shared/ui/failure-notice.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { BookingWhen } from '../booking-when.tsx'
import { ChangeActions } from '../change-actions.tsx'
import { strictest } from '../change-rules.ts'
import { manageMessages } from '../messages.ts'
import { OrderNotice } from '../order-notice.tsx'
import styles from './group.module.css'
import {
  type Cancelling,
  canCancel,
  confirmGroup,
  isLive,
  type LoadedGroup,
} from './group-calls.ts'
import { GroupRefund } from './group-refund.tsx'
import { groupMessages } from './messages.ts'

/** What was done with all bookings of a group. */
export type GroupOutcome = 'confirmed' | 'cancelled' | 'moved'

interface GroupViewProps {
  readonly loaded: LoadedGroup
  readonly token: string
  readonly timeZone: string
  /** What was done last. */
  readonly outcome: GroupOutcome | undefined
  /** Whether a confirmation is open below, which hides the actions. */
  readonly isCancelling: boolean
  readonly onConfirmed: () => void
  readonly onCancel: (cancelling: Cancelling) => void
  /** Moves a visit; with its earliest booking, whose times are offered. */
  readonly onMove: (earliest: BookingDetails) => void
}

const ALL: Cancelling = { scope: 'all' }

/** The bookings of a group, each with its link, and what can be done with all of them. */
export function GroupView(props: GroupViewProps) {
  const { loaded, token, timeZone, outcome, isCancelling, onCancel } = props
  const { bookings, namesOf } = loaded
  const t = useMessages(groupMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome) heading.current?.focus()
  }, [outcome])
  const titles = new Set(
    [...namesOf.values()].map(({ eventType, provider }) => eventType?.title ?? provider.name),
  )
  const [only] = titles
  const open = bookings.filter(canCancel)
  const { orderId, together } = loaded.group
  const [first] = bookings
  const nameOf = (booking: PublicBooking) => {
    const details = namesOf.get(booking.id)
    const title = titles.size === 1 && !together ? undefined : details?.eventType?.title
    return together && details ? [title, ...peopleOf(details)].filter(Boolean).join(', ') : title
  }
  return (
    <>
      {outcome && <Notice tone="info" title={t[outcome]} headingRef={heading} />}
      <header className={managed.head}>
        <p className={managed.status}>{t.count(bookings.length)}</p>
        <h1 dir="auto">{together ? t.visit : titles.size === 1 ? only : t.title}</h1>
        {together && open.length > 1 && <p className={managed.soft}>{t.visitNote}</p>}
      </header>
      {!isCancelling && <Confirm {...props} />}
      {orderId && first && !isCancelling && (
        <OrderNotice
          key={`${orderId} ${bookings.map(({ version }) => version)}`}
          orderId={orderId}
          back={{ bookingId: first.id, token }}
        />
      )}
      <ol className={styles.bookings}>
        {bookings.map((booking) => (
          <Entry
            key={booking.id}
            booking={booking}
            name={nameOf(booking)}
            token={together ? undefined : token}
            timeZone={timeZone}
            // All others are those from the first on. Rooms that begin together end by themselves.
            onFollowing={
              !together &&
              booking.arrival === null &&
              !isCancelling &&
              canCancel(booking) &&
              booking !== open[0]
                ? () => onCancel({ scope: 'following', from: booking.start })
                : undefined
            }
          />
        ))}
      </ol>
      {open.length > 0 && !isCancelling && (
        <GroupRefund loaded={loaded} token={token} timeZone={timeZone} cancelling={ALL} />
      )}
      {together && !isCancelling && <ChangeVisit {...props} open={open} />}
      {!together && open.length > 0 && !isCancelling && (
        <div className={managed.actions}>
          <Button kind="danger" onClick={() => onCancel(ALL)}>
            {t.cancelAll}
          </Button>
        </div>
      )}
    </>
  )
}

/** Who serves a booking. */
const peopleOf = ({ booking, provider }: BookingDetails): readonly string[] =>
  booking.assignments.length === 0
    ? [provider.name]
    : booking.assignments.map(({ providerName }) => providerName)

/** Moves or cancels all upcoming bookings of a visit, by the strictest of their rules. */
function ChangeVisit({
  loaded: { namesOf },
  timeZone,
  open,
  onCancel,
  onMove,
}: GroupViewProps & { readonly open: readonly PublicBooking[] }) {
  const t = useMessages(groupMessages)
  const rules = strictest(open)
  const earliest = namesOf.get(open[0]?.id ?? '')
  if (rules === undefined || earliest === undefined) return null
  return (
    <div className={managed.actions}>
      <ChangeActions
        booking={rules}
        labels={{ move: t.moveAll, cancel: t.cancelAll }}
        timeZone={timeZone}
        isFirst={false}
        onMove={() => onMove(earliest)}
        onCancel={() => onCancel(ALL)}
      />
    </div>
  )
}

interface EntryProps {
  readonly booking: PublicBooking
  /** The event type, if the group has several; of a visit, with the people. */
  readonly name: string | undefined
  /** The token of the page of this booking. Undefined if it has none of its own. */
  readonly token: string | undefined
  readonly timeZone: string
  /** Cancels this booking and all later ones. Undefined if that is not possible. */
  readonly onFollowing: (() => void) | undefined
}

function Entry({ booking, name, token, timeZone, onFollowing }: EntryProps) {
  const { format } = useI18n()
  const t = useMessages(groupMessages)
  const manage = useMessages(manageMessages)
  const { id, start, status } = booking
  const day = format.shortDate(start, timeZone)
  return (
    <li className={isLive(booking) ? undefined : styles.over}>
      <div>
        <BookingWhen booking={booking} timeZone={timeZone} />
        {name && <span dir="auto">{name}</span>}
        <small>{manage.status[status]}</small>
      </div>
      <div className={styles.actions}>
        {onFollowing && (
          <Button kind="quiet" aria-label={`${t.following}: ${day}`} onClick={onFollowing}>
            {t.following}
          </Button>
        )}
        {token !== undefined && (
          <ButtonLink href={`/manage/${id}#${token}`} aria-label={`${t.one}: ${day}`}>
            {t.one}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

/** Confirms the bookings while they are held. */
function Confirm({ loaded, token, timeZone, onConfirmed }: GroupViewProps) {
  const { format } = useI18n()
  const t = useMessages(groupMessages)
  const manage = useMessages(manageMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { group, bookings } = loaded
  const held = bookings.filter(
    ({ status, confirmation }) => status === 'pending' && confirmation === 'hold',
  )
  // Bookings with a price are confirmed by their payment.
  if (held.length === 0 || group.holdExpiresAt === null || group.orderId !== null) return null
  if (held.some(({ emailUnconfirmed }) => emailUnconfirmed)) return <p>{manage.openEmail}</p>
  const confirm = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      await confirmGroup(group.id, token)
      onConfirmed()
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <FailureNotice error={error} />}
      <p>{t.heldUntil(format.time(group.holdExpiresAt, timeZone))}</p>
      <div className={managed.actions}>
        <Button kind="primary" isBusy={isBusy} onClick={() => void confirm()}>
          {t.confirm}
        </Button>
      </div>
    </>
  )
}
