import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { QueryRequest } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { calendarEventIdKey, importedUidsOf } from '../keys.ts'
import { type CalendarEvent, calendarEventEntity } from './calendar-event.ts'
import { commitEvent } from './commit-event.ts'
import { type ImportedUid, importedUidEntity } from './imported-uid.ts'

/**
 * Removes the events that were imported from the same channel and that its file no longer has, on a
 * calendar whose events do not exclude each other. Events that have ended stay, since channels leave the past
 * out. Returns the number of removed events.
 */
export async function removeMissing(
  deps: Dependencies,
  caller: Caller,
  calendarId: string,
  source: string,
  uidHashes: ReadonlySet<string>,
): Promise<number> {
  let removed = 0
  for await (const uid of importedUids(deps, calendarId)) {
    if (uid.source !== source || uidHashes.has(uid.uidHash)) continue
    if (await removeEvent(deps, caller, uid)) removed += 1
  }
  return removed
}

async function* importedUids(deps: Dependencies, calendarId: string): AsyncIterable<ImportedUid> {
  let request: QueryRequest = { ...importedUidsOf(calendarId), consistent: true }
  for (;;) {
    const { items, cursor } = await deps.store.query(request)
    for (const item of items) yield importedUidEntity.decode(item)
    if (cursor === undefined) return
    request = { ...request, cursor }
  }
}

/** Removes the event of a UID, and the UID with it, unless the event is over or gone. */
const removeEvent = (deps: Dependencies, caller: Caller, uid: ImportedUid): Promise<boolean> =>
  retryOnConflict(`calendar ${uid.calendarId}`, async () => {
    const before = await calendarEventEntity.read(deps.store, calendarEventIdKey(uid.eventId))
    if (before?.calendarId !== uid.calendarId) return false
    if (lastEndOf(before) <= epochSeconds(deps.clock)) return false
    const forget = importedUidEntity.discard(uid)
    const removed = await commitEvent(deps, caller, { before }, undefined, [forget])
    return removed.kind === 'done' ? true : CONFLICT
  })

const lastEndOf = ({ endEpochSeconds, recurrence }: CalendarEvent): number =>
  recurrence ? (recurrence.lastEndEpochSeconds ?? Number.POSITIVE_INFINITY) : endEpochSeconds
