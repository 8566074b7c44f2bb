import type { Assignment } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import type { TeamSearch } from '../teams/assign-team.ts'
import { type Placed, Reservations } from './reservations.ts'

/** A booking of a group that is to get its people. */
export interface Assignable {
  readonly placed: Placed
  /** Of a team: the search for its people. */
  readonly search?: TeamSearch | undefined
  /** The only ones that it may take. Absent: whoever is free. */
  readonly only?: ReadonlySet<string> | undefined
  /** Whom it takes otherwise. */
  readonly providerIds: readonly string[]
}

/**
 * Chooses the people of all teams of a group, nobody twice at the same time: an earlier booking chooses first, after
 * those without a choice. `onRefused`: what follows if nobody can serve one; an answer ends it.
 */
export async function assignPeople<Entry extends Assignable, Ended>(
  entries: readonly Entry[],
  onRefused: (entry: Entry, refusal: Refusal) => Promise<Ended | undefined>,
): Promise<{
  readonly assigned: ReadonlyMap<Entry, readonly Assignment[]>
  readonly ended?: Ended
}> {
  const reservations = new Reservations()
  const assigned = new Map<Entry, readonly Assignment[]>()
  for (const { search, providerIds, placed } of entries) {
    if (search === undefined) for (const id of providerIds) reservations.add(id, placed)
  }
  for (const entry of entries) {
    const { search, placed, only } = entry
    if (search === undefined) continue
    const chosen = await search.choose({
      has: (providerId, needed) =>
        only?.has(providerId) === false || reservations.has(providerId, placed, needed),
      timesOf: (providerId) => reservations.timesOf(providerId),
    })
    if (chosen.ok) {
      assigned.set(entry, chosen.value)
      reservations.addAll(chosen.value, placed)
      continue
    }
    const ended = await onRefused(entry, chosen.refusal)
    if (ended) return { assigned, ended }
  }
  return { assigned }
}
