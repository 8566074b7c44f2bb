import { mailsOn } from '../composition/aws/mails.ts'
import { openConsumerFunction } from '../composition/aws/queues.ts'

/** Emails bookers and providers. */
export const handler = await openConsumerFunction(process.env, mailsOn)
