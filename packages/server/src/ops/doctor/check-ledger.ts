import { InvariantViolated, parseDate, QUANTA_PER_DAY, type QuantumRange } from '@holdfast/engine'
import { EMPTY_LEDGER, ledgerFromItem, TAKEN } from '../../kernel/items/ledger-item.ts'
import type { Item, LedgerState } from '../../kernel/ports/store.ts'
import type { Check, IsMine } from './check.ts'
import { type Finding, finding } from './finding.ts'
import type { KindedItem } from './item-kind.ts'
import { compareDay } from './ledger-day.ts'
import { type OwnedPart, type Owner, ownedParts } from './ledger-owners.ts'

/** A ledger item as it can be read, or why it cannot. */
export type ReadDay = { readonly state: LedgerState } | { readonly problem: string }

const isInDay = ({ firstQuantum, quantumCount }: QuantumRange): boolean =>
  Number.isInteger(firstQuantum) &&
  Number.isInteger(quantumCount) &&
  firstQuantum >= 0 &&
  quantumCount >= 1 &&
  firstQuantum + quantumCount <= QUANTA_PER_DAY

/** Reads a ledger item that may be damaged. */
export function readDay(item: Item): ReadDay {
  const taken = item[TAKEN]
  if (taken !== undefined && !(taken instanceof Set)) return { problem: 'taken is no number set' }
  try {
    const state = ledgerFromItem(item)
    if (![...state.holds, ...state.blocks].every(isInDay)) {
      return { problem: 'a mark does not lie within the day' }
    }
    if (!Number.isSafeInteger(state.rev) || state.rev < 1) {
      return { problem: 'rev is not a whole number from 1 up' }
    }
    return { state }
  } catch (error) {
    if (error instanceof InvariantViolated) return { problem: error.message }
    throw error
  }
}

/** What is known of one provider. */
interface ProviderFacts {
  readonly days: Map<number, { state?: LedgerState; readonly owners: Map<string, Owner> }>
  readonly unreadable: Set<number>
}

/**
 * Says of which providers a booking or block contradicts itself, so that what it claims is not
 * known: nothing of theirs is mended, since what looks like nobody's may be its own.
 */
export class Distrust {
  readonly #providerIds = new Set<string>()
  #everybody = false

  note(entry: KindedItem): void {
    if ((entry.kind !== 'booking' && entry.kind !== 'block') || entry.problems.length === 0) return
    const providerId = entry.kind === 'block' ? entry.partitionId : entry.item.providerId
    if (typeof providerId === 'string' && providerId !== '') this.#providerIds.add(providerId)
    else this.#everybody = true
  }

  has(providerId: string): boolean {
    return this.#everybody || this.#providerIds.has(providerId)
  }
}

/**
 * Checks the ledger against bookings and blocks. It remembers of every day of a provider what is
 * taken and who claims it, so its memory grows with the bookings that were ever kept.
 */
export function ledgerCheck(isMine: IsMine): Check {
  const providers = new Map<string, ProviderFacts>()
  const problems: Finding[] = []
  const distrust = new Distrust()
  let factCount = 0

  const factsOf = (providerId: string): ProviderFacts => {
    const known = providers.get(providerId)
    if (known) return known
    const facts = { days: new Map(), unreadable: new Set<number>() }
    providers.set(providerId, facts)
    return facts
  }
  const dayOf = (providerId: string, dayNumber: number) => {
    const { days } = factsOf(providerId)
    const day = days.get(dayNumber) ?? { owners: new Map<string, Owner>() }
    days.set(dayNumber, day)
    return day
  }
  const noteDay = ({ item, partitionId, sortId }: KindedItem) => {
    const dayNumber = parseDate(sortId)
    const read = readDay(item)
    factCount += 1
    if (dayNumber !== undefined && 'state' in read) {
      dayOf(partitionId, dayNumber).state = read.state
      return
    }
    if (dayNumber !== undefined) factsOf(partitionId).unreadable.add(dayNumber)
    const problem = 'problem' in read ? read.problem : 'its date does not exist'
    problems.push(finding('ledger_wrong', [item], problem))
  }
  const noteParts = (parts: readonly OwnedPart[]) => {
    for (const { providerId, dayNumber, owner } of parts) {
      dayOf(providerId, dayNumber).owners.set(owner.id, owner)
      factCount += 1
    }
  }

  return {
    note(entry) {
      distrust.note(entry)
      if (entry.kind === 'ledger_day') {
        if (isMine(entry.partitionId)) noteDay(entry)
      } else if (
        (entry.kind === 'booking' || entry.kind === 'block') &&
        entry.problems.length === 0
      ) {
        const parts = ownedParts(entry)
        if (parts[0] && isMine(parts[0].providerId)) noteParts(parts)
      }
    },
    get factCount() {
      return factCount
    },
    *findings(nowEpochSeconds) {
      yield* problems
      for (const [providerId, { days, unreadable }] of providers) {
        for (const [dayNumber, { state = EMPTY_LEDGER, owners }] of days) {
          if (unreadable.has(dayNumber)) continue
          const day = { providerId, dayNumber, state, owners: [...owners.values()] }
          const found = compareDay(day, nowEpochSeconds)
          yield* distrust.has(providerId) ? found.map(beyondRepair) : found
        }
      }
    },
  }
}

const beyondRepair = (each: Finding): Finding => ({ ...each, repairable: false })
