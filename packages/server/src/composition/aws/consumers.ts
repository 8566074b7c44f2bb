import manifest from '../../../package.json' with { type: 'json' }
import { contactsConsumer } from '../../delivery/contacts/contacts.ts'
import { scheduleConsumer } from '../../delivery/schedule/schedule.ts'
import { webhooksConsumer } from '../../delivery/webhooks/deliver.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import type { AwsBase } from './base.ts'
import { openWebhookSender } from './webhook-sender.ts'

/** Links confirmed bookings to contacts. */
export const contactsOn = ({ deps }: AwsBase): Consumer => contactsConsumer(deps)

/** Notes what will be due for a booking. */
export const scheduleOn = ({ deps }: AwsBase): Consumer => scheduleConsumer(deps)

/** Gives each event a delivery at each webhook endpoint that wants it. */
export const webhooksOn = (base: AwsBase): Consumer =>
  webhooksConsumer({
    ...base.deps,
    webhookSender: openWebhookSender(base.settings, manifest.version),
  })
