import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { ownPort } from '../../support/own-port.ts'
import { postgresPrograms } from '../../support/postgres-programs.ts'
import { startTied, type TiedProcess } from '../../support/tied-process.ts'
import { until } from '../../support/until.ts'

/** A PostgreSQL server of one test, with the database `holdfast`. */
export interface DatabaseServer {
  readonly port: number
  /** The folder of its data. */
  readonly folder: string
  /** The URL of its database. */
  readonly url: string
  /** Runs a statement in its database. */
  query(text: string): Promise<pg.QueryResult>
  /** Kills all its processes with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again after a kill, on the same port and folder. */
  start(): Promise<void>
  /** Starts a standby that replicates it. */
  startStandby(): Promise<DatabaseServer>
  /** Makes a standby accept writes; resolves when it does. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. On Linux, this user owns nothing. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Makes a folder that only the user of the server can read, as the server wants it. */
async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-postgres-faults-'))
  await chmod(folder, 0o700)
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  return folder
}

/** Starts a server with further settings, such as `max_connections=10`. */
export async function startDatabaseServer(
  settings: readonly string[] = [],
): Promise<DatabaseServer> {
  const folder = await dataFolder()
  const initdb = ['-D', folder, '-U', 'holdfast', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  const programs = await postgresPrograms()
  await promisify(execFile)(join(programs, 'initdb'), [...initdb, '--locale=C'], user)
  const server = new OwnServer(folder, await ownPort(), settings)
  await server.start()
  await server.run('postgres', 'CREATE DATABASE holdfast')
  return server
}

class OwnServer implements DatabaseServer {
  readonly folder: string
  readonly port: number
  readonly url: string
  readonly #settings: readonly string[]
  #process: TiedProcess | undefined

  constructor(folder: string, port: number, settings: readonly string[]) {
    this.folder = folder
    this.port = port
    this.url = `postgres://holdfast@127.0.0.1:${port}/holdfast`
    this.#settings = settings
  }

  query(text: string): Promise<pg.QueryResult> {
    return this.run('holdfast', text)
  }

  async run(database: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'holdfast', database })
    client.on('error', () => {})
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  async start(): Promise<void> {
    // Without a sync, what a killed process wrote is safe, but not what a machine without power did.
    const always = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const settings = [...always, ...this.#settings].flatMap((setting) => ['-c', setting])
    const answers = () =>
      this.run('postgres', 'SELECT 1').then(
        () => true,
        () => false,
      )
    const command = join(await postgresPrograms(), 'postgres')
    const args = ['-D', this.folder, '-p', String(this.port), ...settings]
    const options = { command, args, folder: this.folder, lastSignal: 'SIGINT' } as const
    this.#process = await startTied({ ...options, ...(isRoot && { user }) })
    await until('PostgreSQL answers', answers)
  }

  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL')
    this.#process = undefined
  }

  async startStandby(): Promise<DatabaseServer> {
    const folder = await dataFolder()
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    // What `pg_basebackup` does, which the package does not have.
    await client.query("SELECT pg_backup_start('standby', true)")
    for (const name of await readdir(this.folder)) {
      if (name.startsWith('postmaster.')) continue
      await cp(join(this.folder, name), join(folder, name), { recursive: true })
    }
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    )
    await client.end()
    await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(folder, 'standby.signal'), '')
    if (isRoot) await promisify(execFile)('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
    const source = `primary_conninfo=host=127.0.0.1 port=${this.port} user=holdfast application_name=standby`
    const standby = new OwnServer(folder, await ownPort(), [source, 'hot_standby=on'])
    await standby.start()
    await until('the standby replicates', async () => {
      const found = await this.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")
      return found.rows.length > 0
    })
    return standby
  }

  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()')
  }

  async stop(): Promise<void> {
    await this.#process?.stop()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
