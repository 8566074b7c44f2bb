import { randomUUID } from 'node:crypto'
import { createPhoneNumbers } from '../../adapters/phone/phone-numbers.ts'
import type { HandOver } from '../../delivery/events/publish.ts'
import { createConnectedCalendars } from '../../external-calendars/connections/connected-calendars.ts'
import { ensureApiKey } from '../../identity/api-keys/api-keys.ts'
import { createLease } from '../../kernel/queue/lease.ts'
import {
  ACCOUNT_DELETED,
  accountRemovalWork,
  type BackgroundWork,
  cleanupWork,
  ERASED,
  privacyWork,
  queueWork,
  RESOLVED,
  resolutionWork,
} from '../background-work.ts'
import { createConsumers } from '../consumers.ts'
import { type AwsBase, openBase } from './base.ts'
import { openBus } from './bus.ts'
import { openConnections } from './connections.ts'
import { mailDependencies } from './mails.ts'
import { openPayments } from './payments.ts'
import { publicUrlOf } from './settings.ts'
import { deliveryDependencies } from './webhook-sender.ts'

/** Younger events are left to the function of the stream, younger deliveries to that of their queue. */
const GRACE_MILLISECONDS = 30_000
/** A run starts no more work after this long. The function's timeout is a minute. */
const WORK_MILLISECONDS = 40_000
/** Leaves the events of accounts with many publishers to these. */
const LEFT_TO_OTHERS: HandOver = { isHot: () => false, give: async () => {} }
/** Longer than any run, so that a late run and the next one do not duplicate work. */
const LEASE_MILLISECONDS = 70_000

/**
 * Opens the function that a schedule calls every minute: it does all background work that is due, also
 * the work whose message to another function was lost.
 */
export async function openTimerFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> {
  const base = await openBase(env)
  const { deps, logger, secretValues } = base
  const works = worksOf(base)
  let isSetUp = secretValues.bootstrapApiKey === undefined
  const lease = createLease(deps, {
    name: 'timer',
    owner: randomUUID(),
    machineEpochMilliseconds: Date.now,
    durationMilliseconds: LEASE_MILLISECONDS,
  })
  return async () => {
    if (!isSetUp) {
      // The secret is random text. The prefix marks it as an API key.
      await ensureApiKey(deps, `hf_${secretValues.bootstrapApiKey}`)
      isSetUp = true
    }
    if (!(await lease.acquire())) return
    const errors: unknown[] = []
    const endsAt = performance.now() + WORK_MILLISECONDS
    await Promise.all(
      works.map(async ({ name, run }) => {
        try {
          while ((await run()) && performance.now() < endsAt) {}
        } catch (err) {
          logger.error({ err, work: name }, 'background work failed')
          errors.push(err)
        }
      }),
    )
    await lease.release()
    // Work that fails does not block the rest. The call fails at the end, which raises an alarm.
    if (errors.length > 0) throw new AggregateError(errors, 'background work failed')
  }
}

function worksOf(base: AwsBase): readonly BackgroundWork[] {
  const { logger, secretValues } = base
  const connections = openConnections(base)
  const plain = {
    ...base.deps,
    ...connections.deps,
    ...openPayments(base),
    phoneNumbers: createPhoneNumbers(),
    publicUrl: publicUrlOf(base.settings),
  }
  const deps = { ...plain, connectedCalendars: createConnectedCalendars(plain) }
  const webhooks = deliveryDependencies(base)
  const consumers = createConsumers({
    mails: secretValues.smtpUrl === undefined ? undefined : mailDependencies(base),
    webhooks,
    deliveries: webhooks,
    contacts: deps,
    schedule: deps,
    mirrors: { ...deps, vendorAccess: connections.vendorAccess },
  })
  return [
    ...cleanupWork(deps),
    accountRemovalWork(deps, (report) => logger.info(report, ACCOUNT_DELETED)),
    ...privacyWork(deps, (report) => logger.info(report, ERASED)),
    resolutionWork(deps, (report) => logger.info(report, RESOLVED)),
    ...queueWork({
      depsOf: () => deps,
      // The function of the log publishes events of accounts with many publishers. Those that it missed are
      // published when the log is quiet.
      bus: { ...openBus(base), handOver: LEFT_TO_OTHERS },
      consumers,
      graceMilliseconds: GRACE_MILLISECONDS,
      onError: (work, err) => logger.error({ err, work }, 'background work failed'),
      onDeadLetters: (consumer, dead) => logger.error({ consumer, dead }, 'dead letter'),
    }),
  ]
}
