import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { postgresPrograms } from '../../../packages/server/tests/support/postgres-programs.ts'
import { type OwnProcess, startProgram } from './processes.ts'

/** A PostgreSQL cluster only for this run, reachable through a socket in its folder. */
export interface PostgresCluster extends AsyncDisposable {
  readonly pid: number
  /** Folder of the Unix socket. */
  readonly socketFolder: string
  readonly version: string
}

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const START_TRIES = 100
const TRY_MILLISECONDS = 100

/** The binaries of the newest PostgreSQL from Debian's packages. Undefined if none is installed. */
export function debianBinaries(): string | undefined {
  if (!existsSync(DEBIAN_FOLDER)) return undefined
  const [newest] = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
  const folder = join(DEBIAN_FOLDER, newest ?? '', 'bin')
  return existsSync(join(folder, 'initdb')) ? folder : undefined
}

/** The binaries from Debian's packages, or those that the tests use. */
export const postgresBinaries = async (): Promise<string> =>
  debianBinaries() ?? (await postgresPrograms())

/** The user `nobody` of Linux. */
const NOBODY = 65_534

/** PostgreSQL refuses to run as root. Debian's packages create a user for it. */
function userOfPostgres(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined ? { uid: NOBODY, gid: NOBODY } : { uid: Number(uid), gid: Number(gid) }
}

async function accepts(socketFolder: string): Promise<boolean> {
  const client = new Client({ host: socketFolder, user: 'bench', database: 'postgres' })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * Creates a cluster in `folder` with PostgreSQL's default settings (every commit is synced to disk) and
 * starts it on a Unix socket there.
 */
export async function startPostgres(binaries: string, folder: string): Promise<PostgresCluster> {
  const user = userOfPostgres()
  // A run may have a cluster for each of its engines.
  const home = await mkdtemp(join(folder, 'postgres-'))
  if (user) {
    // PostgreSQL's user must be able to traverse the folder, which only its owner can access.
    await chmod(folder, 0o711)
    await chown(home, user.uid, user.gid)
  }
  const data = join(home, 'data')
  const initArgs = ['-D', data, '-U', 'bench', '--auth=trust', '-E', 'UTF8', '--no-sync']
  const run = promisify(execFile)
  await run(join(binaries, 'initdb'), initArgs, { cwd: home, ...user })
  const { stdout } = await run(join(binaries, 'postgres'), ['--version'])
  const server: OwnProcess = await startProgram({
    command: join(binaries, 'postgres'),
    args: ['-D', data, '-k', home, '-c', 'listen_addresses='],
    logFile: join(folder, 'postgres.log'),
    // SIGINT closes connections instead of waiting for them.
    signal: 'SIGINT',
    ...(user && { user }),
  })
  const ready = async () => {
    for (let tries = 0; tries < START_TRIES; tries += 1) {
      if (await accepts(home)) return
      await sleep(TRY_MILLISECONDS)
    }
    throw new Error('PostgreSQL did not accept connections')
  }
  try {
    await Promise.race([ready(), server.ended])
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
  return {
    pid: server.pid,
    socketFolder: home,
    version: stdout.trim(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Creates a database on a cluster. Resolves with its URL. */
export async function createDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  const client = new Client({ host: cluster.socketFolder, user: 'bench', database: 'postgres' })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  const host = encodeURIComponent(cluster.socketFolder)
  return `postgres://bench@localhost/${name}?host=${host}`
}
