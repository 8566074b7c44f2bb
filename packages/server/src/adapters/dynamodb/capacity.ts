import { CONDITION_FAILED } from './failures.ts'
import { itemSize } from './item-size.ts'
import { TABLE } from './table.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type {
  BatchGetInput,
  GetInput,
  OperationName,
  Operations,
  PageOutput,
  PutInput,
  QueryInput,
  TransactEntry,
  TransactInput,
  WireItem,
} from './wire.ts'

/** The capacity units that one request consumed. */
export interface CapacityUse {
  readonly operation: OperationName
  readonly readUnits: number
  readonly writeUnits: number
}

const WRITE_UNIT_BYTES = 1024
const READ_UNIT_BYTES = 4096
/** DynamoDB charges for preparing and for committing each item of a transaction. */
const TRANSACTION_FACTOR = 2

const units = (bytes: number, unitBytes: number): number =>
  Math.max(1, Math.ceil(bytes / unitBytes))
const sizeOf = (item: WireItem | undefined): number => (item === undefined ? 0 : itemSize(item))

/** Read units for bytes read in one operation. An eventually consistent read costs half. */
const unitsRead = (bytes: number, consistent = false): number =>
  units(bytes, READ_UNIT_BYTES) * (consistent ? 1 : 0.5)

/**
 * Write units of a change in the indexes: one for an entry that is added or removed, two if an index
 * key changes, none if the entry stays the same. An entry contains the keys of the index and the table.
 * DynamoDB updates indexes after the transaction, so they are not charged twice.
 */
function indexUnits(before: WireItem | undefined, after: WireItem | undefined): number {
  let total = 0
  for (const { partitionKey, sortKey } of TABLE.indexes) {
    const entry = (item: WireItem | undefined): WireItem | undefined => {
      const { PK, SK, [partitionKey]: indexPK, [sortKey]: indexSK } = item ?? {}
      if (!PK || !SK || !indexPK || !indexSK) return undefined
      return { PK, SK, [partitionKey]: indexPK, [sortKey]: indexSK }
    }
    const [old, now] = [entry(before), entry(after)]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    for (const changed of [old, now]) {
      if (changed) total += units(itemSize(changed), WRITE_UNIT_BYTES)
    }
  }
  return total
}

/** One item before and after a write. */
interface Change {
  readonly before: WireItem | undefined
  readonly after: WireItem | undefined
}

/**
 * Write units of one changed item and its index entries. The item counts as a whole, with the larger of
 * its sizes before and after. A rejected write costs as much as the stored item.
 */
function unitsOfWrite({ before, after }: Change, factor: number): number {
  const bytes = Math.max(sizeOf(before), sizeOf(after))
  return units(bytes, WRITE_UNIT_BYTES) * factor + indexUnits(before, after)
}

const keyOfPut = ({ Item: { PK, SK } }: PutInput): WireItem => (PK && SK ? { PK, SK } : {})

function keyOfEntry(entry: TransactEntry): WireItem {
  if ('Put' in entry) return keyOfPut(entry.Put)
  if ('Update' in entry) return entry.Update.Key
  return 'Delete' in entry ? entry.Delete.Key : entry.ConditionCheck.Key
}

function tableOfEntry(entry: TransactEntry): string {
  if ('Put' in entry) return entry.Put.TableName
  if ('Update' in entry) return entry.Update.TableName
  return 'Delete' in entry ? entry.Delete.TableName : entry.ConditionCheck.TableName
}

/** An item of a table, by its key in wire form. */
interface Place {
  readonly TableName: string
  readonly Key: WireItem
}

/** The items that a request writes. Empty for a read. */
function writtenPlaces(operation: OperationName, input: object): readonly Place[] {
  switch (operation) {
    case 'TransactWriteItems':
      return (input as TransactInput).TransactItems.map((entry) => ({
        TableName: tableOfEntry(entry),
        Key: keyOfEntry(entry),
      }))
    case 'PutItem': {
      const put = input as PutInput
      return [{ TableName: put.TableName, Key: keyOfPut(put) }]
    }
    case 'UpdateItem':
    case 'DeleteItem': {
      const { TableName, Key } = input as GetInput
      return [{ TableName, Key }]
    }
    default:
      return []
  }
}

