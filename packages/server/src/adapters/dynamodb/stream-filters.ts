import { expirationTriggerKey } from '../../booking/keys.ts'
import { outboxPartition } from '../../kernel/keys.ts'

/** A key up to and with its last `#` but the shard's number: how the keys of all shards begin. */
const shardPrefix = (partition: string): string =>
  partition.slice(0, partition.lastIndexOf('#') + 1)

const partitionBegins = (prefix: string) => ({ Keys: { PK: { S: [{ prefix }] } } })

/**
 * The filters of the stream's event source (Lambda event filtering): what the stream handler reads,
 * and nothing else. Records that none of them takes cost no call.
 */
export const STREAM_FILTERS = {
  /** An event was put into the outbox. */
  outboxInserts: {
    eventName: ['INSERT'],
    dynamodb: partitionBegins(shardPrefix(outboxPartition(0))),
  },
  /** TTL, and nobody else, removed the trigger of a hold. */
  ttlRemovals: {
    eventName: ['REMOVE'],
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
    dynamodb: partitionBegins(shardPrefix(expirationTriggerKey('bkg', 0).PK)),
  },
} as const
