/**
 * The JSON 1.0 form of DynamoDB's API, as far as this adapter uses it. Bytes are base64 text here,
 * as they are on the wire.
 */

/** One attribute on the wire. */
export type WireValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly B: string }
  | { readonly NS: readonly string[] }
  | { readonly L: readonly WireValue[] }
  | { readonly M: WireItem }

/** Named attributes on the wire: an item, a key or the values of an expression. */
export interface WireItem {
  readonly [name: string]: WireValue
}

/** An expression's placeholders: `#name` to attribute name, `:value` to value. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: WireItem
}

/** The condition of a write, which answers with the item that stood in the way. */
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

/** Why one entry of a transaction was refused: `None`, or a code such as `ConditionalCheckFailed`. */
export interface CancellationReason {
  readonly Code: string
  readonly Message?: string
  readonly Item?: WireItem
}

/** Every operation that the adapter uses, with what goes in and what comes out. */
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

/** What `DescribeTable` says, as far as it matters here. */
export interface TableDescription {
  readonly TableStatus: string
  readonly GlobalSecondaryIndexes?: readonly {
    readonly IndexName: string
    readonly IndexStatus?: string
  }[]
}
