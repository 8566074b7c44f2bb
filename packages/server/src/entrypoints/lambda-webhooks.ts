import { webhooksOn } from '../composition/aws/consumers.ts'
import { openConsumerFunction } from '../composition/aws/queues.ts'

/** Fans events out to webhook endpoints. */
export const handler = await openConsumerFunction(process.env, webhooksOn)
