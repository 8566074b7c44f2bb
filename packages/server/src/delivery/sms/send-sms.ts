import { type Booking, bookerAddress } from '@holdfast/engine'
import { type Counting, countingOf } from '../../identity/limits/window-counter.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { transact } from '../../kernel/transaction.ts'
import { messageOf } from '../events/publish.ts'
import { readersZone } from '../mails/compose.ts'
import type { NotifyBySms, SmsSubject } from '../mails/notify-by-sms.ts'
import type { SmsDraft } from '../mails/sms-notice.ts'
import type { SmsNumber, SmsNumbers } from '../ports/sms-numbers.ts'
import type { SmsOutcome, SmsSender } from '../ports/sms-sender.ts'
import {
  findMessage,
  type KnownMessage,
  marksOf,
  type Place,
  recordMessage,
} from '../sent/record-message.ts'
import {
  messageEnd,
  type SentMessage,
  sentMessageEntity,
  type UnsentReason,
} from '../sent/sent-message.ts'
import { suppress } from '../sent/suppress.ts'
import type { SmsKind } from '../texts.ts'
import { earliestFor } from './quiet-hours.ts'
import { smsReportUrl } from './report-url.ts'
import { segmentsOf } from './segments.ts'
import { SMS_CAPS, type SmsCaps, unprovenOf } from './sms-caps.ts'
import { writeSms } from './write-sms.ts'

/** What a server with an SMS gateway needs beside the dependencies of emails. */
export interface SmsGateway {
  readonly sender: SmsSender
  readonly numbers: SmsNumbers
  /** Default: `SMS_CAPS`. */
  readonly caps?: SmsCaps
  /** The address of this server, if the gateway is to report there what becomes of an SMS. */
  readonly reportsTo?: string
}

/** Only an ending reports a booking that is not live any more. */
const ENDINGS: ReadonlySet<SmsKind> = new Set(['cancelled', 'requestExpired'])

const DONE: Attempt = { kind: 'done' }
/**
 * Tells bookers without an email address by SMS through a gateway, if their account has switched SMS on. An SMS is counted
 * once, before it is sent for the first time, and recorded when the gateway has accepted it. A crash in between sends
 * it again.
 */
export const smsThrough =
  (gateway: SmsGateway): NotifyBySms =>
  (deps, subject) =>
    textBooker(deps, gateway, subject)

async function textBooker(
  deps: Dependencies,
  gateway: SmsGateway,
  subject: SmsSubject,
): Promise<Attempt> {
  const { draft, account, isSuperseded } = subject
  if (account?.sms?.enabled !== true) return DONE
  if (isSuperseded && !ENDINGS.has(draft.kind)) return DONE
  const { context } = draft
  const { booking, eventId } = context
  const place: Place = {
    channel: 'sms',
    accountId: booking.accountId,
    address: (booking.booker && bookerAddress(booking.booker)) ?? draft.to,
    messageId: `${eventId}.sms`,
  }
  const known = await findMessage(deps, place)
  if (known.isSent) return DONE
  const zone = readersZone(context, 'booker')
  const now = epochSeconds(deps.clock)
  if (draft.kind === 'reminder' && now >= booking.startEpochSeconds) return DONE
  const earliest = earliestFor({ kind: draft.kind, booking, zone }, now)
  if (earliest > now) return { kind: 'later', atEpochMilliseconds: earliest * 1000 }
  const zones = [booking.booker?.timeZone, booking.timeZone].filter((each) => each !== undefined)
  const to = await gateway.numbers.read(draft.to, zones, account.country)
  const refusal = refusalOf(to, booking, account.country)
  const found = { ...subject, known }
  if (to && isSuppressed(deps, place, known, to.number)) {
    return await recordUnsent(deps, found, 'address')
  }
  if (to === undefined || refusal !== undefined) {
    return await recordUnsent(deps, found, refusal ?? 'number')
  }
  const text = writeSms(draft)
  const counted =
    known.record ?? (await count(deps, gateway.caps ?? SMS_CAPS, found, to.number, text))
  if (counted === undefined) return DONE
  return await send(deps, gateway, counted, { to: to.number, text })
}

/** Whether SMS to a number are suppressed. The person may have another one by now. */
const isSuppressed = (
  deps: Dependencies,
  { accountId }: Place,
  { suppression }: KnownMessage,
  number: string,
): boolean =>
  marksOf(deps, { accountId, address: number }).some((mark) => mark === suppression?.numberMark)

/** Why a number gets no SMS. Strangers could make the account pay for calls to expensive countries. */
function refusalOf(
  to: SmsNumber | undefined,
  { isUnproven = false }: Booking,
  country: string | undefined,
): UnsentReason | undefined {
  if (to === undefined) return 'number'
  return isUnproven && to.country !== country ? 'country' : undefined
}

