import { contactsConsumer } from '../../delivery/contacts/contacts.ts'
import { scheduleConsumer } from '../../delivery/schedule/schedule.ts'
import { webhooksConsumer } from '../../delivery/webhooks/deliver.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import type { AwsBase } from './base.ts'
import { webhookDependencies } from './webhook-sender.ts'

/** Links confirmed bookings to contacts. */
export const contactsOn = ({ deps }: AwsBase): Consumer => contactsConsumer(deps)

/** Schedules reminders and completions. */
export const scheduleOn = ({ deps }: AwsBase): Consumer => scheduleConsumer(deps)

/** Fans events out to webhook endpoints. */
export const webhooksOn = (base: AwsBase): Consumer => webhooksConsumer(webhookDependencies(base))
