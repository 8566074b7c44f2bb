import type { Mailer } from '../delivery/ports/mailer.ts'
import type { WebhookSender } from '../delivery/ports/webhook-sender.ts'
import type { Store } from '../kernel/ports/store.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../kernel/queue/task.ts'

/**
 * A step that reaches out of the process: a transaction of a request, of the sweeper, of the relay,
 * of the schedule's due work; what a consumer writes, and the write that ends its task; a mail or a
 * webhook on its way.
 */
export type CrashStep = WritingStep | 'mails.send' | 'deliveries.send'

/** A step that is a transaction of the store. */
export type WritingStep =
  | 'request.write'
  | 'sweep.write'
  | 'relay.write'
  | 'due.write'
  | `${ConsumerName}.write`
  | `${ConsumerName}.ack`

/** The moment just before or just after a step; between the two lies the step alone. */
export type CrashPoint = `${CrashStep}.${'before' | 'after'}`

/** Where a process ends itself, and at which time it comes by. */
export interface Crash {
  readonly point: CrashPoint
  /** 1: the first time. */
  readonly occurrence: number
}

const STEPS: readonly CrashStep[] = [
  'request.write',
  'sweep.write',
  'relay.write',
  'due.write',
  ...CONSUMER_NAMES.flatMap((name) => [`${name}.write`, `${name}.ack`] as const),
  'mails.send',
  'deliveries.send',
]

/** Every point at which a process can be made to end itself. */
export const CRASH_POINTS: readonly CrashPoint[] = STEPS.flatMap((step) => [
  `${step}.before` as const,
  `${step}.after` as const,
])

/** Reads `point` or `point:n`; undefined: there is no such point. */
export function parseCrash(text: string): Crash | undefined {
  const [name, count = '1', ...rest] = text.split(':')
  const point = CRASH_POINTS.find((known) => known === name)
  if (point === undefined || rest.length > 0 || !/^[1-9]\d{0,5}$/.test(count)) return undefined
  return { point, occurrence: Number(count) }
}

/** Gives what reaches out of the process a place to die, before and after. */
export interface CrashPoints {
  store(step: WritingStep, store: Store): Store
  mailer(mailer: Mailer): Mailer
  webhookSender(sender: WebhookSender): WebhookSender
}

/** What a server that nobody tests works with: everything as it is. */
const NO_CRASH_POINTS: CrashPoints = {
  store: (_, store) => store,
  mailer: (mailer) => mailer,
  webhookSender: (sender) => sender,
}

/**
 * Lets tests end the process between two steps as a power cut would (SIGKILL: nothing is flushed,
 * nobody is told). Ports are wrapped from outside, so the code that is tested knows nothing of it,
 * and a step that is added to it later is covered.
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
    <Args extends readonly unknown[], Answer>(
      step: CrashStep,
      call: (...args: Args) => Promise<Answer>,
    ) =>
    async (...args: Args): Promise<Answer> => {
      pass(`${step}.before`)
      const answer = await call(...args)
      pass(`${step}.after`)
      return answer
    }
  return {
    store: (step, store) => ({
      get: (key, options) => store.get(key, options),
      getMany: (keys, options) => store.getMany(keys, options),
      query: (request) => store.query(request),
      transact: around(step, (writes, token) => store.transact(writes, token)),
      scan: () => store.scan(),
      ping: () => store.ping(),
      close: () => store.close(),
    }),
    mailer: (mailer) => ({
      fromAddress: mailer.fromAddress,
      send: around('mails.send', (mail) => mailer.send(mail)),
      close: () => mailer.close(),
    }),
    webhookSender: (sender) => ({
      newSecret: () => sender.newSecret(),
      checkUrl: (url) => sender.checkUrl(url),
      send: around('deliveries.send', (message) => sender.send(message)),
    }),
  }
}
