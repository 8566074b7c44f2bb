import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PRELOAD } from '../../../packages/prove/src/run/fleet.ts'
import {
  CLOCK_OFFSET,
  type ClockOrder,
  OFFLINE,
} from '../../../packages/prove/src/run/preload-settings.ts'
import { freePort } from '../../../packages/server/src/adapters/dynamodb-local/engine-process.ts'
import { childEnv } from '../../../packages/server/tests/support/child-env.ts'
import { cpuMillisecondsOf, type OwnProcess, startProgram } from '../http/processes.ts'

const PROGRAM = fileURLToPath(
  new URL('../../../packages/server/src/entrypoints/node.ts', import.meta.url),
)
const POLL_MILLISECONDS = 20
const PROGRESS = '"msg":"migrating the store of an earlier version"'
const MEBIBYTES_OF_KIB = 1024

/** A server on the store of an earlier release, with the clock of that release. It reaches nothing beyond this machine. */
export interface UpgradedServer extends AsyncDisposable {
  readonly url: string
  /** Resolves once `/readyz` answers 200. Rejects if the server ends. */
  untilReady(): Promise<void>
  /** Makes something with a key. Throws unless the answer is 201. */
  post(apiKey: string, path: string, body: object): Promise<{ readonly id: string }>
  /** The most memory that it used so far, in MiB; NaN where the system does not say. */
  peakMebibytes(): number
  /** The CPU time that it used so far, in seconds; NaN where the system does not say. */
  cpuSeconds(): number
  /** Moves its clock forward. */
  advance(milliseconds: number): Promise<void>
  /** How many lines of its log told the progress of the migration. */
  progressLines(): Promise<number>
}

/** How a server is started. */
export interface UpgradedServerOptions {
  readonly folder: string
  readonly name: string
  readonly clockOffsetMilliseconds: number
  /** What its disposal sends. */
  readonly endedBy: 'SIGTERM' | 'SIGKILL'
}

const peakMebibytesOf = (process: OwnProcess): number => {
  try {
    const status = readFileSync(`/proc/${process.pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / MEBIBYTES_OF_KIB
  } catch {
    return Number.NaN
  }
}

/** Posts to the API. No status: nobody listens. */
export const callApi = (url: string, apiKey: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: unknown) => ({ status: undefined, text: String(error) }),
  )

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts this version on the data in a folder. Resolves before it is ready. */
export async function startUpgraded(options: UpgradedServerOptions): Promise<UpgradedServer> {
  const { folder, name, clockOffsetMilliseconds, endedBy } = options
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${name}.log`)
  const server = await startProgram({
    command: process.execPath,
    args: ['--import', PRELOAD, PROGRAM],
    hasChannel: true,
    logFile,
    signal: endedBy,
    env: {
      ...childEnv(),
      TZ: 'UTC',
      PORT: String(port),
      HOLDFAST_STORE: 'sqlite',
      HOLDFAST_DATA_DIR: join(folder, 'data'),
      HOLDFAST_DEMO: 'off',
      [CLOCK_OFFSET]: String(clockOffsetMilliseconds),
      [OFFLINE]: '1',
    },
  })
  return {
    url,
    async untilReady() {
      const ready = async () => {
        while (!(await isReady(url))) await sleep(POLL_MILLISECONDS)
      }
      await Promise.race([ready(), server.ended])
    },
    async post(apiKey, path, body) {
      const { status, text } = await callApi(url, apiKey, path, body)
      if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`)
      return JSON.parse(text) as { readonly id: string }
    },
    peakMebibytes: () => peakMebibytesOf(server),
    cpuSeconds: () => cpuMillisecondsOf(server.pid) / 1000,
    async advance(milliseconds) {
      const order: ClockOrder = { clockOffsetMilliseconds: clockOffsetMilliseconds + milliseconds }
      await server.request(order)
    },
    progressLines: async () => (await readFile(logFile, 'utf8')).split(PROGRESS).length - 1,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
