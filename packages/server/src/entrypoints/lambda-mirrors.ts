import { openConsumerFunction } from '../composition/aws/queues.ts'
import { calendarSyncOn } from '../composition/aws/vendors.ts'

/** Writes bookings into connected calendars. */
export const handler = await openConsumerFunction(process.env, (base) => calendarSyncOn(base))
