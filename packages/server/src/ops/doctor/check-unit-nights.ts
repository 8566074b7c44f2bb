import {
  nightsIn,
  readNightsFrom,
  type UnitNightsSummary,
  unitNightsEntity,
} from '../../booking/units/unit-nights-summary.ts'
import type { FindingCode } from '../../kernel/doctor/finding.ts'
import { NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { InShare, ItemRepair } from '../../kernel/doctor/rule.ts'
import type { ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { nightsKey } from '../../ledger/keys.ts'
import type { Check } from './check.ts'
import { readDay } from './check-ledger.ts'
import { finding } from './finding.ts'
import { readItem } from './item-repair.ts'

type Nights = Pick<UnitNightsSummary, 'months' | 'holds'>

/** Nights in a form that can be compared: without holds that have lapsed, which free their nights by themselves. */
const comparable = ({ months, holds }: Nights, nowEpochSeconds: number) => ({
  months,
  holds: holds
    .filter(([, , , expiresAtEpochSeconds]) => expiresAtEpochSeconds > nowEpochSeconds)
    .map((hold) => hold.join())
    .toSorted(),
})

/** Checks that the summary of each unit has the nights of its months. Its facts are summaries and the months of calendars of nights. */
export function unitNightsCheck(inShare: InShare): Check {
  const summaries = new Map<string, { readonly key: ItemKey; readonly value: UnitNightsSummary }>()
  const months = new Map<string, Map<string, LedgerState>>()
  let factCount = 0
  return {
    visit({ kind, item, partitionId, sortId, value }) {
      if (kind === 'unit_nights' && value && inShare(value.calendarId)) {
        const { PK, SK } = item
        summaries.set(value.calendarId, { key: { PK, SK }, value })
        factCount += 1
      }
      if (kind !== 'calendar_nights' || !inShare(partitionId)) return
      const read = readDay(item)
      if ('problem' in read) return
      const ofCalendar = months.get(partitionId) ?? new Map<string, LedgerState>()
      months.set(partitionId, ofCalendar.set(sortId, read.state))
      factCount += 1
    },
    get factCount() {
      return factCount
    },
    *findings(nowEpochSeconds) {
      for (const [calendarId, { key, value }] of summaries) {
        if (value.readAtEpochSeconds === 0) continue
        const own = [...(months.get(calendarId) ?? [])].filter(([at]) => at >= value.fromMonth)
        const [is, was] = [nightsIn(own), value].map((all) => comparable(all, nowEpochSeconds))
        if (is && was && sameMembers(is, was)) continue
        yield finding(
          'unit_nights_stale',
          [key, nightsKey(calendarId, value.fromMonth)],
          'The summary of a unit has other nights than its months.',
        )
      }
    },
  }
}

/** Reads the months again. The summary stays as old as it was, so the next search reads it at the same time as before. */
const summarizeAgain: ItemRepair = async ({ store }, [key]) => {
  const item = await readItem(store, key)
  const decoded = item && unitNightsEntity.tryDecode(item)
  if (!decoded?.ok) return NO_WRITES
  const before = decoded.value
  const nights = await readNightsFrom({ store }, before.calendarId, before.fromMonth)
  const after = { ...before, ...nights, version: before.version + 1 }
  return { summary: unitNightsEntity.replace(before, after) }
}

/** The repair of summaries of nights. */
export const UNIT_NIGHTS_REPAIRS: readonly (readonly [FindingCode, ItemRepair])[] = [
  ['unit_nights_stale', summarizeAgain],
]
