import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type ItemKey, STORE_LIMITS, type Write } from '../../kernel/ports/store.ts'
import { nightsKey } from '../../stays/keys.ts'
import type { Finding, FindingCode } from './finding.ts'
import { keyOfDay } from './ledger-day.ts'
import { MENDS } from './mend-items.ts'
import { knowDays, mendingWrites } from './mend-ledger.ts'
import { knowMonths, nightWrites } from './mend-nights.ts'

/** What repairing needs from outside. */
export type RepairDependencies = Pick<Dependencies, 'store' | 'clock' | 'ids'>

/** What was done; a finding that is in neither was found right when it was looked at again. */
export interface Repaired {
  /** Findings whose transaction was committed. */
  readonly repaired: readonly Finding[]
  /** Findings that are not repairable, or whose items changed while they were being repaired. */
  readonly left: readonly Finding[]
}

const LEDGER_CODES: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'orphan_quanta',
  'claim_missing',
  'hold_missing',
  'block_mark_missing',
  'mark_wrong',
  'mark_without_owner',
])

const NIGHT_CODES: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'nights_missing',
  'nights_orphaned',
])

/**
 * Mends what is safe to mend among the findings of an inspection, each in one transaction that is
 * conditioned on everything its decision rests on, so it may run beside live servers and can be
 * interrupted at any point. Two claims on one quantum are never touched: which one stays is for
 * people to decide. What it leaves or causes is for another inspection to say.
 */
export async function repair(
  deps: RepairDependencies,
  findings: readonly Finding[],
): Promise<Repaired> {
  const repaired: Finding[] = []
  const left = findings.filter((each) => !each.repairable)
  const settle = (concerned: readonly Finding[], committed: boolean) => {
    for (const each of concerned) (committed ? repaired : left).push(each)
  }
  const repairable = findings.filter((each) => each.repairable)
  await repairItems(deps, repairable, settle)
  const ofLedger = repairable.filter(({ code }) => LEDGER_CODES.has(code))
  if (ofLedger.length > 0) await repairLedger(deps, ofLedger, settle)
  const ofNights = repairable.filter(({ code }) => NIGHT_CODES.has(code))
  if (ofNights.length > 0) await repairNights(deps, ofNights, settle)
  return { repaired, left }
}

type Settle = (concerned: readonly Finding[], committed: boolean) => void

async function commits(deps: RepairDependencies, writes: readonly Write[]): Promise<boolean> {
  if (writes.length > STORE_LIMITS.writesPerTransaction) return false
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  return (await deps.store.transact(writes, token)).committed
}

async function repairItems(
  deps: RepairDependencies,
  findings: readonly Finding[],
  settle: Settle,
): Promise<void> {
  for (const [code, mend] of MENDS) {
    for (const each of findings.filter((candidate) => candidate.code === code)) {
      const writes = await mend(deps.store, each.keys)
      if (writes.length > 0) settle([each], await commits(deps, writes))
    }
  }
}

const nameOf = ({ PK, SK }: ItemKey): string => JSON.stringify([PK, SK])

async function repairLedger(
  deps: RepairDependencies,
  findings: readonly Finding[],
  settle: Settle,
): Promise<void> {
  const { keys, concerning } = byFirstKey(findings)
  for (const day of await knowDays(deps.store, keys)) {
    const writes = mendingWrites(day, epochSeconds(deps.clock))
    if (writes) settle(concerning(keyOfDay(day)), await commits(deps, writes))
  }
}

async function repairNights(
  deps: RepairDependencies,
  findings: readonly Finding[],
  settle: Settle,
): Promise<void> {
  const { keys, concerning } = byFirstKey(findings)
  for (const month of await knowMonths(deps.store, keys)) {
    const writes = nightWrites(month)
    const key = nightsKey(month.calendarId, month.month)
    if (writes) settle(concerning(key), await commits(deps, writes))
  }
}

/** The ledger items that findings are about, each once, and which findings are about each. */
function byFirstKey(findings: readonly Finding[]) {
  const groups = Map.groupBy(findings, ({ keys: [key] }) => nameOf(key as ItemKey))
  return {
    keys: [...groups.values()].map(([first]) => first?.keys[0] as ItemKey),
    concerning: (key: ItemKey): readonly Finding[] => groups.get(nameOf(key)) ?? [],
  }
}
