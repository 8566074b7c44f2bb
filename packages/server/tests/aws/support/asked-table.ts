import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The way to a table that one function takes, and what it asks for on it. */
export interface AskedTable {
  readonly endpoint: string
  /** `GetItem`, `Query GSI1`: the operation, and the index where there is one. */
  readonly asked: ReadonlySet<string>
  close(): Promise<void>
}

/** Passes requests on to DynamoDB as they are, and notes which they were. */
export async function startAskedTable(endpoint: string): Promise<AskedTable> {
  const asked = new Set<string>()
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const [, operation] = String(incoming.headers['x-amz-target']).split('.')
    const { IndexName } = JSON.parse(body.toString()) as { readonly IndexName?: string }
    asked.add(IndexName === undefined ? String(operation) : `${operation} ${IndexName}`)
    const onward = request(endpoint, { method: incoming.method, headers: incoming.headers })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', (error) => outgoing.destroy(error))
    onward.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const OPERATIONS =
  /^(?:GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/
/** The indexes that a policy lets its function query, as the tests of the stacks have it; others none. */
const INDEXES: Readonly<Record<string, RegExp>> = {
  http: /^Query GSI[1-4]$/,
  timer: /^Query GSI1$/,
  mirrors: /^Query GSI1$/,
}

/** What functions have asked for that AWS would have refused them. */
export const beyondPolicy = (asked: ReadonlyMap<string, AskedTable['asked']>): readonly string[] =>
  [...asked].flatMap(([name, all]) =>
    [...all]
      .filter((one) => !OPERATIONS.test(one) && !INDEXES[name]?.test(one))
      .map((one) => `${name}: ${one}`),
  )
