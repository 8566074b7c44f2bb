import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Arrivals } from './arrivals.ts'
import { childEnv } from './child-env.ts'
import { newDataFolder } from './data-folder.ts'
import { startServerProcess } from './server-process.ts'

const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href

/** A program of `examples` in a process of its own. */
export interface ExampleProcess {
  /** The lines that it wrote, to either stream. */
  readonly lines: Arrivals<string>
  /** Writes a line to its standard input. */
  write(line: string): void
  /** Resolves with its exit code when it has ended by itself. */
  ended(): Promise<number | null>
  /** Stops it with SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
}

/**
 * Starts `examples/<name>/src/main.ts` as `npm start` does, with exactly these variables besides those of a child of
 * a test, and waits for its first line on standard output.
 */
export async function startExample(
  name: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<ExampleProcess> {
  const folder = fileURLToPath(new URL(`../../../../examples/${name}/`, import.meta.url))
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, 'src/main.ts', ...args], {
    cwd: folder,
    env: { ...childEnv(), ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const exited = once(child, 'exit')
  const lines = new Arrivals<string>()
  const started = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.add(line)
      // A line of errors is no start.
      if (stream === child.stdout) started.resolve()
    })
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  const gone = exited.then(() => {
    throw new Error(`examples/${name} ended with ${child.exitCode}: ${lines.all.join('\n')}`)
  })
  gone.catch(() => {})
  await Promise.race([started.promise, gone])
  return {
    lines,
    write: (line) => void child.stdin?.write(`${line}\n`),
    async ended() {
      await exited
      return child.exitCode
    },
    async stop() {
      await end('SIGTERM')
      return child.exitCode
    },
    kill: () => end('SIGKILL'),
  }
}

/** A server that an example talks to. */
export interface ExampleServer {
  readonly url: string
  readonly apiKey: string
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/** Starts a server with an empty store on SQLite, in test mode, without demo data. */
export async function startExampleServer(
  env: Readonly<Record<string, string>> = {},
): Promise<ExampleServer> {
  const dataDir = await newDataFolder('example')
  const apiKey = 'hf_key-of-an-example-0123456789a'
  const server = await startServerProcess({
    engine: 'sqlite',
    dataDir,
    apiKey,
    sweeper: true,
    env,
  })
  return {
    url: server.url,
    apiKey,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, maxRetries: 5 })
    },
  }
}
