import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { listChain } from '../../kernel/list-chain.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { bookingIndexKeys } from '../keys.ts'
import { getProvider } from '../providers/read-providers.ts'
import { type EventType, eventTypeEntity } from './event-type.ts'

/** Lists the event types of the account or of one provider, all or those of one status. */
export async function listEventTypes(
  deps: Dependencies,
  caller: Caller,
  filter: {
    readonly providerId?: string
    readonly status?: EventType['status']
    /** Default: `time`. */
    readonly grain?: 'time' | 'nights' | 'any'
  },
  page: Page,
): Promise<Result<Listed<EventType>, Refusal>> {
  if (filter.providerId !== undefined) {
    const provider = await getProvider(deps, caller, filter.providerId)
    if (!provider.ok) return provider
  }
  const range = filter.status === undefined ? {} : bookingIndexKeys.statusRange(filter.status)
  const { providerId, grain = 'time' } = filter
  const lists = (grain === 'any' ? (['time', 'nights'] as const) : [grain]).map((each) => ({
    ...(providerId === undefined
      ? ({
          index: 'GSI3',
          partition: bookingIndexKeys.eventTypesOfAccount(caller.accountId, each),
        } as const)
      : ({
          index: 'GSI1',
          partition: bookingIndexKeys.eventTypesOfProvider(providerId, each),
        } as const)),
    ...range,
  }))
  const [only] = lists
  return ok(
    lists.length === 1 && only
      ? await listPage(deps.store, only, page, eventTypeEntity.decode)
      : await listChain(deps.store, lists, page, eventTypeEntity.decode),
  )
}
