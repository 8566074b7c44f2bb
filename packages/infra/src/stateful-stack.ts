import { TABLE } from '@holdfast/server/table'
import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

/** How long what the stream could not deliver is kept. */
const FAILURE_DAYS = 90

const HEX_ONLY = 'ghijklmnopqrstuvwxyz'

/** What functions are told of their table. */
export interface TableInUse {
  readonly tableArn: string
  readonly tableName: string
  readonly tableStreamArn?: string | undefined
}

/** What must outlive every deployment: the table, secrets, the bus, and what could not be delivered. */
export class StatefulStack extends Stack {
  /** The table that functions work on: the stack's own, or one that was restored from it. */
  readonly table: TableInUse
  readonly bus: EventBus
  /** Whole stream records that were given up; S3 keeps them as they were. */
  readonly failures: Bucket
  readonly secrets: {
    /** 64 hex digits; manage links are derived from it. */
    readonly serverKey: Secret
    /** What follows `hf_` in the first account's API key. */
    readonly bootstrapApiKey: Secret
    /** By which the API knows its own distribution. */
    readonly edge: Secret
  }

  constructor(scope: Construct, id: string, settings: Settings, props: StackProps = {}) {
    super(scope, id, { ...props, terminationProtection: !settings.disposable })
    const own = this.#createTable(settings)
    const { restoredTable: tableName, restoredStreamArn: tableStreamArn } = settings
    this.table =
      tableName === undefined || tableStreamArn === undefined
        ? own
        : TableV2.fromTableAttributes(this, 'Restored', { tableName, tableStreamArn })
    this.#keepExports(own)
    new CfnOutput(this, 'TableName', { value: this.table.tableName })
    const { stage, disposable } = settings
    const removalPolicy = disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN
    const name = (what: string) => `holdfast/${stage}/${what}`
    const text = { excludePunctuation: true, includeSpace: false }
    this.secrets = {
      serverKey: new Secret(this, 'ServerKey', {
        secretName: name('server-key'),
        description: 'Manage links of bookings are derived from it; they end when it changes.',
        generateSecretString: {
          ...text,
          passwordLength: 64,
          excludeUppercase: true,
          excludeCharacters: HEX_ONLY,
          requireEachIncludedType: false,
        },
        removalPolicy,
      }),
      bootstrapApiKey: new Secret(this, 'BootstrapApiKey', {
        secretName: name('bootstrap-api-key'),
        description: "With hf_ before it: the first account's API key.",
        generateSecretString: { ...text, passwordLength: 48 },
        removalPolicy,
      }),
      edge: new Secret(this, 'Edge', {
        secretName: name('edge'),
        description: 'Sent by CloudFront to the API, which then believes whose request it is.',
        generateSecretString: { ...text, passwordLength: 48 },
        removalPolicy,
      }),
    }
    this.bus = new EventBus(this, 'Bus', { eventBusName: `holdfast-${stage}` })
    this.failures = new Bucket(this, 'Failures', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(FAILURE_DAYS) }],
      removalPolicy,
    })
  }

  /**
   * Exports what functions need of the stack's own table, also while they work on a restored one:
   * CloudFormation takes away no export that a deployed stack still imports, and this stack is
   * deployed first, so the turn to a restored table would fail.
   */
  #keepExports({ tableArn, tableName, tableStreamArn }: TableInUse): void {
    for (const value of [tableArn, tableName, tableStreamArn]) this.exportValue(value)
  }

  /** The table of the local set-up's own definition, with what only AWS has. */
  #createTable({ disposable }: Settings): TableV2 {
    const key = (name: string) => ({ name, type: AttributeType.STRING })
    return new TableV2(this, 'Table', {
      partitionKey: key(TABLE.partitionKey),
      sortKey: key(TABLE.sortKey),
      globalSecondaryIndexes: TABLE.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: key(index.partitionKey),
        sortKey: key(index.sortKey),
        projectionType: ProjectionType[TABLE.indexProjection],
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: TABLE.ttlAttribute,
      dynamoStream: StreamViewType[TABLE.streamViewType],
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !disposable,
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    })
  }
}
