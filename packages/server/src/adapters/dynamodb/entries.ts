import type { ItemKey } from '../../kernel/ports/store.ts'
import { marshallKey } from './codec.ts'
import type { ConditionFragment } from './conditions.ts'
import type { TransactEntry, WireItem } from './wire.ts'

/** Asks DynamoDB to return the stored item if the condition fails. */
export const ALL_OLD = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

/** An entry that puts an item under a condition. */
export const put = (
  table: string,
  item: WireItem,
  condition: ConditionFragment,
): TransactEntry => ({
  Put: { TableName: table, Item: item, ...condition, ...ALL_OLD },
})

/** An entry that updates an item, under a condition if one is given. */
export function update(
  table: string,
  key: ItemKey,
  request: {
    readonly expression: string
    readonly names: Readonly<Record<string, string>>
    readonly values: WireItem
    readonly condition?: ConditionFragment
  },
): TransactEntry {
  const { condition } = request
  return {
    Update: {
      TableName: table,
      Key: marshallKey(key),
      UpdateExpression: request.expression,
      ...(condition && { ConditionExpression: condition.ConditionExpression }),
      ExpressionAttributeNames: { ...condition?.ExpressionAttributeNames, ...request.names },
      ExpressionAttributeValues: { ...condition?.ExpressionAttributeValues, ...request.values },
      ...ALL_OLD,
    },
  }
}
