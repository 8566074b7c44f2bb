import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports below Linux's ephemeral range, which starts at 32,768. The system never assigns one of these
 * between the check that it is free and its use, nor while its owner is down.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
/** More than there are test workers. Each worker has its own ports. */
const WORKERS = 16
const PORTS_OF_WORKER = Math.floor((LAST_PORT - FIRST_PORT) / WORKERS)

const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS
// Another run on the same machine starts at other ports.
let turn = Math.floor(Math.random() * PORTS_OF_WORKER)

async function isFree(port: number): Promise<boolean> {
  // On every address, like the server.
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Reserves a free port for the caller. */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_WORKER; tries += 1) {
    turn = (turn + 1) % PORTS_OF_WORKER
    const port = FIRST_PORT + worker * PORTS_OF_WORKER + turn
    if (await isFree(port)) return port
  }
  throw new Error('No port of this worker is free.')
}
