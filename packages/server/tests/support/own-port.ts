import { once } from 'node:events'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

/**
 * Below those that Linux gives to whoever asks for any port or connects (from 32,768 on): nobody is
 * given one of these between the look whether it is free and its use, nor while its owner is down.
 */
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
/** Test files run in as many workers at once; each has ports that no other has. */
const WORKERS = availableParallelism()
const PORTS_OF_WORKER = Math.floor((LAST_PORT - FIRST_PORT) / WORKERS)

const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS
// Another run on the same machine begins elsewhere.
let turn = Math.floor(Math.random() * PORTS_OF_WORKER)

async function isFree(port: number): Promise<boolean> {
  // On every address, as the server does.
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

/** A port that is free, and that nobody but the caller is given. */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_WORKER; tries += 1) {
    turn = (turn + 1) % PORTS_OF_WORKER
    const port = FIRST_PORT + worker * PORTS_OF_WORKER + turn
    if (await isFree(port)) return port
  }
  throw new Error('no port of this worker is free')
}
