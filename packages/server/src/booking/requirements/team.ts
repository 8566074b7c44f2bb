import { type Assignment, CANDIDATES_MAX, type Choice, type Need } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import { bookingIndexKeys, providerKey } from '../keys.ts'
import {
  hasSpecialty,
  isTeam,
  kindOfProvider,
  type Provider,
  providerEntity,
  specialtyPartition,
} from '../providers/provider.ts'
import type { Requirement } from './requirement.ts'

/** A requirement whose candidates are known, as indexes of `Team.candidates`. */
export interface TeamNeed extends Need {
  readonly name: string
  readonly choice: Choice
  readonly bookerMayChoose: boolean
}

/** Who can serve the requirements of an event type. */
export interface Team {
  /** Providers that take bookings, each once; at most `CANDIDATES_MAX`. */
  readonly candidates: readonly Provider[]
  readonly needs: readonly TeamNeed[]
}

/** The providers of a team that were chosen. */
export const chosenProviders = (
  { candidates }: Pick<Team, 'candidates'>,
  assignments: readonly Assignment[],
): readonly Provider[] =>
  candidates.filter(({ id }) => assignments.some(({ providerId }) => providerId === id))

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
 * most `CANDIDATES_MAX` of all requirements together. Inactive and deleted providers and teams are no
 * candidates. `all` of named providers needs each of them, so that an inactive one leaves it unserved.
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
  const ids = [...new Set(listed.flat())].slice(0, CANDIDATES_MAX)
  const providers = await readProviders(deps, ids, options)
  const candidates = ids.flatMap((id) => {
    const provider = providers.get(id)
    return provider !== undefined && isCandidate(provider, accountId) ? [provider] : []
  })
  const indexOf = new Map(candidates.map(({ id }, index) => [id, index]))
  return {
    candidates,
    needs: requirements.map((requirement, position) => {
      const named = listed[position] ?? []
      const own = named.flatMap((id) => indexOf.get(id) ?? [])
      const fitting = own.filter((index) => fits(candidates[index] as Provider, requirement))
      const all = requirement.providerIds?.length ?? Math.max(1, fitting.length)
      return {
        name: requirement.name,
        candidates: fitting,
        count: requirement.count === 'all' ? all : requirement.count,
        choice: requirement.choice ?? 'balanced',
        bookerMayChoose: requirement.bookerMayChoose ?? false,
      }
    }),
  }
}

/** The index may be older than the provider, which then becomes a candidate a moment later. */
const fits = (provider: Provider, { specialty, kind }: Requirement): boolean =>
  (specialty === undefined || hasSpecialty(provider, specialty)) &&
  (kind === undefined || kindOfProvider(provider) === kind)

const isCandidate = (provider: Provider, accountId: string): boolean =>
  provider.accountId === accountId &&
  provider.deletedAtEpochSeconds === undefined &&
  !provider.isInactive &&
  !isTeam(provider)

/** The ids of the candidates of a requirement: as named, else by id. */
async function candidateIdsOf(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  { providerIds, specialty, kind }: Requirement,
): Promise<readonly string[]> {
  if (providerIds !== undefined) return providerIds
  if (kind === 'person') return personIds(deps, accountId)
  const found = await deps.store.query(
    specialty === undefined
      ? {
          index: 'GSI4',
          partition: bookingIndexKeys.providersOfKind(accountId, kind ?? 'room'),
          limit: CANDIDATES_MAX,
        }
      : {
          index: 'GSI2',
          partition: specialtyPartition(accountId, specialty),
          limit: CANDIDATES_MAX,
        },
  )
  return found.items.map((item) => providerEntity.decode(item).id)
}

/** Most providers of an account are persons, so no index of their own costs anything. */
async function personIds(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<readonly string[]> {
  const partition = bookingIndexKeys.providersOfAccount(accountId)
  const found = await deps.store.query({ index: 'GSI1', partition, limit: 2 * CANDIDATES_MAX })
  return found.items
    .map(providerEntity.decode)
    .filter((provider) => kindOfProvider(provider) === 'person')
    .slice(0, CANDIDATES_MAX)
    .map(({ id }) => id)
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
    ? await deps.store.getMany(keys, { consistent })
    : await readExisting(deps.store, keys)
  const read = items.flatMap((item) => {
    const provider = item && providerEntity.decode(item)
    return provider ? [[provider.id, provider] as const] : []
  })
  return new Map([...known, ...read])
}
