import { scheduleOn } from '../composition/aws/consumers.ts'
import { openConsumerFunction } from '../composition/aws/queues.ts'

/** Schedules reminders and completions. */
export const handler = await openConsumerFunction(process.env, scheduleOn)
