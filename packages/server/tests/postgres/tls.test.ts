import { execFile, execFileSync } from 'node:child_process'
import { appendFile, chmod, chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore } from '../../src/adapters/postgres/store.ts'
import { childEnv } from '../support/child-env.ts'
import { IS_DEEP } from '../support/depth.ts'
import { entrypoint } from '../support/entrypoints.ts'
import { POSTGRES_MISSING } from '../support/postgres-programs.ts'
import { type DatabaseServer, startDatabaseServer } from './support/database-server.ts'

const PASSWORD = 'correct-horse-battery'
const run = promisify(execFile)

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
}

/** Makes an authority, and a certificate of it for `localhost` only, as `<name>.pem` and `server.pem`. */
async function makeAuthority(folder: string, name: string): Promise<void> {
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const ca = ['req', '-x509', ...key, '-subj', `/CN=${name}`, '-keyout', `${name}.key`]
  await openssl(...ca, '-out', `${name}.pem`)
  const own = ['req', '-x509', ...key, '-subj', '/CN=localhost', '-keyout', 'server.key']
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=CA:FALSE']
  await openssl(
    ...own,
    ...names,
    '-CA',
    `${name}.pem`,
    '-CAkey',
    `${name}.key`,
    '-out',
    'server.pem',
  )
}

/** The refusal of a start, and everything about it that a log could show. */
async function refusalOf(url: string): Promise<{ readonly message: string; readonly all: string }> {
  const { inspect } = await import('node:util')
  try {
    await (await createPostgresStore({ url })).close()
    return { message: '', all: '' }
  } catch (error) {
    return { message: String(error), all: inspect(error, { depth: 20, showHidden: true }) }
  }
}

describe.skipIf(!IS_DEEP || POSTGRES_MISSING !== undefined || !hasOpenssl())(
  'PostgreSQL over TLS',
  () => {
    let folder: string
    let database: DatabaseServer
    const urlOf = (host: string, authority: string, password = PASSWORD): string => {
      const root = encodeURIComponent(join(folder, `${authority}.pem`))
      return `postgres://clinic:${password}@${host}:${database.port}/holdfast?sslmode=verify-full&sslrootcert=${root}`
    }
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'holdfast-tls-'))
      await makeAuthority(folder, 'stranger')
      await makeAuthority(folder, 'authority')
      database = await startDatabaseServer()
      await database.query(`CREATE ROLE clinic LOGIN PASSWORD '${PASSWORD}'`)
      await database.query('ALTER DATABASE holdfast OWNER TO clinic')
      await database.kill()
      for (const name of ['server.key', 'server.pem']) {
        await copyFile(join(folder, name), join(database.folder, name))
        await chmod(join(database.folder, name), 0o600)
        if (process.getuid?.() === 0) await chown(join(database.folder, name), 65_534, 65_534)
      }
      const settings = "ssl=on\nssl_cert_file='server.pem'\nssl_key_file='server.key'\n"
      await appendFile(join(database.folder, 'postgresql.conf'), settings)
      const rules = 'hostssl all clinic all scram-sha-256\nhost all holdfast all trust\n'
      await writeFile(join(database.folder, 'pg_hba.conf'), rules)
      await database.start()
    })
    afterAll(async () => {
      await database?.stop()
      if (folder) await rm(folder, { recursive: true })
    })

    test('verifies the certificate and the name of the server', async () => {
      const store = await createPostgresStore({ url: urlOf('localhost', 'authority') })
      await store.ping()
      await store.close()
      expect((await refusalOf(urlOf('localhost', 'stranger'))).message).toMatch(
        /^DatabaseNotUsable: The certificate of PostgreSQL is not trusted: .+\. Check the host and sslrootcert in HOLDFAST_POSTGRES_URL\.$/,
      )
      expect((await refusalOf(urlOf('127.0.0.1', 'authority'))).message).toContain(
        'The certificate of PostgreSQL is not trusted: Hostname/IP does not match',
      )
    })

    test('shows no password when the server refuses it', async () => {
      const { message, all } = await refusalOf(urlOf('localhost', 'authority', 'a-wrong-secret'))
      expect(message).toBe(
        'DatabaseNotUsable: PostgreSQL refuses this server: password authentication failed for user "clinic". Check HOLDFAST_POSTGRES_URL and the rights of its user.',
      )
      expect(all).not.toContain('a-wrong-secret')
    })

    test('a server that cannot start says why in one line without the password', async () => {
      const url = urlOf('localhost', 'stranger')
      const env = { ...childEnv(), HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: url }
      const started = run(process.execPath, [await entrypoint('node')], {
        env: { ...env, HOLDFAST_DATA_DIR: folder, HOLDFAST_LOG_LEVEL: 'trace' },
      })
      const { stdout, stderr } = await started.catch(
        (error: { stdout: string; stderr: string }) => error,
      )
      expect(stderr).toMatch(/^The certificate of PostgreSQL is not trusted: .+\n$/)
      expect(stdout + stderr).not.toContain(PASSWORD)
    })
  },
)
