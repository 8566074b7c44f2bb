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
import { classifyFailure, fatal, limitOf, unavailable } from './failures.ts'
import { compareKeys } from './key-order.ts'
import type { Transport } from './transport.ts'
import type { OperationName, Operations, QueryInput, WireItem, WireValue } from './wire.ts'

/** How one table is read. */
export interface ReadOptions {
  readonly transport: Transport
  readonly tableName: string
  readonly retry: RetryPolicy
}

type Range = { readonly from?: string | undefined; readonly to?: string | undefined }
type Consistency = { readonly consistent?: boolean }

/** Sends a request that changes nothing, and retries transient failures. */
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
      if (classifyFailure(failure) === 'fatal') throw fatal(failure)
      lastFailure = failure
    }
  } while (await backoff.next(limitOf(lastFailure)))
  throw unavailable(lastFailure, 'not-applied')
}

/** Reads one item consistently, in its stored form. */
export async function getStored(options: ReadOptions, key: ItemKey): Promise<WireItem | undefined> {
  const output = await sendRead(options, 'GetItem', {
    TableName: options.tableName,
    Key: marshallKey(key),
    ConsistentRead: true,
  })
  return output.Item
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

/** The items that one request found, and the keys that DynamoDB left unprocessed, by `nameOf`. */
interface KeysRead {
  readonly found: ReadonlyMap<string, Item>
  readonly unread: ReadonlyMap<string, WireItem>
}

/** The primary key of an item as one string. */
export const nameOfKey = ({ PK, SK }: ItemKey): string => nameOf(PK, SK)

/**
 * Requests up to 100 items once; keys must be unique. DynamoDB may leave keys unprocessed when the
 * response exceeds 16 MB or a partition is under load.
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

/** Reads up to 100 items in the order of `keys`, with bounded retries of unprocessed keys. */
export async function getItems(
  options: ReadOptions,
  keys: readonly ItemKey[],
  consistency: Consistency = {},
): Promise<readonly (Item | undefined)[]> {
  // DynamoDB rejects duplicate keys.
  let pending: ReadonlyMap<string, WireItem> = new Map(
    keys.map((key) => [nameOfKey(key), marshallKey(key)]),
  )
  const found = new Map<string, Item>()
  const backoff = createBackoff(options.retry)
  while (pending.size > 0) {
    const read = await readKeysOnce(options, pending.values(), consistency)
    for (const [name, item] of read.found) found.set(name, item)
    pending = read.unread
    if (pending.size > 0 && !(await backoff.next('deadline'))) {
      throw unavailable(new Error('keys of a batch stayed unprocessed'), 'not-applied')
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
  // DynamoDB allows one condition on the sort key, so a closed range must be a BETWEEN.
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
    // An index has no consistent reads; DynamoDB would reject the request.
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

/** The position of a request's cursor, which must be in the request's partition and range. */
function startOf(request: QueryRequest): Position | undefined {
  if (request.cursor === undefined) return undefined
  const position = decodeCursor(request.cursor, request.index !== undefined)
  const sortKey = position.indexSortKey ?? position.key.SK
  const samePartition = request.index !== undefined || position.key.PK === request.partition
  if (!samePartition || !inRange(request, sortKey)) {
    throw new InvalidCursor('The cursor belongs to another request.')
  }
  return position
}

const positionOf = (wire: WireItem, index: string | undefined): Position => ({
  key: { PK: text(wire.PK), SK: text(wire.SK) },
  ...(index && { indexSortKey: text(wire[sortName(index)]) }),
})

/**
 * Reads the items of index entries. An index lags behind its table, so an entry can be outdated: items
 * that are deleted, or have left the partition or range, are dropped.
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
 * Reads a range of a partition. It requests one entry more than the limit, so that the cursor is absent
 * exactly if nothing follows. DynamoDB's own cursor can also appear after the last item.
 */
export async function queryItems(
  options: ReadOptions,
  request: QueryRequest,
): Promise<QueryAnswer> {
  const { index, limit } = request
  const maxItems = limit ?? Number.POSITIVE_INFINITY
  invariant(maxItems >= 1, 'a query has a limit below 1')
  let position = startOf(request)
  // DynamoDB rejects a BETWEEN whose ends are swapped.
  if (request.from !== undefined && !inRange({ to: request.to }, request.from)) return { items: [] }
  const input = queryInput(options.tableName, request)
  const items: Item[] = []
  let start = position && startKey(request, position)
  do {
    const room = maxItems - items.length
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
  } while (start && items.length < maxItems)
  return start && position ? { items, cursor: encodeCursor(position) } : { items }
}

/** Reads one page of the whole table, consistently: up to 1 MB after a cursor. */
export async function scanPage(
  options: ReadOptions,
  cursor: string | undefined,
): Promise<QueryAnswer> {
  const page: Operations['Scan']['output'] = await sendRead(options, 'Scan', {
    TableName: options.tableName,
    ConsistentRead: true,
    ...(cursor !== undefined && {
      ExclusiveStartKey: marshallKey(decodeCursor(cursor, false).key),
    }),
  })
  const items = (page.Items ?? []).map((wire) => unmarshall(wire))
  const last = page.LastEvaluatedKey
  return last ? { items, cursor: encodeCursor(positionOf(last, undefined)) } : { items }
}

/** Reads the whole table, consistently, in pages of up to 1 MB. */
export async function* scanItems(options: ReadOptions): AsyncIterable<readonly Item[]> {
  let cursor: string | undefined
  do {
    const page = await scanPage(options, cursor)
    if (page.items.length > 0) yield page.items
    cursor = page.cursor
  } while (cursor !== undefined)
}
