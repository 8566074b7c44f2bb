import { randomUUID } from 'node:crypto'
import manifest from '../../../package.json' with { type: 'json' }
import { expireDue } from '../../booking/bookings/expire-due.ts'
import { relayOutbox } from '../../delivery/events/relay.ts'
import { runSchedule } from '../../delivery/schedule/schedule.ts'
import { deliveriesConsumer } from '../../delivery/webhooks/deliver.ts'
import { refreshDueConnections } from '../../external-calendars/connections/refresh.ts'
import { ensureApiKey } from '../../identity/api-keys/api-keys.ts'
import { createLease } from '../../kernel/queue/lease.ts'
import { type Consumer, runQueue } from '../../kernel/queue/queue.ts'
import { removeCalendars } from '../../stays/calendars/remove-calendars.ts'
import { type AwsBase, openBase } from './base.ts'
import { openBus } from './bus.ts'
import { type OpenedConnections, openConnections } from './connections.ts'
import { contactsOn, scheduleOn, webhooksOn } from './consumers.ts'
import { mailsOn } from './mails.ts'
import { calendarSyncOn } from './vendors.ts'
import { openWebhookSender } from './webhook-sender.ts'

const SWEEP_LIMIT = 100
const RELAY_LIMIT = 50
const QUEUE_LIMIT = 25
const QUEUE_CONCURRENCY = 8
const REMOVAL_LIMIT = 10
/** Events and deliveries younger than this are those of the stream and of the deliveries' queue. */
const GRACE_MILLISECONDS = 30_000
/** A run begins nothing more after this long; the function has a minute. */
const WORK_MILLISECONDS = 40_000
/** Outlives the longest run, so that a run that is late and the next one do not do the same work. */
const LEASE_MILLISECONDS = 70_000

/** A piece of the work: does what is due, a bounded part of it, and says whether more is. */
type Piece = () => Promise<boolean>

/** Opens the function that a schedule calls every minute: it does what is due and what was left. */
export async function openTimerFunction(
  env: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> {
  const base = await openBase(env)
  const { deps, logger, secretValues } = base
  const pieces = piecesOf(base)
  let isSetUp = secretValues.bootstrapApiKey === undefined
  const lease = createLease(deps, {
    name: 'timer',
    owner: randomUUID(),
    machineEpochMilliseconds: Date.now,
    durationMilliseconds: LEASE_MILLISECONDS,
  })
  return async () => {
    if (!isSetUp) {
      // The secret is random text; the prefix is what says that a text is a key of ours.
      await ensureApiKey(deps, `hf_${secretValues.bootstrapApiKey}`)
      isSetUp = true
    }
    if (!(await lease.acquire())) return
    const errors: unknown[] = []
    const endsAt = performance.now() + WORK_MILLISECONDS
    await Promise.all(
      [...pieces].map(async ([work, piece]) => {
        try {
          while ((await piece()) && performance.now() < endsAt) {}
        } catch (err) {
          logger.error({ err, work }, 'background work failed')
          errors.push(err)
        }
      }),
    )
    await lease.release()
    // One that fails holds up no other; then the run fails as a whole, which an alarm counts.
    if (errors.length > 0) throw new AggregateError(errors, 'background work failed')
  }
}

function piecesOf(base: AwsBase): ReadonlyMap<string, Piece> {
  const { deps, logger } = base
  const bus = openBus(base)
  const connections = openConnections(base)
  const reading = { ...deps, ...connections.deps }
  const pieces = new Map<string, Piece>([
    ['sweep', async () => (await expireDue(deps, SWEEP_LIMIT)).more],
    [
      'relay',
      async () => {
        const report = await relayOutbox(deps, bus, RELAY_LIMIT, undefined, GRACE_MILLISECONDS)
        for (const [eventId, error] of report.errors)
          logger.error({ eventId, error }, 'event not published')
        return report.more
      },
    ],
    ['schedule', async () => (await runSchedule(deps, QUEUE_LIMIT)).more],
    [
      'connections',
      async () => {
        const { errors, more } = await refreshDueConnections(reading, QUEUE_LIMIT)
        for (const err of errors) logger.error({ err }, 'calendar not refreshed')
        return more
      },
    ],
    ['calendars', async () => (await removeCalendars(deps, REMOVAL_LIMIT)).more],
  ])
  for (const consumer of consumersOf(base, connections)) {
    const graceMilliseconds = consumer.name === 'deliveries' ? GRACE_MILLISECONDS : 0
    const size = { limit: QUEUE_LIMIT, concurrency: QUEUE_CONCURRENCY, graceMilliseconds }
    pieces.set(consumer.name, async () => {
      const { dead, more } = await runQueue(deps, consumer, size)
      if (dead > 0) logger.error({ consumer: consumer.name, dead }, 'dead letter')
      return more
    })
  }
  return pieces
}

/**
 * What waits in queues of the table on AWS: reminders, retries of webhooks, redriven dead letters, and
 * bookings that were there before their calendar was.
 */
function consumersOf(base: AwsBase, connections: OpenedConnections): readonly Consumer[] {
  const { deps, secretValues } = base
  const knowsVendors = Object.keys(connections.deps.vendors).length > 0
  return [
    ...(secretValues.smtpUrl === undefined ? [] : [mailsOn(base)]),
    webhooksOn(base),
    deliveriesConsumer({
      ...deps,
      webhookSender: openWebhookSender(base.settings, manifest.version),
    }),
    contactsOn(base),
    scheduleOn(base),
    ...(knowsVendors ? [calendarSyncOn(base, connections)] : []),
  ]
}
