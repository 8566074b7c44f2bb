import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type KeyPatterns, WRITTEN_KEYS } from '../../../src/composition/aws/written-keys.ts'

/** A function's connection to the table, and the requests it sent. */
export interface AskedTable {
  readonly endpoint: string
  /** The operations and their indexes, such as `GetItem` and `Query GSI1`. */
  readonly asked: ReadonlySet<string>
  /** The partitions that were written. */
  readonly written: ReadonlySet<string>
  close(): Promise<void>
}

/** Forwards requests to DynamoDB unchanged and records them. */
export async function startAskedTable(endpoint: string): Promise<AskedTable> {
  const asked = new Set<string>()
  const written = new Set<string>()
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const [, operation] = String(incoming.headers['x-amz-target']).split('.')
    const sent = JSON.parse(body.toString()) as Sent
    const { IndexName } = sent
    for (const partition of partitionsOf(String(operation), sent)) written.add(partition)
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
    written,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** What is written: an item, or the key of one. */
interface Entry {
  readonly Key?: Readonly<Record<string, { readonly S?: string }>>
  readonly Item?: Readonly<Record<string, { readonly S?: string }>>
}

/** The parts of a request that the policies see. */
interface Sent extends Entry {
  readonly IndexName?: string
  readonly TransactItems?: readonly Readonly<Record<string, Entry>>[]
}

const LONE_WRITE = /^(?:Put|Update|Delete)Item$/

/** The partitions that a request writes. Its condition checks are reads for the policies. */
function partitionsOf(operation: string, sent: Sent): readonly string[] {
  const inTransaction = (sent.TransactItems ?? []).flatMap((item) =>
    Object.entries(item).flatMap(([kind, entry]) => (kind === 'ConditionCheck' ? [] : [entry])),
  )
  const entries = LONE_WRITE.test(operation) ? [sent] : inTransaction
  return entries.map(({ Key, Item }) => (Key ?? Item)?.PK?.S ?? '')
}

/** Whether a pattern of IAM fits. */
const matchesAny = (partition: string, patterns: KeyPatterns): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition))

/** The writes of functions that AWS would have denied. */
export const beyondKeys = (
  written: ReadonlyMap<string, AskedTable['written']>,
): readonly string[] =>
  [...written].flatMap(([name, partitions]) => {
    const rights = WRITTEN_KEYS[name] ?? { denied: [] }
    return [...partitions]
      .filter((one) =>
        'allowed' in rights ? !matchesAny(one, rights.allowed) : matchesAny(one, rights.denied),
      )
      .map((one) => `${name}: ${one}`)
  })

const OPERATIONS =
  /^(?:GetItem|BatchGetItem|Query|PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/
/**
 * What else each policy allows, as in the tests of the stacks: indexes, and the walk over the whole table that
 * deletes accounts.
 */
const OTHERS: Readonly<Record<string, RegExp>> = {
  http: /^Query GSI[1-4]$/,
  timer: /^(?:Query GSI[1235]|Scan)$/,
  due: /^Query GSI[124]$/,
  mirrors: /^Query GSI1$/,
}

/** The requests of functions that AWS would have denied. */
export const beyondPolicy = (asked: ReadonlyMap<string, AskedTable['asked']>): readonly string[] =>
  [...asked].flatMap(([name, all]) =>
    [...all]
      .filter((one) => !OPERATIONS.test(one) && !OTHERS[name]?.test(one))
      .map((one) => `${name}: ${one}`),
  )
