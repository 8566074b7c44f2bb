import { mailsOn } from '../composition/aws/mails.ts'
import { openConsumerFunction } from '../composition/aws/queues.ts'

/** Mails bookers and providers. */
export const handler = await openConsumerFunction(process.env, mailsOn)
