import type { Booking } from '@holdfast/engine'
import { type Counting, countingOf } from '../../identity/limits/window-counter.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { transact } from '../../kernel/transaction.ts'
import { messageOf } from '../events/publish.ts'
import { sentSmsKey } from '../keys.ts'
import { readersZone } from '../mails/compose.ts'
import type { SmsDraft } from '../mails/sms-notice.ts'
import type { SmsSubject, TellBySms } from '../mails/tell-by-sms.ts'
import type { SmsNumber, SmsNumbers } from '../ports/sms-numbers.ts'
import type { SmsSender } from '../ports/sms-sender.ts'
import type { SmsKind } from '../texts.ts'
import { earliestFor } from './quiet-hours.ts'
import { segmentsOf } from './segments.ts'
import { type SentSms, sentSmsEntity } from './sent-sms.ts'
import { SMS_CAPS, type SmsCaps, unprovenOf } from './sms-caps.ts'
import { writeSms } from './write-sms.ts'

/** What a server with an SMS gateway needs beside the dependencies of emails. */
export interface SmsGateway {
  readonly sender: SmsSender
  readonly numbers: SmsNumbers
  /** Default: `SMS_CAPS`. */
  readonly caps?: SmsCaps
}

/** Why an SMS was not sent. `number`: it cannot receive SMS; `country`: a stranger typed one of another country. */
export type UnsentReason = 'number' | 'country' | 'numberLimit' | 'accountLimit'

/** Only an ending reports a booking that is not live any more. */
const ENDINGS: ReadonlySet<SmsKind> = new Set(['cancelled', 'requestExpired'])

const DONE: Attempt = { kind: 'done' }
const DAY_SECONDS = 24 * 60 * 60
/** How long an SMS is remembered after the booking has ended. */
const KEPT_SECONDS = 30 * DAY_SECONDS

/**
 * Tells bookers without an email address by SMS through a gateway, if their account has switched SMS on. An SMS is counted
 * once, before it is sent for the first time, and recorded when the gateway has accepted it. A crash in between sends
 * it again.
 */
export const smsThrough =
  (gateway: SmsGateway): TellBySms =>
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
  const key = sentSmsKey(booking.id, eventId)
  const known = await sentSmsEntity.read(deps.store, key, { consistent: true })
  if (known?.state === 'accepted' || known?.state === 'notSent') return DONE
  const zone = readersZone(context, 'booker')
  const now = epochSeconds(deps.clock)
  if (draft.kind === 'reminder' && now >= booking.startEpochSeconds) return DONE
  const earliest = earliestFor({ kind: draft.kind, booking, zone }, now)
  if (earliest > now) return { kind: 'later', atEpochMilliseconds: earliest * 1000 }
  const zones = [booking.booker?.timeZone, booking.timeZone].filter((each) => each !== undefined)
  const to = await gateway.numbers.read(draft.to, zones, account.country)
  const refusal = refusalOf(to, booking, account.country)
  if (to === undefined || refusal !== undefined) {
    return await recordUnsent(deps, draft, refusal ?? 'number')
  }
  const text = writeSms(draft)
  const counted = known ?? (await count(deps, gateway.caps ?? SMS_CAPS, draft, to.number, text))
  if (counted === undefined) return DONE
  return await send(deps, gateway.sender, counted, { to: to.number, text })
}

/** Why a number gets no SMS. Strangers could make the account pay for calls to expensive countries. */
function refusalOf(
  to: SmsNumber | undefined,
  { isUnproven = false }: Booking,
  country: string | undefined,
): UnsentReason | undefined {
  if (to === undefined) return 'number'
  return isUnproven && to.country !== country ? 'country' : undefined
}

/** An SMS as it is first recorded. */
function recordOf(
  { context: { booking, eventId }, kind }: SmsDraft,
  now: number,
  rest: Pick<SentSms, 'state' | 'segments' | 'reason'>,
): SentSms {
  return {
    bookingId: booking.id,
    eventId,
    version: 1,
    accountId: booking.accountId,
    kind,
    ...rest,
    createdAtEpochSeconds: now,
    expiresAtEpochSeconds: Math.max(now, booking.endEpochSeconds) + KEPT_SECONDS,
  }
}

async function recordUnsent(
  deps: Dependencies,
  draft: SmsDraft,
  reason: UnsentReason,
): Promise<Attempt> {
  const now = epochSeconds(deps.clock)
  const record = recordOf(draft, now, { state: 'notSent', segments: 0, reason })
  // Refused if another worker has recorded it.
  await transact(deps, { sms: sentSmsEntity.create(record) })
  return DONE
}

/** Counts an SMS in one transaction with its record. Undefined: it is not to be sent by this attempt. */
async function count(
  deps: Dependencies,
  caps: SmsCaps,
  draft: SmsDraft,
  number: string,
  text: string,
): Promise<SentSms | undefined> {
  const now = epochSeconds(deps.clock)
  const record = recordOf(draft, now, { state: 'sending', segments: segmentsOf(text) })
  const { toNumber, ofAccount } = countersOf(deps, caps, draft, number)
  const outcome = await transact(deps, {
    sms: sentSmsEntity.create(record),
    toNumber: toNumber.write,
    ofAccount: ofAccount.write,
  })
  if (outcome.kind === 'done') return record
  const { conflicts } = outcome
  // Another worker has counted it, and sends it.
  if (conflicts.has('sms')) return undefined
  if (conflicts.size === 0) throw new Error('an SMS could not be counted; others were at once')
  await recordUnsent(deps, draft, conflicts.has('toNumber') ? 'numberLimit' : 'accountLimit')
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

/** Sends an SMS that was counted, and records the answer. */
async function send(
  deps: Dependencies,
  sender: SmsSender,
  counted: SentSms,
  sms: { readonly to: string; readonly text: string },
): Promise<Attempt> {
  try {
    const outcome = await sender.send(sms)
    const { reason: _, ...before } = counted
    const after: SentSms = {
      ...before,
      version: counted.version + 1,
      segments: segmentsOf(sms.text),
      ...(outcome.kind === 'accepted'
        ? { state: 'accepted' }
        : { state: 'refused', reason: outcome.reason }),
    }
    await transact(deps, { sms: sentSmsEntity.replace(counted, after) })
    return outcome.kind === 'accepted' ? DONE : { kind: 'dead', error: `sms: ${outcome.reason}` }
  } catch (error) {
    return { kind: 'retry', error: `sms: ${messageOf(error)}` }
  }
}
