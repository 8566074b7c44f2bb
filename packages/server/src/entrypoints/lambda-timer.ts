import { openTimerFunction } from '../composition/aws/timer.ts'

/** Runs due work every minute, including work that other functions missed. */
export const handler = await openTimerFunction(process.env)
