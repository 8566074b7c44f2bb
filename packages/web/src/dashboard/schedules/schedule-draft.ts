import type { Schedule } from '../api.ts'
import { type HoursDraft, hoursDraftOf, newHours, rulesOf } from '../hours/hours.ts'

/** The values in the form of a schedule. */
export interface ScheduleDraft extends HoursDraft {
  readonly name: string
  readonly timeZone: string
}

/** The defaults of a new schedule: weekdays from 9:00 to 17:00. */
export const newSchedule = (timeZone: string): ScheduleDraft => ({
  name: '',
  timeZone,
  ...newHours(),
})

/** The form's initial values for a schedule. */
export const scheduleDraftOf = (schedule: Schedule): ScheduleDraft => ({
  name: schedule.name,
  timeZone: schedule.timeZone,
  ...hoursDraftOf(schedule),
})

/** The request body for a draft. The server validates it. */
export const scheduleBodyOf = ({ name, timeZone, ...hours }: ScheduleDraft) => ({
  name: name.trim(),
  timeZone,
  ...rulesOf(hours),
})