/** Read units of a response. */
function unitsOfRead(operation: OperationName, input: object, output: object): number {
  switch (operation) {
    case 'GetItem': {
      const { Item } = output as Operations['GetItem']['output']
      return unitsRead(sizeOf(Item), (input as GetInput).ConsistentRead)
    }
    case 'BatchGetItem': {
      const { Responses = {}, UnprocessedKeys = {} } =
        output as Operations['BatchGetItem']['output']
      let total = 0
      for (const [table, requested] of Object.entries((input as BatchGetInput).RequestItems)) {
        const found = Responses[table] ?? []
        const unread = UnprocessedKeys[table]?.Keys.length ?? 0
        const absent = requested.Keys.length - unread - found.length
        for (const item of found) total += unitsRead(itemSize(item), requested.ConsistentRead)
        // A key without an item costs as much as the smallest item.
        total += absent * unitsRead(0, requested.ConsistentRead)
      }
      return total
    }
    case 'Query':
    case 'Scan': {
      const { Items = [] } = output as PageOutput
      const bytes = Items.reduce((total, item) => total + itemSize(item), 0)
      return unitsRead(bytes, (input as QueryInput).ConsistentRead)
    }
    default:
      return 0
  }
}

const isConditionFailure = (failure: unknown): boolean =>
  failure instanceof DynamoDbFailure &&
  (failure.code === 'ConditionalCheckFailedException' ||
    failure.reasons.some((reason) => reason.Code === CONDITION_FAILED))

/**
 * Wraps a transport to report the cost of each request, computed by AWS's rules. It reads every written
 * item before and after the request without counting these reads, so it is for tests that send one
 * request at a time. A request that fails for a reason other than a condition is not reported.
 */
export function withCapacityMeter(
  transport: Transport,
  onUse: (use: CapacityUse) => void,
): Transport {
  const images = (places: readonly Place[]) =>
    Promise.all(
      places.map(async (place) => {
        const { Item } = await transport.send('GetItem', { ...place, ConsistentRead: true })
        return Item
      }),
    )

  return {
    async send(operation, input) {
      const places = writtenPlaces(operation, input)
      const factor = operation === 'TransactWriteItems' ? TRANSACTION_FACTOR : 1
      const before = await images(places)
      const written = (after: readonly (WireItem | undefined)[]): number =>
        places.reduce(
          (total, _, i) => total + unitsOfWrite({ before: before[i], after: after[i] }, factor),
          0,
        )
      try {
        const output = await transport.send(operation, input)
        const writeUnits = written(await images(places))
        onUse({ operation, readUnits: unitsOfRead(operation, input, output), writeUnits })
        return output
      } catch (failure) {
        if (isConditionFailure(failure)) {
          onUse({ operation, readUnits: 0, writeUnits: written(before) })
        }
        throw failure
      }
    },
    close: () => transport.close(),
  }
}

interface ConsumedCapacity {
  readonly CapacityUnits?: number
}

const READS: ReadonlySet<OperationName> = new Set<OperationName>([
  'BatchGetItem',
  'GetItem',
  'Query',
  'Scan',
])
const WRITES: ReadonlySet<OperationName> = new Set<OperationName>([
  'DeleteItem',
  'PutItem',
  'TransactWriteItems',
  'UpdateItem',
])

/**
 * Wraps a transport to report the cost that DynamoDB returns for each request: exact and cheap, for
 * metrics. DynamoDB returns no cost for requests it rejects.
 */
export function withReportedCapacity(
  transport: Transport,
  onUse: (use: CapacityUse) => void,
): Transport {
  return {
    async send(operation, input) {
      if (!READS.has(operation) && !WRITES.has(operation)) {
        return await transport.send(operation, input)
      }
      const output = await transport.send(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' })
      const { ConsumedCapacity = [] } = output as {
        readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[]
      }
      const used = [ConsumedCapacity]
        .flat()
        .reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0)
      const isRead = READS.has(operation)
      onUse({ operation, readUnits: isRead ? used : 0, writeUnits: isRead ? 0 : used })
      return output
    },
    close: () => transport.close(),
  }
}
