import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import { sentMailKey, sentMessageKey, suppressionKey } from '../keys.ts'
import {
  type MessageChannel,
  type MessageState,
  type SentMessage,
  sentMessageEntity,
} from './sent-message.ts'
import { type Suppression, suppressionEntity } from './suppression.ts'

/** Where a message is recorded. */
export interface Place {
  readonly channel: MessageChannel
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
  /** Set if the person gets no further messages by this channel. */
  readonly suppression?: Suppression
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
  const { messageId, channel } = place
  const marks = marksOf(deps, place)
  const ofMessage = marks.map((mark) => sentMessageKey(mark, messageId))
  const ofPerson = marks.map((mark) => suppressionKey(mark, channel))
  const keys = [...ofMessage, ...ofPerson, sentMailKey(messageId)]
  const items = await deps.store.getMany(keys, { consistent: true })
  const found = items.slice(0, marks.length).find((item) => item !== undefined)
  const suppressed = items.slice(marks.length, -1).find((item) => item !== undefined)
  const record = found && sentMessageEntity.decode(found)
  const isMarked = items.at(-1) !== undefined
  return {
    mark: record?.mark ?? (marks[0] as string),
    messageId,
    ...(record && { record }),
    ...(suppressed && { suppression: suppressionEntity.decode(suppressed) }),
    isSent:
      isMarked ||
      (record !== undefined && (!RESENT.has(record.state) || record.vendorId !== undefined)),
  }
}

/** A message of these states is sent when its task is attempted again, unless a gateway has taken it. */
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
  await transact(deps, { message: sentMessageEntity.put(record, after) })
}
