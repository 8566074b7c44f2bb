import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { cancelledStaysOf } from '../keys.ts'
import { type CancelledStay, cancelledStayEntity } from './calendar-event.ts'
import { getLiveCalendar } from './calendars.ts'

/** Lists the cancelled stays of a calendar of stays, by their arrival. */
export async function listCancelledStays(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  calendarId: string,
  page: Page,
): Promise<Result<Listed<CancelledStay>, Refusal>> {
  const found = await getLiveCalendar(deps, caller, calendarId)
  if (!found.ok) return found
  if (found.value.exclusive !== 'nights') {
    return invalid('/path/id', 'must be the id of a calendar whose `exclusive` is "nights"')
  }
  return ok(
    await listPage(deps.store, cancelledStaysOf(calendarId), page, cancelledStayEntity.decode),
  )
}
