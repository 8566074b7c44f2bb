import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Finding, FindingCode } from '../../kernel/doctor/finding.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import { type ItemKey, STORE_LIMITS, type Store } from '../../kernel/ports/store.ts'
import {
  type NamedWrites,
  type TransactionDependencies,
  transact,
} from '../../kernel/transaction.ts'
import type { CountFacts } from './compare-count.ts'
import { repairReader } from './item-repair.ts'
import { keyOfDay } from './ledger-day.ts'
import { countWrites, loadCounts } from './repair-counts.ts'
import { ITEM_REPAIRS } from './repair-items.ts'
import { dayWrites, loadDays } from './repair-ledger.ts'
import { keyOfMonth, loadMonths, monthWrites } from './repair-nights.ts'

/** The result of a repair. A finding in neither list was gone when it was checked again. */
export interface Repaired {
  /** Findings whose transaction was committed. */
  readonly repaired: readonly Finding[]
  /** Findings that are not repairable, or whose items changed during the repair. */
  readonly left: readonly Finding[]
}

const LEDGER_CODES: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'orphan_quanta',
  'claim_missing',
  'hold_missing',
  'block_mark_missing',
  'booking_mark_missing',
  'mark_wrong',
  'mark_without_owner',
])

const COUNT_CODES: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'count_too_low',
  'count_too_high',
  'count_mark_missing',
  'count_mark_wrong',
  'count_mark_without_owner',
  'session_missing',
  'session_final_wrong',
  'session_expires',
])

const NIGHT_CODES: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'nights_missing',
  'nights_orphaned',
  'nights_mark_missing',
  'nights_mark_wrong',
  'nights_mark_stray',
])

/**
 * Repairs the findings of an inspection that are safe to repair, each in one transaction that is
 * conditioned on everything its decision depends on. So it can run beside live servers and be interrupted
 * at any point. It never changes double claims: people decide which one stays. Inspect again to see what
 * is left.
 */
export async function repair(
  deps: TransactionDependencies,
  findings: readonly Finding[],
): Promise<Repaired> {
  const repaired: Finding[] = []
  const left = findings.filter((each) => !each.repairable)
  const apply: Apply = async (concerned, writes) => {
    if (Object.keys(writes).length === 0) return
    const isCommitted = await commits(deps, writes)
    for (const each of concerned) (isCommitted ? repaired : left).push(each)
  }
  const repairable = findings.filter((each) => each.repairable)
  await repairItems(deps, repairable, apply)
  // Counts before the ledger: sessions claim time of their providers.
  const ofCounts = { codes: COUNT_CODES, load: loadCounts, writes: countWrites }
  await repairClaims(deps, repairable, { ...ofCounts, keyOf: ({ key }: CountFacts) => key }, apply)
  const ofLedger = { codes: LEDGER_CODES, load: loadDays, writes: dayWrites }
  await repairClaims(deps, repairable, { ...ofLedger, keyOf: keyOfDay }, apply)
  const ofNights = { codes: NIGHT_CODES, load: loadMonths, writes: monthWrites }
  await repairClaims(deps, repairable, { ...ofNights, keyOf: keyOfMonth }, apply)
  return { repaired, left }
}

/** Commits the writes for some findings and records the result. Does nothing without writes. */
type Apply = (concerned: readonly Finding[], writes: NamedWrites) => Promise<void>

async function commits(deps: TransactionDependencies, writes: NamedWrites): Promise<boolean> {
  if (Object.keys(writes).length > STORE_LIMITS.writesPerTransaction) return false
  return (await transact(deps, writes)).kind === 'done'
}

async function repairItems(
  { store }: TransactionDependencies,
  findings: readonly Finding[],
  apply: Apply,
): Promise<void> {
  const reader = repairReader(store)
  for (const [code, repairItem] of ITEM_REPAIRS) {
    for (const each of findings.filter((candidate) => candidate.code === code)) {
      await apply([each], await repairItem(reader, each.keys))
    }
  }
}

/** How what is claimed in one kind of items is repaired. */
interface ClaimsRepair<Loaded> {
  readonly codes: ReadonlySet<FindingCode>
  /** Loads items with everybody who claims a part of them. */
  readonly load: (store: Store, keys: readonly ItemKey[]) => Promise<readonly Loaded[]>
  readonly keyOf: (loaded: Loaded) => ItemKey
  /** The transaction that repairs a loaded item. Empty if there is nothing to repair. */
  readonly writes: (loaded: Loaded, nowEpochSeconds: number) => NamedWrites
}

async function repairClaims<Loaded>(
  deps: TransactionDependencies,
  findings: readonly Finding[],
  { codes, load, keyOf, writes }: ClaimsRepair<Loaded>,
  apply: Apply,
): Promise<void> {
  const concerned = findings.filter(({ code }) => codes.has(code))
  if (concerned.length === 0) return
  const byItem = Map.groupBy(concerned, ({ keys: [key] }) => (key ? nameOfKey(key) : ''))
  const keys = [...byItem.values()].flatMap(([first]) => first?.keys.slice(0, 1) ?? [])
  for (const loaded of await load(deps.store, keys)) {
    const own = byItem.get(nameOfKey(keyOf(loaded))) ?? []
    await apply(own, writes(loaded, epochSeconds(deps.clock)))
  }
}
