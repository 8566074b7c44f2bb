import { invariant } from '../kernel/invariant.ts'

/** The most candidates of one requirement. */
export const CANDIDATES_MAX = 50

/** A need for `count` different candidates out of some. Candidates are numbers from 0. */
export interface Need {
  readonly candidates: readonly number[]
  readonly count: number
}

/** Reports whether a candidate is free for a need, which has a number from 0: needs may be at different times. */
export type IsFree = (candidate: number, need: number) => boolean

/** Reports whether no candidate is in more than one need. Then needs can be decided one by one. */
export function areDisjoint(needs: readonly Need[]): boolean {
  const seen = new Set<number>()
  for (const { candidates } of needs) {
    for (const candidate of candidates) {
      if (seen.has(candidate)) return false
      seen.add(candidate)
    }
  }
  return true
}

/**
 * Reports whether every need gets its count of free candidates, no candidate serving two needs. Finds a
 * maximum bipartite matching with augmenting paths (Kuhn 1955), one place of a need at a time.
 */
export function canServe(needs: readonly Need[], isFree: IsFree): boolean {
  /** The need that each matched candidate serves. */
  const serves = new Map<number, number>()
  const place = (need: number, tried: Set<number>): boolean => {
    for (const candidate of (needs[need] as Need).candidates) {
      if (tried.has(candidate) || !isFree(candidate, need)) continue
      tried.add(candidate)
      const other = serves.get(candidate)
      if (other === need) continue
      if (other === undefined || place(other, tried)) {
        serves.set(candidate, need)
        return true
      }
    }
    return false
  }
  return needs.every(({ count }, need) => {
    for (let placed = 0; placed < count; placed += 1) {
      if (!place(need, new Set())) return false
    }
    return true
  })
}

/**
 * Chooses free candidates for every need, all different: for each need in turn the first ones of its list
 * that leave enough for the other needs. Undefined if the needs cannot be served. The answer has one list
 * a need, in the order of its candidates.
 */
export function choose(
  needs: readonly Need[],
  isFree: IsFree,
): readonly (readonly number[])[] | undefined {
  if (!canServe(needs, isFree)) return undefined
  const chosen = new Set<number>()
  const isLeft: IsFree = (candidate, need) => isFree(candidate, need) && !chosen.has(candidate)
  const rest = needs.map(({ candidates, count }) => ({ candidates, count }))
  return needs.map(({ candidates, count }, index) => {
    const own: number[] = []
    for (const candidate of candidates) {
      if (own.length === count) break
      if (!isLeft(candidate, index)) continue
      chosen.add(candidate)
      rest[index] = { candidates, count: count - own.length - 1 }
      if (canServe(rest, isLeft)) own.push(candidate)
      else {
        chosen.delete(candidate)
        rest[index] = { candidates, count: count - own.length }
      }
    }
    invariant(own.length === count, 'the needs could be served, but no choice was found')
    return own
  })
}
