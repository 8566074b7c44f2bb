import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import { sentMailKey, sentMessageKey } from '../keys.ts'
import { type MessageState, type SentMessage, sentMessageEntity } from './sent-message.ts'

/** Where a message is recorded. */
export interface Place {
  readonly accountId: string
  /** The email address, or for somebody without one the id of their contact. */
  readonly address: string
  readonly messageId: string
}

/** What is recorded of a message before it is sent. */
export interface KnownMessage {
  readonly mark: string
  readonly messageId: string
  readonly record?: SentMessage
  /** Whether it is not sent again: an email that a mail server refused may be. */
  readonly isSent: boolean
}

/** The marks of a person, under the server key and those that it replaced; the first is the current one. */
export const marksOf = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  { accountId, address }: Pick<Place, 'accountId' | 'address'>,
): readonly string[] => secrets.personMarks(accountId, address.toLowerCase())

/** Reads what is recorded of a message, also under the mark of an email that a version before 2.1 has sent. */
export async function findMessage(
  deps: Pick<Dependencies, 'store' | 'secrets'>,
  place: Place,
): Promise<KnownMessage> {
  const { messageId } = place
  const marks = marksOf(deps, place)
  const keys = marks.map((mark) => sentMessageKey(mark, messageId))
  const items = await deps.store.getMany([...keys, sentMailKey(messageId)], {
    consistent: true,
  })
  const found = items.slice(0, marks.length).find((item) => item !== undefined)
  const record = found && sentMessageEntity.decode(found)
  const isMarked = items[marks.length] !== undefined
  return {
    mark: record?.mark ?? (marks[0] as string),
    messageId,
    ...(record && { record }),
    isSent: isMarked || (record !== undefined && !RESENT.has(record.state)),
  }
}

/** A message of these states is sent when its task is attempted again. */
const RESENT: ReadonlySet<MessageState> = new Set(['queued', 'failed'])

/** Records what became of a message. A conflict means that another worker has recorded it. */
export async function recordMessage(
  deps: Pick<Dependencies, 'store' | 'clock' | 'ids'>,
  { mark, messageId, record }: KnownMessage,
  message: Omit<SentMessage, 'mark' | 'messageId' | 'version' | 'createdAtEpochSeconds'>,
): Promise<void> {
  const after: SentMessage = {
    mark,
    messageId,
    version: (record?.version ?? 0) + 1,
    ...message,
    createdAtEpochSeconds: epochSeconds(deps.clock),
  }
  const write = record ? sentMessageEntity.replace(record, after) : sentMessageEntity.create(after)
  await transact(deps, { message: write })
}
