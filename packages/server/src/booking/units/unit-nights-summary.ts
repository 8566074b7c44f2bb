import { formatDate, parseDate } from '@holdfast/engine'
import { z } from 'zod'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { EMPTY_LEDGER, ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { LedgerState, Store } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { nightsFromMonth } from '../../ledger/keys.ts'
import { unitNightsKey } from '../keys.ts'

const unitNightsSummaryAttributes = z.object({
  accountId: z.string(),
  calendarId: z.string(),
  /** The first month that it has (`YYYY-MM`). */
  fromMonth: z.string(),
  /** The taken nights of each month without holds: bit 0 is the first night. A month without taken nights is absent. */
  months: z.record(z.string(), z.int()),
  /** Held nights: the month, the first night from 0, how many, and when the hold lapses, in epoch seconds. */
  holds: z.array(z.tuple([z.string(), z.int(), z.int(), z.int()])),
  /** When its months were read. 0: not yet, and nothing is known. */
  readAtEpochSeconds: z.int(),
  version: z.int(),
})

/** The nights of a unit as one read of its months had them, so that a search of many units reads one item for each. */
export interface UnitNightsSummary extends AttributesOf<typeof unitNightsSummaryAttributes> {
  readonly unitId: string
}

type SummaryHold = readonly [
  month: string,
  first: number,
  count: number,
  expiresAtEpochSeconds: number,
]

/** The item of a summary, in a partition of its account. */
export const unitNightsEntity = defineEntity<UnitNightsSummary, 'unitId'>({
  name: 'summary of nights',
  key: ({ accountId, unitId }) => unitNightsKey(accountId, unitId),
  inKey: { unitId: ({ SK }) => SK },
  schema: unitNightsSummaryAttributes,
})

/** The nights of a unit in the months from `fromMonth` on, as they are now. */
export async function readNightsFrom(
  { store }: { readonly store: Pick<Store, 'query'> },
  calendarId: string,
  fromMonth: string,
): Promise<Pick<UnitNightsSummary, 'months' | 'holds'>> {
  const { items } = await store.query({
    ...nightsFromMonth(calendarId, fromMonth),
    consistent: true,
  })
  return nightsIn(items.map((item) => [keyTail(item.SK), ledgerFromItem(item)]))
}

/** What a summary has of some months. */
export function nightsIn(
  all: Iterable<readonly [month: string, state: LedgerState]>,
): Pick<UnitNightsSummary, 'months' | 'holds'> {
  const months: Record<string, number> = {}
  const holds: SummaryHold[] = []
  for (const [month, state] of all) {
    let mask = 0
    for (const quantum of state.taken) mask |= 1 << quantum
    for (const { firstQuantum, quantumCount, expiresAtEpochSeconds } of state.holds) {
      const end = firstQuantum + quantumCount
      for (let quantum = firstQuantum; quantum < end; quantum += 1) mask &= ~(1 << quantum)
      holds.push([month, firstQuantum, quantumCount, expiresAtEpochSeconds])
    }
    if (mask !== 0) months[month] = mask
  }
  return { months, holds }
}

const NIGHTS_OF_MONTH = 31

/** A month of a summary as a month of the ledger: its taken nights, and its holds without their bookings. */
export function monthOfSummary({ months, holds }: UnitNightsSummary, month: string): LedgerState {
  const mask = months[month] ?? 0
  const taken = new Set<number>()
  for (let quantum = 0; quantum < NIGHTS_OF_MONTH; quantum += 1) {
    if ((mask & (1 << quantum)) !== 0) taken.add(quantum)
  }
  const held = holds
    .filter(([of]) => of === month)
    .map(([, firstQuantum, quantumCount, expiresAtEpochSeconds]) => ({
      bookingId: '',
      firstQuantum,
      quantumCount,
      expiresAtEpochSeconds,
    }))
  for (const { firstQuantum, quantumCount } of held) {
    const end = firstQuantum + quantumCount
    for (let quantum = firstQuantum; quantum < end; quantum += 1) taken.add(quantum)
  }
  return { ...EMPTY_LEDGER, taken, holds: held }
}

/** The summaries of all units of an account, by the id of the unit. They may be a moment old. */
export async function readSummaries(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<ReadonlyMap<string, UnitNightsSummary>> {
  const { items } = await store.query({ partition: unitNightsKey(accountId, '').PK })
  return new Map(items.map((item) => [item.SK, unitNightsEntity.decode(item)]))
}

type Unit = Pick<UnitNightsSummary, 'accountId' | 'unitId'>

const readSummary = ({ store }: Pick<Dependencies, 'store'>, { accountId, unitId }: Unit) =>
  unitNightsEntity.read(store, unitNightsKey(accountId, unitId))

/** Summarizes a unit that has a summary, after its nights changed. Of others, nothing is kept. */
export async function followNights(deps: Dependencies, unit: Unit): Promise<void> {
  await retryOnConflict(`the summary of ${unit.unitId}`, async () => {
    const before = await readSummary(deps, unit)
    return before && (await summarizeAgain(deps, before)) === CONFLICT ? CONFLICT : undefined
  })
}

/** The summary of a unit: read again unless it is fresh, and made if there is none. */
export function summarize(
  deps: Dependencies,
  unit: Unit & Pick<UnitNightsSummary, 'calendarId'>,
): Promise<UnitNightsSummary> {
  return retryOnConflict(`the summary of ${unit.unitId}`, async () => {
    const before = await readSummary(deps, unit)
    const isDone = before !== undefined && isFresh(before, epochSeconds(deps.clock))
    if (isDone) return before
    if (before) return summarizeAgain(deps, before)
    // It is there before the months are read: whoever changes them afterwards finds it and follows.
    const unknown = { fromMonth: '', months: {}, holds: [], readAtEpochSeconds: 0, version: 1 }
    const made = { ...unit, ...unknown }
    const outcome = await transact(deps, { summary: unitNightsEntity.create(made) })
    return outcome.kind === 'conflict' ? CONFLICT : summarizeAgain(deps, made)
  })
}

/**
 * Reads the months after the summary, and replaces it if nobody else did meanwhile. So the last write has read what every
 * change before it has left, in whichever order the events of changes arrive. It is written even if nothing changed: another
 * writer may be about to replace it by older months, and must fail.
 */
async function summarizeAgain(
  deps: Dependencies,
  before: UnitNightsSummary,
): Promise<UnitNightsSummary | typeof CONFLICT> {
  const now = epochSeconds(deps.clock)
  const fromMonth = firstMonthAt(now)
  const after: UnitNightsSummary = {
    ...before,
    fromMonth,
    ...(await readNightsFrom(deps, before.calendarId, fromMonth)),
    readAtEpochSeconds: now,
    version: before.version + 1,
  }
  const outcome = await transact(deps, { summary: unitNightsEntity.replace(before, after) })
  return outcome.kind === 'conflict' ? CONFLICT : after
}

const DAY_SECONDS = 86_400

/** The month of yesterday in UTC: no zone has a night that begins today in an earlier month. */
const firstMonthAt = (nowEpochSeconds: number): string =>
  monthOfDay(Math.floor(nowEpochSeconds / DAY_SECONDS) - 1)

const monthOfDay = (day: number): string => formatDate(day).slice(0, 'YYYY-MM'.length)

/** A summary that is older is read again by the next search: an update that was lost is repaired by then. */
const FRESH_SECONDS = 3_600

/** Whether a summary has nights from a day on: it was read, and does not begin later. */
export const hasNightsFrom = (
  { fromMonth, readAtEpochSeconds }: UnitNightsSummary,
  day: number,
): boolean => readAtEpochSeconds > 0 && day >= (parseDate(`${fromMonth}-01`) ?? 0)

/** Whether a summary was read a short while ago. */
export const isFresh = (
  { readAtEpochSeconds }: UnitNightsSummary,
  nowEpochSeconds: number,
): boolean => nowEpochSeconds < readAtEpochSeconds + FRESH_SECONDS
