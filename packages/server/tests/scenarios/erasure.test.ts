import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contact } from '@holdfast/contracts'
import { afterEach, expect, test } from 'vitest'
import { waitUntil } from '../../src/adapters/dynamodb-local/wait-until.ts'
import {
  act,
  type CreatedBooking,
  everyDay,
  expectStatus,
  makeEventType,
  makeProvider,
  SUNDAY,
} from '../support/fixtures.ts'
import { createAgent, createHttpClient, type HttpClient } from '../support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const API_KEY = 'hf_test_erasure-0123456789abcdef'
const WANDA = {
  id: 'wanda-4711',
  name: 'Wanda Vanishing',
  email: 'wanda@vanishing.example.com',
  timeZone: 'Pacific/Chatham',
}
const NOTE = 'Call +49 151 77700077'
/** The answer to a private question. */
const SECRET = 'Sleepwalking-4711'
const TRACES = ['wanda', 'vanishing', 'chatham', '77700077']

const agent = createAgent()
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts a server on a data folder. Its log has every line. */
async function startServer(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const server = await startServerProcess({
    engine: 'sqlite',
    dataDir,
    apiKey: API_KEY,
    sweeper: true,
    env: { HOLDFAST_LOG_LEVEL: 'debug', ...env },
  })
  cleanups.push(() => server.stop())
  const api = createHttpClient(agent, () => server.url, { authorization: `Bearer ${API_KEY}` })
  return { server, api }
}

const setClock = async (api: HttpClient, now: string) =>
  expectStatus(await api.put('/v1/test/clock', { now }), 200)

/** The content of a file; empty if the server has removed it since the folder was listed. */
async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** The files of a folder, and of those in it, that contain one of some texts in any case. */
async function filesWith(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const content = (await contentOf(file)).toString('latin1').toLowerCase()
    if (texts.some((text) => content.includes(text.toLowerCase()))) found.push(entry.name)
  }
  return found.sort()
}

/** Lets the person book, be confirmed, stay and cancel; answers their manage tokens. */
async function livesAndLeaves(api: HttpClient, server: ServerProcess): Promise<readonly string[]> {
  const provider = await makeProvider(api)
  const rules = everyDay({ start: '09:00', end: '17:00' })
  const { id: eventTypeId } = await makeEventType(api, provider.id, {
    availabilityRules: rules,
    questions: [{ id: 'diagnosis', label: 'Diagnosis', kind: 'text', private: true }],
  })
  const tokens: string[] = []
  for (const hour of ['09', '10', '11']) {
    const start = `2035-04-23T${hour}:00:00Z`
    const answers = { diagnosis: SECRET }
    const guests = [{ name: WANDA.name, email: `guest.${WANDA.email}` }]
    const body = { eventTypeId, start, booker: WANDA, note: NOTE, answers, guests }
    const booking = expectStatus(await api.post<CreatedBooking>('/v1/bookings', body), 202)
    tokens.push(booking.manageToken)
    if (hour === '09') continue
    expectStatus(await act(api, booking, 'confirm'), 200)
    if (hour === '11') expectStatus(await act(api, booking, 'cancel', { reason: NOTE }), 200)
  }
  const calendar = expectStatus(
    await api.post<{ readonly id: string }>('/v1/calendars', {
      name: 'House',
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      publicStays: true,
    }),
    201,
  )
  const stay = { arrival: '2035-05-01', departure: '2035-05-03', note: NOTE }
  const guest = { name: WANDA.name, email: WANDA.email }
  const path = `/v1/stays/${calendar.id}`
  expectStatus(await createHttpClient(agent, () => server.url).post(path, { ...stay, guest }), 201)
  return tokens
}

const contactOf = async (api: HttpClient): Promise<Contact | undefined> => {
  const path = `/v1/contacts?email=${encodeURIComponent(WANDA.email)}`
  return expectStatus(await api.get<{ readonly data: readonly Contact[] }>(path), 200).data[0]
}

test('an erasure survives kill -9 and leaves no byte of the person in the data folder and the log, where private answers never were', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-erasure-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startServer(dataDir, { HOLDFAST_CRASH_AT: 'erasures.write.after:4' })
  await setClock(first.api, SUNDAY)
  const tokens = await livesAndLeaves(first.api, first.server)
  await waitUntil(async () => (await contactOf(first.api)) !== undefined, 20_000)
  const contact = await contactOf(first.api)
  const mails = join(dataDir, 'mails')
  // The first email makes the folder.
  await waitUntil(
    async () => existsSync(mails) && (await filesWith(mails, TRACES)).length >= 8,
    20_000,
  )
  expect(await filesWith(dataDir, TRACES)).toContain('holdfast.sqlite-wal')
  const path = `/v1/contacts/${contact?.id}/erase`
  expectStatus(await first.api.post(path, { cancel: true }), 202)
  const logs = [first.server.output()]
  // Moving the clock makes it due; the server kills itself in the middle.
  await setClock(first.api, '2035-04-22T08:00:31Z').catch(() => {})
  await waitUntil(async () => {
    try {
      await first.api.get('/healthz')
      return false
    } catch {
      return true
    }
  }, 20_000)

  // While the person is there, the answer to a private question is in no file as it is.
  expect(await filesWith(dataDir, TRACES)).toContain('holdfast.sqlite-wal')
  expect(await filesWith(dataDir, [SECRET])).toEqual([])
  const second = await startServer(dataDir)
  expect((await contactOf(second.api))?.erasing).toBe(true)
  let now = Date.parse('2035-04-22T08:00:31Z')
  await waitUntil(async () => {
    now += 121_000
    await setClock(second.api, new Date(now).toISOString().replace('.000', ''))
    return (await second.api.get(`/v1/contacts/${contact?.id}`)).status === 404
  }, 30_000)
  // The log of the file is cut right after the erasure.
  await waitUntil(async () => (await filesWith(dataDir, TRACES)).length === 0, 10_000)
  expect(await filesWith(dataDir, [...TRACES, ...tokens])).toEqual([])
  // The log is buffered for a moment.
  await waitUntil(async () => second.server.output().includes('erased people'), 5_000)
  logs.push(first.server.output(), second.server.output())
  const logged = logs.join('\n').toLowerCase()
  expect(logged).toContain('/v1/bookings/{id}/cancel')
  expect(logged).toContain('erased people')
  for (const trace of [...TRACES, SECRET, ...tokens])
    expect(logged).not.toContain(trace.toLowerCase())
})
