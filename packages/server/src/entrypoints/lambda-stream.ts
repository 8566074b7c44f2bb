import { openStreamFunction } from '../composition/aws/stream.ts'

/** Handles the table's stream: events in the outbox, and triggers of holds that TTL removed. */
export const handler = await openStreamFunction(process.env)
