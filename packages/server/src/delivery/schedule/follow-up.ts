import type { Booking } from '@holdfast/engine'
import { type Account, accountEntity, NO_FOLLOW_UPS } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { TransactionDependencies } from '../../kernel/transaction.ts'
import { scheduleAction } from './schedule-action.ts'
import type { ActionKind } from './scheduled-action.ts'

/** The events after which a booker can get an email, with the action that sends it. */
const ACTIONS: Readonly<Partial<Record<DomainEvent['type'], FollowUpKind>>> = {
  'booking.completed': 'thank_you',
  'booking.no_show': 'no_show',
}

/** An action that emails the booker after a booking has ended. */
export type FollowUpKind = Extract<ActionKind, 'thank_you' | 'no_show'>

/** Schedules the email after the end of a booking, if the account wants it. Again: changes nothing. */
export async function scheduleFollowUp(
  deps: TransactionDependencies,
  { type, accountId, resourceId, occurredAtEpochMilliseconds }: DomainEvent,
): Promise<void> {
  const kind = ACTIONS[type]
  const account = await accountEntity.read(deps.store, accountKey(accountId))
  if (kind === undefined || account === undefined || !wantsFollowUp(account, kind)) return
  const { delayMinutes } = account.followUps ?? NO_FOLLOW_UPS
  await scheduleAction(deps, {
    accountId,
    bookingId: resourceId,
    kind,
    dueEpochSeconds: Math.floor(occurredAtEpochMilliseconds / 1000) + delayMinutes * 60,
  })
}

const wantsFollowUp = (
  { followUps = NO_FOLLOW_UPS }: Pick<Account, 'followUps'>,
  kind: FollowUpKind,
): boolean => (kind === 'thank_you' ? followUps.thankYou : followUps.noShow)

/** Whether the end of a booking has an email that the account wants. */
export const isFollowUpWanted = (
  account: Pick<Account, 'followUps'>,
  { status }: Pick<Booking, 'status'>,
): boolean =>
  (status === 'completed' && wantsFollowUp(account, 'thank_you')) ||
  (status === 'no_show' && wantsFollowUp(account, 'no_show'))

/** Whether the email is still right when it is due: the booking may have been corrected meanwhile. */
export const isFollowUpDue = (
  account: Pick<Account, 'followUps'>,
  booking: Pick<Booking, 'status'>,
  kind: FollowUpKind,
): boolean =>
  isFollowUpWanted(account, booking) &&
  booking.status === (kind === 'thank_you' ? 'completed' : 'no_show')
