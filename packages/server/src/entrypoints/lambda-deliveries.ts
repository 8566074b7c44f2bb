import { openDeliveriesFunction } from '../composition/aws/queues.ts'

/** Delivers events to webhook receivers. */
export const handler = await openDeliveriesFunction(process.env)
