import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { loadEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { loadTeam } from '../teams/load-team.ts'
import { listSlots, type SlotsAnswer, type SlotsQuery } from './slots.ts'

/** A time that the account can book, and that bookers are not offered yet. */
export interface KeptSlot {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
  /** `freed`: a booking gave it back, and it is kept for a while. `kept_back`: whoever is free then is kept back. */
  readonly reason: 'freed' | 'kept_back'
  /** Who has to be named to book it. Absent: the event type takes its own provider. */
  readonly providerId?: string
}

/**
 * The times in a range that are kept from bookers, in chronological order: those that cancelled or moved bookings freed, and those of
 * candidates who are kept back. Empty for an event type with seats. `offered`: the slots of the same query, which are left out.
 */
export async function listKeptSlots(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  query: SlotsQuery,
  offered: SlotsAnswer,
): Promise<Result<readonly KeptSlot[], Refusal>> {
  const loaded = await loadEventType(deps, caller.accountId, eventTypeId, false)
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const { requirements, keptBack = [], seats } = eventType
  if (seats) return ok([])
  const known = new Set(offered.starts)
  const kept: KeptSlot[] = []
  const list = async (part: Partial<SlotsQuery>) => {
    const listed = await listSlots(deps, caller, eventTypeId, { ...query, ...part })
    // What is wrong with a query was refused with the slots. Somebody may have ceased to be a candidate since.
    return listed.ok ? timesOf(listed.value).filter(({ start }) => !known.has(start)) : []
  }
  const add = (times: readonly Time[], reason: KeptSlot['reason'], providerId?: string) => {
    for (const { start, end } of times) {
      if (known.has(start)) continue
      known.add(start)
      const named = providerId === undefined ? {} : { providerId }
      kept.push({ startEpochMinutes: start, endEpochMinutes: end, reason, ...named })
    }
  }
  const nameable = query.chosen ? [] : keptBack.flatMap(({ providerIds }) => providerIds)
  for (const providerId of nameable) {
    const chosen = { providerId, isBooker: false }
    add(await list({ chosen }), 'kept_back', providerId)
  }
  const freed = await list({ takesFreed: true })
  if (freed.length > 0 && requirements && query.chosen === undefined) {
    const { team } = await loadTeam(deps, { ...loaded.value, requirements }, { consistent: false })
    for (const index of team.needs[0]?.candidates ?? []) {
      const providerId = team.candidates[index]?.id ?? provider.id
      const chosen = { providerId, isBooker: false }
      add(await list({ chosen, takesFreed: true }), 'freed', providerId)
    }
  }
  add(freed, 'freed', query.chosen?.providerId)
  return ok(kept.toSorted((a, b) => a.startEpochMinutes - b.startEpochMinutes))
}

interface Time {
  readonly start: number
  readonly end: number
}

const timesOf = ({ starts, rows, durationMinutes }: SlotsAnswer): readonly Time[] =>
  starts.map((start, index) => ({
    start,
    end: start + (rows?.[index]?.durationMinutes ?? durationMinutes),
  }))
