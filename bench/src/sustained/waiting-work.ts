import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { createDynamoDbStore } from '../../../packages/server/src/adapters/dynamodb/store.ts'
import { TABLE } from '../../../packages/server/src/adapters/dynamodb/table.ts'
import {
  ALL_SHARDS,
  consumerQueue,
  outboxPartition,
} from '../../../packages/server/src/kernel/keys.ts'
import { CONSUMER_NAMES } from '../../../packages/server/src/kernel/queue/task.ts'

/** The events and tasks that are not done yet. */
export interface Waiting {
  readonly events: number
  readonly tasks: number
}

/** Counts what follows from bookings and is not done, beside a running server. */
export interface WaitingWork extends AsyncDisposable {
  count(): Promise<Waiting>
  /** Counts the emails, reminders and completions that bookings left behind. */
  effects(): Promise<{ readonly mails: number; readonly actions: number }>
}

const OF_TEXT = {
  events: ['OUTBOX#', 'OUTBOX$'],
  tasks: ['QUEUE#', 'QUEUE$'],
  mails: ['MESSAGE#', 'MESSAGE$'],
  actions: ['DUE#', 'DUE$'],
} as const

type Kind = keyof typeof OF_TEXT

const byKind = (countOf: (from: string, to: string) => Promise<number>) => {
  const count = (kind: Kind) => {
    const [from, to] = OF_TEXT[kind]
    return countOf(from, to)
  }
  return {
    count: async () => ({ events: await count('events'), tasks: await count('tasks') }),
    effects: async () => ({ mails: await count('mails'), actions: await count('actions') }),
  }
}

/** The waiting work in an SQLite file. */
export function waitingInSqlite(file: string): WaitingWork {
  let database: DatabaseSync | undefined
  const countOf = async (from: string, to: string): Promise<number> => {
    if (!existsSync(file)) return 0
    database ??= new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    const row = database
      .prepare('SELECT count(*) AS number FROM item WHERE pk >= ? AND pk < ?')
      .get(from, to)
    return Number(row?.number)
  }
  return { ...byKind(countOf), [Symbol.asyncDispose]: async () => database?.close() }
}

/** The waiting work in a PostgreSQL database. */
export async function waitingInPostgres(url: string): Promise<WaitingWork> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const countOf = async (from: string, to: string): Promise<number> => {
    const { rows } = await client.query(
      'SELECT count(*) AS number FROM holdfast_item WHERE pk >= $1 AND pk < $2',
      [from, to],
    )
    return Number(rows[0]?.number)
  }
  return { ...byKind(countOf), [Symbol.asyncDispose]: () => client.end() }
}

const PAGE_ITEMS = 500

/** The waiting work in a table of the local DynamoDB engine, found by the keys of its queues. */
export function waitingInDynamoDb(endpoint: string): WaitingWork {
  const store = createDynamoDbStore({
    tableName: TABLE.defaultName,
    region: 'local',
    endpoint,
    credentials: async () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
  })
  const inPartition = async (partition: string): Promise<number> => {
    let found = 0
    let cursor: string | undefined
    do {
      const page = await store.query({
        partition,
        limit: PAGE_ITEMS,
        ...(cursor !== undefined && { cursor }),
      })
      found += page.items.length
      cursor = page.cursor
    } while (cursor !== undefined)
    return found
  }
  const inShards = async (partitionOf: (shard: number) => string): Promise<number> => {
    let found = 0
    for (const shard of ALL_SHARDS) found += await inPartition(partitionOf(shard))
    return found
  }
  return {
    async count() {
      let tasks = 0
      for (const name of CONSUMER_NAMES) {
        tasks += await inShards((shard) => `${consumerQueue(name)}#${shard}`)
      }
      return { events: await inShards(outboxPartition), tasks }
    },
    async effects() {
      let mails = 0
      let actions = 0
      for await (const items of store.scan()) {
        for (const { PK } of items) {
          if (PK.startsWith('MESSAGE#')) mails += 1
          if (PK.startsWith('DUE#')) actions += 1
        }
      }
      return { mails, actions }
    },
    [Symbol.asyncDispose]: () => store.close(),
  }
}
