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
 * A record of the table's stream, as far as it is read here. Lambda writes `userIdentity` with small
 * letters, `GetRecords` with capital ones.
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

/** The event with which Lambda calls a function for a batch of one shard. */
export interface StreamBatch {
  readonly Records: readonly WireStreamRecord[]
}

/**
 * What a function with `ReportBatchItemFailures` answers: Lambda gives everything from the lowest of
 * these sequence numbers on again, and nothing where there is none.
 */
export interface StreamBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[]
}

const OUTBOX = new Set(ALL_SHARDS.map(outboxPartition))
const TRIGGERS = new Set(ALL_SHARDS.map((shard) => dueTriggersRange(shard, 0).partition))

/** Who removes items by TTL; who else removes one has a `userIdentity` of another kind, or none. */
const isByTtl = ({ userIdentity: by }: WireStreamRecord): boolean =>
  (by?.type ?? by?.Type) === 'Service' &&
  (by?.principalId ?? by?.PrincipalId) === 'dynamodb.amazonaws.com'

/**
 * Reads records of the table's stream: inserted outbox items, and expiration triggers that TTL
 * removed. All others are left out. One of these that cannot be read becomes `unreadable`, so that
 * it is told of and holds up no other.
 */
export const readStreamRecords = (records: readonly WireStreamRecord[]): readonly StreamRecord[] =>
  records.flatMap((record) => readRecord(record) ?? [])

function readRecord(record: WireStreamRecord): StreamRecord | undefined {
  const { SequenceNumber: sequenceNumber, Keys, NewImage, OldImage } = record.dynamodb ?? {}
  invariant(sequenceNumber !== undefined, 'a stream record has no sequence number')
  const partition = Keys?.PK && 'S' in Keys.PK ? Keys.PK.S : ''
  if (record.eventName === 'INSERT' && OUTBOX.has(partition)) {
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
    return { kind: 'unreadable', sequenceNumber, error: 'the stream carries no image of the item' }
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
    : { kind: 'unreadable', sequenceNumber, error: 'the trigger names no booking' }
}

/** Makes the function that Lambda calls with each batch; `tell` hears what became of it. */
export const createStreamHandler =
  (deps: Dependencies, bus: Bus, tell: (report: StreamReport) => void) =>
  async (batch: StreamBatch): Promise<StreamBatchResponse> => {
    const report = await handleStreamBatch(deps, bus, readStreamRecords(batch.Records))
    tell(report)
    return {
      batchItemFailures: report.failed.map(({ sequenceNumber }) => ({
        itemIdentifier: sequenceNumber,
      })),
    }
  }
