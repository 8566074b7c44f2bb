import type { Mailer } from '../delivery/ports/mailer.ts'
import type { WebhookSender } from '../delivery/ports/webhook-sender.ts'
import { storeWith } from '../kernel/items/store-with.ts'
import type { Store } from '../kernel/ports/store.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../kernel/queue/task.ts'

/**
 * A step with effects outside the process: a transaction of a request, the sweeper, the relay or the
 * schedule; a consumer's own writes, and the write that removes its task; sending an email or a
 * webhook.
 */
export type CrashStep = WritingStep | 'mails.send' | 'deliveries.send'

/** A step that is a store transaction. */
export type WritingStep =
  | 'request.write'
  | 'sweep.write'
  | 'accounts.write'
  | 'erasures.write'
  | 'relay.write'
  | 'due.write'
  | `${ConsumerName}.write`
  | `${ConsumerName}.ack`

/** The moment just before or just after a step. */
export type CrashPoint = `${CrashStep}.${'before' | 'after'}`

/** Where a process kills itself. */
export interface Crash {
  readonly point: CrashPoint
  /** The pass of the point at which it happens, from 1. */
  readonly occurrence: number
}

const STEPS: readonly CrashStep[] = [
  'request.write',
  'sweep.write',
  'accounts.write',
  'erasures.write',
  'relay.write',
  'due.write',
  ...CONSUMER_NAMES.flatMap((name) => [`${name}.write`, `${name}.ack`] as const),
  'mails.send',
  'deliveries.send',
]

/** Every point at which a process can be made to kill itself. */
export const CRASH_POINTS: readonly CrashPoint[] = STEPS.flatMap((step) => [
  `${step}.before` as const,
  `${step}.after` as const,
])

/** Parses `point` or `point:n`. Undefined if there is no such point. */
export function parseCrash(text: string): Crash | undefined {
  const [name, count = '1', ...rest] = text.split(':')
  const point = CRASH_POINTS.find((known) => known === name)
  if (point === undefined || rest.length > 0 || !/^[1-9]\d{0,5}$/.test(count)) return undefined
  return { point, occurrence: Number(count) }
}

/** Wraps ports so that the process can be killed before and after a step. */
export interface CrashPoints {
  store(step: WritingStep, store: Store): Store
  mailer(mailer: Mailer): Mailer
  webhookSender(sender: WebhookSender): WebhookSender
}

/** Wraps nothing; for servers without a crash setting. */
const NO_CRASH_POINTS: CrashPoints = {
  store: (_, store) => store,
  mailer: (mailer) => mailer,
  webhookSender: (sender) => sender,
}

/**
 * Lets tests kill the process between two steps, like a power cut: SIGKILL flushes nothing and notifies
 * nobody. It wraps the ports, so the code under test is unaware of it, and steps added later are covered.
 */
export function createCrashPoints(crash: Crash | undefined): CrashPoints {
  if (crash === undefined) return NO_CRASH_POINTS
  let left = crash.occurrence
  const pass = (point: CrashPoint) => {
    if (point !== crash.point) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
  const around =
    <Args extends readonly unknown[], Value>(
      step: CrashStep,
      call: (...args: Args) => Promise<Value>,
    ) =>
    async (...args: Args): Promise<Value> => {
      pass(`${step}.before`)
      const value = await call(...args)
      pass(`${step}.after`)
      return value
    }
  return {
    store: (step, store) =>
      storeWith(store, {
        transact: around(step, (...given: Parameters<Store['transact']>) =>
          store.transact(...given),
        ),
      }),
    mailer: (mailer) => ({
      ...mailer,
      send: around('mails.send', (mail, accountId) => mailer.send(mail, accountId)),
    }),
    webhookSender: (sender) => ({
      ...sender,
      send: around('deliveries.send', (message) => sender.send(message)),
    }),
  }
}
