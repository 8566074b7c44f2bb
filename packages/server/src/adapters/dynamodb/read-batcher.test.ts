import { expect, test } from 'vitest'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { DEFAULT_RETRY_POLICY } from '../aws/retry.ts'
import { marshall } from './codec.ts'
import { createReadBatcher } from './read-batcher.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { WireItem } from './wire.ts'

const TABLE = 'table'
const key = (name: string | number) => ({ PK: `P#${name}`, SK: 'S' })
const item = (name: string | number) => ({ ...key(name), name: String(name) })

interface Sent {
  readonly operation: string
  readonly names: readonly string[]
  readonly consistent: boolean | undefined
}

const nameOf = (wire: WireItem): string => {
  const { PK } = wire
  return PK && 'S' in PK ? PK.S.slice(2) : ''
}

/** A table in which every item exists and has its key as its name, and the requests it received. */
function table(
  behaviour: {
    readonly leaves?: (name: string, request: number) => boolean
    readonly failsOn?: (names: readonly string[]) => DynamoDbFailure | undefined
  } = {},
) {
  const sent: Sent[] = []
  const answer = (operation: string, input: unknown): unknown => {
    if (operation === 'GetItem') {
      const { Key, ConsistentRead } = input as { Key: WireItem; ConsistentRead: boolean }
      sent.push({ operation, names: [nameOf(Key)], consistent: ConsistentRead })
      const failure = behaviour.failsOn?.([nameOf(Key)])
      if (failure) throw failure
      return { Item: marshall(item(nameOf(Key))) }
    }
    const { RequestItems } = input as {
      RequestItems: Record<string, { Keys: readonly WireItem[]; ConsistentRead: boolean }>
    }
    const { Keys = [], ConsistentRead } = RequestItems[TABLE] ?? {}
    const names = Keys.map(nameOf)
    sent.push({ operation, names, consistent: ConsistentRead })
    const failure = behaviour.failsOn?.(names)
    if (failure) throw failure
    const isLeft = (wire: WireItem) => behaviour.leaves?.(nameOf(wire), sent.length) ?? false
    return {
      Responses: {
        [TABLE]: Keys.filter((wire) => !isLeft(wire)).map((wire) => marshall(item(nameOf(wire)))),
      },
      UnprocessedKeys: { [TABLE]: { Keys: Keys.filter(isLeft) } },
    }
  }
  const transport = {
    send: async (operation: string, input: unknown) => answer(operation, input),
    close: async () => {},
  } as unknown as Transport
  const retry = { ...DEFAULT_RETRY_POLICY, baseMs: 0 }
  const read = createReadBatcher({ transport, tableName: TABLE, retry })
  return { sent, read }
}

test('reads of one turn of the event loop share a request, and each key is read once', async () => {
  const { read, sent } = table()
  const answers = await Promise.all([
    read([key('a')], true),
    read([key('b'), key('a')], true),
    read([key('a')], true),
  ])
  expect(answers).toEqual([[item('a')], [item('b'), item('a')], [item('a')]])
  expect(sent).toEqual([{ operation: 'BatchGetItem', names: ['a', 'b'], consistent: true }])
})

test('a single read is sent as the smallest request', async () => {
  const { read, sent } = table()
  expect(await read([key('a')], true)).toEqual([item('a')])
  expect(await read([key('b')], false)).toEqual([item('b')])
  expect(sent).toEqual([
    { operation: 'GetItem', names: ['a'], consistent: true },
    { operation: 'GetItem', names: ['b'], consistent: false },
  ])
})

test('consistent and eventually consistent reads never share a request', async () => {
  const { read, sent } = table()
  await Promise.all(['a', 'b', 'c', 'd'].map((name, place) => read([key(name)], place < 2)))
  expect(sent).toEqual([
    { operation: 'BatchGetItem', names: ['a', 'b'], consistent: true },
    { operation: 'BatchGetItem', names: ['c', 'd'], consistent: false },
  ])
})

test('no request has more than 100 keys', async () => {
  const { read, sent } = table()
  const keys = Array.from({ length: 60 }, (_, place) => place)
  const answers = await Promise.all(
    [0, 60, 120].map((first) =>
      read(
        keys.map((place) => key(first + place)),
        true,
      ),
    ),
  )
  expect(answers.map((items) => items.length)).toEqual([60, 60, 60])
  expect(sent.map(({ names }) => names.length)).toEqual([60, 60, 60])
  await expect(
    read(
      Array.from({ length: 101 }, (_, place) => key(place)),
      true,
    ),
  ).rejects.toThrow('more than 100 keys in one read')
})

test('unprocessed keys are read again while the other reads resolve', async () => {
  const { read, sent } = table({ leaves: (name, request) => name === 'hot' && request === 1 })
  const order: string[] = []
  await Promise.all([
    read([key('hot')], true).then((items) => {
      expect(items).toEqual([item('hot')])
      order.push('hot')
    }),
    read([key('cold')], true).then(() => order.push('cold')),
  ])
  expect(order).toEqual(['cold', 'hot'])
  expect(sent.map(({ names }) => names)).toEqual([['hot', 'cold'], ['hot']])
})

test('an invalid key fails only the read that asked for it', async () => {
  const invalid = new DynamoDbFailure({
    code: 'ValidationException',
    message: 'a key is too long',
    outcome: 'refused',
  })
  const { read } = table({ failsOn: (names) => (names.includes('bad') ? invalid : undefined) })
  const [bad, good] = await Promise.allSettled([
    read([key('bad')], true),
    read([key('good')], true),
  ])
  expect(bad).toMatchObject({ status: 'rejected' })
  expect(good).toEqual({ status: 'fulfilled', value: [item('good')] })
})

test('every read of a batch fails if DynamoDB is unreachable', async () => {
  const down = new DynamoDbFailure({ code: 'ECONNREFUSED', message: 'no', outcome: 'not-sent' })
  const { read, sent } = table({ failsOn: () => down })
  const answers = await Promise.allSettled([read([key('a')], true), read([key('b')], true)])
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
  }
  expect(new Set(sent.map(({ operation }) => operation))).toEqual(new Set(['BatchGetItem']))
})
