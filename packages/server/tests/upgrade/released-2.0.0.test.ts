import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/composition/config.ts'
import { composeServer } from '../../src/composition/serve.ts'
import { runCommand } from '../support/command.ts'
import { newDataFolder } from '../support/data-folder.ts'

/**
 * A data folder and a backup that the server of 2.0.0 wrote, in test mode on 20 April
 * 2026: a person and a room, visits with a limit, a class with seats of two confirmed and one held party, a stay, a series, a
 * webhook endpoint and a member.
 */
const API_KEY = 'hf_fixtureofversiontwo000000000000'

const stored = (file: string): string => fileURLToPath(new URL(`2.0.0/${file}`, import.meta.url))

const unpacked = async (file: string): Promise<Buffer> => gunzipSync(await readFile(stored(file)))

async function emptyFolder(): Promise<string> {
  const folder = await newDataFolder('released')
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }))
  return folder
}

/** A data folder as a server of 2.0.0 left it. */
async function dataFolder(): Promise<string> {
  const dataDir = await emptyFolder()
  await writeFile(join(dataDir, 'holdfast.sqlite'), await unpacked('holdfast.sqlite.gz'))
  for (const file of ['server.key', 'vault.keys']) await cp(stored(file), join(dataDir, file))
  return dataDir
}

/** What the tests read of answers. */
interface Body {
  readonly code?: string
  readonly data?: readonly {
    readonly start?: string
    readonly name?: string
    readonly title?: string
    readonly url?: string
    readonly seats?: number
  }[]
}

/** What a server finds in a data folder. It ends with the test. */
async function served(dataDir: string) {
  const settings = { HOLDFAST_DATA_DIR: dataDir, HOLDFAST_LOG_LEVEL: 'error', HOLDFAST_DEMO: 'off' }
  const server = await composeServer(readConfig(settings), {})
  const call = async (path: string) => {
    const headers = { authorization: `Bearer ${API_KEY}` }
    const answer = await server.fetch(new Request(`http://127.0.0.1${path}`, { headers }))
    return { status: answer.status, data: ((await answer.json()) as Body).data ?? [] }
  }
  await server.startWork()
  return { server, call }
}

/** The bookings that both fixtures have: five visits, of which one was cancelled, and three parties of a class. */
const BOOKINGS = [
  '2026-04-21T10:00:00Z 1',
  '2026-04-22T10:00:00Z 1',
  '2026-04-23T10:00:00Z 1',
  '2026-04-24T10:00:00Z 1',
  '2026-04-27T10:00:00Z 1',
  '2026-04-28T12:00:00Z 2',
  '2026-04-28T12:00:00Z 2',
  '2026-04-28T12:00:00Z 1',
]
const MAY = 'from=2026-05-01T00:00:00Z&to=2026-06-01T00:00:00Z'

test('a store of version 2.0.0 is served with all that is in it, and the doctor finds nothing', async () => {
  const dataDir = await dataFolder()
  const { server, call } = await served(dataDir)
  expect((await call('/readyz')).status).toBe(200)
  const bookings = (await call('/v1/bookings')).data
  expect(bookings.map(({ start, seats }) => `${start} ${seats}`)).toEqual(BOOKINGS)
  const names = async (path: string) => (await call(path)).data.map(({ name }) => name)
  expect(await names('/v1/providers')).toEqual(['Ada', 'Studio'])
  expect((await names('/v1/calendars')).sort()).toEqual(['Events', 'Room 1'])
  expect((await call('/v1/webhook-endpoints')).data).toMatchObject([
    { url: 'https://example.com/hooks' },
  ])
  const events: string[] = []
  for (const calendar of (await call('/v1/calendars')).data) {
    const { id } = calendar as { readonly id?: string }
    const found = (await call(`/v1/calendars/${id}/events?${MAY}`)).data
    events.push(...found.map(({ title, start }) => `${title} ${start}`))
  }
  expect(events.sort()).toEqual([
    'Choir 2026-05-11T10:00:00Z',
    'Choir 2026-05-18T10:00:00Z',
    'Choir 2026-05-25T10:00:00Z',
    'Guest 2026-05-04',
  ])
  await server.close()
  const doctor = await runCommand('doctor', { HOLDFAST_DATA_DIR: dataDir })
  expect(doctor).toMatchObject({ exitCode: 0, notices: '' })
  expect(doctor.report).toContain('No problems found')
})

test('a backup of version 2.0.0 is restored with its keys, and the doctor finds nothing', async () => {
  const folder = await emptyFolder()
  const archive = join(folder, 'backup.tar')
  await writeFile(archive, await unpacked('backup.tar.gz'))
  const dataDir = join(folder, 'data')
  const restored = await runCommand('restore', { HOLDFAST_DATA_DIR: dataDir }, archive)
  expect(restored).toMatchObject({ exitCode: 0, notices: '' })
  for (const file of ['server.key', 'vault.keys']) {
    expect(await readFile(join(dataDir, file))).toEqual(await readFile(stored(file)))
  }
  const doctor = await runCommand('doctor', { HOLDFAST_DATA_DIR: dataDir })
  expect(doctor.report).toContain('No problems found')
  const { server, call } = await served(dataDir)
  const bookings = (await call('/v1/bookings')).data
  expect(bookings.map(({ start, seats }) => `${start} ${seats}`)).toEqual(BOOKINGS)
  await server.close()
})
