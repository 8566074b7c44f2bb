import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** The functions, by the name of their entrypoint: `lambda-<name>.ts`. */
export type FunctionName =
  | 'http'
  | 'stream'
  | 'mails'
  | 'webhooks'
  | 'deliveries'
  | 'contacts'
  | 'schedule'
  | 'mirrors'
  | 'timer'

/** Memory, and so CPU, and time of each function. */
export const SIZES: Readonly<
  Record<FunctionName, { readonly memoryMb: number; readonly timeoutSeconds: number }>
> = {
  // API Gateway waits 30 s.
  http: { memoryMb: 1024, timeoutSeconds: 29 },
  stream: { memoryMb: 512, timeoutSeconds: 60 },
  mails: { memoryMb: 256, timeoutSeconds: 60 },
  webhooks: { memoryMb: 256, timeoutSeconds: 30 },
  // A receiver may take 20 s.
  deliveries: { memoryMb: 256, timeoutSeconds: 60 },
  contacts: { memoryMb: 256, timeoutSeconds: 30 },
  schedule: { memoryMb: 256, timeoutSeconds: 30 },
  // Each vendor may take 20 s, and before it the renewal of its access.
  mirrors: { memoryMb: 256, timeoutSeconds: 120 },
  // Beside its work it reads calendar files, in a thread of 256 MiB.
  timer: { memoryMb: 1024, timeoutSeconds: 60 },
}

/** The bundle of a function; the tests give an empty one. */
export type CodeOf = (name: FunctionName) => Code

/** What makes functions in one stack. */
export interface FunctionParts {
  readonly stack: Stack
  readonly stateful: StatefulStack
  readonly settings: Settings
  readonly codeOf: CodeOf
}

/** What one function is given beside the table. */
export interface FunctionNeeds {
  readonly environment?: Readonly<Record<string, string>>
  readonly statements?: readonly PolicyStatement[]
  /** Indexes that it queries too. */
  readonly indexes?: readonly string[]
}

/** A statement that allows some actions on some resources, each named. */
export const allow = (actions: readonly string[], resources: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.ALLOW,
    actions: [...actions],
    resources: [...resources],
  })

/** Makes a log that is kept for a month. */
export const createLogGroup = (stack: Stack, id: string): LogGroup =>
  new LogGroup(stack, id, {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  })

const READ = ['GetItem', 'BatchGetItem', 'Query']
const WRITE = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']
const onTable = (actions: readonly string[]) => actions.map((action) => `dynamodb:${action}`)

/**
 * Makes a function with a role of its own, whose policy names each resource: its log, the table,
 * and what it needs beside. No managed policy, which would allow it every log of the account.
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
    allow(onTable([...READ, ...WRITE]), [table.tableArn]),
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
    environment: {
      ...(settings.sourceMaps && { NODE_OPTIONS: '--enable-source-maps' }),
      HOLDFAST_DYNAMODB_TABLE: table.tableName,
      HOLDFAST_LOG_LEVEL: settings.logLevel,
      ...environment,
    },
  })
}
