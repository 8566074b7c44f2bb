import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

/** How long DynamoDB takes, in milliseconds: a read or a plain write, and both phases of a transaction. */
export interface RequestTimes {
  readonly plain: number
  readonly transaction: number
}

/** The requests that arrived, and what became of them. */
export interface ProxyCounts {
  /** Transactions that met another one on one of their items. */
  conflicts: number
  transactions: number
  reads: number
  plainWrites: number
  /** Plain writes that met a transaction. */
  plainConflicts: number
}

/** A proxy to a DynamoDB engine on which requests conflict as on AWS. */
export interface ContentionProxy extends AsyncDisposable {
  readonly endpoint: string
  readonly counts: ProxyCounts
}

interface Keyed {
  readonly TableName: string
  readonly Key?: object
  readonly Item?: Readonly<Record<string, unknown>>
}

/** Names an item by its table and its two keys. */
const nameOf = ({ TableName, Key, Item = {} }: Keyed): string =>
  `${TableName} ${JSON.stringify(Key ?? { PK: Item.PK, SK: Item.SK })}`

const API = 'com.amazonaws.dynamodb.v20120810'
const PLAIN_WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

const rejection = (type: string, rest: object = {}): string =>
  JSON.stringify({
    __type: `${API}#${type}`,
    message: 'Transaction is ongoing for the item',
    ...rest,
  })

/**
 * Starts a proxy in front of an engine that never reports conflicts. A transaction locks its items for as long
 * as DynamoDB needs for its two phases. Another one that names a locked item is rejected at once, whatever its
 * conditions, and so is a plain write. Reads pass. A transaction whose conditions fail locks nothing longer
 * than the engine takes. All requests take the time of a round trip.
 */
export async function startContentionProxy(
  target: string,
  times: RequestTimes,
): Promise<ContentionProxy> {
  const pool = new Pool(target, { connections: 128 })
  const locked = new Set<string>()
  const counts: ProxyCounts = {
    conflicts: 0,
    transactions: 0,
    reads: 0,
    plainWrites: 0,
    plainConflicts: 0,
  }

  const forward = async (request: IncomingMessage, body: Buffer) => {
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await pool.request({ method: 'POST', path: '/', headers, body })
    return { status: answer.statusCode, body: Buffer.from(await answer.body.arrayBuffer()) }
  }
  const reject = (response: ServerResponse, body: string) => {
    response.writeHead(400, { 'content-length': Buffer.byteLength(body) }).end(body)
  }

  const transact = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const startedAt = performance.now()
    const { TransactItems } = JSON.parse(body.toString()) as {
      readonly TransactItems: readonly Readonly<Record<string, Keyed>>[]
    }
    const names = TransactItems.map((item) => nameOf(Object.values(item)[0] as Keyed))
    counts.transactions += 1
    if (names.some((name) => locked.has(name))) {
      counts.conflicts += 1
      const reasons = names.map((name) => ({
        Code: locked.has(name) ? 'TransactionConflict' : 'None',
      }))
      await sleep(times.plain)
      return reject(
        response,
        rejection('TransactionCanceledException', { CancellationReasons: reasons }),
      )
    }
    for (const name of names) locked.add(name)
    try {
      const answer = await forward(request, body)
      if (answer.status === 200) {
        await sleep(Math.max(0, times.transaction - (performance.now() - startedAt)))
      }
      response.writeHead(answer.status, { 'content-length': answer.body.length }).end(answer.body)
    } finally {
      for (const name of names) locked.delete(name)
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    if (operation === 'TransactWriteItems') return await transact(request, body, response)
    if (PLAIN_WRITES.has(operation)) {
      counts.plainWrites += 1
      if (locked.has(nameOf(JSON.parse(body.toString()) as Keyed))) {
        counts.plainConflicts += 1
        return reject(response, rejection('TransactionConflictException'))
      }
    } else counts.reads += 1
    const [answer] = await Promise.all([forward(request, body), sleep(times.plain)])
    response.writeHead(answer.status, { 'content-length': answer.body.length }).end(answer.body)
  }

  const server = createServer((request, response) => {
    // The server or the engine has disconnected, so only the connection is left to close.
    handle(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    counts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await pool.destroy()
    },
  }
}
