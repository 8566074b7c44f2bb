import { type OpenRules, validateOpenRules } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { emptyMembers } from '../../kernel/items/value-problems.ts'
import { keyTail } from '../../kernel/keys.ts'
import { changeRepresentation, RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { bookingIndexKeys, scheduleKey, scheduleUsersKey } from '../keys.ts'
import {
  overridesRepresentation,
  overridesSchema,
  rulesRepresentation,
  rulesSchema,
} from './open-rules.ts'

const scheduleAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  name: z.string(),
  timeZone: z.string(),
  availabilityRules: rulesSchema,
  dateOverrides: overridesSchema,
})

/** Named working hours of an account. Providers and event types share them. */
export interface Schedule extends OpenRules, AttributesOf<typeof scheduleAttributes> {
  readonly id: string
}

/** The item of a schedule. `GSI1`: schedules of an account. */
export const scheduleEntity = defineEntity<Schedule, 'id'>({
  name: 'schedule',
  key: ({ id }) => scheduleKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId }) => ({
    GSI1: [bookingIndexKeys.schedulesOfAccount(accountId), id],
  }),
  schema: scheduleAttributes,
})

/**
 * The providers and event types that use a schedule. It exists as long as the schedule: whoever starts or
 * stops to use the schedule replaces it, and the deletion requires that it has not changed. See ADR 43.
 */
export interface ScheduleUsers {
  readonly scheduleId: string
  readonly accountId: string
  readonly version: number
  /** Ids of providers and event types, in the order in which they began. */
  readonly userIds: readonly string[]
}

/** The item of the users of a schedule, beside it, so that reading the schedule stays cheap. */
export const scheduleUsersEntity = defineEntity<ScheduleUsers, 'scheduleId'>({
  name: 'users of a schedule',
  key: ({ scheduleId }) => scheduleUsersKey(scheduleId),
  inKey: { scheduleId: ({ PK }) => keyTail(PK) },
  schema: z.object({
    accountId: z.string(),
    version: z.int(),
    userIds: z.array(z.string()),
  }),
})

/** A schedule in the API. Windows are wall times in its time zone. */
export const scheduleRepresentation = (schedule: Schedule) => ({
  id: schedule.id,
  version: schedule.version,
  name: schedule.name,
  timeZone: schedule.timeZone,
  availabilityRules: rulesRepresentation(schedule.availabilityRules),
  dateOverrides: overridesRepresentation(schedule.dateOverrides),
  ...changeRepresentation(schedule),
})

/** The problems of a schedule. */
export function scheduleProblems(schedule: Schedule): readonly string[] {
  const { accountId, name } = schedule
  const valid = validateOpenRules(schedule)
  return [
    ...emptyMembers({ accountId, name }),
    ...(valid.ok
      ? []
      : valid.refusal.problems.map(({ pointer, message }) => `${pointer} ${message}`)),
  ]
}
