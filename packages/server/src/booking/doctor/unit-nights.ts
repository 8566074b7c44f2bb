import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { keyOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair } from '../../kernel/doctor/rule.ts'
import type { ItemKey, LedgerState } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { readDay } from '../../ledger/read-day.ts'
import { bookingFinding } from '../findings.ts'
import {
  nightsIn,
  readNightsFrom,
  type UnitNightsSummary,
  unitNightsEntity,
} from '../units/unit-nights-summary.ts'

type Nights = Pick<UnitNightsSummary, 'months' | 'holds'>

/** Nights in a form that can be compared: without holds that have lapsed, which free their nights by themselves. */
const comparable = ({ months, holds }: Nights, nowEpochSeconds: number) => ({
  months,
  holds: holds
    .filter(([, , , expiresAtEpochSeconds]) => expiresAtEpochSeconds > nowEpochSeconds)
    .map((hold) => hold.join())
    .toSorted(),
})

/** Reads the months again. The summary stays as old as it was, so the next search reads it at the same time as before. */
const summarizeAgain: ItemRepair = async ({ store, readAs }, [key]) => {
  const before = (await readAs(unitNightsEntity, key))?.value
  if (before === undefined) return NO_WRITES
  const nights = await readNightsFrom({ store }, before.calendarId, before.fromMonth)
  const after = { ...before, ...nights, version: before.version + 1 }
  return { summary: unitNightsEntity.replace(before, after) }
}

/** What was read of one calendar of nights. */
interface CalendarFacts {
  summary: { readonly key: ItemKey; readonly value: UnitNightsSummary } | undefined
  readonly months: Map<string, LedgerState>
}

/** The rule that the summary of each unit has the nights of its months. Its facts are summaries and the months of calendars of nights. */
export const unitNightsRule = joinRule<
  { unit_nights: UnitNightsSummary; calendar_nights: undefined },
  CalendarFacts
>({
  empty: () => ({ summary: undefined, months: new Map() }),
  visit: ({ at }) => ({
    unit_nights({ item, value }) {
      if (value) at(value.calendarId).summary = { key: keyOf(item), value }
    },
    calendar_nights({ item, partitionId, sortId }) {
      const read = readDay(item)
      if ('state' in read) at(partitionId).months.set(sortId, read.state)
    },
  }),
  *findings(calendarId, { summary, months }, { nowEpochSeconds }) {
    if (summary === undefined || summary.value.readAtEpochSeconds === 0) return
    const { key, value } = summary
    const own = [...months].filter(([at]) => at >= value.fromMonth)
    const is = comparable(nightsIn(own), nowEpochSeconds)
    if (sameMembers(is, comparable(value, nowEpochSeconds))) return
    yield bookingFinding(
      'unit_nights_stale',
      [key, nightsKey(calendarId, value.fromMonth)],
      'The summary of a unit has other nights than its months.',
    )
  },
  repairs: [['unit_nights_stale', summarizeAgain]],
})
