import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { AvailabilityRule, availabilityRules, DateOverride, dateOverrides } from './open-rules.ts'
import { nameText } from './text.ts'
import { timeZoneText } from './time.ts'

const fields = {
  name: nameText().openapi({
    description: 'A name for the account. Bookers do not see it.',
    example: 'Office hours',
  }),
  timeZone: timeZoneText().describe('The time zone of the hours, an IANA name.'),
  availabilityRules: availabilityRules(),
  dateOverrides: dateOverrides(),
}

/** `POST /v1/schedules`. */
export const ScheduleCreate = z
  .strictObject({ ...fields, dateOverrides: fields.dateOverrides.optional() })
  .openapi('ScheduleCreate', { description: 'New working hours.' })

/** `PATCH /v1/schedules/{id}`: omitted fields keep their values. */
export const SchedulePatch = z.strictObject(fields).partial().openapi('SchedulePatch', {
  description: 'Changes to working hours. Omitted fields keep their values.',
})

/** Working hours with a name, which providers and event types share. */
export const Schedule = z
  .object({
    id: resourceId('schedule'),
    name: z.string().openapi({ description: 'A name for the account.', example: 'Office hours' }),
    timeZone: z
      .string()
      .openapi({ description: 'The time zone of the hours.', example: 'Europe/Berlin' }),
    availabilityRules: z.array(AvailabilityRule).describe('The weekly hours.'),
    dateOverrides: z.array(DateOverride).describe('Dates with other hours than their weekday.'),
    ...changedFields,
  })
  .openapi('Schedule', {
    description: 'Working hours with a name, which providers and event types share.',
  })

/** `GET /v1/schedules`. */
export const ScheduleListQuery = z.strictObject(pageQuery)

/** `GET /v1/schedules`. */
export const ScheduleList = listOf(Schedule, 'ScheduleList')

export type ScheduleCreate = z.infer<typeof ScheduleCreate>
export type SchedulePatch = z.infer<typeof SchedulePatch>
export type Schedule = z.infer<typeof Schedule>
