import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { createIdSource } from '../../src/adapters/system/ids.ts'
import { checkServerKey } from '../../src/ops/server-key/known-server-key.ts'
import { childEnv } from '../support/child-env.ts'
import { runCommand } from '../support/command.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { entrypoint } from '../support/entrypoints.ts'

const SERVER = await entrypoint('node')
/** The user `nobody`: a superuser may write everywhere. */
const NOBODY = 65_534

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-failed-start-'))
  file = join(folder, 'holdfast.sqlite')
})
afterEach(async () => {
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true, maxRetries: 5 })
})

/** Starts a server that must fail. Returns its exit code and everything it wrote to stderr. */
async function failedStart(env: Readonly<Record<string, string>> = {}, uid?: number) {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...childEnv(),
      PORT: '0',
      HOLDFAST_DATA_DIR: folder,
      HOLDFAST_LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const [errors, [exitCode]] = await Promise.all([
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { exitCode, errors }
}

const withDatabase = (path: string, sql: string) => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

describe('a server that cannot start says why in one sentence and exits with code 1:', () => {
  test('garbage instead of a store', async () => {
    await writeFile(file, 'no database, but longer than the header of one\n'.repeat(100))
    expect(await failedStart()).toEqual({
      exitCode: 1,
      errors: `${file} is not an SQLite file. Set HOLDFAST_DATA_DIR to another folder, or restore a backup.\n`,
    })
  })
  test('the database of another program', async () => {
    withDatabase(file, 'CREATE TABLE theirs (a)')
    expect(await failedStart()).toEqual({
      exitCode: 1,
      errors: `${file} is an SQLite file of another program. Set HOLDFAST_DATA_DIR to another folder.\n`,
    })
  })
  test('a store of a newer version', async () => {
    await (await createSqliteStore({ file })).close()
    withDatabase(file, 'PRAGMA user_version = 99')
    expect(await failedStart()).toEqual({
      exitCode: 1,
      errors: `${file} has schema version 99, but this version of Holdfast supports at most 2. Start a newer version.\n`,
    })
  })
  test.each(['DROP TABLE item', 'ALTER TABLE item RENAME COLUMN body TO text'])(
    'a store after %s',
    async (damage) => {
      await (await createSqliteStore({ file })).close()
      withDatabase(file, damage)
      expect(await failedStart()).toEqual({
        exitCode: 1,
        errors: `${file} lacks the table "item" or one of its columns. Stop all servers and restore a backup.\n`,
      })
    },
  )
  test('a store with a damaged page', async () => {
    await (await createSqliteStore({ file })).close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
    database.close()
    const handle = await open(file, 'r+')
    // After the header of the first page: the tree of the schema.
    await handle.write(Buffer.alloc(2000, 0xff), 0, 2000, 100)
    await handle.close()
    expect(await failedStart()).toEqual({
      exitCode: 1,
      errors: `${file} is damaged. Stop all servers and restore a backup.\n`,
    })
  })
  test('a file where the data folder should be', async () => {
    const path = join(folder, 'file')
    await writeFile(path, '')
    expect(await failedStart({ HOLDFAST_DATA_DIR: path })).toEqual({
      exitCode: 1,
      errors: `HOLDFAST_DATA_DIR is not a folder: ${path} is a file. Use the path of a folder.\n`,
    })
  })
  test('a server key that is damaged', async () => {
    await writeFile(join(folder, 'server.key'), 'short')
    expect(await failedStart()).toEqual({
      exitCode: 1,
      errors: `${join(folder, 'server.key')} does not contain a valid key. Restore the file, or delete it to create a new key; manage links in sent emails then stop working.\n`,
    })
  })
  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await failedStart({ PORT: String(port) })).toEqual({
      exitCode: 1,
      errors: `Port ${port} is in use. Set PORT to another one.\n`,
    })
    other.close()
  })
})

const uid = process.getuid?.() === 0 ? NOBODY : undefined

/** Whether that user can read the server: not in a checkout below a private folder of a superuser. */
const canReadServer = (): boolean => {
  const program = `require('node:fs').accessSync(${JSON.stringify(SERVER)})`
  return spawnSync(process.execPath, ['-e', program], { uid: NOBODY, gid: NOBODY }).status === 0
}

