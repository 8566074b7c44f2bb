import { openStreamFunction } from '../composition/aws/stream.ts'

/** Handles the table's stream: publishes outbox events and expires holds whose trigger TTL removed. */
export const handler = await openStreamFunction(process.env)
