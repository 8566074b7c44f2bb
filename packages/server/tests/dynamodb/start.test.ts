import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/composition/config.ts'
import { openStore } from '../../src/composition/open-store.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'

let engine: TestEngine
let proxy: FaultProxy
beforeAll(async () => {
  engine = await startTestEngine()
  proxy = await startFaultProxy(engine.endpoint, { seed: 1, share: 0 })
})
afterAll(async () => {
  await proxy?.stop()
  await engine?.stop()
})

test('startup waits for a DynamoDB that does not answer yet, and reports it once', async () => {
  proxy.inject('DescribeTable', 'drop-before', 'throttle', 'error-before', 'drop-answer')
  proxy.inject('CreateTable', 'drop-answer')
  proxy.inject('UpdateTimeToLive', 'error-after')
  const notices: string[] = []
  const config = readConfig({
    HOLDFAST_STORE: 'dynamodb',
    HOLDFAST_DYNAMODB_ENDPOINT: proxy.endpoint,
  })
  const opened = await openStore(config, (notice) => notices.push(notice))
  await expect(opened.store.ping()).resolves.toBeUndefined()
  expect(notices).toEqual([expect.stringContaining(`Waiting for DynamoDB at ${proxy.endpoint}: `)])
  expect(proxy.counts.get('drop-answer')).toBe(2)
  await opened.close()
})
