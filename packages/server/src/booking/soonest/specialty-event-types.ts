import { publicAccount } from '../../identity/accounts/public-account.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import type { LoadedEventType } from '../bookings/offer.ts'
import type { EventType } from '../event-types/event-type.ts'
import { hasSpecialty, isSameSpecialty, type Provider } from '../providers/provider.ts'
import { listProviders, listTeams } from '../providers/read-providers.ts'
import {
  activeEventTypes,
  isInSharedDirectory,
  listOfAccount,
  shownEventTypes,
} from '../public/directory.ts'
import { listShared } from '../public/shared-directory.ts'
import { EVENT_TYPES_ASKED, type Offered, withSchedules } from './asked-event-types.ts'

/** The most providers of one page, and the most teams. */
const PROVIDERS_PER_PAGE = 25

const QUERIES_AT_ONCE = 8

/** Begins the cursors that continue with teams, after the last provider of the specialty. */
const TEAMS_CURSOR = 'teams.'

/**
 * Loads the active event types of a page of the account's providers of a specialty and, after the last of these, of
 * its teams whose requirements name it.
 */
export const eventTypesOfSpecialty = (
  deps: Dependencies,
  caller: Caller,
  specialty: string,
  cursor: string | undefined,
): Promise<Listed<LoadedEventType>> =>
  pageThenTeams(deps, cursor, {
    list: (page) => listProviders(deps, caller, { specialty, mayBeOld: true }, page),
    offersOf: async (provider) => offersOf(provider, await activeEventTypes(deps, provider.id)),
    teams: {
      list: (page) => listTeams(deps, caller.accountId, page),
      offersOf: async (team) =>
        offersOfTeam(team, await activeEventTypes(deps, team.id), specialty),
    },
  })

/**
 * Loads the active event types of a page of an account's listed providers of a specialty and, after the last of
 * these, of its listed teams whose requirements name it.
 */
export const listedEventTypesOfSpecialty = (
  deps: Dependencies,
  accountId: string,
  specialty: string,
  cursor: string | undefined,
): Promise<Listed<LoadedEventType>> =>
  pageThenTeams(deps, cursor, {
    list: (page) => listOfAccount(deps, accountId, specialty, page),
    offersOf: async (provider) => offersOf(provider, await shownEventTypes(deps, provider.id)),
    teams: {
      list: (page) => listTeams(deps, accountId, page),
      offersOf: (team) => shownOffersOfTeam(deps, team, specialty),
    },
  })

/**
 * Loads the active event types of a page of the shared directory's providers of a specialty. With the first of an
 * account come those of its listed teams whose requirements name the specialty.
 */
export const publicEventTypesOfSpecialty = async (
  deps: Dependencies,
  specialty: string,
  cursor: string | undefined,
): Promise<Listed<LoadedEventType>> => {
  const listed = await pageOfEventTypes(cursor, {
    list: (page) => listShared(deps, specialty, page),
    offersOf: async (provider) => {
      const isShared =
        hasSpecialty(provider, specialty) &&
        isInSharedDirectory(await publicAccount(deps, provider.accountId))
      if (!isShared) return []
      const [own, ofTeams] = await Promise.all([
        shownEventTypes(deps, provider.id),
        offersBesideFirst(deps, provider, specialty),
      ])
      return [...offersOf(provider, own), ...ofTeams].slice(0, EVENT_TYPES_ASKED)
    },
  })
  return { ...listed, data: await withSchedules(deps, listed.data) }
}

const offersOf = (provider: Provider, eventTypes: readonly EventType[]): readonly Offered[] =>
  eventTypes.map((eventType) => ({ eventType, provider }))

/** A team that has the specialty itself is among the providers of it. */
const offersOfTeam = (
  team: Provider,
  eventTypes: readonly EventType[],
  specialty: string,
): readonly Offered[] =>
  hasSpecialty(team, specialty)
    ? []
    : offersOf(
        team,
        eventTypes.filter(({ requirements = [] }) =>
          requirements.some((each) => isSameSpecialty(each.specialty ?? '', specialty)),
        ),
      )

const shownOffersOfTeam = async (
  deps: Dependencies,
  team: Provider,
  specialty: string,
): Promise<readonly Offered[]> =>
  team.isListed === true && team.isInactive !== true
    ? offersOfTeam(team, await shownEventTypes(deps, team.id), specialty)
    : []

/** What the listed teams of an account offer, if a provider is the first of its specialty; else nothing. */
async function offersBesideFirst(
  deps: Dependencies,
  { id, accountId }: Provider,
  specialty: string,
): Promise<readonly Offered[]> {
  const teams = await listTeams(deps, accountId, { limit: PROVIDERS_PER_PAGE })
  if (teams.data.length === 0) return []
  const { data } = await listOfAccount(deps, accountId, specialty, { limit: PROVIDERS_PER_PAGE })
  if (data[0]?.id !== id) return []
  const offers = await mapAtMost(teams.data, QUERIES_AT_ONCE, (team) =>
    shownOffersOfTeam(deps, team, specialty),
  )
  return offers.flat()
}

/** A list of providers, and what each of them offers. */
interface ProviderList {
  readonly list: (page: Page) => Promise<Listed<Provider>>
  /** At most `EVENT_TYPES_ASKED`. */
  readonly offersOf: (provider: Provider) => Promise<readonly Offered[]>
}

/** A page of the providers of a specialty; where their list ends, one of teams follows. */
async function pageThenTeams(
  deps: Dependencies,
  after: string | undefined,
  { teams, ...providers }: ProviderList & { readonly teams: ProviderList },
): Promise<Listed<LoadedEventType>> {
  const teamsAfter = after?.startsWith(TEAMS_CURSOR) ? after.slice(TEAMS_CURSOR.length) : undefined
  const own =
    teamsAfter === undefined
      ? await pageOfEventTypes(after, providers)
      : { data: [], cursor: undefined }
  const withOwn = async (listed: Listed<Offered>): Promise<Listed<LoadedEventType>> => ({
    ...listed,
    data: await withSchedules(deps, [...own.data, ...listed.data]),
  })
  if (own.cursor !== undefined) return withOwn({ data: [], cursor: own.cursor })
  const ofTeams = await pageOfEventTypes(teamsAfter || undefined, teams)
  if (own.data.length + ofTeams.data.length > EVENT_TYPES_ASKED) {
    return withOwn({ data: [], cursor: TEAMS_CURSOR })
  }
  return withOwn({
    data: ofTeams.data,
    ...(ofTeams.cursor !== undefined && { cursor: `${TEAMS_CURSOR}${ofTeams.cursor}` }),
  })
}

/**
 * Loads the active event types of a page of providers. The page ends before the provider whose event types
 * would be more than the most of one call; its cursor continues with that provider.
 */
async function pageOfEventTypes(
  after: string | undefined,
  { list, offersOf }: ProviderList,
): Promise<Listed<Offered>> {
  const from = after === undefined ? {} : { cursor: after }
  const listed = await list({ limit: PROVIDERS_PER_PAGE, ...from })
  const ofProviders = await mapAtMost(listed.data, QUERIES_AT_ONCE, offersOf)
  let count = 0
  const cut = ofProviders.findIndex((offers) => {
    count += offers.length
    return count > EVENT_TYPES_ASKED
  })
  if (cut < 0) return { ...listed, data: ofProviders.flat() }
  // Read again for the cursor of its end, which only a page of that length has.
  const { cursor } = await list({ limit: cut, ...from })
  return {
    data: ofProviders.slice(0, cut).flat(),
    ...(cursor !== undefined && { cursor }),
  }
}
