import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { queueShard } from '../../kernel/keys.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { waitlistDueKey } from '../keys.ts'

const dueLineAttributes = z.object({
  version: z.literal(1),
  eventTypeId: z.string(),
  accountId: z.string(),
  dueEpochMilliseconds: z.number(),
  /** What woke the task. Absent: the entry of its own turn, at most one a minute. */
  wokenBy: z.exactOptional(z.string()),
})

/** A queue entry: the wait list of an event type that is due to be looked at. */
export interface DueLine extends AttributesOf<typeof dueLineAttributes> {}

/** The item of a wait list in the queue. */
export const dueLineEntity = defineEntity<DueLine>({
  name: 'due wait list',
  key: ({ eventTypeId, dueEpochMilliseconds, wokenBy }) =>
    waitlistDueKey(eventTypeId, dueEpochMilliseconds, wokenBy),
  inKey: {},
  schema: dueLineAttributes,
})

/** How often a wait list is looked at while nothing wakes the task. */
const TURN_MILLISECONDS = 60_000
const SHARD_OFFSET_MILLISECONDS = 7_000

/** The write that has the task look at a wait list now. `wokenBy`: unique for each cause. */
export const wakeLine = (
  { clock }: Pick<Dependencies, 'clock'>,
  { eventTypeId, accountId }: Pick<DueLine, 'eventTypeId' | 'accountId'>,
  wokenBy: string,
): Write =>
  dueLineEntity.create({
    version: 1,
    eventTypeId,
    accountId,
    dueEpochMilliseconds: clock.nowEpochMilliseconds(),
    wokenBy,
  })

/** The entry of the next turn of a wait list: the same for everybody who asks within one minute. */
export function nextTurn(
  { eventTypeId, accountId }: Pick<DueLine, 'eventTypeId' | 'accountId'>,
  nowEpochMilliseconds: number,
): DueLine {
  // Spread over the minute.
  const offset = queueShard(eventTypeId) * SHARD_OFFSET_MILLISECONDS
  const turn = Math.floor((nowEpochMilliseconds - offset) / TURN_MILLISECONDS) + 1
  const dueEpochMilliseconds = turn * TURN_MILLISECONDS + offset
  return { version: 1, eventTypeId, accountId, dueEpochMilliseconds }
}
