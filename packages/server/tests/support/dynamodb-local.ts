import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startTied, type TiedProcess } from './tied-process.ts'

/** Names the folder with Amazon's `DynamoDBLocal.jar` and its native libraries. `docs/testing.md` says how to get it. */
const FOLDER = 'HOLDFAST_DYNAMODB_LOCAL'
const JAR = 'DynamoDBLocal.jar'
const LIBRARIES = 'DynamoDBLocal_lib'

const folder = process.env[FOLDER]
const { JAVA_HOME } = process.env
const java = JAVA_HOME === undefined ? 'java' : join(JAVA_HOME, 'bin', 'java')

function whyMissing(): string | undefined {
  if (folder === undefined) return `${FOLDER} is not set`
  if (!existsSync(join(folder, JAR))) return `${FOLDER} names a folder without ${JAR}`
  const { status } = spawnSync(java, ['-version'], { stdio: 'ignore' })
  return status === 0 ? undefined : 'there is no Java runtime on the PATH or in JAVA_HOME'
}

/** Why suites on DynamoDB Local are not run. Undefined: they can be. */
export const DYNAMODB_LOCAL_MISSING: string | undefined = whyMissing()

/**
 * Starts DynamoDB Local with its data in a folder; the next process on the same folder has the same tables. It ends with
 * this process, and the folder is removed then.
 */
export async function spawnDynamodbLocal(port: number, data: string): Promise<TiedProcess> {
  if (folder === undefined) throw new Error(`${FOLDER} is not set.`)
  const options = [
    // Halve the start: few classes are ever compiled.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    `-Djava.library.path=${join(folder, LIBRARIES)}`,
    '-jar',
    join(folder, JAR),
  ]
  return await startTied({
    // Without telemetry, which also delays the start by seconds.
    command: 'env',
    args: [
      'DDB_LOCAL_TELEMETRY=0',
      java,
      ...options,
      // As in the local engine, all credentials and regions have the same tables.
      '-sharedDb',
      ...['-port', String(port), '-dbPath', data],
    ],
    folder: data,
    lastSignal: 'SIGKILL',
  })
}
