/**
 * The parts of DynamoDB's JSON 1.0 API that this adapter uses. Binary values are base64 text, as in the
 * protocol.
 */

/** An encoded attribute. */
export type WireValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly B: string }
  | { readonly NS: readonly string[] }
  | { readonly L: readonly WireValue[] }
  | { readonly M: WireItem }

/** Encoded attributes by name: an item, a key or the values of an expression. */
export interface WireItem {
  readonly [name: string]: WireValue
}

/** The placeholders of an expression: `#name` for attribute names, `:value` for values. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: WireItem
}

/** The condition of a write. If it fails, DynamoDB returns the stored item. */
export interface Condition extends Placeholders {
  readonly ConditionExpression?: string
  readonly ReturnValuesOnConditionCheckFailure: 'ALL_OLD'
}

export interface PutInput extends Condition {
  readonly TableName: string
  readonly Item: WireItem
}
export interface UpdateInput extends Condition {
  readonly TableName: string
  readonly Key: WireItem
  readonly UpdateExpression: string
}
export interface DeleteInput extends Condition {
  readonly TableName: string
  readonly Key: WireItem
}
export interface CheckInput extends Condition {
  readonly TableName: string
  readonly Key: WireItem
  readonly ConditionExpression: string
}

/** One entry of `TransactWriteItems`. */
export type TransactEntry =
  | { readonly Put: PutInput }
  | { readonly Update: UpdateInput }
  | { readonly Delete: DeleteInput }
  | { readonly ConditionCheck: CheckInput }

export interface TransactInput {
  readonly TransactItems: readonly TransactEntry[]
  readonly ClientRequestToken: string
}
export interface GetInput {
  readonly TableName: string
  readonly Key: WireItem
  readonly ConsistentRead?: boolean
}
export interface KeysAndOptions {
  readonly Keys: readonly WireItem[]
  readonly ConsistentRead?: boolean
}
export interface BatchGetInput {
  readonly RequestItems: Readonly<Record<string, KeysAndOptions>>
}
export interface QueryInput extends Placeholders {
  readonly TableName: string
  readonly IndexName?: string
  readonly KeyConditionExpression: string
  readonly ScanIndexForward?: boolean
  readonly Limit?: number
  readonly ExclusiveStartKey?: WireItem
  readonly ConsistentRead?: boolean
}
export interface ScanInput {
  readonly TableName: string
  readonly ExclusiveStartKey?: WireItem
  readonly ConsistentRead?: boolean
}

/** A page of a query or scan. */
export interface PageOutput {
  readonly Items?: readonly WireItem[]
  readonly LastEvaluatedKey?: WireItem
}

/** The reason for one entry of a cancelled transaction: `None`, or a code such as `ConditionalCheckFailed`. */
export interface CancellationReason {
  readonly Code: string
  readonly Message?: string
  readonly Item?: WireItem
}

/** The operations that the adapter uses, with their inputs and outputs. */
export interface Operations {
  GetItem: { input: GetInput; output: { readonly Item?: WireItem } }
  BatchGetItem: {
    input: BatchGetInput
    output: {
      readonly Responses?: Readonly<Record<string, readonly WireItem[]>>
      readonly UnprocessedKeys?: Readonly<Record<string, KeysAndOptions>>
    }
  }
  Query: { input: QueryInput; output: PageOutput }
  Scan: { input: ScanInput; output: PageOutput }
  PutItem: { input: PutInput; output: object }
  UpdateItem: { input: UpdateInput; output: object }
  DeleteItem: { input: DeleteInput; output: object }
  TransactWriteItems: { input: TransactInput; output: object }
  CreateTable: { input: object; output: object }
  UpdateTable: { input: object; output: object }
  UpdateTimeToLive: { input: object; output: object }
  DescribeTimeToLive: {
    input: { readonly TableName: string }
    output: { readonly TimeToLiveDescription?: { readonly TimeToLiveStatus?: string } }
  }
  DescribeTable: {
    input: { readonly TableName: string }
    output: { readonly Table: TableDescription }
  }
}
export type OperationName = keyof Operations

/** The parts of the output of `DescribeTable` that the adapter reads. */
export interface TableDescription {
  readonly TableStatus: string
  readonly AttributeDefinitions?: readonly {
    readonly AttributeName: string
    readonly AttributeType: string
  }[]
  readonly KeySchema?: KeySchema
  readonly GlobalSecondaryIndexes?: readonly {
    readonly IndexName: string
    readonly IndexStatus?: string
    readonly KeySchema?: KeySchema
  }[]
}

/** The key attributes of a table or an index. */
export type KeySchema = readonly {
  readonly AttributeName: string
  readonly KeyType: string
}[]
