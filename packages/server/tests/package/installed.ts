import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { childEnv } from '../support/child-env.ts'
import { isReady } from '../support/is-ready.ts'
import { ownPort } from '../support/own-port.ts'
import { until } from '../support/until.ts'

/** The result of a program. */
export interface Ended {
  readonly exitCode: number | null
  readonly output: string
}

/** Runs a program to its end, with exactly these variables besides those of a child of a test. */
export async function run(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...childEnv(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { exitCode, output: out + errors }
}

/** A server that was started with the package. */
export interface InstalledServer {
  readonly url: string
  /** Sends a signal to the process that was started; resolves with its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** Starts a server with a command, and waits until it is ready. It ends with the test at the latest. */
export async function startInstalled(
  [program, ...args]: readonly [string, ...string[]],
  options: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
    /** Default: the user of the test. */
    readonly user?: { readonly uid?: number; readonly gid?: number }
  },
): Promise<InstalledServer> {
  const port = await ownPort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(program, args, {
    cwd: options.cwd,
    env: { ...childEnv(), HOLDFAST_LOG_LEVEL: 'warn', ...options.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options.user,
  })
  const ended = once(child, 'exit')
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  await until('the server is ready', async () => hasEnded || (await isReady(url)), 60_000)
  onTestFinished(() => void child.kill('SIGKILL'))
  if (hasEnded) throw new Error(`${program} ${args.join(' ')} ended with ${child.exitCode}.`)
  return {
    url,
    async end(signal) {
      if (!hasEnded) child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}
