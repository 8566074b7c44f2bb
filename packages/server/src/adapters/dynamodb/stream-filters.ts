import { expirationTriggerKey } from '../../booking/keys.ts'
import { outboxPartition } from '../../kernel/keys.ts'

/** The prefix that the partition keys of all shards share: everything before the shard number. */
const shardPrefix = (partition: string): string =>
  partition.slice(0, partition.lastIndexOf('#') + 1)

const partitionBegins = (prefix: string) => ({ Keys: { PK: { S: [{ prefix }] } } })

/**
 * The filters of the stream's event source (Lambda event filtering): exactly the records that the stream
 * handler needs. Other records cause no invocation.
 */
export const STREAM_FILTERS = {
  /** Events added to the outbox. */
  outboxInserts: {
    eventName: ['INSERT'],
    dynamodb: partitionBegins(shardPrefix(outboxPartition(0))),
  },
  /** Expiration triggers of holds that TTL removed. */
  ttlRemovals: {
    eventName: ['REMOVE'],
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
    dynamodb: partitionBegins(shardPrefix(expirationTriggerKey('bkg', 0).PK)),
  },
} as const
