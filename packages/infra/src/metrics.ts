import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { EventSourceMapping, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { FunctionName } from './function-sizes.ts'
import type { QueuePair } from './queues.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** The resources to watch. */
export interface Watched {
  readonly stateful: StatefulStack
  readonly api: HttpApi
  readonly functions: ReadonlyMap<FunctionName, LambdaFunction>
  /** The mapping that invokes the stream function. */
  readonly streamRecords: EventSourceMapping
  readonly queues: readonly QueuePair[]
}

/** The threshold of an alarm. Missing data breaches a `below` threshold but not an `above` one. */
export type Limit = ({ readonly above: number } | { readonly below: number }) & {
  /** Number of evaluated five-minute periods. Default: 1. */
  readonly periods?: number
  /** How many of them must breach the threshold. Default: all. */
  readonly datapoints?: number
}

/** Creates an alarm on the topic. */
export type RaiseAlarm = (id: string, metric: IMetric, description: string, limit: Limit) => void

/** The namespace of the metrics that are made from logs. */
export const NAMESPACE = 'Holdfast'

/** The period of all alarm metrics, except those that end a deployment. */
export const PERIOD = Duration.minutes(5)

/** The age of the last record that the stream function received, in milliseconds. */
export const iteratorAge = (fn: LambdaFunction): Metric =>
  fn.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' })

/** A metric of the table. `part` adds dimensions, such as an index or an operation. */
export const ofTable = (
  { stateful }: Watched,
  metricName: string,
  part: Readonly<Record<string, string>> = {},
): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: stateful.table.tableName, ...part },
    period: PERIOD,
    statistic: 'Sum',
  })
