import {
  type Assignment,
  CANDIDATES_MAX,
  type CandidateRule,
  type Choice,
  hasOwnTime,
  neededTimeOf,
  type TimedNeed,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { bookingIndexKeys, providerKey } from '../keys.ts'
import {
  hasSpecialty,
  isTeam,
  isUnit,
  kindOfProvider,
  type Provider,
  providerEntity,
  specialtyPartition,
} from '../providers/provider.ts'
import type { Requirement } from './requirement.ts'

/** A requirement whose candidates are known, as indexes of `Team.candidates`. */
export interface TeamNeed extends TimedNeed {
  readonly name: string
  readonly choice: Choice
  readonly bookerMayChoose: boolean
  /** True if more providers could serve it than `CANDIDATES_MAX`: the last ones, by id, are left out. */
  readonly isCut?: true
}

/** Who can serve the requirements of an event type. */
export interface Team {
  /** Providers that take bookings, each once; at most `CANDIDATES_MAX` for each need. */
  readonly candidates: readonly Provider[]
  readonly needs: readonly TeamNeed[]
}

/** The providers of a team that were chosen. */
export const chosenProviders = (
  { candidates }: Pick<Team, 'candidates'>,
  assignments: readonly Assignment[],
): readonly Provider[] =>
  candidates.filter(({ id }) => assignments.some(({ providerId }) => providerId === id))

/** The position of the need whose candidates have rules of their own: the first one with such a candidate. */
export function ruledNeedOf(
  { candidates, needs }: Team,
  rules: readonly CandidateRule[] | undefined,
): number | undefined {
  if (rules === undefined) return undefined
  const ruled = new Set(rules.map(({ providerId }) => providerId))
  const position = needs.findIndex((need) =>
    need.candidates.some((index) => ruled.has(candidates[index]?.id ?? '')),
  )
  return position === -1 ? undefined : position
}

/** What to resolve: requirements, and the account in which specialties and kinds are looked up. */
export interface TeamQuestion {
  readonly accountId: string
  readonly requirements: readonly Requirement[]
}

/** How a team is read. `known`: providers that were read already, under the same consistency. */
export interface TeamReadOptions {
  readonly consistent: boolean
  readonly known?: ReadonlyMap<string, Provider>
}

/**
 * Finds the candidates of requirements. A specialty or a kind has those providers of the account, by id, at
 * most `CANDIDATES_MAX` for each requirement. Inactive and deleted providers and teams are no candidates and do
 * not count. `all` of named providers needs each of them, so that an inactive one leaves it unserved.
 */
export async function resolveTeam(
  deps: Pick<Dependencies, 'store'>,
  question: TeamQuestion,
  options: TeamReadOptions,
): Promise<Team> {
  const { accountId, requirements } = question
  const listed = await Promise.all(
    requirements.map((requirement) => candidateIdsOf(deps, accountId, requirement)),
  )
  const ids = [...new Set(listed.flatMap((each) => each.ids))]
  const providers = await readProviders(deps, ids, options)
  const candidates = ids.flatMap((id) => {
    const provider = providers.get(id)
    return provider !== undefined && isCandidate(provider, accountId) ? [provider] : []
  })
  const indexOf = new Map(candidates.map(({ id }, index) => [id, index]))
  return {
    candidates,
    needs: requirements.map((requirement, position) => {
      const { ids: named, isCut } = listed[position] as ListedCandidates
      const own = named.flatMap((id) => indexOf.get(id) ?? [])
      const fitting = own.filter((index) => fits(candidates[index] as Provider, requirement))
      const all = requirement.providerIds?.length ?? Math.max(1, fitting.length)
      return {
        name: requirement.name,
        candidates: fitting,
        count: requirement.count === 'all' ? all : requirement.count,
        choice: requirement.choice ?? 'balanced',
        bookerMayChoose: requirement.bookerMayChoose ?? false,
        ...(hasOwnTime(requirement) && { time: neededTimeOf(requirement) }),
        ...(isCut && { isCut }),
      }
    }),
  }
}

/** The index may be older than the provider, which then becomes a candidate a moment later. */
const fits = (
  provider: Provider,
  {
    specialty,
    kind,
  }: { readonly specialty?: string | undefined; readonly kind?: string | undefined },
): boolean =>
  (specialty === undefined || hasSpecialty(provider, specialty)) &&
  (kind === undefined || kindOfProvider(provider) === kind)

const isCandidate = (provider: Provider, accountId: string): boolean =>
  provider.accountId === accountId &&
  provider.deletedAtEpochSeconds === undefined &&
  !provider.isInactive &&
  !isTeam(provider) &&
  !isUnit(provider)

/** The candidates of a requirement as far as the index knows. */
interface ListedCandidates {
  readonly ids: readonly string[]
  readonly isCut?: true
}

/** The ids of the candidates of a requirement: as named, else by id. */
async function candidateIdsOf(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  requirement: Requirement,
): Promise<ListedCandidates> {
  const { providerIds, specialty, kind } = requirement
  if (providerIds !== undefined) return { ids: providerIds }
  const found = await activeProviders(deps, accountId, { specialty, kind }, CANDIDATES_MAX + 1)
  const ids = found.map(({ id }) => id)
  return ids.length > CANDIDATES_MAX ? { ids: ids.slice(0, CANDIDATES_MAX), isCut: true } : { ids }
}

/** What makes a provider a candidate of a requirement that names nobody. */
export type CandidateQuality = Pick<Requirement, 'specialty' | 'kind'>

/**
 * The first providers of an account, by id, that take bookings and have a specialty or a kind; at most `limit`.
 * Reads the index until there are enough, so inactive ones cost reads and take no place. The index may be older
 * than the providers. Most providers of an account are persons, so these have no index of their own.
 */
export async function activeProviders(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  quality: { readonly [Name in keyof CandidateQuality]: CandidateQuality[Name] | undefined },
  limit: number,
): Promise<readonly Provider[]> {
  const { specialty, kind } = quality
  const request =
    specialty !== undefined
      ? ({ index: 'GSI2', partition: specialtyPartition(accountId, specialty) } as const)
      : kind === 'person'
        ? ({ index: 'GSI1', partition: bookingIndexKeys.providersOfAccount(accountId) } as const)
        : ({
            index: 'GSI4',
            partition: bookingIndexKeys.providersOfKind(accountId, kind ?? 'room'),
          } as const)
  const found: Provider[] = []
  let cursor: string | undefined
  do {
    const page = await deps.store.query({ ...request, limit, ...(cursor && { cursor }) })
    const fitting = page.items
      .map(providerEntity.decode)
      .filter((provider) => isCandidate(provider, accountId) && fits(provider, quality))
    found.push(...fitting)
    cursor = page.cursor
  } while (cursor !== undefined && found.length < limit)
  return found.slice(0, limit)
}

async function readProviders(
  deps: Pick<Dependencies, 'store'>,
  ids: readonly string[],
  { consistent, known = new Map() }: TeamReadOptions,
): Promise<ReadonlyMap<string, Provider>> {
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return known
  const keys = missing.map(providerKey)
  const items = consistent
    ? await readItems(deps.store, keys, { consistent })
    : await readExisting(deps.store, keys)
  const read = items.flatMap((item) => {
    const provider = item && providerEntity.decode(item)
    return provider ? [[provider.id, provider] as const] : []
  })
  return new Map([...known, ...read])
}
