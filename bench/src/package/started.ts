import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../packages/server/src/adapters/dynamodb-local/engine-process.ts'
import { isReady } from '../../../packages/server/tests/support/is-ready.ts'

/** The key of the first account of every server. */
export const API_KEY = 'hf_bench_package-0123456789abcde'

/** A server that is ready. */
export interface Started {
  readonly url: string
  /** The resident memory of its process. */
  memoryBytes(): number
  end(): Promise<void>
}

const POLL_MILLISECONDS = 10

/** Starts a server with a command, on the folder `data` in `cwd`. Resolves when it is ready. */
export async function startServer(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Started> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      HOLDFAST_DATA_DIR: join(cwd, 'data'),
      HOLDFAST_BOOTSTRAP_API_KEY: API_KEY,
      HOLDFAST_LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own: a signal to npx alone would leave the server running.
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`)
    await sleep(POLL_MILLISECONDS)
  }
  return {
    url,
    memoryBytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
    },
    async end() {
      const exited = once(child, 'exit')
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await exited
    },
  }
}
