import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRequestQueue } from './request-queue.ts'

/** Blocks the event loop. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Jobs that work for some milliseconds and record what became of them. */
function recorder() {
  const log: string[] = []
  const job = (name: string, milliseconds: number, isFirst = false) => ({
    isFirst,
    run() {
      log.push(name)
      work(milliseconds)
    },
    refuse: () => void log.push(`${name} refused`),
  })
  return { log, job }
}

test('without load, requests that arrive in one turn of the event loop begin together at its end', async () => {
  const queue = createRequestQueue()
  const log: string[] = []
  // A request with two steps, as those of the API have many.
  const submit = (name: string) =>
    queue.submit({
      isFirst: false,
      async run() {
        log.push(`${name} begins`)
        await Promise.resolve()
        log.push(`${name} goes on`)
      },
      refuse: () => void log.push(`${name} refused`),
    })
  submit('a')
  await Promise.resolve()
  submit('b')
  expect(log).toEqual([])
  await nextTurn()
  expect(log).toEqual(['a begins', 'b begins', 'a goes on', 'b goes on'])
})

test('requests wait until the connections that arrived together are accepted', async () => {
  const queue = createRequestQueue()
  const { log, job } = recorder()
  // An event loop accepts one connection a turn, and reads its request in that turn or the next.
  for (const name of ['a', 'b', 'c', 'd']) {
    queue.onArrival()
    queue.submit(job(name, 0))
    expect(log).toEqual([])
    await nextTurn()
  }
  await nextTurn()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})

test('connections that arrive without an end stop requests for 10 ms at most', async () => {
  const queue = createRequestQueue()
  const { log, job } = recorder()
  queue.submit(job('a', 0))
  const since = performance.now()
  // A wait without a bound ends with the time limit of the test.
  while (log.length === 0) {
    queue.onArrival()
    await nextTurn()
  }
  expect(performance.now() - since).toBeGreaterThan(9)
  queue.submit(job('b', 0))
  while (log.length === 1) {
    queue.onArrival()
    await nextTurn()
  }
  expect(log).toEqual(['a', 'b'])
})

test('after 25 ms of work in a turn, the rest wait, and all run in their order', async () => {
  const queue = createRequestQueue()
  const { log, job } = recorder()
  for (const name of ['a', 'b', 'c']) queue.submit(job(name, 30))
  await nextTurn()
  expect(log).toEqual(['a'])
  await expect.poll(() => log).toEqual(['a', 'b', 'c'])
})

test('health checks and confirmations pass the requests that wait', async () => {
  const queue = createRequestQueue()
  const { log, job } = recorder()
  for (const name of ['a', 'b', 'c']) queue.submit(job(name, 30))
  await nextTurn()
  queue.submit(job('health', 0, true))
  await expect.poll(() => log).toEqual(['a', 'health', 'b', 'c'])
})

test('a request that has waited too long is refused, unless it is a health check', async () => {
  const queue = createRequestQueue(50)
  const { log, job } = recorder()
  for (const name of ['a', 'b', 'c', 'd', 'e']) queue.submit(job(name, 30))
  await nextTurn()
  queue.submit(job('health', 60, true))
  await expect.poll(() => log.length).toBe(6)
  expect(log).toEqual(['a', 'health', 'b refused', 'c refused', 'd refused', 'e refused'])
})

test('a queue whose oldest request has waited too long refuses new ones at once', async () => {
  const queue = createRequestQueue(50)
  const { log, job } = recorder()
  for (const name of ['a', 'b']) queue.submit(job(name, 30))
  await nextTurn()
  work(60)
  queue.submit(job('c', 0))
  expect(log).toEqual(['a', 'c refused'])
})

test('four times the capacity: accepted requests wait for a bounded time, and the rest are refused', async () => {
  const queue = createRequestQueue(100)
  const waits: number[] = []
  let refused = 0
  const submit = () => {
    const since = performance.now()
    queue.submit({
      isFirst: false,
      run() {
        waits.push(performance.now() - since)
        work(2)
      },
      refuse() {
        refused += 1
      },
    })
  }
  // Each request takes 2 ms, and four arrive in that time, also while others work.
  const startedAt = performance.now()
  for (let arrived = 0; arrived < 400; ) {
    const due = Math.min(400, Math.floor((performance.now() - startedAt) / 0.5))
    for (; arrived < due; arrived += 1) submit()
    await nextTurn()
  }
  await expect.poll(() => waits.length + refused).toBe(400)
  expect(refused).toBeGreaterThan(100)
  // The limit, a batch of 25 ms, and what a busy machine adds.
  expect(Math.max(...waits)).toBeLessThan(400)
})