/** An SMS with what is recorded of it. */
interface FoundSms extends SmsSubject {
  readonly known: KnownMessage
}

/** An SMS as it is first recorded. */
function recordOf(
  { draft: { context }, account }: FoundSms,
  now: number,
  rest: Pick<SentMessage, 'state' | 'segments' | 'reason'>,
) {
  return {
    accountId: context.booking.accountId,
    channel: 'sms',
    eventType: context.eventName,
    resourceId: context.booking.id,
    ...rest,
    expiresAtEpochSeconds: messageEnd(account, now),
  } as const
}

async function recordUnsent(
  deps: Dependencies,
  found: FoundSms,
  reason: UnsentReason,
): Promise<Attempt> {
  const record = recordOf(found, epochSeconds(deps.clock), {
    state: 'suppressed',
    segments: 0,
    reason,
  })
  await recordMessage(deps, found.known, record)
  return DONE
}

/** Counts an SMS in one transaction with its record. Undefined: it is not to be sent by this attempt. */
async function count(
  deps: Dependencies,
  caps: SmsCaps,
  found: FoundSms,
  number: string,
  text: string,
): Promise<SentMessage | undefined> {
  const now = epochSeconds(deps.clock)
  const { mark, messageId } = found.known
  const record: SentMessage = {
    mark,
    messageId,
    version: 1,
    ...recordOf(found, now, { state: 'queued', segments: segmentsOf(text) }),
    numberMark: numberMarkOf(deps, found, number),
    createdAtEpochSeconds: now,
  }
  const { toNumber, ofAccount } = countersOf(deps, caps, found.draft, number)
  const outcome = await transact(deps, {
    sms: sentMessageEntity.create(record),
    toNumber: toNumber.write,
    ofAccount: ofAccount.write,
  })
  if (outcome.kind === 'done') return record
  const { conflicts } = outcome
  // Another worker has counted it, and sends it.
  if (conflicts.has('sms')) return undefined
  if (conflicts.size === 0) throw new Error('an SMS could not be counted; others were at once')
  await recordUnsent(deps, found, conflicts.has('toNumber') ? 'numberLimit' : 'accountLimit')
  return undefined
}

function countersOf(
  deps: Dependencies,
  caps: SmsCaps,
  { context: { booking } }: SmsDraft,
  number: string,
): { readonly toNumber: Counting; readonly ofAccount: Counting } {
  const { accountId, isUnproven = false } = booking
  const all = { unit: 'sms', amount: 1 }
  const unproven = { unit: 'unproven', amount: 1 }
  return {
    toNumber: countingOf(deps, { accountId, what: 'sms', who: number }, [
      { ...all, perDay: caps.number },
      ...(isUnproven ? [{ ...unproven, perDay: caps.unprovenNumber }] : []),
    ]),
    ofAccount: countingOf(deps, { accountId, what: 'sms', who: 'account' }, [
      { ...all, perDay: caps.account },
      ...(isUnproven ? [{ ...unproven, perDay: unprovenOf(caps) }] : []),
    ]),
  }
}

const numberMarkOf = (deps: Dependencies, { draft: { context } }: FoundSms, number: string) =>
  marksOf(deps, { accountId: context.booking.accountId, address: number })[0] as string

/** Sends an SMS that was counted, and records the answer. A number that gets no SMS gets no further ones. */
async function send(
  deps: Dependencies,
  { sender, reportsTo }: Pick<SmsGateway, 'sender' | 'reportsTo'>,
  counted: SentMessage,
  sms: { readonly to: string; readonly text: string },
): Promise<Attempt> {
  const { mark, messageId, accountId, numberMark } = counted
  try {
    const outcome = await sender.send({
      ...sms,
      ...(reportsTo !== undefined && { reportTo: smsReportUrl(reportsTo, mark, messageId) }),
    })
    const { reason: _, ...before } = counted
    const after: SentMessage = {
      ...before,
      version: counted.version + 1,
      segments: segmentsOf(sms.text),
      ...stateAfter(outcome),
    }
    // A conflict means that the gateway has reported on it already.
    await transact(deps, { sms: sentMessageEntity.replace(counted, after) })
    if (outcome.kind === 'accepted') return DONE
    if (outcome.suppresses !== undefined && numberMark !== undefined) {
      const reason = outcome.suppresses
      await suppress(deps, { mark, channel: 'sms', accountId, reason, numberMark })
    }
    return { kind: 'dead', error: `sms: ${outcome.reason}` }
  } catch (error) {
    return { kind: 'retry', error: `sms: ${messageOf(error)}` }
  }
}

function stateAfter(outcome: SmsOutcome): Pick<SentMessage, 'state' | 'reason' | 'vendorId'> {
  if (outcome.kind === 'refused') return { state: 'failed', reason: outcome.reason }
  const { vendorId } = outcome
  return { state: 'sent', ...(vendorId !== undefined && { vendorId }) }
}
