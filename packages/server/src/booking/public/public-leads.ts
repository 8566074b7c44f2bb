import type { PublicAccount } from '../../identity/accounts/public-account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'
import { providerPath } from './provider-name.ts'

/** An event type that an answer leads to, and the path of its page. */
export interface PublicLead {
  readonly eventTypeId: string
  readonly title: string
  readonly path: string
}

/** The active event types that the answers of an event type lead to. Reads nothing if none leads to one. */
export async function publicLeads(
  { store }: Pick<Dependencies, 'store'>,
  { questions = [], accountId }: EventType,
  account: Pick<PublicAccount, 'slug' | 'slugNamespace'>,
): Promise<readonly PublicLead[]> {
  const rules = questions.flatMap(({ optionRules = {} }) => Object.values(optionRules))
  const ids = new Set(
    rules.flatMap(({ leadsTo }) =>
      leadsTo && 'eventTypeId' in leadsTo ? leadsTo.eventTypeId : [],
    ),
  )
  if (ids.size === 0) return []
  const found = await readItems(store, [...ids].map(eventTypeKey), { consistent: false })
  const eventTypes = found
    .flatMap((item) => (item ? eventTypeEntity.decode(item) : []))
    .filter(
      (each) =>
        each.accountId === accountId &&
        each.status === 'active' &&
        each.deletedAtEpochSeconds === undefined,
    )
  const keys = eventTypes.map(({ providerId }) => providerKey(providerId))
  const providers = await readItems(store, keys, { consistent: false })
  return eventTypes.flatMap(({ id, title, slug }, index) => {
    const item = providers[index]
    if (!item) return []
    return [
      {
        eventTypeId: id,
        title,
        path: `${providerPath(providerEntity.decode(item), account)}/${slug}`,
      },
    ]
  })
}
