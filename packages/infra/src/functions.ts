import { WRITTEN_KEYS } from '@holdfast/server/written-keys'
import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { type FunctionName, SIZES } from './function-sizes.ts'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** Returns the bundle of a function. Tests return an empty one. */
export type CodeOf = (name: FunctionName) => Code

/** The inputs of all functions in a stack. */
export interface FunctionParts {
  readonly stack: Stack
  readonly stateful: StatefulStack
  readonly settings: Settings
  readonly codeOf: CodeOf
}

/** What a function needs besides the table. */
export interface FunctionNeeds {
  readonly environment?: Readonly<Record<string, string>>
  readonly statements?: readonly PolicyStatement[]
  /** The indexes that it queries. */
  readonly indexes?: readonly string[]
}

/** Creates a statement that allows the given actions on the given resources. */
export const allow = (actions: readonly string[], resources: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
  })

/** Creates a log group with a retention of one month. */
export const createLogGroup = (stack: Stack, id: string): LogGroup =>
  new LogGroup(stack, id, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  })

const READ = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem']
const WRITE = ['PutItem', 'UpdateItem', 'DeleteItem']
const onTable = (actions: readonly string[]) => actions.map((action) => `dynamodb:${action}`)

/** Allows a function to write its partitions of the table. */
function writing(name: FunctionName, tableArn: string): readonly PolicyStatement[] {
  const written = WRITTEN_KEYS[name]
  const allowed = allow(onTable(WRITE), [tableArn])
  if (written === undefined) return [allowed]
  if ('allowed' in written) {
    allowed.addConditions({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...written.allowed] },
      // Without a key in the request, the condition above would hold.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    })
    return [allowed]
  }
  const denied = new PolicyStatement({
    effect: Effect.DENY,
    actions: onTable(WRITE),
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [...written.denied] } },
  })
  return [allowed, denied]
}

/**
 * Creates a function with its own role. The policy names each resource: the log, the table and the
 * function's other needs. A managed policy would allow access to every log of the account.
 */
export function createFunction(
  { stack, stateful, settings, codeOf }: FunctionParts,
  name: FunctionName,
  { environment = {}, statements = [], indexes = [] }: FunctionNeeds = {},
): LambdaFunction {
  const { table } = stateful
  const id = name.charAt(0).toUpperCase() + name.slice(1)
  const logGroup = createLogGroup(stack, `${id}Log`)
  const role = new Role(stack, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  })
  for (const statement of [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
    allow(onTable(READ), [table.tableArn]),
    ...writing(name, table.tableArn),
    ...(indexes.length > 0
      ? [
          allow(
            onTable(['Query']),
            indexes.map((index) => `${table.tableArn}/index/${index}`),
          ),
        ]
      : []),
    ...statements,
  ]) {
    role.addToPolicy(statement)
  }
  const { memoryMb, timeoutSeconds } = SIZES[name]
  return new LambdaFunction(stack, id, {
    description: `Holdfast ${settings.stage}: ${name}`,
    runtime: new Runtime('nodejs24.x'),
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: codeOf(name),
    role,
    logGroup,
    memorySize: memoryMb,
    timeout: Duration.seconds(timeoutSeconds),
    // Lambda itself sends the traces; the CDK lets the role do so.
    ...(settings.tracing && { tracing: Tracing.ACTIVE }),
    // So that an alias can be moved back to an earlier version.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    environment: {
      ...(settings.sourceMaps && { NODE_OPTIONS: '--enable-source-maps' }),
      HOLDFAST_DYNAMODB_TABLE: table.tableName,
      HOLDFAST_LOG_LEVEL: settings.logLevel,
      ...environment,
    },
  })
}
