import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { createIdSource } from '../../src/adapters/system/ids.ts'
import { readKnownInstant, recordInstant } from '../../src/ops/clock/known-instant.ts'
import { API_KEY } from '../support/cluster.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { act, hold, makeEventType, makeProvider, readBooking } from '../support/fixtures.ts'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { startServerProcess } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const DAY_SECONDS = 86_400

test('a server whose clock is far ahead of its store completes nothing and says so once, while holds expire', async () => {
  const dataDir = await newDataFolder('wrong-clock')
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }))
  const agent = createAgent()
  onTestFinished(() => agent.close())
  const serve = async (isTest: '0' | '1') => {
    const env = { HOLDFAST_TEST_MODE: isTest }
    const options = { engine: 'sqlite', dataDir, apiKey: API_KEY, sweeper: true, env } as const
    const server = await startServerProcess(options)
    const api = createHttpClient(agent, () => server.url, { 'x-api-key': API_KEY })
    return { server, api }
  }

  // A year ago, a booking was confirmed and another one held.
  const then = Math.floor(Date.now() / 1000 / DAY_SECONDS - 365) * DAY_SECONDS * 1000
  const at = (hours: number) => new Date(then + hours * 3_600_000).toISOString()
  const before = await serve('1')
  await before.api.put('/v1/test/clock', { now: at(0) })
  const { id: providerId } = await makeProvider(before.api)
  const { id: eventTypeId } = await makeEventType(before.api, providerId)
  const confirmed = await hold(before.api, eventTypeId, at(24), 'grace')
  await act(before.api, confirmed, 'confirm')
  const held = await hold(before.api, eventTypeId, at(26), 'ada')
  await before.server.stop()
  const store = await createSqliteStore({ file: join(dataDir, 'holdfast.sqlite') })
  const clock = { nowEpochMilliseconds: () => then }
  await recordInstant({ store, ids: createIdSource(), clock })
  await store.close()

  const { server, api } = await serve('0')
  const statusOf = async (booking: typeof held) => (await readBooking(api, booking)).status
  await until('the hold has expired', async () => (await statusOf(held)) === 'expired')
  await until('the log says so', async () => server.output().includes('hours ahead'))
  expect(await statusOf(confirmed)).toBe('confirmed')
  await server.stop()
  expect(server.output().match(/hours ahead/g)).toHaveLength(1)
  const after = await createSqliteStore({ file: join(dataDir, 'holdfast.sqlite') })
  expect(await readKnownInstant(after)).toBe(then)
  await after.close()
})
