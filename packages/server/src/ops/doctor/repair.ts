import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Finding, FindingCode } from '../../kernel/doctor/finding.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import { type ItemKey, STORE_LIMITS } from '../../kernel/ports/store.ts'
import {
  type NamedWrites,
  type TransactionDependencies,
  transact,
} from '../../kernel/transaction.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { repairReader } from './item-repair.ts'
import { keyOfDay } from './ledger-day.ts'
import { countWrites, loadCounts } from './repair-counts.ts'
import { ITEM_REPAIRS } from './repair-items.ts'
import { dayWrites, loadDays } from './repair-ledger.ts'
import { loadMonths, monthWrites } from './repair-nights.ts'

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
  const ofCounts = repairable.filter(({ code }) => COUNT_CODES.has(code))
  // Before the ledger: sessions claim time of their providers.
  if (ofCounts.length > 0) await repairCounts(deps, ofCounts, apply)
  const ofLedger = repairable.filter(({ code }) => LEDGER_CODES.has(code))
  if (ofLedger.length > 0) await repairLedger(deps, ofLedger, apply)
  const ofNights = repairable.filter(({ code }) => NIGHT_CODES.has(code))
  if (ofNights.length > 0) await repairNights(deps, ofNights, apply)
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

async function repairLedger(
  deps: TransactionDependencies,
  findings: readonly Finding[],
  apply: Apply,
): Promise<void> {
  const { keys, concerning } = byFirstKey(findings)
  for (const day of await loadDays(deps.store, keys)) {
    await apply(concerning(keyOfDay(day)), dayWrites(day, epochSeconds(deps.clock)))
  }
}

async function repairCounts(
  deps: TransactionDependencies,
  findings: readonly Finding[],
  apply: Apply,
): Promise<void> {
  const { keys, concerning } = byFirstKey(findings)
  for (const count of await loadCounts(deps.store, keys)) {
    await apply(concerning(count.key), countWrites(count, epochSeconds(deps.clock)))
  }
}

async function repairNights(
  deps: TransactionDependencies,
  findings: readonly Finding[],
  apply: Apply,
): Promise<void> {
  const { keys, concerning } = byFirstKey(findings)
  for (const month of await loadMonths(deps.store, keys)) {
    const writes = monthWrites(month, epochSeconds(deps.clock))
    await apply(concerning(nightsKey(month.calendarId, month.month)), writes)
  }
}

/** Groups findings by their ledger item or count. */
function byFirstKey(findings: readonly Finding[]) {
  const groups = Map.groupBy(findings, ({ keys: [key] }) => (key ? nameOfKey(key) : ''))
  return {
    keys: [...groups.values()].flatMap(([first]) => first?.keys.slice(0, 1) ?? []),
    concerning: (key: ItemKey): readonly Finding[] => groups.get(nameOfKey(key)) ?? [],
  }
}
