import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { watched } from './watch.ts'

let server: Server | undefined
afterEach(() => server?.close())

async function startServer(answerAfter: (call: number) => number): Promise<number> {
  let calls = 0
  server = createServer(async (_, response) => {
    calls += 1
    await sleep(answerAfter(calls))
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

test('the longest answer is found, and those that begin meanwhile do not wait for it', async () => {
  const port = await startServer((call) => (call === 2 ? 400 : 0))
  const { value, milliseconds } = await watched({ host: '127.0.0.1', port }, () =>
    sleep(600, 'done'),
  )
  expect(value).toBe('done')
  expect(Math.max(...milliseconds)).toBeGreaterThan(390)
  expect(Math.min(...milliseconds)).toBeLessThan(390)
  expect(milliseconds.length).toBeGreaterThan(3)
})

test('an answer that never comes counts as endless', async () => {
  const port = await startServer(() => 0)
  server?.close()
  const { milliseconds } = await watched({ host: '127.0.0.1', port }, () => sleep(60))
  expect(Math.max(...milliseconds)).toBe(Number.POSITIVE_INFINITY)
})
