import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { runCommand } from '../support/command.ts'
import {
  act,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  SUNDAY,
} from '../support/fixtures.ts'
import {
  createAgent,
  createHttpClient,
  type HttpClient,
  type ProblemBody,
} from '../support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import {
  type ReceivedMessage,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts'

const SLOT = '2035-04-24T09:00:00Z'
const PRIVATE_SLOT = '2035-04-24T10:00:00Z'
const BUSY_SLOT = '2035-04-24T12:00:00Z'
/** The answer to a private question. */
const SECRET = 'Sleepwalking-4711'
const FEED = `BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//test\r
BEGIN:VEVENT\r
UID:busy@example.com\r
DTSTAMP:20350401T000000Z\r
DTSTART:20350424T120000Z\r
DTEND:20350424T130000Z\r
END:VEVENT\r
END:VCALENDAR\r
`

const agent = createAgent()
let folder: string
let cluster: Cluster
let receiver: WebhookReceiver
let feed: Server
let feedReads = 0
let restored: ServerProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-restore-'))
  receiver = await startWebhookReceiver()
  feed = createServer((_, answer) => {
    feedReads += 1
    answer.end(FEED)
  }).listen(0, '127.0.0.1')
  await once(feed, 'listening')
  const env = { HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' }
  cluster = await startCluster({ engine: 'sqlite', servers: 1, env })
  await cluster.setClock(SUNDAY)
})
afterAll(async () => {
  await restored?.stop()
  await cluster?.stop()
  await receiver.close()
  feed.close()
  await agent.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

/** Starts a server on a restored data folder. */
async function startRestored(dataDir: string): Promise<HttpClient> {
  restored = await startServerProcess({
    engine: 'sqlite',
    dataDir,
    apiKey: API_KEY,
    sweeper: false,
    env: { HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' },
  })
  const { url } = restored
  const api = createHttpClient(agent, () => url, { 'x-api-key': API_KEY })
  expectStatus(await api.put('/v1/test/clock', { now: SUNDAY }), 200)
  return api
}

test('a backup made under load restores manage links, webhooks, connected calendars and private answers', async () => {
  const provider = await makeProvider(cluster.api, { email: 'ada@example.com' })
  const questions = [{ id: 'diagnosis', label: 'Diagnosis', kind: 'text', private: true }]
  const eventType = await makeEventType(cluster.api, provider.id, { questions })
  const { port } = feed.address() as AddressInfo
  const connected = await cluster.api.put(
    `/v1/providers/${provider.id}/calendar-connections/ical`,
    {
      url: `http://127.0.0.1:${port}/calendar.ics`,
    },
  )
  expect(connected.status).toBeLessThan(300)
  const endpoint = expectStatus(
    await cluster.api.post<{ secret: string }>('/v1/webhook-endpoints', {
      url: receiver.url('/hook'),
    }),
    201,
  )
  const booking = await hold(cluster.api, eventType.id, SLOT)
  expectStatus(await act(cluster.api, booking, 'confirm'), 200)
  const { id: privateId } = expectStatus(
    await cluster.api.post<{ readonly id: string }>('/v1/bookings', {
      eventTypeId: eventType.id,
      start: PRIVATE_SLOT,
      booker: { name: 'Grace', email: 'grace@example.com' },
      answers: { diagnosis: SECRET },
    }),
    202,
  )

  const acknowledged: string[] = []
  const isOver = new AbortController()
  const load = (async () => {
    for (let minute = 0; !isOver.signal.aborted; minute += 30) {
      const start = new Date(Date.parse('2035-04-25T00:00:00Z') + minute * 60_000).toISOString()
      acknowledged.push((await hold(cluster.api, eventType.id, start)).id)
    }
  })()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(3)
  const before = [...acknowledged]
  const archive = join(folder, 'backup.tar')
  const settings = { HOLDFAST_DATA_DIR: cluster.dataDir }
  const backedUp = await runCommand('backup', settings, archive)
  isOver.abort()
  await load
  expect(backedUp).toMatchObject({ exitCode: 0 })
  expect((await readFile(archive)).includes(SECRET)).toBe(false)

  const dataDir = join(folder, 'restored')
  const restoring = await runCommand('restore', { HOLDFAST_DATA_DIR: dataDir }, archive)
  expect(restoring).toMatchObject({ exitCode: 0, notices: '' })
  const inspect = () => runCommand('doctor', { HOLDFAST_DATA_DIR: dataDir }, '--at', SUNDAY)
  expect((await inspect()).report).toContain('No problems found.')
  for (const [name, ...codes] of [
    ['server.key', 'server_key_wrong'],
    ['vault.keys', 'credential_missing', 'private_answers_unreadable'],
  ] as const) {
    await rename(join(dataDir, name), join(folder, name))
    const { report } = await inspect()
    for (const code of codes) expect(report).toContain(code)
    // The doctor must not create keys: they would open nothing.
    expect(await readdir(dataDir)).not.toContain(name)
    await rename(join(folder, name), join(dataDir, name))
  }

  const api = await startRestored(dataDir)
  for (const id of before) expectStatus(await api.get(`/v1/bookings/${id}`), 200)
  const read = await api.get<{ readonly privateAnswers: unknown }>(`/v1/bookings/${privateId}`)
  expect(read.body.privateAnswers).toEqual({ diagnosis: SECRET })
  // The link in the emails of the restored server is the one that the booker already has.
  const moved = { start: '2035-04-24T15:00:00Z' }
  expectStatus(await act(api, booking, 'reschedule', moved), 200)
  await expect
    .poll(async () => (await api.get('/v1/test/mails')).text)
    .toContain(`/manage/${booking.id}#${booking.manageToken}`)
  const token = { authorization: `Bearer ${booking.manageToken}` }
  const booker = createHttpClient(agent, () => restored?.url ?? '', token)
  expectStatus(await booker.get(`/v1/bookings/${booking.id}`), 200)

  const isMove = ({ body }: ReceivedMessage) => JSON.parse(body).type === 'booking.rescheduled'
  await receiver.messages.until('the webhook of the move', (all) => all.some(isMove))
  const message = receiver.messages.all.find(isMove)
  const signed = { ...message?.headers }
  expect(() => new Webhook(endpoint.secret).verify(message?.body ?? '', signed)).not.toThrow()

  // The feed is read again before a booking, at the address in the restored vault.
  expectStatus(await api.put('/v1/test/clock', { advanceSeconds: 3600 }), 200)
  const readsBefore = feedReads
  const busy = await api.post<ProblemBody>('/v1/bookings', {
    eventTypeId: eventType.id,
    start: BUSY_SLOT,
    booker: { name: 'Grace', email: 'grace@example.com' },
  })
  expect(busy.body.code).toBe('slot_taken')
  expect(feedReads).toBeGreaterThan(readsBefore)
})
