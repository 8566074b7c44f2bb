import { randomUUID } from 'node:crypto'
import { dueText } from '../../adapters/sqs/due-messages.ts'
import { wakeUpText } from '../../adapters/sqs/wake-ups.ts'
import type { Forwarder } from '../../delivery/events/publish.ts'
import { ensureApiKey } from '../../identity/api-keys/api-keys.ts'
import { checkFormat } from '../../kernel/format.ts'
import { tasksDue } from '../../kernel/keys.ts'
import { createLease } from '../../kernel/queue/lease.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../../kernel/queue/task.ts'
import { measureOldestDue } from '../../ops/metrics/backlog.ts'
import { DUE_KINDS, DUE_QUEUES, type DueKind } from '../../ops/metrics/due-queues.ts'
import {
  accountRemovalWork,
  type BackgroundWork,
  calendarRemovalWork,
  privacyWork,
  relayWork,
  resolutionWork,
} from '../background-work.ts'
import { ConfigError } from '../config.ts'
import { type Announce, createAnnounce } from './announce-due.ts'
import { type AwsBase, openBase, openSender } from './base.ts'
import { openBus } from './bus.ts'
import { oldestDueLine } from './due-metrics.ts'
import { openVendorAccess } from './vendors.ts'

/** Younger events are left to the function of the stream, younger tasks to that of their queue. */
const GRACE_MILLISECONDS = 30_000
/** A run starts no more work after this long. The function's timeout is a minute. */
const WORK_MILLISECONDS = 40_000
/** Leaves the events of accounts with many publishers to these. */
const LEFT_TO_OTHERS: Forwarder = { isHot: () => false, forward: async () => {} }
/** Longer than any run, so that a late run and the next one do not duplicate work. */
const LEASE_MILLISECONDS = 70_000

/** Something to run, with its name in logs. */
interface Named<Run> {
  readonly name: string
  readonly run: Run
}

/**
 * Opens the function that a schedule calls every minute. It announces due work to the functions that do it, also
 * the work whose message to them was lost. It does only the rare work itself, and publishes events that the stream
 * missed.
 */
export async function openTimerFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> {
  const base = await openBase(env)
  const { deps, logger, secretValues } = base
  const works = worksOf(base)
  const announcements = announcementsOf(base)
  // At any log level: CloudWatch reads these lines.
  const metrics = logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'info' })
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
    await checkFormat(deps.store)
    if (!(await lease.acquire())) return
    const errors: unknown[] = []
    const endsAt = performance.now() + WORK_MILLISECONDS
    const attempt = async (work: string, run: () => Promise<unknown>) => {
      try {
        await run()
      } catch (err) {
        logger.error({ err, work }, 'background work failed')
        errors.push(err)
      }
    }
    await Promise.all([
      attempt('metrics', async () =>
        metrics.info(oldestDueLine(env, await measureOldestDue(deps))),
      ),
      ...announcements.map(({ name, run }) =>
        attempt(name, async () => {
          const announced = await run(endsAt)
          if (announced > 0) logger.info({ work: name, announced }, 'announced due work')
        }),
      ),
      ...works.map(({ name, run }) =>
        attempt(name, async () => {
          while ((await run()) && performance.now() < endsAt) {}
        }),
      ),
    ])
    await lease.release()
    // Work that fails does not block the rest. The call fails at the end, which raises an alarm.
    if (errors.length > 0) throw new AggregateError(errors, 'background work failed')
  }
}

function worksOf(base: AwsBase): readonly BackgroundWork[] {
  const { logger } = base
  const deps = { ...base.deps, ...openVendorAccess(base).deps }
  return [
    calendarRemovalWork(deps),
    accountRemovalWork(deps, logger),
    ...privacyWork(deps, logger),
    resolutionWork(deps, logger),
    relayWork({
      depsOf: () => deps,
      // The function of the log publishes events of accounts with many publishers. Those that it missed are
      // published when the log is quiet.
      bus: { ...openBus(base), forwarder: LEFT_TO_OTHERS },
      graceMilliseconds: GRACE_MILLISECONDS,
      onError: (work, err) => logger.error({ err, work }, 'background work failed'),
    }),
  ]
}

/** How many entries of a kind one message announces. Those of calendars and payments wait for other systems. */
const KEYS_PER_MESSAGE: Readonly<Record<DueKind, number>> = {
  due_actions: 25,
  holds: 25,
  connections: 10,
  payments: 10,
  waitlists: 5,
}

const SCHEDULE: ConsumerName = 'schedule'

/** The consumers that are woken for each new task. Younger tasks are left to those wake-ups. */
const WOKEN: readonly ConsumerName[] = ['mails', 'deliveries']

/** The searches for due entries, one for each kind, and for the tasks of each consumer. */
function announcementsOf(base: AwsBase): readonly Named<Announce>[] {
  const { deps, settings } = base
  const { dueQueueUrl, taskQueueUrls } = settings
  if (dueQueueUrl === undefined) {
    throw new ConfigError('HOLDFAST_DUE_QUEUE_URL is not set. Deploy the stack, which sets it.')
  }
  const sender = openSender(base, dueQueueUrl)
  const kinds = DUE_KINDS.map((kind) => ({
    kind,
    queue: DUE_QUEUES[kind],
    graceMilliseconds: 0,
    keysPerMessage: KEYS_PER_MESSAGE[kind],
    textOf: dueText,
    sender,
  }))
  // They look at many bookings, so the function with the time and the permissions for it does them.
  const schedule = {
    kind: SCHEDULE,
    queue: tasksDue(SCHEDULE),
    graceMilliseconds: 0,
    keysPerMessage: 1,
    textOf: dueText,
    sender,
  }
  const consumers = CONSUMER_NAMES.flatMap((name) => {
    const queueUrl = taskQueueUrls[name]
    if (queueUrl === undefined || name === SCHEDULE) return []
    return {
      kind: name,
      queue: tasksDue(name),
      graceMilliseconds: WOKEN.includes(name) ? GRACE_MILLISECONDS : 0,
      keysPerMessage: 1,
      textOf: (PK: string, [SK = '']: readonly string[]) => wakeUpText({ PK, SK }),
      sender: openSender(base, queueUrl),
    }
  })
  return [...kinds, schedule, ...consumers].map((one) => ({
    name: one.kind,
    run: createAnnounce(deps, one),
  }))
}
