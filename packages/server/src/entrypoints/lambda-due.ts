import { openDueFunction } from '../composition/aws/due.ts'

/** Does the due work that the timer announces: reminders, completions, calendars, payments, wait lists, holds. */
export const handler = await openDueFunction(process.env)
