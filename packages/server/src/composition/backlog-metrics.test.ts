import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Backlog } from '../ops/metrics/backlog.ts'
import { registerBacklogMetrics } from './backlog-metrics.ts'

const BACKLOG: Backlog = {
  queues: [{ queue: 'mails', depth: 3, oldestSeconds: 12.5 }],
  retries: [{ queue: 'mails', depth: 2, oldestSeconds: 90 }],
  holds: { live: 4, expired: 1 },
}

function registered(measure: () => Promise<Backlog>) {
  const registry = new Registry()
  let now = 0
  registerBacklogMetrics(registry, measure, () => now)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { registry, pass }
}

test('the gauges have the values of one measurement', async () => {
  const { registry } = registered(async () => BACKLOG)
  const text = await registry.metrics()
  expect(text).toContain('holdfast_queue_depth{queue="mails"} 3\n')
  expect(text).toContain('holdfast_queue_oldest_due_seconds{queue="mails"} 12.5\n')
  expect(text).toContain('holdfast_queue_retrying{queue="mails"} 2\n')
  expect(text).toContain('holdfast_queue_oldest_retrying_seconds{queue="mails"} 90\n')
  expect(text).toContain('holdfast_holds{state="live"} 4\n')
  expect(text).toContain('holdfast_holds{state="expired"} 1\n')
})

test('readers within ten seconds share a measurement', async () => {
  let measured = 0
  const { registry, pass } = registered(async () => {
    measured += 1
    return BACKLOG
  })
  await Promise.all([registry.metrics(), registry.metrics()])
  pass(9_999)
  await registry.metrics()
  expect(measured).toBe(1)
  pass(1)
  await registry.metrics()
  expect(measured).toBe(2)
})

test('a store that does not answer leaves out the gauges, and no other metric', async () => {
  let isDown = true
  const { registry, pass } = registered(async () => {
    if (isDown) throw new Error('the store is down')
    return BACKLOG
  })
  await registry.metrics()
  const text = await registry.metrics()
  expect(text).toContain('holdfast_backlog_failures_total 1\n')
  expect(text).not.toContain('holdfast_queue_depth{')
  isDown = false
  pass(10_000)
  expect(await registry.metrics()).toContain('holdfast_queue_depth{queue="mails"} 3\n')
})
