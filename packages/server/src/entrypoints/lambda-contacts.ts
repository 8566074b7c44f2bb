import { contactsOn } from '../composition/aws/consumers.ts'
import { openConsumerFunction } from '../composition/aws/queues.ts'

/** Links bookings to contacts. */
export const handler = await openConsumerFunction(process.env, contactsOn)
