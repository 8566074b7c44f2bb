import type { Booking } from '@holdfast/engine'
import { expectsLink } from '../../external-calendars/calendar-sync/conferences.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { transact } from '../../kernel/transaction.ts'
import { sentMailKey } from '../keys.ts'
import type { MailContext } from './mail-context.ts'
import { sentMailEntity } from './sent-mail.ts'

/** How long an email waits for a link that a calendar is creating. */
const WAIT_MILLISECONDS = 60_000
const ASK_AGAIN_MILLISECONDS = 3_000
/** How long it is remembered that the emails about a booking went without its link. */
const AWAITED_SECONDS = 30 * 24 * 60 * 60

const CARRY_LINK: ReadonlySet<string> = new Set([
  'booking.confirmed',
  'booking.rescheduled',
  'booking.reassigned',
  'booking.updated',
])

/** Whether the emails of an event say how to join the booking. */
export const carriesLink = (
  { type }: DomainEvent,
  { booking, isNewAddress, placeChange }: MailContext,
): boolean =>
  CARRY_LINK.has(type) &&
  booking.status === 'confirmed' &&
  (type !== 'booking.updated' || isNewAddress === true || placeChange !== undefined)

const markOf = ({ id }: Booking): string => `${id}.without_link`

/**
 * Answers when the emails of an event should ask again for the link of a booking. Undefined if they should go
 * without, because no calendar creates it or it takes too long; then that is noted, so that the link is sent later.
 */
export async function awaitLink(
  deps: Pick<Dependencies, 'store' | 'clock' | 'ids'>,
  { occurredAtEpochMilliseconds }: DomainEvent,
  booking: Booking,
): Promise<Attempt | undefined> {
  const now = deps.clock.nowEpochMilliseconds()
  const isInTime = now < occurredAtEpochMilliseconds + WAIT_MILLISECONDS
  if (isInTime && (await expectsLink(deps, booking))) {
    return { kind: 'later', atEpochMilliseconds: now + ASK_AGAIN_MILLISECONDS }
  }
  const mark = sentMailEntity.create({
    mailId: markOf(booking),
    accountId: booking.accountId,
    expiresAtEpochSeconds: Math.floor(now / 1000) + AWAITED_SECONDS,
  })
  // A conflict means that it was noted before.
  await transact(deps, { mark })
  return undefined
}

/**
 * Whether people wait for the first link of a booking: an email went without it, or the last one is so old that
 * nobody knows any more.
 */
export async function isLinkAwaited(
  { store }: Pick<Dependencies, 'store'>,
  { occurredAtEpochMilliseconds }: DomainEvent,
  booking: Booking,
): Promise<boolean> {
  const { confirmedAtEpochSeconds = 0 } = booking
  const ageSeconds = occurredAtEpochMilliseconds / 1000 - confirmedAtEpochSeconds
  if (ageSeconds >= AWAITED_SECONDS) return true
  return (await store.get(sentMailKey(markOf(booking)), { consistent: true })) !== undefined
}
