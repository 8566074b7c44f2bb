import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The local DynamoDB engine has no binary for this platform. */
export class EngineMissing extends Error {
  override readonly name = 'EngineMissing'
  readonly code = 'engine_missing'
}

const HOST = '127.0.0.1'
const PACKAGE = '@dynoxide/linux-x64'
const POLL_MS = 10

/** Where an engine on that port answers. */
export const endpointOf = (port: number): string => `http://${HOST}:${port}`

/** The path of the engine's binary; throws `EngineMissing` where there is none. */
export function engineBinary(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)
    return join(dirname(manifest), 'dynoxide')
  } catch (cause) {
    throw new EngineMissing(
      `there is no local DynamoDB engine for ${process.platform}-${process.arch} (package ` +
        `${PACKAGE}): set HOLDFAST_DYNAMODB_ENDPOINT to a DynamoDB endpoint, or use the SQLite store`,
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
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Starts an engine on a file. It has a process group of its own, so that a Ctrl-C in the terminal
 * ends the server first, which then ends the engine; and it outlives a server that is killed.
 */
export function spawnEngine(port: number, databaseFile: string): ChildProcess {
  const child = spawn(
    engineBinary(),
    ['serve', '--host', HOST, '--port', String(port), '--db-path', databaseFile],
    { detached: true, stdio: 'ignore' },
  )
  child.unref()
  return child
}

/**
 * Whether a process is an engine on that port and file: a pid alone may belong to anything by now,
 * and a killed child that nobody has waited for still has one (its command line is then empty).
 */
export async function isEngine(
  pid: number,
  { port, databaseFile }: { readonly port: number; readonly databaseFile: string },
): Promise<boolean> {
  try {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    return args.includes(String(port)) && args.includes(databaseFile)
  } catch {
    return false
  }
}

/** Whether something on that port answers HTTP within a second. */
export async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(endpointOf(port), {
      method: 'POST',
      signal: AbortSignal.timeout(1000),
    })
    await answer.arrayBuffer()
    return true
  } catch {
    return false
  }
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
