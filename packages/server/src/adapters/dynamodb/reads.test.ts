import { describe, expect, test } from 'vitest'
import { manualRetryPolicy } from '../../../tests/support/retry-policy.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { marshall } from './codec.ts'
import { getItems, queryInput, queryItems, type ReadOptions } from './reads.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'

/** Reads with scripted answers, in order, and the requests that were sent. */
function scripted(...answers: readonly (object | DynamoDbFailure)[]) {
  const sent: unknown[] = []
  const script = [...answers]
  const transport = {
    async send(operation: string, input: object) {
      sent.push({ operation, ...input })
      const answer = script.shift()
      if (answer === undefined) throw new Error('the script has no answer left')
      if (answer instanceof DynamoDbFailure) throw answer
      return answer
    },
    close: async () => undefined,
  } as Transport
  const options: ReadOptions = {
    transport,
    tableName: 'holdfast',
    retry: manualRetryPolicy(),
  }
  return { options, sent }
}

const item = (SK: string, rest = {}) => ({ PK: 'P', SK, ...rest })
const key = (SK: string) => ({ PK: { S: 'P' }, SK: { S: SK } })
const entry = (SK: string, GSI1SK: string) =>
  marshall({ PK: 'P', SK, GSI1PK: 'G', GSI1SK, version: undefined })
const responses = (...items: readonly object[]) => ({
  Responses: { holdfast: items.map((each) => marshall(each as ReturnType<typeof item>)) },
})
const unread = (...sks: readonly string[]) => ({
  UnprocessedKeys: { holdfast: { Keys: sks.map(key), ConsistentRead: true } },
})
const throttled = () =>
  new DynamoDbFailure({ code: 'ThrottlingException', message: 'm', outcome: 'refused' })

describe('getMany', () => {
  test('requests unprocessed keys again and returns items in the order of the keys', async () => {
    const { options, sent } = scripted(
      { ...responses(item('c')), ...unread('a', 'b') },
      throttled(),
      { ...responses(item('b')), ...unread('a') },
      responses(item('a')),
    )
    const keys = [item('a'), item('b'), item('none'), item('c')]
    expect(await getItems(options, keys, { consistent: true })).toEqual([
      item('a'),
      item('b'),
      undefined,
      item('c'),
    ])
    const asked = (...sks: readonly string[]) => ({
      operation: 'BatchGetItem',
      RequestItems: { holdfast: { Keys: sks.map(key), ConsistentRead: true } },
    })
    expect(sent).toEqual([
      asked('a', 'b', 'none', 'c'),
      asked('a', 'b'),
      asked('a', 'b'),
      asked('a'),
    ])
  })
  test('fails if keys stay unprocessed', async () => {
    const { options, sent } = scripted(...Array(18).fill(unread('a')))
    await expect(getItems(options, [item('a')])).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-applied',
    })
    expect(sent).toHaveLength(18)
  })
  test('requests a key once, however often it is given', async () => {
    const { options, sent } = scripted(responses(item('a')))
    expect(await getItems(options, [item('a'), item('a')])).toEqual([item('a'), item('a')])
    expect(sent).toMatchObject([{ RequestItems: { holdfast: { Keys: [key('a')] } } }])
  })
})

describe('a query', () => {
  test.each([
    [{}, '#p = :p'],
    [{ from: 'a' }, '#p = :p AND #s >= :from'],
    [{ to: 'z' }, '#p = :p AND #s <= :to'],
    [{ from: 'a', to: 'z' }, '#p = :p AND #s BETWEEN :from AND :to'],
  ])('%j has one condition on the sort key', (range, expression) => {
    const input = queryInput('holdfast', { partition: 'P', ...range })
    expect(input.KeyConditionExpression).toBe(expression)
  })
  test('is consistent on request, but never on an index', () => {
    const request = { partition: 'P', consistent: true, descending: true } as const
    expect(queryInput('holdfast', request)).toEqual({
      TableName: 'holdfast',
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeNames: { '#p': 'PK' },
      ExpressionAttributeValues: { ':p': { S: 'P' } },
      ScanIndexForward: false,
      ConsistentRead: true,
    })
    expect(queryInput('holdfast', { ...request, index: 'GSI1' })).toEqual({
      TableName: 'holdfast',
      IndexName: 'GSI1',
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeNames: { '#p': 'GSI1PK' },
      ExpressionAttributeValues: { ':p': { S: 'P' } },
      ScanIndexForward: false,
    })
  })
  test('stops at the limit without requesting a page that it would discard', async () => {
    const found = ['a', 'b', 'c'].map((SK) => marshall(item(SK)))
    const { options, sent } = scripted({ Items: found, LastEvaluatedKey: key('c') })
    const answer = await queryItems(options, { partition: 'P', limit: 2 })
    expect(answer.items).toEqual([item('a'), item('b')])
    expect(sent).toMatchObject([{ Limit: 3 }])
    const next = scripted({ Items: [marshall(item('c'))] })
    const request = { partition: 'P', limit: 2, ...(answer.cursor && { cursor: answer.cursor }) }
    expect(await queryItems(next.options, request)).toEqual({ items: [item('c')] })
    expect(next.sent).toMatchObject([{ ExclusiveStartKey: key('b') }])
  })
  test('fails as a whole if a page cannot be read', async () => {
    const page = { Items: [marshall(item('a'))], LastEvaluatedKey: key('a') }
    const { options } = scripted(page, ...Array(18).fill(throttled()))
    await expect(queryItems(options, { partition: 'P' })).rejects.toThrow(StoreUnavailable)
  })
})

describe('an index that is behind the table', () => {
  const whole = (SK: string, GSI1SK: string, GSI1PK = 'G') =>
    item(SK, { GSI1PK, GSI1SK, version: 2 })
  const request = { index: 'GSI1', partition: 'G', from: 'a', to: 'm' } as const

  test('returns no item that is deleted, or has left the partition or the range', async () => {
    const { options } = scripted(
      { Items: [entry('1', 'a'), entry('2', 'b'), entry('3', 'c'), entry('4', 'd')] },
      responses(whole('1', 'a'), whole('2', 'b', 'OTHER'), whole('3', 'x')),
    )
    expect(await queryItems(options, request)).toEqual({ items: [whole('1', 'a')] })
  })
  test('returns an item that has moved within the range', async () => {
    const { options } = scripted({ Items: [entry('1', 'a')] }, responses(whole('1', 'b')))
    expect(await queryItems(options, request)).toEqual({ items: [whole('1', 'b')] })
  })
  test('fills the page with the entries that follow, and its cursor is at the last entry read', async () => {
    const { options, sent } = scripted(
      {
        Items: [entry('1', 'a'), entry('2', 'b'), entry('3', 'c')],
        LastEvaluatedKey: entry('3', 'c'),
      },
      responses(whole('1', 'a')),
      { Items: [entry('3', 'c'), entry('4', 'd')], LastEvaluatedKey: entry('4', 'd') },
      responses(whole('3', 'c')),
    )
    const answer = await queryItems(options, { ...request, limit: 2 })
    expect(answer.items).toEqual([whole('1', 'a'), whole('3', 'c')])
    expect(sent).toMatchObject([
      { operation: 'Query', Limit: 3 },
      { operation: 'BatchGetItem' },
      { operation: 'Query', Limit: 2, ExclusiveStartKey: entry('2', 'b') },
      { operation: 'BatchGetItem' },
    ])
    const next = scripted({ Items: [] })
    await queryItems(next.options, { ...request, limit: 2, cursor: answer.cursor ?? '' })
    expect(next.sent).toMatchObject([{ ExclusiveStartKey: entry('3', 'c') }])
  })
})
