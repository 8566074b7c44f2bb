import type { KeptMails } from '../../delivery/ports/kept-mails.ts'
import { type Clock, epochSeconds } from '../../kernel/dependencies.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { type Check, shareOf, visitingAll } from './check.ts'
import { countsCheck } from './check-counts.ts'
import { erasuresCheck } from './check-erasures.ts'
import { indexesCheck } from './check-indexes.ts'
import { itemsCheck } from './check-items.ts'
import { ledgerCheck } from './check-ledger.ts'
import { referencesCheck } from './check-references.ts'
import { type SecretFacts, secretsCheck } from './check-secrets.ts'
import { classify } from './classified-item.ts'
import { inBoth } from './finding.ts'
import { ITEM_KINDS, type ItemKind } from './item-kind.ts'
import { RULES } from './rules.ts'

/** The progress of an inspection. */
export interface Progress {
  /** From 1. */
  readonly pass: number
  /** From 1. There are several scans if the facts do not fit into memory at once. */
  readonly scan: number
  readonly scanCount: number
  readonly what: 'items read' | 'index partitions compared'
  readonly count: number
}

/** How the store is inspected. */
export interface InspectOptions {
  readonly onProgress?: (progress: Progress) => void
  /** Awaited before each further pass, so that writes in progress can complete. */
  readonly pause?: () => Promise<void>
  /** The secrets to compare the store with. Absent: they are not checked. */
  readonly secrets?: SecretFacts
  /** The stored emails, which are searched for erased people. Absent: the server sends them. */
  readonly mails?: Pick<KeptMails, 'each'>
  /** The maximum number of facts of one scan; see `inspect`. */
  readonly factsPerScan?: number
}

/** The result of an inspection. */
export interface Inspection {
  readonly checked: Readonly<Record<ItemKind, number>>
  readonly itemCount: number
  /** How often the whole store was read: 1 without findings. */
  readonly passCount: number
  readonly findings: readonly Finding[]
}

const MAX_PASSES = 4
const MAX_SHARES = 64
const FACTS_PER_SCAN = 1_000_000
const PROGRESS_STEP = 10_000

/**
 * Reads all items and compares them: the ledger with bookings, sessions and blocks, seats and counts of limits with
 * bookings and sessions, nights with stays, both copies
 * of calendar events with each other, index attributes with content, indexes with the table, and
 * triggers, slugs, API keys and references with their items, and what is stored with the marks of erased people.
 * Changes nothing.
 *
 * A live store changes while it is read, so a booking can be seen without its ledger day. Findings are
 * therefore checked again, in up to three more passes, and only those of every pass are reported. Holds
 * are evaluated by the clock at the end of each scan: a hold that is live then had its mark during the
 * whole scan. A server with another clock (in test mode) sees other holds as lapsed.
 *
 * Memory: the findings, and the facts of one scan: claims and taken quanta by ledger day, parts of counts, nights, calendar
 * events, providers, event types, slugs, API keys, holds, and a count and sum per index partition.
 * Measured: 200,000 bookings of 50,000 bookers on 25,000 ledger days are 275,000 facts of 370 bytes each.
 * A store with more facts than `factsPerScan` (default: a million) is read in 4, 16 or 64 scans, each with
 * a share of the facts.
 *
 * Rejects with `StoreUnavailable` if the store cannot be read completely.
 */
export async function inspect(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  options: InspectOptions = {},
): Promise<Inspection> {
  const { onProgress = () => {}, factsPerScan = FACTS_PER_SCAN } = options
  let shareCount = 1
  const readAll = async (pass: number): Promise<PassResult> => {
    for (; ; shareCount *= 4) {
      const maxFacts = shareCount < MAX_SHARES ? factsPerScan : Number.POSITIVE_INFINITY
      const report = (scan: number, what: Progress['what'], count: number) =>
        onProgress({ pass, scan, scanCount: shareCount, what, count })
      const { secrets, mails } = options
      const shares = { store, clock, shareCount, maxFacts, secrets, mails, report }
      const result = await readShares(shares)
      if (result) return result
    }
  }
  let { checked, itemCount, findings } = await readAll(1)
  let passCount = 1
  let confirmed = findings.length === 0
  while (!confirmed && passCount < MAX_PASSES) {
    await options.pause?.()
    passCount += 1
    const again = await readAll(passCount)
    const both = inBoth(findings, again.findings)
    confirmed = both.length === findings.length
    checked = again.checked
    itemCount = again.itemCount
    findings = both
    if (findings.length === 0) confirmed = true
  }
  return { checked, itemCount, passCount, findings }
}

type PassResult = Pick<Inspection, 'checked' | 'itemCount' | 'findings'>

interface PassRequest {
  readonly store: Store
  readonly clock: Clock
  readonly shareCount: number
  /** The maximum number of facts of one scan. */
  readonly maxFacts: number
  readonly secrets: SecretFacts | undefined
  readonly mails: Pick<KeptMails, 'each'> | undefined
  readonly report: (scan: number, what: Progress['what'], count: number) => void
}

/** Runs one pass in `shareCount` scans. Undefined if a scan has too many facts. */
async function readShares(request: PassRequest): Promise<PassResult | undefined> {
  const { store, clock, shareCount, secrets } = request
  const findings: Finding[] = []
  // `Object.fromEntries` does not keep the type of the names.
  const checked = Object.fromEntries(ITEM_KINDS.map((kind) => [kind, 0])) as Record<
    ItemKind,
    number
  >
  let itemCount = 0
  for (let share = 0; share < shareCount; share += 1) {
    const report = progressReporter((what, count) => request.report(share + 1, what, count))
    const isFirst = share === 0
    const inShare = shareOf(share, shareCount)
    const joined = [
      ...joinedChecks(store, inShare, report),
      ...(secrets ? [secretsCheck(inShare, secrets)] : []),
      ...(secrets?.personMarks
        ? [erasuresCheck({ store, inShare, marksOf: secrets.personMarks, mails: request.mails })]
        : []),
    ]
    const checks = isFirst ? [itemsCheck(), ...joined] : joined
    for await (const page of store.scan()) {
      for (const item of page) {
        const entry = classify(item)
        for (const check of checks) check.visit(entry)
        if (isFirst) checked[entry.kind] += 1
      }
      if (isFirst) itemCount += page.length
      report('items read', page.length)
      const factCount = joined.reduce((sum, check) => sum + check.factCount, 0)
      if (factCount > request.maxFacts) return undefined
    }
    const now = epochSeconds(clock)
    for (const check of checks) for await (const each of check.findings(now)) findings.push(each)
  }
  return { checked, itemCount, findings }
}

/** The checks that compare items with each other. */
const joinedChecks = (
  store: Store,
  inShare: InShare,
  report: ProgressReporter,
): readonly Check[] => [
  ledgerCheck(inShare),
  countsCheck(inShare),
  ...RULES.map(({ check }) => visitingAll(check(inShare))),
  referencesCheck(inShare),
  indexesCheck(store, inShare, (count) => report('index partitions compared', count)),
]

type ProgressReporter = (what: Progress['what'], more: number) => void

/** Counts progress, and reports it at every ten thousand. */
function progressReporter(
  onStep: (what: Progress['what'], count: number) => void,
): ProgressReporter {
  const counts = new Map<Progress['what'], number>()
  return (what, more) => {
    const before = counts.get(what) ?? 0
    const count = before + more
    counts.set(what, count)
    if (Math.floor(count / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) onStep(what, count)
  }
}
