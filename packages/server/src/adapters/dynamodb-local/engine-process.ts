import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, readFile, readlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { waitUntil } from './wait-until.ts'

/** Thrown where the local DynamoDB engine has no binary for this platform. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
  readonly code = 'engine_missing'
}

/** Thrown if the local DynamoDB engine does not start. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed'
  readonly code = 'engine_failed'
}

/** An engine process: its pid, the port it listens on, and its database file. */
export interface EngineProcess {
  readonly pid: number
  readonly port: number
  readonly databaseFile: string
}

const HOST = '127.0.0.1'
const PACKAGE = '@dynoxide/linux-x64'
const PORT_OPTION = '--port'
const STOP_MS = 5_000
const ANSWER_MS = 1_000

/** The URL of an engine on that port. */
export const endpointOf = (port: number): string => `http://${HOST}:${port}`

/** The path of the engine's binary; throws `EngineMissing` where its package is not installed. */
export function engineBinary(packageName: string = PACKAGE): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return join(dirname(manifest), 'dynoxide')
  } catch (cause) {
    throw new EngineMissing(
      `No local DynamoDB engine for ${process.platform}-${process.arch}: the package ` +
        `${packageName} is not installed. Set HOLDFAST_DYNAMODB_ENDPOINT to a DynamoDB ` +
        'endpoint, or use HOLDFAST_STORE=sqlite.',
      { cause },
    )
  }
}

/** A port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') {
    throw new Error('No free port on the loopback interface.')
  }
  return address.port
}

const orElse = async <Value>(read: Promise<Value>, fallback: Value): Promise<Value> => {
  try {
    return await read
  } catch {
    return fallback
  }
}

// Empty if there is no such process, or only a zombie that its parent has not reaped.
const commandLine = async (pid: number): Promise<readonly string[]> =>
  (await orElse(readFile(`/proc/${pid}/cmdline`, 'utf8'), '')).split('\0')

/**
 * Whether the process is alive and is an engine on that port and file. The pid alone proves nothing:
 * the system reuses pids.
 */
export async function isEngine({ pid, port, databaseFile }: EngineProcess): Promise<boolean> {
  const args = await commandLine(pid)
  return args.includes(String(port)) && args.includes(databaseFile)
}

/** Finds every engine process on a file, including those that other processes started. */
export async function enginesOn(databaseFile: string): Promise<readonly EngineProcess[]> {
  const pids = (await orElse(readdir('/proc'), [])).map(Number).filter(Number.isInteger)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const args = await commandLine(pid)
      if (!args.includes(databaseFile)) return []
      const port = Number(args[args.indexOf(PORT_OPTION) + 1])
      return Number.isInteger(port) ? [{ pid, port, databaseFile }] : []
    }),
  )
  return found.flat()
}

/** Whether this very process listens on its port of the loopback interface. */
export async function listens({ pid, port }: EngineProcess): Promise<boolean> {
  // A line of /proc/net/tcp: slot, local address, remote address, state (0A: listening), …, inode.
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (await orElse(readFile('/proc/net/tcp', 'utf8'), '')).split('\n')
  const sockets = lines
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1] === local && fields[3] === '0A')
    .map((fields) => `socket:[${fields[9]}]`)
  if (sockets.length === 0) return false
  const folder = `/proc/${pid}/fd`
  const open = await Promise.all(
    (await orElse(readdir(folder), [])).map((fd) => orElse(readlink(join(folder, fd)), '')),
  )
  return open.some((target) => sockets.includes(target))
}

/** Whether an engine answers on that port within a second. */
export async function answers(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(endpointOf(port), { method: 'POST', signal })
    await answer.arrayBuffer()
    return answer.headers.has('x-dynoxide-version')
  } catch {
    return false
  }
}

/** The command that runs an engine on a port and a file. */
export const engineCommand = (
  port: number,
  databaseFile: string,
): { readonly command: string; readonly args: readonly string[] } => ({
  command: engineBinary(),
  args: ['serve', '--host', HOST, PORT_OPTION, String(port), '--db-path', databaseFile],
})

/**
 * Starts an engine and waits until it answers. Resolves with undefined if the engine exits first or
 * does not answer within `timeoutMs`. The engine has its own process group: a Ctrl-C in the terminal
 * reaches only the server, which then stops the engine. The engine survives a server that is killed.
 */
export async function spawnEngine(
  port: number,
  databaseFile: string,
  timeoutMs = 10_000,
): Promise<ChildProcess | undefined> {
  const { command, args } = engineCommand(port, databaseFile)
  const log = await open(`${databaseFile}.log`, 'a')
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log.fd, log.fd] })
  await log.close()
  let hasExited = false
  const onExit = () => {
    hasExited = true
  }
  child.once('exit', onExit).once('error', onExit)
  child.unref()
  const { pid = 0 } = child
  const isReadyOrGone = async () =>
    hasExited || ((await listens({ pid, port, databaseFile })) && (await answers(port)))
  if ((await waitUntil(isReadyOrGone, timeoutMs)) && !hasExited) return child
  child.kill('SIGKILL')
  return undefined
}

/** Stops an engine with SIGTERM, and with SIGKILL if it is still running after five seconds. */
export async function stopEngine(engine: EngineProcess): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!(await isEngine(engine))) return
    try {
      process.kill(engine.pid, signal)
    } catch {
      return
    }
    if (await waitUntil(async () => !(await isEngine(engine)), STOP_MS)) return
  }
  throw new Error(`The local DynamoDB engine (pid ${engine.pid}) does not stop.`)
}
