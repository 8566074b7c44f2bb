import { invariant } from '@holdfast/engine'
import {
  InvalidCursor,
  type Item,
  type ItemKey,
  type QueryAnswer,
  type QueryRequest,
  STORE_LIMITS,
} from '../../kernel/ports/store.ts'
import { createBackoff, type RetryPolicy } from '../aws/retry.ts'
import { marshallKey, unmarshall } from './codec.ts'
import { decodeCursor, encodeCursor, type Position } from './cursor.ts'
import { fatal, judge, unavailable } from './failures.ts'
import { compareKeys } from './key-order.ts'
import type { Transport } from './transport.ts'
import type { OperationName, Operations, QueryInput, WireItem, WireValue } from './wire.ts'

/** What the reads of one table need. */
export interface ReadOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
}

type Range = { readonly from?: string | undefined; readonly to?: string | undefined }
type Consistency = { readonly consistent?: boolean }

/** Sends a request that changes nothing, again and again while its failure can pass. */
export async function sendRead<Name extends OperationName>(
  { transport, retry }: ReadOptions,
  operation: Name,
  input: Operations[Name]['input'],
): Promise<Operations[Name]['output']> {
  const backoff = createBackoff(retry)
  let lastFailure: unknown
  do {
    try {
      return await transport.send(operation, input)
    } catch (failure) {
      if (judge(failure) === 'fatal') throw fatal(failure)
      lastFailure = failure
    }
  } while (await backoff.next())
  throw unavailable(lastFailure, 'not-applied')
}

/** Reads one item. */
export async function getItem(
  options: ReadOptions,
  key: ItemKey,
  { consistent = false }: Consistency = {},
): Promise<Item | undefined> {
  const output = await sendRead(options, 'GetItem', {
    TableName: options.tableName,
    Key: marshallKey(key),
    ConsistentRead: consistent,
  })
  return output.Item && unmarshall(output.Item)
}

const text = (value: WireValue | undefined): string => (value && 'S' in value ? value.S : '')
const nameOf = (PK: string, SK: string): string => JSON.stringify([PK, SK])

/** What one request found, and which of its keys DynamoDB left for another one, by `nameOf`. */
interface KeysRead {
  readonly found: ReadonlyMap<string, Item>
  readonly unread: ReadonlyMap<string, WireItem>
}

/** The primary key of an item as one text. */
export const nameOfKey = ({ PK, SK }: ItemKey): string => nameOf(PK, SK)

/**
 * Asks once for up to 100 items, each key named once. DynamoDB may leave keys unprocessed when an
 * answer grows beyond 16 MB or a partition is under load.
 */
export async function readKeysOnce(
  options: ReadOptions,
  keys: Iterable<WireItem>,
  { consistent = false }: Consistency = {},
): Promise<KeysRead> {
  const { tableName } = options
  const output = await sendRead(options, 'BatchGetItem', {
    RequestItems: { [tableName]: { Keys: [...keys], ConsistentRead: consistent } },
  })
  const found = new Map<string, Item>()
  for (const wire of output.Responses?.[tableName] ?? []) {
    found.set(nameOf(text(wire.PK), text(wire.SK)), unmarshall(wire))
  }
  const unread = output.UnprocessedKeys?.[tableName]?.Keys ?? []
  return {
    found,
    unread: new Map(unread.map((wire) => [nameOf(text(wire.PK), text(wire.SK)), wire])),
  }
}

/** Reads up to 100 items in the order of `keys`; what stays unprocessed is asked for again, bounded. */
export async function getItems(
  options: ReadOptions,
  keys: readonly ItemKey[],
  consistency: Consistency = {},
): Promise<readonly (Item | undefined)[]> {
  // DynamoDB refuses a request that names one key twice.
  let pending: ReadonlyMap<string, WireItem> = new Map(
    keys.map((key) => [nameOfKey(key), marshallKey(key)]),
  )
  const found = new Map<string, Item>()
  const backoff = createBackoff(options.retry)
  while (pending.size > 0) {
    const read = await readKeysOnce(options, pending.values(), consistency)
    for (const [name, item] of read.found) found.set(name, item)
    pending = read.unread
    if (pending.size > 0 && !(await backoff.next())) {
      throw unavailable(new Error('keys of a batch stayed unread'), 'not-applied')
    }
  }
  return keys.map((key) => found.get(nameOfKey(key)))
}

const partitionName = (index: string | undefined): string => (index ? `${index}PK` : 'PK')
const sortName = (index: string | undefined): string => (index ? `${index}SK` : 'SK')

