import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { accountKey } from '../../identity/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import type { Check, IsMine } from './check.ts'
import { type Finding, finding } from './finding.ts'
import type { KindedItem } from './item-kind.ts'

/** What an item says about another: that it is there, whose it is, and which provider's. */
interface Reference {
  readonly to: ItemKey
  readonly accountId?: string
  readonly providerId?: string
}

/** The items that say the same about one other: how many, and one of them. */
interface Referrers {
  readonly reference: Reference
  readonly example: ItemKey
  count: number
}

const text = (item: Item, name: string): string | undefined => {
  const value = item[name]
  return typeof value === 'string' ? value : undefined
}

function referencesOf({ kind, item, partitionId }: KindedItem): readonly Reference[] {
  const accountId = text(item, 'accountId') ?? ''
  const providerId = text(item, 'providerId') ?? ''
  switch (kind) {
    case 'booking': {
      const eventTypeId = text(item, 'eventTypeId')
      return [
        { to: providerKey(providerId), accountId },
        ...(eventTypeId === undefined
          ? []
          : [{ to: eventTypeKey(eventTypeId), accountId, providerId }]),
      ]
    }
    case 'event_type':
      return [{ to: providerKey(providerId), accountId }]
    case 'block':
    case 'connection':
    case 'availability':
      return [{ to: providerKey(partitionId), accountId }]
    case 'ledger_day':
    case 'busy_month':
    case 'simulated_calendar':
      return [{ to: providerKey(partitionId) }]
    case 'api_key':
    case 'contact':
    case 'webhook_endpoint':
      return [{ to: accountKey(partitionId) }]
    case 'provider':
    case 'rapidapi_user':
    case 'setup':
      return [{ to: accountKey(accountId) }]
    default:
      return []
  }
}

const TARGETS: ReadonlySet<KindedItem['kind']> = new Set(['account', 'provider', 'event_type'])

/**
 * Checks that what items refer to is there, and of the same account and provider: accounts are
 * walled off. It remembers each provider, event type and account once, and each different thing
 * that is said about one, however many items say it.
 */
export function referencesCheck(isMine: IsMine): Check {
  const targets = new Map<string, Pick<Reference, 'accountId' | 'providerId'>>()
  const said = new Map<string, Referrers>()

  const noteReference = (reference: Reference, item: Item) => {
    if (!isMine(reference.to.PK)) return
    const name = JSON.stringify([reference.to.PK, reference.accountId, reference.providerId])
    const known = said.get(name)
    if (known) known.count += 1
    else said.set(name, { reference, example: { PK: item.PK, SK: item.SK }, count: 1 })
  }

  return {
    note(entry) {
      const { kind, item } = entry
      if (TARGETS.has(kind) && isMine(item.PK)) {
        const accountId = text(item, 'accountId')
        const providerId = text(item, 'providerId')
        targets.set(item.PK, {
          ...(accountId === undefined ? {} : { accountId }),
          ...(providerId === undefined ? {} : { providerId }),
        })
      }
      for (const reference of referencesOf(entry)) noteReference(reference, item)
    },
    get factCount() {
      return targets.size + said.size
    },
    *findings() {
      for (const referrers of said.values()) {
        const wrong = judge(referrers, targets.get(referrers.reference.to.PK))
        if (wrong) yield wrong
      }
    },
  }
}

function judge(
  { reference, example, count }: Referrers,
  target: Pick<Reference, 'accountId' | 'providerId'> | undefined,
): Finding | undefined {
  const { to, accountId, providerId } = reference
  const who = `${count} ${count === 1 ? 'item' : 'items'}, for example ${example.PK} ${example.SK},`
  if (target === undefined) {
    return finding('reference_missing', [to], `${who} refer to it, and it is not there`)
  }
  if (accountId !== undefined && target.accountId !== accountId) {
    const sentence = `${who} are of another account than what they refer to`
    return finding('reference_crossed', [to, accountKey(accountId)], sentence)
  }
  if (providerId !== undefined && target.providerId !== providerId) {
    const sentence = `${who} are of another provider than what they refer to`
    return finding('reference_crossed', [to, providerKey(providerId)], sentence)
  }
  return undefined
}
