import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { NamedWrites } from '../../kernel/transaction.ts'
import { usePhotos } from '../photos/use-photos.ts'
import { useSchedule } from '../schedules/schedule-users.ts'
import type { EventType } from './event-type.ts'

/** An event type with what it uses, and the writes by which it begins and ends to use it. */
export interface UsedOthers {
  readonly eventType: EventType
  readonly writes: NamedWrites
}

/** Uses the schedule and the uploaded photos of an event type; see `useSchedule` and `usePhotos`. */
export async function useOthers(
  deps: Dependencies,
  caller: Caller<EventType>,
  before: EventType | undefined,
  after: EventType,
): Promise<Result<UsedOthers, Refusal>> {
  const userId = after.id
  const schedule = { userId, before: before?.scheduleId, after: after.scheduleId }
  const used = await useSchedule(deps, caller, schedule)
  if (!used.ok) return used
  const pictures = { userId, before: before?.photos, after: after.photos }
  const shown = await usePhotos(deps, caller, pictures)
  if (!shown.ok) return shown
  const { writes, ...list } = shown.value
  return ok({ eventType: { ...after, ...list }, writes: { ...used.value, ...writes } })
}
