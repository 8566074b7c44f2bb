import type { StoredAccount } from '../../identity/accounts/account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { SmsDraft } from './sms-notice.ts'

/** An event about a booking, for the SMS to its booker. */
export interface SmsSubject {
  readonly draft: SmsDraft
  readonly account: Pick<StoredAccount, 'sms' | 'country' | 'retentionDays'> | undefined
  /** Whether a later change of the booking has an SMS of its own. */
  readonly isSuperseded: boolean
}

/** Tells the booker of an event by SMS, if no email can. */
export type NotifyBySms = (deps: Dependencies, subject: SmsSubject) => Promise<Attempt>

/** Tells the booker of an event by SMS after its emails, where the server sends SMS; answers the outcome of both. */
export async function withSms(
  deps: Dependencies & { readonly sms?: NotifyBySms | undefined },
  mails: Attempt,
  subject: SmsSubject,
): Promise<Attempt> {
  if (deps.sms === undefined) return mails
  // biome-ignore lint/nursery/useAwaitThenable: the rule does not see the promise behind the type.
  return bothOf(mails, await deps.sms(deps, subject))
}

/** The outcome of the emails and of the SMS of one event: what is not done is attempted again. */
function bothOf(mails: Attempt, sms: Attempt): Attempt {
  if (mails.kind === 'done') return sms
  if (sms.kind === 'done') return mails
  const errors = [mails, sms].flatMap((each) => ('error' in each ? [each.error] : [])).join('; ')
  if (mails.kind === 'dead' && sms.kind === 'dead') return { kind: 'dead', error: errors }
  const waiting = [mails, sms].filter((each) => each.kind !== 'dead')
  const times = waiting.map((each) => each.atEpochMilliseconds)
  const known = times.filter((time) => time !== undefined)
  // What failed is retried after the common pause, which is sooner than a deferred one.
  return known.length < times.length || known.length === 0
    ? { kind: 'retry', error: errors }
    : { kind: 'retry', error: errors, atEpochMilliseconds: Math.min(...known) }
}
