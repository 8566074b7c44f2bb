import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newDataFolder } from '../support/data-folder.ts'
import { everyDay, expectStatus, makeEventType, makeProvider, SUNDAY } from '../support/fixtures.ts'
import { createAgent, createHttpClient } from '../support/http-client.ts'
import { startServerProcess } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const OPERATOR_KEY = 'operator-key-of-the-kills-0123456789'
const API_KEY = 'hf_test_killed_deletion-01234567'
const BOOKER = { name: 'Wanda Vanishing', email: 'wanda@vanishing.example.com' }
const TRACES = ['wanda', 'vanishing', 'doomed']

const agent = createAgent()
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startServer(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const server = await startServerProcess({
    engine: 'sqlite',
    dataDir,
    apiKey: API_KEY,
    sweeper: true,
    env: { HOLDFAST_OPERATOR_KEY: OPERATOR_KEY, ...env },
  })
  cleanups.push(() => server.stop())
  const as = (key: string) =>
    createHttpClient(agent, () => server.url, { authorization: `Bearer ${key}` })
  return { server, as, operator: as(OPERATOR_KEY) }
}

/** The files of a folder, and of those in it, that contain one of some texts in any case. */
async function filesWith(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1').catch(() => '')
    if (texts.some((text) => content.toLowerCase().includes(text))) found.push(entry.name)
  }
  return found.sort()
}

/** The emails to the booker that the mailbox has in a data folder. The first one creates its folder. */
async function keptMails(dataDir: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'mails')
  if (!existsSync(folder)) return []
  const contents = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'))
  return (await Promise.all(contents))
    .join('')
    .split('\n')
    .filter((line) => line.includes(BOOKER.email))
}

interface MadeAccount {
  readonly id: string
  readonly apiKey: { readonly secret: string }
}

test('the deletion of an account survives kill -9 and leaves no byte of it in the data folder', async () => {
  const dataDir = await newDataFolder('killed-deletion')
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startServer(dataDir, { HOLDFAST_CRASH_AT: 'accounts.write.after:2' })
  expectStatus(await first.operator.put('/v1/test/clock', { now: SUNDAY }), 200)
  const body = { name: 'Doomed Practice', slug: 'doomed-practice' }
  const made = expectStatus(await first.operator.post<MadeAccount>('/v1/accounts', body), 201)
  const own = first.as(made.apiKey.secret)
  const provider = await makeProvider(own)
  const rules = everyDay({ start: '09:00', end: '17:00' })
  const { id: eventTypeId } = await makeEventType(own, provider.id, {
    availabilityRules: rules,
    confirmation: 'instant',
  })
  for (const hour of ['09', '10', '11', '12']) {
    const start = `2035-04-23T${hour}:00:00Z`
    expectStatus(await own.post('/v1/bookings', { eventTypeId, start, booker: BOOKER }), 201)
  }
  await until('the emails are kept', async () => (await keptMails(dataDir)).length >= 4)
  const path = `/v1/accounts/${made.id}`
  expectStatus(await first.operator.delete(path), 202)
  expectStatus(await own.get('/v1/account'), 403)
  // Moving the clock makes it due; the server kills itself in the middle.
  let now = Date.parse(SUNDAY) + 71_000
  const setClock = async (server: typeof first) =>
    server.operator.put('/v1/test/clock', { now: new Date(now).toISOString() })
  await setClock(first).catch(() => {})
  const isDead = async () => {
    try {
      await first.operator.get('/healthz')
      return false
    } catch {
      return true
    }
  }
  await until('the server is dead', isDead)
  expect((await filesWith(dataDir, TRACES)).length).toBeGreaterThan(0)

  const second = await startServer(dataDir)
  expect((await second.operator.get(path)).body).toMatchObject({ status: 'deleting' })
  const isGone = async () => {
    now += 600_000
    await setClock(second)
    return (await second.operator.get(path)).status === 404
  }
  await until('the account is gone', isGone, 60_000)
  expect((await second.as(made.apiKey.secret).get('/v1/account')).status).toBe(401)
  const isClean = async () => (await filesWith(dataDir, [...TRACES, made.id])).length === 0
  await until('the files are clean', isClean)
  expect(await filesWith(dataDir, [...TRACES, made.id])).toEqual([])
}, 180_000)
