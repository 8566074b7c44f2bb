import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { personAddresses } from '../../people/contacts/contact.ts'
import { getPerson } from '../../people/contacts/contacts.ts'
import { suppressionKey } from '../keys.ts'
import { marksOf } from './record-message.ts'
import { MESSAGE_CHANNELS, type MessageChannel } from './sent-message.ts'
import { type Suppression, suppressionEntity } from './suppression.ts'

/** Suppresses further messages to a person by a channel; one that is suppressed stays as it is. */
export async function suppress(
  deps: Pick<Dependencies, 'store' | 'ids' | 'clock'>,
  suppression: Omit<Suppression, 'version' | 'sinceEpochSeconds'>,
): Promise<void> {
  const sinceEpochSeconds = epochSeconds(deps.clock)
  const created = { ...suppression, version: 1, sinceEpochSeconds }
  // A conflict means that it is suppressed.
  await transact(deps, { suppression: suppressionEntity.create(created) })
}

type Reading = Pick<Dependencies, 'store' | 'secrets'>

/** Reads the suppressions of some addresses of an account. */
async function suppressionsOf(
  deps: Reading,
  accountId: string,
  addresses: readonly string[],
  channels: readonly MessageChannel[],
): Promise<readonly Suppression[]> {
  const marks = addresses.flatMap((address) => marksOf(deps, { accountId, address }))
  const keys = marks.flatMap((mark) => channels.map((channel) => suppressionKey(mark, channel)))
  const items = await readItems(deps.store, keys)
  return items.flatMap((item) => (item === undefined ? [] : [suppressionEntity.decode(item)]))
}

/** Lists by which channels a person of the caller's account gets no further messages, each once. */
export async function listSuppressions(
  deps: Reading,
  { accountId }: Pick<Caller, 'accountId'>,
  contactId: string,
): Promise<Result<readonly Suppression[], Refusal>> {
  const found = await getPerson(deps, { accountId }, contactId)
  if (!found.ok) return found
  const addresses = personAddresses(found.value)
  const all = await suppressionsOf(deps, accountId, addresses, MESSAGE_CHANNELS)
  // That of the present address comes first.
  return ok(MESSAGE_CHANNELS.flatMap((by) => all.find(({ channel }) => channel === by) ?? []))
}

/** Lets a person of the caller's account get messages by a channel again; without effect if nothing is suppressed. */
export async function liftSuppression(
  deps: Dependencies,
  caller: Caller<undefined>,
  contactId: string,
  channel: MessageChannel,
): Promise<Result<undefined, Refusal>> {
  const found = await getPerson(deps, caller, contactId)
  if (!found.ok) return found
  const addresses = personAddresses(found.value)
  const all = await suppressionsOf(deps, caller.accountId, addresses, [channel])
  if (all.length === 0 && caller.audit === undefined) return ok(undefined)
  const writes = all.map((each) => [each.mark, suppressionEntity.discard(each)] as const)
  const committed = await commit(deps, caller, Object.fromEntries(writes), undefined)
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(undefined)
}

/** A suppression as the API shows it. */
export const suppressionRepresentation = ({ channel, reason, sinceEpochSeconds }: Suppression) => ({
  channel,
  reason,
  since: instantText(sinceEpochSeconds),
})
