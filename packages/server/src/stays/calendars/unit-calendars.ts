import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { calendarKey } from '../keys.ts'
import { type Calendar, calendarEntity } from './calendar.ts'
import { DEFAULT_STAY_POLICY, getLiveCalendar } from './calendars.ts'
import { listStays, readStay } from './stays-of-units.ts'

type By = Pick<Caller, 'accountId' | 'actor'>

/** The calendars whose nights are those of units: the port that `booking` declares. */
export const createUnitCalendars = () => ({
  give,
  takeBack,
  closedNights,
  unitOf,
  listStays,
  readStay,
})

async function give(
  deps: Dependencies,
  caller: By,
  unit: { readonly id: string; readonly name: string; readonly timeZone: string },
  calendarId: string | undefined,
): Promise<Result<{ readonly calendarId: string; readonly write: Write }, Refusal>> {
  if (calendarId === undefined) {
    const calendar = newCalendar(deps, caller, unit)
    return ok({ calendarId: calendar.id, write: calendarEntity.create(calendar) })
  }
  const found = await getLiveCalendar(deps, caller, calendarId)
  if (!found.ok) return found
  const before = found.value
  if (before.exclusive !== 'nights') {
    return invalid('/calendarId', 'must be the id of a calendar whose `exclusive` is "nights"')
  }
  if (before.timeZone !== unit.timeZone) {
    return invalid(
      '/calendarId',
      `names a calendar in "${before.timeZone}", but the property is in "${unit.timeZone}"`,
    )
  }
  if (before.unitId !== undefined) {
    return refuse({ code: 'calendar_in_use', calendarId, unitId: before.unitId })
  }
  return ok({ calendarId, write: changed(deps, caller, before, { unitId: unit.id }) })
}

const newCalendar = (
  deps: Dependencies,
  { accountId, actor }: By,
  { id: unitId, name, timeZone }: { id: string; name: string; timeZone: string },
): Calendar => {
  return {
    ...newResource(deps, accountId, 'calendar'),
    actor,
    name,
    timeZone,
    exclusive: 'nights',
    stayPolicy: DEFAULT_STAY_POLICY,
    unitId,
  }
}

async function takeBack(
  deps: Dependencies,
  caller: Pick<Caller, 'actor'>,
  unitId: string,
  calendarId: string,
): Promise<Write | undefined> {
  const before = await readCalendar(deps, calendarId)
  return before?.unitId === unitId ? changed(deps, caller, before, {}) : undefined
}

const readCalendar = ({ store }: Pick<Dependencies, 'store'>, calendarId: string) =>
  calendarEntity.read(store, calendarKey(calendarId))

const unitOf = async (deps: Pick<Dependencies, 'store'>, calendarId: string) =>
  (await readCalendar(deps, calendarId))?.unitId

function changed(
  deps: Dependencies,
  { actor }: Pick<Caller, 'actor'>,
  before: Calendar,
  change: Pick<Calendar, 'unitId'>,
): Write {
  const { unitId: _, ...rest } = before
  return calendarEntity.replace(before, {
    ...rest,
    ...change,
    ...changedNow(deps, { actor }, before),
  })
}

async function closedNights(
  { store }: Pick<Dependencies, 'store'>,
  calendarIds: readonly string[],
) {
  const items = await readItems(store, calendarIds.map(calendarKey))
  return items.map((item) => {
    const calendar = item && calendarEntity.decode(item)
    return calendar?.removal === undefined ? calendar?.stayPolicy?.closedNights : undefined
  })
}
