import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Where a connection breaks at a commit: before the server has it; after it was applied, without its answer; or the
 * answer never comes (`silence`), or the server never has it (`lost`), on a connection that stays open.
 */
export type Cut = 'before' | 'after' | 'silence' | 'lost'

/** A TCP proxy between servers and their database that breaks connections. */
export interface CuttingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** How many commits were cut. */
  readonly cuts: number
  /** Breaks the connection of the next commit. */
  cutNextCommit(where: Cut): void
  /** Breaks the connection of every nth commit, before and after in turn. Zero: of none. */
  cutEvery(commits: number): void
  /** Leads new connections to another port, and breaks the others. */
  leadTo(port: number): void
  close(): Promise<void>
}

/** What a client sends to commit: the name of a statement, or a query. */
const COMMIT = 'COMMIT\0'

/** Starts a proxy in front of the database of a URL. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const url = new URL(target)
  let port = Number(url.port)
  let next: Cut | undefined
  let every = 0
  let commits = 0
  let cuts = 0
  const sockets = new Set<Socket>()
  const cutOf = (data: Buffer): Cut | undefined => {
    if (!data.includes(COMMIT)) return undefined
    commits += 1
    const inTurn = every > 0 && commits % every === 0 ? turnOf(commits / every) : undefined
    const cut = next ?? inTurn
    next = undefined
    if (cut) cuts += 1
    return cut
  }
  const server = createServer((client) => {
    const upstream = connect(port, url.hostname)
    let cut: Cut | undefined
    const end = () => {
      client.destroy()
      // As after a cable was cut, the database does not hear that the other side is gone.
      if (cut !== 'lost') upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on('error', end)
        .on('close', end)
        .on('close', () => sockets.delete(socket))
    }
    client.on('data', (data: Buffer) => {
      cut ??= cutOf(data)
      if (cut === 'before') end()
      else if (cut !== 'lost') upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => {
      if (cut === undefined) client.write(data)
      else if (cut === 'after') end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The cast: a TCP server has a port.
  const through = new URL(target)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    get cuts() {
      return cuts
    },
    cutNextCommit(where) {
      next = where
    },
    cutEvery(count) {
      every = count
    },
    leadTo(other) {
      port = other
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

const turnOf = (turn: number): Cut => (turn % 2 === 0 ? 'before' : 'after')