/** The part of a `Query` that is the same for every page of a request. */
export function queryInput(tableName: string, request: QueryRequest): QueryInput {
  const { index, partition, from, to, descending, consistent } = request
  const names: Record<string, string> = { '#p': partitionName(index) }
  const values: Record<string, WireValue> = { ':p': { S: partition } }
  if (from !== undefined || to !== undefined) names['#s'] = sortName(index)
  if (from !== undefined) values[':from'] = { S: from }
  if (to !== undefined) values[':to'] = { S: to }
  // DynamoDB takes one condition on the sort key, so a closed range has to be a BETWEEN.
  const range =
    from !== undefined && to !== undefined
      ? ' AND #s BETWEEN :from AND :to'
      : `${from === undefined ? '' : ' AND #s >= :from'}${to === undefined ? '' : ' AND #s <= :to'}`
  return {
    TableName: tableName,
    ...(index && { IndexName: index }),
    KeyConditionExpression: `#p = :p${range}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
    ...(descending && { ScanIndexForward: false }),
    // An index has no consistent reads (DynamoDB answers a ValidationException).
    ...(consistent && !index && { ConsistentRead: true }),
  }
}

const inRange = ({ from, to }: Range, sortKey: string): boolean =>
  (from === undefined || compareKeys(sortKey, from) >= 0) &&
  (to === undefined || compareKeys(sortKey, to) <= 0)

function startKey(request: QueryRequest, position: Position): WireItem {
  const { index, partition } = request
  const { key, indexSortKey } = position
  if (indexSortKey === undefined || index === undefined) return marshallKey(key)
  return {
    ...marshallKey(key),
    [partitionName(index)]: { S: partition },
    [sortName(index)]: { S: indexSortKey },
  }
}

/** The position that a request's cursor names, which must lie in the partition and range it asks for. */
function startOf(request: QueryRequest): Position | undefined {
  if (request.cursor === undefined) return undefined
  const position = decodeCursor(request.cursor, request.index !== undefined)
  const sortKey = position.indexSortKey ?? position.key.SK
  const samePartition = request.index !== undefined || position.key.PK === request.partition
  if (!samePartition || !inRange(request, sortKey)) {
    throw new InvalidCursor('the cursor belongs to another request')
  }
  return position
}

const positionOf = (wire: WireItem, index: string | undefined): Position => ({
  key: { PK: text(wire.PK), SK: text(wire.SK) },
  ...(index && { indexSortKey: text(wire[sortName(index)]) }),
})

/**
 * Reads the items that index entries point to. An entry can be older than its item, as an index
 * follows the table a little later: an item that is gone, or has left the partition or range, is
 * dropped.
 */
async function itemsOfEntries(
  options: ReadOptions,
  request: QueryRequest,
  entries: readonly Position[],
): Promise<readonly Item[]> {
  const { index, partition } = request
  const batches: Promise<readonly (Item | undefined)[]>[] = []
  for (let at = 0; at < entries.length; at += STORE_LIMITS.keysPerGetMany) {
    const keys = entries.slice(at, at + STORE_LIMITS.keysPerGetMany).map((entry) => entry.key)
    batches.push(getItems(options, keys, request))
  }
  const items = (await Promise.all(batches)).flat()
  return items.filter((item): item is Item => {
    const sortKey = item?.[sortName(index)]
    return (
      item?.[partitionName(index)] === partition &&
      typeof sortKey === 'string' &&
      inRange(request, sortKey)
    )
  })
}

/**
 * Reads a range of a partition. One entry more than the limit is asked for, so that the cursor is
 * absent exactly when nothing follows: DynamoDB's own also comes after the last item.
 */
export async function queryItems(
  options: ReadOptions,
  request: QueryRequest,
): Promise<QueryAnswer> {
  const { index, limit } = request
  const most = limit ?? Number.POSITIVE_INFINITY
  invariant(most >= 1, 'a query has a limit below 1')
  let position = startOf(request)
  // DynamoDB refuses a BETWEEN whose ends are swapped.
  if (request.from !== undefined && !inRange({ to: request.to }, request.from)) return { items: [] }
  const input = queryInput(options.tableName, request)
  const items: Item[] = []
  let start = position && startKey(request, position)
  do {
    const room = most - items.length
    const page: Operations['Query']['output'] = await sendRead(options, 'Query', {
      ...input,
      ...(limit !== undefined && { Limit: room + 1 }),
      ...(start && { ExclusiveStartKey: start }),
    })
    const found = page.Items ?? []
    const within = found.slice(0, room)
    const entries = within.map((wire) => positionOf(wire, index))
    const whole = index
      ? await itemsOfEntries(options, request, entries)
      : within.map((wire) => unmarshall(wire))
    items.push(...whole)
    position = entries.at(-1) ?? position
    const cut = found.length > within.length
    start = cut && position ? startKey(request, position) : page.LastEvaluatedKey
  } while (start && items.length < most)
  return start && position ? { items, cursor: encodeCursor(position) } : { items }
}

/** Reads the whole table, consistently, in pages of up to 1 MB. */
export async function* scanItems(options: ReadOptions): AsyncIterable<readonly Item[]> {
  let start: WireItem | undefined
  do {
    const page: Operations['Scan']['output'] = await sendRead(options, 'Scan', {
      TableName: options.tableName,
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    })
    const items = page.Items ?? []
    if (items.length > 0) yield items.map((wire) => unmarshall(wire))
    start = page.LastEvaluatedKey
  } while (start)
}
