import { ok, type Result, refuse } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { sentMessageKey } from '../keys.ts'
import type { MessageReport } from '../ports/message-reports.ts'
import { type MessageState, type SentMessage, sentMessageEntity } from './sent-message.ts'
import { suppress } from './suppress.ts'

type ReportDependencies = Pick<Dependencies, 'store' | 'ids' | 'clock'>

/** Later reports come late, twice or out of order: a state is only replaced by one of a higher rank. */
const RANKS: Readonly<Record<MessageState, number>> = {
  queued: 0,
  sent: 0,
  suppressed: 4,
  delivered: 1,
  failed: 2,
  bounced: 2,
  complained: 3,
}

/** Records what a mail service or gateway reported. Refused with `signature_invalid` if there are no reports. */
export async function receiveReports(
  deps: ReportDependencies,
  reports: readonly MessageReport[] | undefined,
): Promise<Result<void, Refusal>> {
  if (reports === undefined) return refuse({ code: 'signature_invalid' })
  for (const report of reports) await receiveReport(deps, report)
  return ok(undefined)
}

async function receiveReport(deps: ReportDependencies, report: MessageReport): Promise<void> {
  const { mark, messageId, suppresses } = report
  const record = await retryOnConflict(`message ${messageId}`, () => advance(deps, report))
  // Without a record, the person was erased, or the message is older than records are kept.
  if (record === undefined || suppresses === undefined) return
  const { accountId, channel, numberMark } = record
  await suppress(deps, {
    mark,
    channel,
    accountId,
    reason: suppresses,
    ...(numberMark !== undefined && { numberMark }),
  })
}

/** Records the new state of a message, unless it is further already. Undefined: the report is about no message that is recorded. */
async function advance(
  deps: ReportDependencies,
  { mark, messageId, vendorId, state, reason }: MessageReport,
): Promise<SentMessage | undefined | typeof CONFLICT> {
  const record = await sentMessageEntity.read(deps.store, sentMessageKey(mark, messageId))
  if (record === undefined) return undefined
  // An SMS whose answer was lost was sent again: the report is about the first one.
  const isOther = vendorId !== undefined && (record.vendorId ?? vendorId) !== vendorId
  if (isOther) return undefined
  if (RANKS[state] <= RANKS[record.state]) return record
  const { reason: _, ...before } = record
  const after: SentMessage = {
    ...before,
    version: record.version + 1,
    state,
    ...(reason !== undefined && { reason }),
  }
  const outcome = await transact(deps, { message: sentMessageEntity.replace(record, after) })
  return outcome.kind === 'done' ? after : CONFLICT
}
