import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { changeRepresentation, RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import {
  CLOSED_TIME,
  closedTimeProblems,
  endsByEpochSeconds,
  timeTexts,
} from '../closed-time/closed-time.ts'
import { timeOffEndingAfter, timeOffKey } from '../keys.ts'

const timeOffAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  providerId: z.string(),
  time: CLOSED_TIME,
  reason: z.exactOptional(z.string()),
  /** The absence of which it is a part. Absent: it stands alone. */
  absenceId: z.exactOptional(z.string()),
})

/** Time in which a provider offers nothing. It claims nothing, so bookings can stand in it. */
export interface TimeOff extends AttributesOf<typeof timeOffAttributes> {
  readonly id: string
}

/** The item of time off, in its provider's partition, by the end. */
export const timeOffEntity = defineEntity<TimeOff, 'id'>({
  name: 'time off',
  key: ({ providerId, time, id }) => timeOffKey(providerId, endsByEpochSeconds(time), id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: timeOffAttributes,
})

/** Reads the time off of a provider that can end after an epoch minute, by the end. */
export async function readTimeOff(
  deps: Pick<Dependencies, 'store'>,
  providerId: string,
  afterEpochMinutes: number,
  { consistent }: { readonly consistent: boolean },
): Promise<readonly TimeOff[]> {
  const range = timeOffEndingAfter(providerId, afterEpochMinutes * 60)
  const { items } = await deps.store.query({ ...range, consistent })
  return items.map(timeOffEntity.decode)
}

/** Time off in the API: the times as they were given. */
export const timeOffRepresentation = (timeOff: TimeOff) => ({
  id: timeOff.id,
  version: timeOff.version,
  providerId: timeOff.providerId,
  ...timeTexts(timeOff.time),
  reason: timeOff.reason ?? null,
  absenceId: timeOff.absenceId ?? null,
  ...changeRepresentation(timeOff),
})

/** The problems of time off. */
export const timeOffProblems = (
  { time, providerId }: TimeOff,
  providerIdInKey: string,
): readonly string[] =>
  providerId === providerIdInKey
    ? closedTimeProblems(time)
    : ['The provider differs from the one in the key.']
