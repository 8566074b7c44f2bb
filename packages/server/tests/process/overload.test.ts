import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const KEY = 'hf_overload-0123456789abcdefghij'
const CONNECTIONS = 400
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

let folder: string
let server: ServerProcess
let slotsPath: string
const agent = createAgent()
const sockets = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const headers = { authorization: `Bearer ${KEY}` }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-overload-'))
  server = await startServerProcess({
    dataDir: folder,
    apiKey: KEY,
    sweeper: false,
    env: { HOLDFAST_LOG_LEVEL: 'silent', HOLDFAST_MAX_WAIT_MILLISECONDS: '500' },
  })
  const client = createHttpClient(agent, () => server.url, headers)
  const provider = await client.post<{ id: string }>('/v1/providers', {
    name: 'Ada',
    timeZone: 'Europe/Berlin',
  })
  const eventType = await client.post<{ id: string }>('/v1/event-types', {
    providerId: provider.body.id,
    slug: 'any-time',
    title: 'Any time',
    durationMinutes: 30,
    slotStepMinutes: 5,
    availabilityRules: DAYS.map((weekday) => ({
      weekday,
      windows: [{ start: '00:00', end: '23:55' }],
    })),
  })
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  slotsPath = `/v1/event-types/${eventType.body.id}/slots?from=${day(1)}&to=${day(60)}`
})
afterAll(async () => {
  sockets.destroy()
  await agent.close()
  await server?.kill()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

/** Asks for the head of an answer, whose body costs the server the same work. */
async function head(path: string) {
  const sent = request(`${server.url}${path}`, { method: 'HEAD', agent: sockets, headers })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'] }
}

test('hundreds of costly requests at once: each is answered or refused, and a health check passes them', async () => {
  const answered: string[] = []
  const asked = Array.from({ length: 4 * CONNECTIONS }, async () => {
    const answer = await head(slotsPath)
    answered.push('slots')
    return answer
  })
  const health = createHttpClient(agent, () => server.url)
    .get('/healthz')
    .then(({ status }) => {
      answered.push('health')
      return status
    })
  const answers = await Promise.all(asked)

  expect(await health).toBe(200)
  expect(answered.indexOf('health')).toBeLessThan(answered.length / 2)
  const accepted = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  expect(accepted.length + refused.length).toBe(4 * CONNECTIONS)
  expect(accepted.length).toBeGreaterThan(0)
  expect(refused.every(({ retryAfter }) => retryAfter === '1')).toBe(true)
  // Afterwards, the server works as before.
  expect((await head(slotsPath)).status).toBe(200)
})
