import type { Result } from '@holdfast/engine'
import { accountEntity, type StoredAccount } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { PublicCaps } from '../../identity/limits/cap-sizes.ts'
import { PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import type { ExceededCap } from '../../identity/limits/window-counter.ts'
import { takeAmounts } from '../../identity/limits/window-counter.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { messageOf } from '../events/publish.ts'
import type { Mailer } from '../ports/mailer.ts'
import { findMessage, type Place, recordMessage } from '../sent/record-message.ts'
import { type MessageOutcome, messageEnd, type UnsentReason } from '../sent/sent-message.ts'
import { suppress } from '../sent/suppress.ts'
import type { Recipient } from './compose.ts'
import type { WrittenMail } from './mail-body.ts'
import { mailBrandOf } from './mail-brand.ts'
import { layOut } from './mail-layout.ts'

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
  /** The type of the event. */
  readonly eventType: string
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
  eventType: event.type,
  resourceId: event.resourceId,
  isMove: false,
  isSuperseded: false,
  isFirstAttempt: failedAttempts === 0,
})

/** Who gets an email. */
export type MailRecipient = Recipient | 'guest' | 'owner' | 'member'

type Outcome = Attempt | { readonly kind: 'refused'; readonly reason: string }

/** An account that is read when it is first needed. One that changed a moment ago may still be the previous one. */
type LazyAccount = () => Promise<StoredAccount | undefined>

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
  const account = once(() =>
    accountEntity.read(deps.store, accountKey(subject.accountId), { consistent: false }),
  )
  for (const [recipient, mail, isSuperseded = subject.isSuperseded] of mails) {
    if (mail === undefined) continue
    try {
      const outcome = await sendOnce(deps, { ...subject, isSuperseded }, recipient, mail, account)
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

/** Sends an email unless it was sent or dropped before, and records what became of it. */
async function sendOnce(
  deps: SendDependencies,
  subject: MailSubject,
  recipient: MailRecipient,
  mail: WrittenMail,
  account: LazyAccount,
): Promise<Outcome> {
  const place: Place = {
    channel: 'email',
    accountId: subject.accountId,
    address: mail.to.address,
    messageId: mail.id,
  }
  const known = await findMessage(deps, place)
  if (known.isSent) return DONE
  const isSuppressed = isListed(recipient) && known.suppression !== undefined
  const limited = isSuppressed ? dropped('address') : await limitOf(deps, subject, recipient, mail)
  if (limited?.kind === 'retry') return limited
  const outcome = limited ?? (await hand(deps, subject, { ...mail, mark: known.mark }, account))
  await recordMessage(deps, known, {
    channel: 'email',
    accountId: subject.accountId,
    eventType: subject.eventType,
    resourceId: subject.resourceId,
    // Those of others may name the booker.
    ...(recipient === 'booker' && { subject: mail.subject }),
    ...outcome,
    expiresAtEpochSeconds: messageEnd(
      await account(),
      epochSeconds(deps.clock),
      !isListed(recipient),
    ),
  })
  return outcome.state === 'failed' ? { kind: 'refused', reason: outcome.reason ?? '' } : DONE
}

/** Whether an email is one to a person of the account, and not to its staff. */
const isListed = (recipient: MailRecipient): boolean =>
  recipient === 'booker' || recipient === 'guest'

/** Hands an email to the mail server. An address that it does not know gets no further ones. */
async function hand(
  deps: SendDependencies,
  subject: MailSubject,
  mail: WrittenMail & { readonly mark: string },
  account: LazyAccount,
): Promise<MessageOutcome> {
  const { accountId } = subject
  const reader = subject.isPrivate ? '' : accountId
  const outcome = await deps.mailer.send(layOut(mail, mailBrandOf(await account())), reader)
  if (outcome.kind === 'sent') return { state: 'sent' }
  const { reason, isAddressUnknown } = outcome
  if (isAddressUnknown) {
    await suppress(deps, { mark: mail.mark, channel: 'email', accountId, reason: 'refused' })
  }
  return { state: 'failed', reason }
}

/**
 * Counts an email. Undefined: send it. `suppressed`: drop it. `retry`: send it when the hour has passed.
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
): Promise<Limited | undefined> {
  const { accountId, resourceId, isMove, isSuperseded, unproven = [], isFirstAttempt } = subject
  const { address } = mail.to
  const suppress = (limit: SuppressedMail['limit'], outcome: SuppressedMail['outcome']) =>
    deps.onSuppressed?.({ mailId: mail.id, accountId, limit, outcome })
  if (isMove) {
    if (isSuperseded && !isFirstAttempt) return dropped('superseded')
    const moved = await takeMovedMail(deps, accountId, resourceId, address)
    if (!moved.ok) {
      suppress('moves', isSuperseded ? 'dropped' : 'deferred')
      if (isSuperseded) return dropped('superseded')
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
  return dropped('unproven')
}

type Limited =
  | (MessageOutcome & { readonly kind?: undefined })
  | (Attempt & { readonly kind: 'retry' })

const dropped = (reason: UnsentReason): Limited => ({ state: 'suppressed', reason })

/** The dependencies of the limits on emails. */
interface MailCapsDependencies extends Dependencies {
  /** Default: `PUBLIC_CAPS`. */
  readonly publicCaps?: Pick<PublicCaps, 'mails' | 'movedMails'>
}

/** Counts an email to an address that nobody has proved to own. */
const takeUnprovenMail = (
  deps: MailCapsDependencies,
  accountId: string,
  address: string,
): Promise<Result<undefined, ExceededCap>> =>
  takeAmounts(deps, { accountId, what: 'mails', who: address.toLowerCase() }, [
    { unit: 'mails', amount: 1, perHour: (deps.publicCaps ?? PUBLIC_CAPS).mails },
  ])

/** Counts an email to an address about a move of one booking or stay. */
const takeMovedMail = (
  deps: MailCapsDependencies,
  accountId: string,
  resourceId: string,
  address: string,
): Promise<Result<undefined, ExceededCap>> => {
  const who = `${resourceId} ${address.toLowerCase()}`
  return takeAmounts(deps, { accountId, what: 'moves', who }, [
    { unit: 'moves', amount: 1, perHour: (deps.publicCaps ?? PUBLIC_CAPS).movedMails },
  ])
}