describe.runIf(process.platform !== 'win32' && (uid === undefined || canReadServer()))(
  'without permission, the server names the path:',
  () => {
    test('a data folder that cannot be written', async () => {
      await chmod(folder, 0o555)
      expect(await failedStart({}, uid)).toEqual({
        exitCode: 1,
        errors: `Cannot open ${file} for writing. Give this user permission to write the file and its folder.\n`,
      })
    })
    test.each(['holdfast.sqlite', 'holdfast.sqlite-wal', 'holdfast.sqlite-shm'])(
      'a folder that can be written with %s that cannot',
      async (name) => {
        await (await createSqliteStore({ file })).close()
        await chmod(folder, 0o777)
        await chmod(file, 0o666)
        // A file of another owner, where this process is root.
        await writeFile(join(folder, name), '', { flag: 'a' })
        await chmod(join(folder, name), 0o444)
        expect(await failedStart({}, uid)).toEqual({
          exitCode: 1,
          errors: `Cannot open ${file} for writing. Give this user permission to write the file and its folder.\n`,
        })
      },
    )
    test('a data folder that cannot be created', async () => {
      await chmod(folder, 0o555)
      const path = join(folder, 'data')
      expect(await failedStart({ HOLDFAST_DATA_DIR: path }, uid)).toEqual({
        exitCode: 1,
        errors: `No permission for ${path}. Set HOLDFAST_DATA_DIR to a folder that this user may read and write.\n`,
      })
    })
    test('a store that cannot be written', async () => {
      await (await createSqliteStore({ file })).close()
      await chmod(file, 0o444)
      await chmod(folder, 0o555)
      expect(await failedStart({}, uid)).toEqual({
        exitCode: 1,
        errors: `Cannot open ${file} for writing. Give this user permission to write the file and its folder.\n`,
      })
    })
  },
)

test('a server with another key than the servers of its store is refused, and names the way out', async () => {
  const store = await createSqliteStore({ file })
  const deps = { store, clock: systemClock, ids: createIdSource() }
  await checkServerKey(deps, { current: 'the key of another server', previous: [] })
  await store.close()
  expect(await failedStart()).toEqual({
    exitCode: 1,
    errors: `The servers of ${file} use another server key, so links in their emails would not work here. Set HOLDFAST_SERVER_KEY, or the file server.key in HOLDFAST_DATA_DIR, to the key of the other servers. If that key is lost, run npm run server-key -- accept.\n`,
  })
})

describe('on DynamoDB', () => {
  let engine: TestEngine
  beforeAll(async () => {
    engine = await startTestEngine()
  })
  afterAll(() => engine?.stop())

  test('a table with other keys is named, not changed, and not served', async () => {
    const transport = engine.connect()
    await transport.send('CreateTable', {
      TableName: 'theirs',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    const env = {
      HOLDFAST_STORE: 'dynamodb',
      HOLDFAST_DYNAMODB_ENDPOINT: engine.endpoint,
      HOLDFAST_DYNAMODB_TABLE: 'theirs',
    }
    expect(await failedStart(env)).toEqual({
      exitCode: 1,
      errors:
        'Table theirs is not a table of Holdfast: its keys are not PK and SK. Set HOLDFAST_DYNAMODB_TABLE to another name.\n',
    })
    const { TimeToLiveDescription } = await transport.send('DescribeTimeToLive', {
      TableName: 'theirs',
    })
    expect(TimeToLiveDescription?.TimeToLiveStatus).toBe('DISABLED')
    await transport.close()
  })
})

test.each(['doctor', 'dead-letters', 'backup'] as const)(
  'the command %s names a store that is not usable in one sentence',
  async (command) => {
    await writeFile(file, 'no database, but longer than the header of one\n'.repeat(100))
    expect(await runCommand(command, { HOLDFAST_DATA_DIR: folder })).toEqual({
      exitCode: 2,
      report: '',
      notices: `${file} is not an SQLite file. Set HOLDFAST_DATA_DIR to another folder, or restore a backup.\n`,
    })
  },
)
