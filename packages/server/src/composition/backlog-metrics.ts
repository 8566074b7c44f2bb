import { Counter, Gauge, type Registry } from 'prom-client'
import type { Backlog } from '../ops/metrics/backlog.ts'

/** How long a measurement is used again, however often the metrics are read. */
const FRESH_MILLISECONDS = 10_000

/**
 * Adds the gauges of the backlog to a registry. `measure` runs when the metrics are read, at most every ten
 * seconds. If it fails, the gauges have no values and a counter increases; the other metrics are not affected.
 */
export function registerBacklogMetrics(
  registry: Registry,
  measure: () => Promise<Backlog>,
  nowMilliseconds: () => number = () => performance.now(),
): void {
  const registers = [registry]
  const failures = new Counter({
    name: 'holdfast_backlog_failures_total',
    help: 'Measurements of the queues that failed.',
    registers,
  })
  let latest: { readonly at: number; readonly backlog: Promise<Backlog | undefined> } | undefined
  const current = (): Promise<Backlog | undefined> => {
    const now = nowMilliseconds()
    if (latest === undefined || now - latest.at >= FRESH_MILLISECONDS) {
      const backlog = measure().catch(() => {
        failures.inc()
        return undefined
      })
      latest = { at: now, backlog }
    }
    return latest.backlog
  }
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    fill: (set: (labels: Record<Label, string>, value: number) => void, backlog: Backlog) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        const backlog = await current()
        if (backlog) fill((labels, value) => this.set(labels, value), backlog)
      },
    })
  gauge(
    'holdfast_queue_depth',
    'Work that is due and not done. Counts at most 100 per shard.',
    ['queue'],
    (set, { queues }) => {
      for (const { queue, depth } of queues) set({ queue }, depth)
    },
  )
  gauge(
    'holdfast_queue_oldest_due_seconds',
    'How long the oldest work has been due. 0 if there is none.',
    ['queue'],
    (set, { queues }) => {
      for (const { queue, oldestSeconds } of queues) set({ queue }, oldestSeconds)
    },
  )
  gauge(
    'holdfast_queue_retrying',
    'Tasks whose last attempt failed and that wait for the next. Counts at most 100 per shard.',
    ['queue'],
    (set, { retries }) => {
      for (const { queue, depth } of retries) set({ queue }, depth)
    },
  )
  gauge(
    'holdfast_queue_oldest_retrying_seconds',
    'How long ago the oldest event of such a task happened. 0 if none waits.',
    ['queue'],
    (set, { retries }) => {
      for (const { queue, oldestSeconds } of retries) set({ queue }, oldestSeconds)
    },
  )
  gauge(
    'holdfast_holds',
    'Unconfirmed holds: live, or expired and not yet cleaned up. Counts at most 1000 per shard.',
    ['state'],
    (set, { holds }) => {
      set({ state: 'live' }, holds.live)
      set({ state: 'expired' }, holds.expired)
    },
  )
}
