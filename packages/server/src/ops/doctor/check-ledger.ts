import { parseDate } from '@holdfast/engine'
import { beyondRepair, type Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { EMPTY_LEDGER } from '../../kernel/items/ledger-item.ts'
import type { LedgerState } from '../../kernel/ports/store.ts'
import { ledgerFinding } from '../../ledger/findings.ts'
import { readDay } from '../../ledger/read-day.ts'
import type { Check } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { compareDay } from './ledger-day.ts'
import { type OwnedPart, type Owner, ownedParts } from './ledger-owners.ts'
import { SessionClaims } from './session-claims.ts'

/** The facts of one provider. */
interface ProviderFacts {
  readonly days: Map<number, { state?: LedgerState; readonly owners: Map<string, Owner> }>
  readonly malformedDays: Set<number>
}

const CLAIMING: ReadonlySet<ClassifiedItem['kind']> = new Set(['booking', 'class_session', 'block'])

/**
 * The providers with an invalid booking, session or block. Its claim is unknown, so nothing of these providers is
 * repaired: quanta without an owner may belong to it.
 */
export class UncertainProviders {
  readonly #providerIds = new Set<string>()
  #hasAll = false

  visit(entry: ClassifiedItem): void {
    if (!CLAIMING.has(entry.kind) || entry.problems.length === 0) return
    const providerId = entry.kind === 'block' ? entry.partitionId : entry.item.providerId
    // A booking of several providers: which ones is as uncertain as the rest of it.
    if (entry.item.assignments !== undefined) this.#hasAll = true
    else if (typeof providerId === 'string' && providerId !== '') this.#providerIds.add(providerId)
    else this.#hasAll = true
  }

  has(providerId: string): boolean {
    return this.#hasAll || this.#providerIds.has(providerId)
  }
}

/**
 * Checks the ledger against bookings, sessions and blocks. Its facts are what is taken and claimed on every day of a
 * provider, so its memory grows with the number of stored bookings.
 */
export function ledgerCheck(inShare: InShare): Check {
  const providers = new Map<string, ProviderFacts>()
  const problems: Finding[] = []
  const uncertain = new UncertainProviders()
  const sessions = new SessionClaims(inShare)
  let factCount = 0

  const factsOf = (providerId: string): ProviderFacts => {
    const existing = providers.get(providerId)
    if (existing) return existing
    const facts = { days: new Map(), malformedDays: new Set<number>() }
    providers.set(providerId, facts)
    return facts
  }
  const dayOf = (providerId: string, dayNumber: number) => {
    const { days } = factsOf(providerId)
    const day = days.get(dayNumber) ?? { owners: new Map<string, Owner>() }
    days.set(dayNumber, day)
    return day
  }
  const addDay = ({ item, partitionId, sortId }: ClassifiedItem) => {
    const dayNumber = parseDate(sortId)
    const read = readDay(item)
    factCount += 1
    if (dayNumber !== undefined && 'state' in read) {
      dayOf(partitionId, dayNumber).state = read.state
      return
    }
    if (dayNumber !== undefined) factsOf(partitionId).malformedDays.add(dayNumber)
    const problem = 'problem' in read ? read.problem : 'The date in the key does not exist.'
    problems.push(ledgerFinding('ledger_wrong', [item], problem))
  }
  const addParts = (parts: readonly OwnedPart[]) => {
    for (const { providerId, dayNumber, owner } of parts) {
      dayOf(providerId, dayNumber).owners.set(owner.id, owner)
      factCount += 1
    }
  }

  return {
    visit(entry) {
      uncertain.visit(entry)
      sessions.visit(entry)
      if (entry.kind === 'ledger_day') {
        if (inShare(entry.partitionId)) addDay(entry)
        return
      }
      addParts(ownedParts(entry).filter(({ providerId }) => inShare(providerId)))
    },
    get factCount() {
      return factCount + sessions.factCount
    },
    *findings(nowEpochSeconds) {
      addParts([...sessions.parts()])
      yield* problems
      for (const [providerId, { days, malformedDays }] of providers) {
        for (const [dayNumber, { state = EMPTY_LEDGER, owners }] of days) {
          if (malformedDays.has(dayNumber)) continue
          const day = { providerId, dayNumber, state, owners: [...owners.values()] }
          const found = compareDay(day, nowEpochSeconds)
          yield* uncertain.has(providerId) ? found.map(beyondRepair) : found
        }
      }
    },
  }
}
