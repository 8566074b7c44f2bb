import { openLogFunction } from '../composition/aws/log.ts'

/** Publishes handed-over events of accounts whose log has many publishers. */
export const handler = await openLogFunction(process.env)
