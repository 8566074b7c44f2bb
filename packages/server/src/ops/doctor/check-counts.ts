import { sessionKey } from '../../booking/keys.ts'
import type { StoredSession } from '../../booking/seats/session-item.ts'
import { beyondRepair, type Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import type { Item, ItemKey, StoredCount } from '../../kernel/ports/store.ts'
import type { Check } from './check.ts'
import { type ClassifiedItem, COUNTS } from './classified-item.ts'
import { type CountFacts, compareCount, isLapsedAt } from './compare-count.ts'
import { type CountOwner, countedParts } from './count-owners.ts'
import { finding } from './finding.ts'
import { kindOfKey } from './item-kind.ts'
import { readCount, readSession } from './session-item.ts'

/** A count that was read, and who has parts of it. */
interface Collected {
  readonly key: ItemKey
  stored?: Pick<CountFacts, 'state' | 'session' | 'expires'>
  readonly owners: Map<string, CountOwner>
}

const EMPTY: StoredCount = { rev: 0, used: 0, holds: [] }

/**
 * Collects counts and their owners. An invalid booking or session has unknown parts, so nothing of its event type and
 * its providers is repaired.
 */
export class CountCollector {
  readonly #wants: (key: ItemKey) => boolean
  readonly #counts = new Map<string, Collected>()
  readonly #malformed = new Set<string>()
  readonly #uncertain = new Set<string>()
  #isAllUncertain = false
  factCount = 0

  /** @param wants decides by key which counts are collected; all sessions of an event type, or none. */
  constructor(wants: (key: ItemKey) => boolean) {
    this.#wants = wants
  }

  /** Collects a count, and an owner of counts. */
  visit(entry: ClassifiedItem): void {
    this.visitCount(entry)
    this.visitOwner(entry)
  }

  /** Collects an owner of counts. */
  visitOwner(entry: ClassifiedItem): void {
    this.#visitInvalid(entry)
    for (const { key, owner } of countedParts(entry)) {
      if (!this.#wants(key)) continue
      this.#at(key).owners.set(owner.id, owner)
      this.factCount += 1
    }
  }

  /** All counts with their owners. Bookings of a moved session are owners of the session at its new start. */
  *counts(): Iterable<CountFacts & { readonly isCertain: boolean }> {
    for (const { key, stored, owners } of this.#resolved()) {
      if (this.#malformed.has(nameOfKey(key))) continue
      if (stored === undefined && owners.length === 0) continue
      const facts = stored ?? { state: EMPTY, expires: false }
      yield { key, ...facts, owners, isCertain: this.#isCertain(key) }
    }
  }

  #at(key: ItemKey): Collected {
    const name = nameOfKey(key)
    const known = this.#counts.get(name)
    if (known) return known
    const { PK, SK } = key
    const created: Collected = { key: { PK, SK }, owners: new Map() }
    this.#counts.set(name, created)
    return created
  }

  /** Collects a count, without the owners. */
  visitCount({ kind, item }: ClassifiedItem): void {
    if (!COUNTS.has(kind) || !this.#wants(item)) return
    this.factCount += 1
    if (kind === 'class_session') {
      const read = readSession(item)
      if ('problem' in read) this.#malformed.add(nameOfKey(item))
      else this.#at(item).stored = factsOfSession(item, read.value)
      return
    }
    const read = readCount(item)
    if ('problem' in read) this.#malformed.add(nameOfKey(item))
    else this.#at(item).stored = { state: read.value, expires: false }
  }

  #visitInvalid({ kind, item, problems }: ClassifiedItem): void {
    if ((kind !== 'booking' && kind !== 'class_session') || problems.length === 0) return
    const { eventTypeId, providerId, assignments } = item
    const subjects = [eventTypeId, providerId].filter((id) => typeof id === 'string')
    if (assignments !== undefined || subjects.length < 2) this.#isAllUncertain = true
    for (const subject of subjects) this.#uncertain.add(subject)
  }

  #isCertain({ PK }: ItemKey): boolean {
    return !this.#isAllUncertain && !this.#uncertain.has(PK.split('#')[1] ?? '')
  }

  *#resolved() {
    const moved = new Map<string, CountOwner[]>()
    for (const { key, owners, stored } of this.#counts.values()) {
      if (stored?.session?.closed?.kind !== 'moved') continue
      const target = nameOfKey(this.#targetOf(key))
      moved.set(target, [...(moved.get(target) ?? []), ...owners.values()])
    }
    for (const [name, { key, owners, stored }] of this.#counts) {
      const isMoved = stored?.session?.closed?.kind === 'moved'
      const own = isMoved ? [] : [...owners.values()]
      yield { key, stored, owners: [...own, ...(moved.get(name) ?? [])] }
    }
  }

  /** The session to which a moved one leads, perhaps by further moves. */
  #targetOf(key: ItemKey): ItemKey {
    const seen = new Set<string>()
    let current = key
    while (!seen.has(nameOfKey(current))) {
      seen.add(nameOfKey(current))
      const session = this.#counts.get(nameOfKey(current))?.stored?.session
      if (session?.closed?.kind !== 'moved') break
      current = sessionKey(session.eventTypeId, session.closed.startEpochSeconds)
    }
    return current
  }
}

const factsOfSession = (item: Item, { rev, session }: StoredSession) => ({
  state: { rev, used: session.used, holds: session.holds },
  session,
  expires: item.ttl !== undefined,
})

/**
 * Checks what is counted, seats of sessions and parts of limits, against the bookings and sessions that have it. Its
 * facts are the counts, and each part of one.
 */
export function countsCheck(inShare: InShare): Check {
  const collector = new CountCollector(({ PK }) => inShare(PK))
  return {
    visit: (entry) => collector.visit(entry),
    get factCount() {
      return collector.factCount
    },
    *findings(nowEpochSeconds) {
      for (const count of collector.counts()) {
        const found = isWithoutItem(count)
          ? missingSession(count, nowEpochSeconds)
          : compareCount(count, nowEpochSeconds)
        yield* count.isCertain ? found : found.map(beyondRepair)
      }
    },
  }
}

/** Whether the count is that of seats of a session without an item. */
export const isWithoutItem = ({ key, session }: CountFacts): boolean =>
  session === undefined && kindOfKey(key).kind === 'class_session'

/** The item of a session whose seats have all lapsed may be gone. */
function missingSession({ key, owners }: CountFacts, nowEpochSeconds: number): readonly Finding[] {
  const live = owners.find((owner) => !isLapsedAt(owner.markedUntilEpochSeconds, nowEpochSeconds))
  if (live === undefined) return []
  const sentence = 'Bookings have seats in a session that does not exist.'
  return [finding('session_missing', [key, live.key], sentence)]
}
