import { formatDate } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { instantText } from '../../kernel/representations.ts'
import { unplacedStayPosition, unplacedStaysOfAccount } from '../keys.ts'
import { type CalendarEvent, calendarEventEntity, type UnplacedNights } from './calendar-event.ts'

/** A stay of a channel that lacks nights, because others have them. */
export type UnplacedStay = CalendarEvent & { readonly unplaced: UnplacedNights }

/** Lists the stays of an account that lack nights and are not over, the earliest departure first. */
export async function listUnplacedStays(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Listed<UnplacedStay>> {
  const request = {
    index: 'GSI1',
    partition: unplacedStaysOfAccount(caller.accountId),
    from: unplacedStayPosition(epochSeconds(deps.clock), ''),
  } as const
  const listed = await listPage(deps.store, request, page, calendarEventEntity.decode)
  // A stay may have got its nights since the index was read.
  return { ...listed, data: listed.data.filter((stay) => isUnplaced(stay)) }
}

const isUnplaced = (stay: CalendarEvent): stay is UnplacedStay => stay.unplaced !== undefined

/** The representation of a stay that lacks nights. It names nobody. */
export function unplacedStayRepresentation({ id, calendarId, days, unplaced }: UnplacedStay) {
  return {
    id,
    calendarId,
    source: unplaced.source,
    arrival: days ? formatDate(days.startDay) : '',
    departure: days ? formatDate(days.endDay) : '',
    nightsTaken: unplaced.nights.map(formatDate),
    since: instantText(unplaced.sinceEpochSeconds),
  }
}
