import { invariant } from '@holdfast/engine'
import { dueTriggersRange } from '../../booking/keys.ts'
import {
  handleStreamBatch,
  type StreamRecord,
  type StreamReport,
} from '../../delivery/events/handle-stream.ts'
import type { Bus } from '../../delivery/events/publish.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { outboxEntity } from '../../kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { unmarshall } from './codec.ts'
import type { WireItem } from './wire.ts'

/**
 * The parts of a stream record that the handler reads. Lambda writes the members of `userIdentity` in
 * lower case, `GetRecords` capitalized.
 */
export interface WireStreamRecord {
  readonly eventName?: string
  readonly userIdentity?: {
    readonly type?: string
    readonly principalId?: string
    readonly Type?: string
    readonly PrincipalId?: string
  }
  readonly dynamodb?: {
    readonly SequenceNumber?: string
    readonly Keys?: WireItem
    readonly NewImage?: WireItem
    readonly OldImage?: WireItem
  }
}

/** The event that Lambda passes to a function for a batch of one shard. */
export interface StreamBatch {
  readonly Records: readonly WireStreamRecord[]
}

/**
 * The response of a function with `ReportBatchItemFailures`. Lambda retries all records from the lowest
 * of these sequence numbers on. Empty if nothing failed.
 */
export interface StreamBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}

const OUTBOX = new Set(ALL_SHARDS.map(outboxPartition))
const TRIGGERS = new Set(ALL_SHARDS.map((shard) => dueTriggersRange(shard, 0).partition))

/** Whether TTL removed the item. Other deletions have another `userIdentity` or none. */
const isByTtl = ({ userIdentity: by }: WireStreamRecord): boolean =>
  (by?.type ?? by?.Type) === 'Service' &&
  (by?.principalId ?? by?.PrincipalId) === 'dynamodb.amazonaws.com'

/**
 * Reads stream records: inserted outbox items and expiration triggers that TTL removed. Other records
 * are ignored. A malformed record becomes `unreadable`, so that it is reported and does not block others.
 */
export const readStreamRecords = (records: readonly WireStreamRecord[]): readonly StreamRecord[] =>
  records.flatMap((record) => readRecord(record) ?? [])

function readRecord(record: WireStreamRecord): StreamRecord | undefined {
  const { SequenceNumber: sequenceNumber, Keys, NewImage, OldImage } = record.dynamodb ?? {}
  invariant(sequenceNumber !== undefined, 'a stream record has no sequence number')
  const partition = Keys?.PK && 'S' in Keys.PK ? Keys.PK.S : ''
  if (record.eventName === 'INSERT' && OUTBOX.has(partition)) {
    if (NewImage?.fence !== undefined) return undefined
    return readImage(sequenceNumber, NewImage, readEvent)
  }
  if (record.eventName === 'REMOVE' && TRIGGERS.has(partition) && isByTtl(record)) {
    return readImage(sequenceNumber, OldImage, readTrigger)
  }
  return undefined
}

function readImage(
  sequenceNumber: string,
  image: WireItem | undefined,
  read: (sequenceNumber: string, item: Item) => StreamRecord,
): StreamRecord {
  if (image === undefined) {
    return {
      kind: 'unreadable',
      sequenceNumber,
      error: 'The stream record has no image of the item.',
    }
  }
  try {
    return read(sequenceNumber, unmarshall(image))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'unreadable', sequenceNumber, error: message }
  }
}

function readEvent(sequenceNumber: string, item: Item): StreamRecord {
  const event = outboxEntity.tryDecode(item)
  return event.ok
    ? { kind: 'event', sequenceNumber, event: event.value }
    : { kind: 'unreadable', sequenceNumber, error: event.refusal }
}

function readTrigger(sequenceNumber: string, item: Item): StreamRecord {
  const { accountId, bookingId } = item
  return typeof accountId === 'string' && typeof bookingId === 'string'
    ? { kind: 'trigger-removed', sequenceNumber, accountId, bookingId }
    : { kind: 'unreadable', sequenceNumber, error: 'The trigger has no booking ID.' }
}

/** Creates the handler that Lambda invokes with each batch. It calls `onReport` with the result. */
export const createStreamHandler =
  (deps: Dependencies, bus: Bus, onReport: (report: StreamReport) => void) =>
  async (batch: StreamBatch): Promise<StreamBatchResponse> => {
    const report = await handleStreamBatch(deps, bus, readStreamRecords(batch.Records))
    onReport(report)
    return {
      batchItemFailures: report.failed.map(({ sequenceNumber }) => ({
        itemIdentifier: sequenceNumber,
      })),
    }
  }
