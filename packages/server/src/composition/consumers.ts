import type { UnitDependencies } from '../booking/providers/units.ts'
import { contactsConsumer } from '../delivery/contacts/contacts.ts'
import { type MailDependencies, mailsConsumer } from '../delivery/mails/mails.ts'
import { scheduleConsumer } from '../delivery/schedule/schedule.ts'
import {
  type DeliverDependencies,
  deliveriesConsumer,
  webhooksConsumer,
} from '../delivery/webhooks/deliver.ts'
import { calendarSyncConsumer } from '../external-calendars/calendar-sync/calendar-sync-consumer.ts'
import type { CalendarSyncDependencies } from '../external-calendars/calendar-sync/event-calls.ts'
import type { Dependencies } from '../kernel/dependencies.ts'
import type { Consumer } from '../kernel/queue/queue.ts'
import type { ConsumerName } from '../kernel/queue/task.ts'

/** The dependencies of each consumer. */
export interface ConsumerDependencies
  extends Readonly<Record<ConsumerName, Dependencies | undefined>> {
  /** Undefined: this installation sends no emails. */
  readonly mails: MailDependencies | undefined
  readonly webhooks: DeliverDependencies
  readonly deliveries: DeliverDependencies
  readonly contacts: Dependencies
  readonly schedule: UnitDependencies
  readonly mirrors: CalendarSyncDependencies
}

/** Creates the consumers of events of an installation: the one list for a server and for AWS. */
export function createConsumers(deps: ConsumerDependencies): readonly Consumer[] {
  // Without a vendor there is no calendar to write into, and events need no queue for it.
  const hasVendors = Object.keys(deps.mirrors.vendors ?? {}).length > 0
  return [
    ...(deps.mails ? [mailsConsumer(deps.mails)] : []),
    webhooksConsumer(deps.webhooks),
    deliveriesConsumer(deps.deliveries),
    contactsConsumer(deps.contacts),
    scheduleConsumer(deps.schedule),
    ...(hasVendors ? [calendarSyncConsumer(deps.mirrors)] : []),
  ]
}
