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
import { Key } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { createBackups } from './backups.ts'
import type { Settings } from './settings.ts'

/** Retention of failed stream records. */
const FAILURE_DAYS = 90

const HEX_ONLY = 'ghijklmnopqrstuvwxyz'

/** The table that the functions use. */
export interface TableInUse {
  readonly tableArn: string
  readonly tableName: string
  readonly tableStreamArn?: string | undefined
}

/** Says which table is in use, for commands and drills. */
const nameTable = (stack: Stack, { tableName }: TableInUse): CfnOutput =>
  new CfnOutput(stack, 'TableName', { value: tableName })

/** The stack with the data: the table, the secrets, the bus and the failed stream records. */
export class StatefulStack extends Stack {
  /** The table that the functions use: the stack's own table or a restored one. */
  readonly table: TableInUse
  readonly bus: EventBus
  /** The bucket for complete stream records that failed too often. */
  readonly failures: Bucket
  /** Wraps the data keys of credentials of connected calendars. */
  readonly credentialsKey: Key
  readonly secrets: {
    /** 64 hex digits. Manage links are derived from it. */
    readonly serverKey: Secret
    /** 64 hex digits. Webhook secrets in the table are encrypted with it. */
    readonly vaultKeys: Secret
    /** The first account's API key without its prefix `hf_`. */
    readonly bootstrapApiKey: Secret
    /** Authenticates the distribution to the API. */
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
    nameTable(this, this.table)
    const { stage, disposable, secretSet } = settings
    if (!disposable) createBackups(this, settings, this.table.tableArn)
    const removalPolicy = disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN
    const set = secretSet === undefined ? stage : `${stage}-${secretSet}`
    const name = (what: string) => `holdfast/${set}/${what}`
    const text = { excludePunctuation: true, includeSpace: false }
    const key = {
      ...text,
      passwordLength: 64,
      excludeUppercase: true,
      excludeCharacters: HEX_ONLY,
      requireEachIncludedType: false,
    }
    this.secrets = {
      serverKey: new Secret(this, 'ServerKey', {
        secretName: name('server-key'),
        description: 'The key of all manage links. Rotate it with npm run server-key.',
        generateSecretString: key,
        removalPolicy,
      }),
      vaultKeys: new Secret(this, 'VaultKeys', {
        secretName: name('vault-keys'),
        description: 'The keys of webhook secrets, newest first. A removed key loses its secrets.',
        generateSecretString: key,
        removalPolicy,
      }),
      bootstrapApiKey: new Secret(this, 'BootstrapApiKey', {
        secretName: name('bootstrap-api-key'),
        description: "The first account's API key without its prefix hf_.",
        generateSecretString: { ...text, passwordLength: 48 },
        removalPolicy,
      }),
      edge: new Secret(this, 'Edge', {
        secretName: name('edge'),
        description:
          'Sent by CloudFront to the API, which then trusts the client address in the request.',
        generateSecretString: { ...text, passwordLength: 48 },
        removalPolicy,
      }),
    }
    this.credentialsKey = new Key(this, 'CredentialsKey', {
      description: `Holdfast ${stage}: credentials of connected calendars. Without it, they are lost.`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(disposable ? 7 : 30),
      removalPolicy,
    })
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
   * Exports the attributes of the stack's own table, even while the functions use a restored one. This
   * stack is deployed first, and CloudFormation does not remove exports that another stack still imports.
   * Without these exports, the switch to a restored table would fail.
   */
  #keepExports({ tableArn, tableName, tableStreamArn }: TableInUse): void {
    for (const value of [tableArn, tableName, tableStreamArn]) this.exportValue(value)
  }

  /** Creates the table from the same definition as the local one, with AWS-only options. */
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
