import { type Clock, epochSeconds } from '../../kernel/dependencies.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { type Check, type IsMine, shareOf } from './check.ts'
import { apiKeysCheck } from './check-api-keys.ts'
import { calendarsCheck } from './check-calendars.ts'
import { connectionsCheck } from './check-connections.ts'
import { indexesCheck } from './check-indexes.ts'
import { itemsCheck } from './check-items.ts'
import { ledgerCheck } from './check-ledger.ts'
import { referencesCheck } from './check-references.ts'
import { slugsCheck } from './check-slugs.ts'
import { triggersCheck } from './check-triggers.ts'
import { type Finding, inBoth } from './finding.ts'
import { ITEM_KINDS, type ItemKind, kindOf } from './item-kind.ts'

/** How far an inspection is. */
export interface Progress {
  /** From 1. */
  readonly pass: number
  /** From 1; more than one where the facts of a store do not fit into the memory at once. */
  readonly scan: number
  readonly scanCount: number
  readonly what: 'items read' | 'index partitions compared'
  readonly count: number
}

/** How an inspection is done. */
export interface InspectOptions {
  readonly onProgress?: (progress: Progress) => void
  /** Awaited before each further pass, so that what was on its way can arrive. */
  readonly pause?: () => Promise<void>
  /** How many facts one scan remembers at most; see `inspect`. */
  readonly factsPerScan?: number
}

/** What an inspection looked at and found. */
export interface Inspection {
  readonly checked: Readonly<Record<ItemKind, number>>
  readonly itemCount: number
  /** How often the whole store was read: 1 where nothing was found. */
  readonly passCount: number
  readonly findings: readonly Finding[]
}

const MOST_PASSES = 4
const MOST_SHARES = 64
const FACTS_PER_SCAN = 1_000_000
const PROGRESS_STEP = 10_000

/**
 * Reads all items and checks them against each other: the ledger against bookings and blocks, nights
 * against stays, both copies of calendar events against each other, index attributes against content,
 * indexes against the table, triggers, slugs, API keys, references.
 * Nothing is changed.
 *
 * A live store moves while it is read, so a booking can be seen without its ledger day. What is
 * found is therefore looked for again, up to three times, and only what is there every time is
 * reported. Holds are judged by the clock at the end of each scan: one that was live then had its
 * mark all the while. A server whose clock stands elsewhere (test mode) sees other holds as lapsed.
 *
 * Memory: the findings, and of each scan its facts: who claims which ledger day and what is taken
 * there, nights, calendar events, providers, event types, slugs and API keys, holds, and a count and
 * sum for each index partition. Measured, 200,000 bookings of 50,000 bookers on 25,000 ledger days are 275,000 facts of
 * 370 bytes each. A store with more facts than `factsPerScan`, a million unless set, is read in 4, 16
 * or 64 scans, each remembering a share of them.
 *
 * Rejects with `StoreUnavailable` when the store cannot be read to its end.
 */
export async function inspect(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  options: InspectOptions = {},
): Promise<Inspection> {
  const { onProgress = () => {}, factsPerScan = FACTS_PER_SCAN } = options
  let shareCount = 1
  const readAll = async (pass: number): Promise<PassResult> => {
    for (; ; shareCount *= 4) {
      const most = shareCount < MOST_SHARES ? factsPerScan : Number.POSITIVE_INFINITY
      const tell = (scan: number, what: Progress['what'], count: number) =>
        onProgress({ pass, scan, scanCount: shareCount, what, count })
      const result = await readShares({ store, clock, shareCount, most, tell })
      if (result) return result
    }
  }
  let { checked, itemCount, findings } = await readAll(1)
  let passCount = 1
  let confirmed = findings.length === 0
  while (!confirmed && passCount < MOST_PASSES) {
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
  /** Facts that one scan may remember. */
  readonly most: number
  readonly tell: (scan: number, what: Progress['what'], count: number) => void
}

/** One pass in so many scans; undefined if the facts of a scan are too many. */
async function readShares(request: PassRequest): Promise<PassResult | undefined> {
  const { store, clock, shareCount } = request
  const findings: Finding[] = []
  const checked = Object.fromEntries(ITEM_KINDS.map((kind) => [kind, 0])) as Record<
    ItemKind,
    number
  >
  let itemCount = 0
  for (let share = 0; share < shareCount; share += 1) {
    const tell = progressTeller((what, count) => request.tell(share + 1, what, count))
    const isFirst = share === 0
    const joined = joinedChecks(store, shareOf(share, shareCount), tell)
    const checks = isFirst ? [itemsCheck(), ...joined] : joined
    for await (const page of store.scan()) {
      for (const item of page) {
        const entry = kindOf(item)
        for (const check of checks) check.note(entry)
        if (isFirst) checked[entry.kind] += 1
      }
      if (isFirst) itemCount += page.length
      tell('items read', page.length)
      const factCount = joined.reduce((sum, check) => sum + check.factCount, 0)
      if (factCount > request.most) return undefined
    }
    const now = epochSeconds(clock)
    for (const check of checks) for await (const each of check.findings(now)) findings.push(each)
  }
  return { checked, itemCount, findings }
}

/** The checks that compare items with each other. */
const joinedChecks = (store: Store, isMine: IsMine, tell: ProgressTeller): readonly Check[] => [
  ledgerCheck(isMine),
  triggersCheck(isMine),
  slugsCheck(isMine),
  apiKeysCheck(isMine),
  referencesCheck(isMine),
  calendarsCheck(isMine),
  connectionsCheck(isMine),
  indexesCheck(store, isMine, (count) => tell('index partitions compared', count)),
]

type ProgressTeller = (what: Progress['what'], more: number) => void

/** Adds up what was done, and tells it each time that another ten thousand are full. */
function progressTeller(onStep: (what: Progress['what'], count: number) => void): ProgressTeller {
  const counts = new Map<Progress['what'], number>()
  return (what, more) => {
    const before = counts.get(what) ?? 0
    const count = before + more
    counts.set(what, count)
    if (Math.floor(count / PROGRESS_STEP) > Math.floor(before / PROGRESS_STEP)) onStep(what, count)
  }
}
