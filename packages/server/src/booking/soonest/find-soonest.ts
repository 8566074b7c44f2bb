import { ok, type Result } from '@holdfast/engine'
import { openAccountBySlug } from '../../identity/accounts/public-account.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { RangeEnd } from '../../kernel/list-range.ts'
import type { Listed } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, loadedFor } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { forPerson, NOBODY } from '../event-types/for-person.ts'
import type { StartRange } from '../limits/read-limits.ts'
import { type DirectoryFilter, shownEventTypes } from '../public/directory.ts'
import { type ProviderName, textOfName } from '../public/provider-name.ts'
import { findProviderByName } from '../public/public-opened-slots.ts'
import { checkRange, isSkipped, rangeOf, SLOT_QUERY_DAYS } from '../slots/slots.ts'
import { eventTypesById, withSchedules } from './asked-event-types.ts'
import { type SoonestOptions, type SoonestSlot, soonestSlots } from './soonest.ts'
import {
  eventTypesOfSpecialty,
  listedEventTypesOfSpecialty,
  publicEventTypesOfSpecialty,
} from './specialty-event-types.ts'

export type { SoonestSlot } from './soonest.ts'

/** The slots to find: the first `limit` that start in `[from, to)`, at most 62 days. */
export interface SoonestQuery {
  /** Default: now. */
  readonly from?: RangeEnd
  /** Default: 62 days after `from`. */
  readonly to?: RangeEnd
  /** The zone of the midnights. Default: UTC. */
  readonly timeZone?: string
  readonly limit: number
  /** How many seats a party takes. Event types that never have as many are left out. Default: 1. */
  readonly seats?: number
  /** Only for specialties: the position in the list of their providers. */
  readonly cursor?: string
}

type Answer = Result<Listed<SoonestSlot>, Refusal>

/** Finds the first slots of event types of the account. */
export function soonestOfEventTypes(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeIds: readonly string[],
  query: SoonestQuery,
): Promise<Answer> {
  return find(deps, query, async () => {
    const loaded = await eventTypesById(deps, caller, eventTypeIds)
    return loaded.ok ? ok({ data: loaded.value }) : loaded
  })
}

/** Finds the first slots of a page of the account's providers of a specialty, then of teams that need it. */
export const soonestOfSpecialty = (
  deps: BookingDependencies,
  caller: Caller,
  specialty: string,
  query: SoonestQuery,
): Promise<Answer> =>
  find(deps, query, async () =>
    ok(await eventTypesOfSpecialty(deps, caller, specialty, query.cursor)),
  )

/**
 * Finds the first slots of a page of the listed providers of a specialty: those of the account with a slug,
 * or without one those of the shared directory.
 */
export const soonestOfPublicSpecialty = (
  deps: BookingDependencies,
  { specialty, accountSlug }: DirectoryFilter & { readonly specialty: string },
  query: SoonestQuery,
): Promise<Answer> =>
  find(deps, query, async () => {
    if (accountSlug === undefined) {
      return ok(forStrangers(await publicEventTypesOfSpecialty(deps, specialty, query.cursor)))
    }
    const found = await openAccountBySlug(deps, accountSlug)
    if (!found.ok) return found
    const { id } = found.value
    return ok(forStrangers(await listedEventTypesOfSpecialty(deps, id, specialty, query.cursor)))
  })

/** Finds the first slot of each event type that strangers see on the page of a provider. */
export const soonestOfPublicProvider = (
  deps: BookingDependencies,
  name: ProviderName,
  query: SoonestQuery,
): Promise<Answer> =>
  find(
    deps,
    query,
    async () => {
      const found = await findProviderByName(deps, name)
      if (!found.ok) return found
      const { provider } = found.value
      if (provider.isInactive) return notFound('provider', textOfName(name))
      const eventTypes = await shownEventTypes(deps, provider.id)
      const offers = eventTypes
        // Who may book the others is known once they have proved who they are.
        .filter((eventType) => forPerson(eventType, NOBODY) !== undefined)
        .map((eventType) => ({ eventType, provider }))
      return ok(forStrangers({ data: await withSchedules(deps, offers) }))
    },
    { ofEach: true },
  )

/** Event types under the rules for bookers of whom nothing is known. */
const forStrangers = ({ data, ...rest }: Listed<LoadedEventType>): Listed<LoadedEventType> => ({
  ...rest,
  data: data.flatMap((loaded) => loadedFor(loaded, 'stranger') ?? []),
})

async function find(
  deps: BookingDependencies,
  query: SoonestQuery,
  load: () => Promise<Result<Listed<LoadedEventType>, Refusal>>,
  options: Pick<SoonestOptions, 'ofEach'> = {},
): Promise<Answer> {
  const range = soonestRange(query, epochSeconds(deps.clock))
  if (!range.ok) return range
  const loaded = await load()
  if (!loaded.ok) return loaded
  const { limit, seats: party = 1 } = query
  const data = await soonestSlots(deps, loaded.value.data, range.value, {
    ...options,
    limit,
    party,
  })
  return ok({ ...loaded.value, data })
}

/** The range of a query. Refuses an empty one and one of more than 62 days. */
export function soonestRange(
  { from, to, timeZone = 'UTC' }: SoonestQuery,
  nowEpochSeconds: number,
): Result<StartRange, Refusal> {
  const start: RangeEnd = from ?? { epochMinutes: Math.floor(nowEpochSeconds / 60) }
  const { fromEpochMinutes } = rangeOf({ from: start, to: start }, timeZone)
  const end = to ?? { epochMinutes: fromEpochMinutes + SLOT_QUERY_DAYS * 1440 }
  const range = rangeOf({ from: start, to: end }, timeZone)
  if (isSkipped({ from: start, to: end }, range)) return ok(range)
  const checked = checkRange(range)
  return checked.ok ? ok(range) : checked
}
