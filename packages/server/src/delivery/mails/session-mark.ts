import { type ClassSession, calendarIdOf } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { sentMailKey } from '../keys.ts'
import { sentMailEntity } from './sent-mail.ts'

/** Whether the calendar of a provider has the invitation of a session, as far as emails went. */
export interface InvitedMark {
  readonly session: ClassSession
  readonly providerId: string
  readonly isInvited: boolean
}

const mailIdOf = ({ session, providerId }: Omit<InvitedMark, 'isInvited'>): string =>
  `${calendarIdOf(session)}.${providerId}.invited`

const KEPT_SECONDS = 30 * 24 * 60 * 60

/** Whether a provider was sent the invitation of a session, and no cancellation since. */
export async function isInvited(
  { store }: Pick<Dependencies, 'store'>,
  session: ClassSession,
  providerId: string,
): Promise<boolean> {
  const key = sentMailKey(mailIdOf({ session, providerId }))
  return (await store.get(key, { consistent: true })) !== undefined
}

/** Records which invitations and cancellations were sent. A crash before it only sends the next one again. */
export async function recordInvited(
  deps: Pick<Dependencies, 'store' | 'clock' | 'ids'>,
  marks: readonly InvitedMark[],
): Promise<void> {
  for (const mark of marks) {
    const { accountId, endEpochSeconds } = mark.session
    const mailId = mailIdOf(mark)
    const expiresAtEpochSeconds = endEpochSeconds + KEPT_SECONDS
    const write: Write = mark.isInvited
      ? sentMailEntity.create({ mailId, accountId, expiresAtEpochSeconds })
      : { kind: 'delete', key: sentMailKey(mailId) }
    // A conflict means that it was recorded before.
    await transact(deps, { write })
  }
}
