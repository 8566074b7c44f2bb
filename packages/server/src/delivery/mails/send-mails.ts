import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { messageOf } from '../events/publish.ts'
import { sentMailKey } from '../keys.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Recipient } from './compose.ts'
import type { WrittenMail } from './mail-body.ts'
import { loadMailBrand, type MailBrand } from './mail-brand.ts'
import { type MailCapsDependencies, takeMovedMail, takeUnprovenMail } from './mail-caps.ts'
import { layOut } from './mail-layout.ts'
import { sentMailEntity } from './sent-mail.ts'

/** An email that a limit kept from being sent now. */
export interface SuppressedMail {
  readonly mailId: string
  readonly accountId: string
  /** `unproven`: too many to an address nobody has proved to own; `moves`: too many about one booking or stay. */
  readonly limit: 'unproven' | 'moves'
  /** `dropped`: never sent; `deferred`: sent when the hour has passed. */
  readonly outcome: 'dropped' | 'deferred'
}

/** The dependencies of sending emails. */
export interface SendDependencies extends MailCapsDependencies {
  readonly mailer: Mailer
  /** Called for each email that a limit kept from being sent. */
  readonly onSuppressed?: (mail: SuppressedMail) => void
}

/** What emails are about, as far as limits need it. */
export interface MailSubject {
  readonly accountId: string
  /** The booking, stay or connection. */
  readonly resourceId: string
  /** Whether the emails report a move of a booking or stay. */
  readonly isMove: boolean
  /** Whether it was moved again or cancelled since, so that later emails report its state. */
  readonly isSuperseded: boolean
  /** The recipients whose addresses nobody has proved to own. */
  readonly unproven?: readonly MailRecipient[]
  /** Whether the mailbox must not show the emails to the account: their links let somebody in. */
  readonly isPrivate?: boolean
  readonly isFirstAttempt: boolean
}

/** What the emails of a task are about. */
export const subjectOf = ({ event, failedAttempts }: Task): MailSubject => ({
  accountId: event.accountId,
  resourceId: event.resourceId,
  isMove: false,
  isSuperseded: false,
  isFirstAttempt: failedAttempts === 0,
})

/** Who gets an email. */
export type MailRecipient = Recipient | 'guest' | 'owner' | 'member'

const SENT_MAIL_SECONDS = 30 * 24 * 60 * 60

type Outcome = Attempt | { readonly kind: 'refused'; readonly reason: string }

const DONE: Attempt = { kind: 'done' }

/** An email and its recipient; if it differs from the others, whether a later change has superseded it. */
export type MailTo = readonly [MailRecipient, WrittenMail | undefined, isSuperseded?: boolean]

/**
 * Sends the emails of one event. One that fails does not block the others. If any of them may succeed
 * later, the attempt is retried; emails already sent are not sent again.
 */
export async function sendAll(
  deps: SendDependencies,
  subject: MailSubject,
  mails: readonly MailTo[],
): Promise<Attempt> {
  const refusals: string[] = []
  const failures: string[] = []
  const deferrals: number[] = []
  const brand = once(() => loadMailBrand(deps, subject.accountId))
  for (const [recipient, mail, isSuperseded = subject.isSuperseded] of mails) {
    if (mail === undefined) continue
    try {
      const outcome = await sendOnce(deps, { ...subject, isSuperseded }, recipient, mail, brand)
      if (outcome.kind === 'refused') refusals.push(`${recipient}: ${outcome.reason}`)
      if (outcome.kind !== 'retry') continue
      failures.push(`${recipient}: ${outcome.error}`)
      if (outcome.atEpochMilliseconds !== undefined) deferrals.push(outcome.atEpochMilliseconds)
    } catch (error) {
      failures.push(`${recipient}: ${messageOf(error)}`)
    }
  }
  if (failures.length > 0) {
    const error = [...failures, ...refusals].join('; ')
    // An email that failed otherwise is retried sooner.
    return deferrals.length === failures.length
      ? { kind: 'retry', error, atEpochMilliseconds: Math.min(...deferrals) }
      : { kind: 'retry', error }
  }
  return refusals.length > 0 ? { kind: 'dead', error: refusals.join('; ') } : DONE
}

/** Calls a function at the first use only. */
function once<Value>(read: () => Value): () => Value {
  let found: { readonly value: Value } | undefined
  return () => {
    found ??= { value: read() }
    return found.value
  }
}

/** Sends an email unless it was sent or dropped before. */
async function sendOnce(
  deps: SendDependencies,
  subject: MailSubject,
  recipient: MailRecipient,
  mail: WrittenMail,
  brand: () => Promise<MailBrand>,
): Promise<Outcome> {
  const key = sentMailKey(mail.id)
  if ((await deps.store.get(key, { consistent: true })) !== undefined) return DONE
  const limited = await limitOf(deps, subject, recipient, mail)
  if (limited?.kind === 'retry') return limited
  if (limited === undefined) {
    const reader = subject.isPrivate ? '' : subject.accountId
    const outcome = await deps.mailer.send(layOut(mail, await brand()), reader)
    if (outcome.kind === 'refused') return outcome
  }
  const nowEpochSeconds = Math.floor(deps.clock.nowEpochMilliseconds() / 1000)
  const expiresAtEpochSeconds = nowEpochSeconds + SENT_MAIL_SECONDS
  const sentMail = sentMailEntity.create({
    mailId: mail.id,
    accountId: subject.accountId,
    expiresAtEpochSeconds,
  })
  await transact(deps, { sentMail })
  return DONE
}

/**
 * Counts an email. Undefined: send it. `done`: drop it. `retry`: send it when the hour has passed.
 *
 * An email to an unproven address is dropped: nobody there may have asked for it. It is counted at its
 * first attempt only, so that an outage of the mail server does not use up the limit. An email about a move
 * waits for the next hour, and is dropped only once a later change has emails of its own. So the last one
 * always arrives.
 */
async function limitOf(
  deps: SendDependencies,
  subject: MailSubject,
  recipient: MailRecipient,
  mail: WrittenMail,
): Promise<Attempt | undefined> {
  const { accountId, resourceId, isMove, isSuperseded, unproven = [], isFirstAttempt } = subject
  const { address } = mail.to
  const suppress = (limit: SuppressedMail['limit'], outcome: SuppressedMail['outcome']) =>
    deps.onSuppressed?.({ mailId: mail.id, accountId, limit, outcome })
  if (isMove) {
    if (isSuperseded && !isFirstAttempt) return DONE
    const moved = await takeMovedMail(deps, accountId, resourceId, address)
    if (!moved.ok) {
      suppress('moves', isSuperseded ? 'dropped' : 'deferred')
      if (isSuperseded) return DONE
      const { max, retryAfterSeconds } = moved.refusal
      return {
        kind: 'retry',
        error: `deferred, since ${max} emails about moves were sent within the hour`,
        atEpochMilliseconds: deps.clock.nowEpochMilliseconds() + retryAfterSeconds * 1000,
      }
    }
  }
  if (!unproven.includes(recipient) || !isFirstAttempt) return undefined
  const taken = await takeUnprovenMail(deps, accountId, address)
  if (taken.ok) return undefined
  suppress('unproven', 'dropped')
  return DONE
}
