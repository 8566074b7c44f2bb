import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, readFile, readlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The local DynamoDB engine has no binary for this platform. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
  readonly code = 'engine_missing'
}

/** An engine process: who it is, where it listens, and the file that it keeps its data in. */
export interface EngineProcess {
  readonly pid: number
  readonly port: number
  readonly databaseFile: string
}

const HOST = '127.0.0.1'
const PACKAGE = '@dynoxide/linux-x64'
const PORT_OPTION = '--port'
const POLL_MS = 10
const STOP_MS = 5_000
const ANSWER_MS = 1_000

/** Where an engine on that port answers. */
export const endpointOf = (port: number): string => `http://${HOST}:${port}`

/** The path of the engine's binary; throws `EngineMissing` where its package is not installed. */
export function engineBinary(packageName: string = PACKAGE): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return join(dirname(manifest), 'dynoxide')
  } catch (cause) {
    throw new EngineMissing(
      `there is no local DynamoDB engine for ${process.platform}-${process.arch} (package ` +
        `${packageName}): set HOLDFAST_DYNAMODB_ENDPOINT to a DynamoDB endpoint, or use the ` +
        'SQLite store',
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
  if (address === null || typeof address === 'string')
    throw new Error('no port of loopback is free')
  return address.port
}

/** Waits until a condition holds; answers false when it does not within `timeoutMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const giveUpAt = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() >= giveUpAt) return false
    await sleep(POLL_MS)
  }
  return true
}

const missing = async <Value>(read: Promise<Value>, instead: Value): Promise<Value> => {
  try {
    return await read
  } catch {
    return instead
  }
}

// Empty where there is no such process, or a dead child that nobody has waited for.
const commandLine = async (pid: number): Promise<readonly string[]> =>
  (await missing(readFile(`/proc/${pid}/cmdline`, 'utf8'), '')).split('\0')

/**
 * Whether that process is alive and an engine on that port and file. A pid alone may belong to
 * anything by now.
 */
export async function isEngine({ pid, port, databaseFile }: EngineProcess): Promise<boolean> {
  const args = await commandLine(pid)
  return args.includes(String(port)) && args.includes(databaseFile)
}

/** Every engine process on a file, whoever started it. */
export async function enginesOn(databaseFile: string): Promise<readonly EngineProcess[]> {
  const pids = (await missing(readdir('/proc'), [])).map(Number).filter(Number.isInteger)
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

/** Whether that process, and no other, listens on its port of the loopback interface. */
export async function listens({ pid, port }: EngineProcess): Promise<boolean> {
  // A line of /proc/net/tcp: slot, local address, remote address, state (0A: listening), …, inode.
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = (await missing(readFile('/proc/net/tcp', 'utf8'), '')).split('\n')
  const sockets = lines
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1] === local && fields[3] === '0A')
    .map((fields) => `socket:[${fields[9]}]`)
  if (sockets.length === 0) return false
  const folder = `/proc/${pid}/fd`
  const open = await Promise.all(
    (await missing(readdir(folder), [])).map((fd) => missing(readlink(join(folder, fd)), '')),
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

/**
 * Starts an engine and waits until it answers; answers undefined if it ends before that or takes
 * longer than `timeoutMs`. It has a process group of its own, so that a Ctrl-C in the terminal
 * reaches the server alone, which then ends the engine; and it outlives a server that is killed.
 */
export async function spawnEngine(
  port: number,
  databaseFile: string,
  timeoutMs = 10_000,
): Promise<ChildProcess | undefined> {
  const binary = engineBinary()
  const log = await open(`${databaseFile}.log`, 'a')
  const child = spawn(
    binary,
    ['serve', '--host', HOST, PORT_OPTION, String(port), '--db-path', databaseFile],
    { detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  await log.close()
  let ended = false
  const end = () => {
    ended = true
  }
  child.once('exit', end).once('error', end)
  child.unref()
  const { pid = 0 } = child
  const ready = async () =>
    ended || ((await listens({ pid, port, databaseFile })) && (await answers(port)))
  const isReady = await waitUntil(ready, timeoutMs)
  if (isReady && !ended) return child
  child.kill('SIGKILL')
  return undefined
}

/** Ends an engine: asks it to (SIGTERM), and after five seconds makes it (SIGKILL). */
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
  throw new Error(`the local DynamoDB engine, process ${engine.pid}, does not end`)
}
