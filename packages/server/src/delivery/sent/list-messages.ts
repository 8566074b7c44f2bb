import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { personAddresses } from '../../people/contacts/contact.ts'
import { getPerson } from '../../people/contacts/contacts.ts'
import { sentMessagesRange } from '../keys.ts'
import { marksOf } from './record-message.ts'
import { type SentMessage, sentMessageEntity } from './sent-message.ts'

/** The addresses of a person of an account. */
interface Addressed {
  readonly accountId: string
  readonly addresses: readonly string[]
}

/** Reads the messages to all addresses of a person, those of each address from the oldest event on. */
export async function* messagesTo(
  deps: Pick<Dependencies, 'store' | 'secrets'>,
  { accountId, addresses }: Addressed,
): AsyncGenerator<SentMessage> {
  for (const address of addresses) {
    for (const mark of marksOf(deps, { accountId, address })) {
      for await (const item of queryItems(deps.store, sentMessagesRange(mark))) {
        yield sentMessageEntity.decode(item)
      }
    }
  }
}

/** Lists the latest messages to a person of the caller's account, the newest first, at most `limit`. */
export async function listMessages(
  deps: Pick<Dependencies, 'store' | 'secrets'>,
  { accountId }: Pick<Caller, 'accountId'>,
  contactId: string,
  limit: number,
): Promise<Result<readonly SentMessage[], Refusal>> {
  const found = await getPerson(deps, { accountId }, contactId)
  if (!found.ok) return found
  const person = { accountId, addresses: personAddresses(found.value) }
  const messages: SentMessage[] = []
  for await (const message of messagesTo(deps, person)) messages.push(message)
  return ok(messages.sort(byTime).slice(0, limit))
}

const byTime = (a: SentMessage, b: SentMessage): number =>
  b.createdAtEpochSeconds - a.createdAtEpochSeconds || (a.messageId < b.messageId ? 1 : -1)

/** A message as the API shows it. */
export const messageRepresentation = (message: SentMessage) => ({
  channel: message.channel,
  event: message.eventType,
  resourceId: message.resourceId,
  subject: message.subject ?? null,
  state: message.state,
  reason: message.reason ?? null,
  segments: message.segments ?? null,
  at: instantText(message.createdAtEpochSeconds),
})
