import { execFile } from 'node:child_process'
import { chmod, chown } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { waitUntil } from '../../src/adapters/dynamodb-local/wait-until.ts'
import { newDataFolder } from './data-folder.ts'
import { ownPort } from './own-port.ts'
import { postgresPrograms } from './postgres-programs.ts'
import { startTied, type TiedProcess } from './tied-process.ts'

export { POSTGRES_MISSING } from './postgres-programs.ts'

/** A PostgreSQL server with its own folder. It ends with this process, and its folder is removed then. */
export interface TestPostgres {
  /** The URL of a new, empty database. */
  newDatabase(): Promise<string>
  /** Removes a database with its connections. */
  dropDatabase(url: string): Promise<void>
  /** Kills all processes of the server with SIGKILL and starts it again on the same port and folder. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. On Linux, this user owns nothing. */
const NOBODY = 65_534

/** How long a server may take to answer on a busy machine, and how often it is started until it does. */
const ANSWER_MILLISECONDS = 10_000
const STARTS_MAX = 4

const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Starts a server in a temporary folder. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const programs = await postgresPrograms()
  const folder = await newDataFolder('postgres-data')
  await chmod(folder, 0o700)
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  const initdb = ['-D', folder, '-U', 'holdfast', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await promisify(execFile)(join(programs, 'initdb'), [...initdb, '--locale=C'], asUser)
  const port = await ownPort()
  const begin = () => {
    // Without a sync, what a killed process wrote is safe, but not what a machine without power did.
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    return startTied({
      command: join(programs, 'postgres'),
      args: ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      folder,
      // Disconnects all clients.
      lastSignal: 'SIGINT',
      ...(isRoot && { user: asUser }),
    })
  }
  // While children of a killed server still hold its memory, a new one ends at once. They notice in a moment.
  const start = async (startsLeft = STARTS_MAX): Promise<TiedProcess> => {
    const server = await begin()
    if (await waitUntil(() => answers(port), ANSWER_MILLISECONDS)) return server
    await server.end('SIGKILL')
    if (startsLeft > 1) return start(startsLeft - 1)
    throw new Error('Timed out waiting until PostgreSQL answers.')
  }
  let server = await start()
  let databases = 0
  return {
    async newDatabase() {
      databases += 1
      const name = `holdfast_${databases}`
      await query(port, `CREATE DATABASE ${name}`)
      return urlOf(port, name)
    },
    async dropDatabase(url) {
      await query(port, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
    },
    async killAndRestart() {
      await server.end('SIGKILL')
      server = await start()
    },
    stop: () => server.stop(),
  }
}

const urlOf = (port: number, database: string): string =>
  `postgres://holdfast@127.0.0.1:${port}/${database}`

async function query(port: number, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const answers = (port: number): Promise<boolean> =>
  query(port, 'SELECT 1').then(
    () => true,
    () => false,
  )
