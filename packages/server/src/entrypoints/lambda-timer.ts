import { openTimerFunction } from '../composition/aws/timer.ts'

/** Does every minute what is due, and what was left. */
export const handler = await openTimerFunction(process.env)
