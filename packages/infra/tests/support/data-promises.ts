import { TABLE } from '@holdfast/server/table'
import { at, list, type Part, put, textOf } from './json.ts'
import { only, type Promised, TABLE_TYPE, wrong } from './promises.ts'
import { resources, resourcesOf, type Templates } from './templates.ts'

const table = (t: Templates): Part => only(t, TABLE_TYPE)
const ofTable = (isRight: (properties: Part) => boolean) => (t: Templates) =>
  wrong(resources(t, TABLE_TYPE), isRight)
const keysOf = (of: unknown) => list(of, 'KeySchema').map((key) => at(key, 'AttributeName'))
const vaultKeys = (t: Templates) => only(t, 'AWS::SecretsManager::Secret', /^VaultKeys/)
const serverKey = (t: Templates) => only(t, 'AWS::SecretsManager::Secret', /^ServerKey/)

const SHAPE = JSON.stringify([
  [TABLE.partitionKey, TABLE.sortKey],
  TABLE.indexes.map(({ name, partitionKey, sortKey }) => [
    name,
    [partitionKey, sortKey],
    TABLE.indexProjection,
  ]),
])

const shapeOf = (properties: Part): string =>
  JSON.stringify([
    keysOf(properties),
    list(properties, 'GlobalSecondaryIndexes').map((index) => [
      at(index, 'IndexName'),
      keysOf(index),
      at(index, 'Projection.ProjectionType'),
    ]),
  ])

/** Resource types, their policy types, and the property of the policy that refers to the resource. */
const POLICIES = [
  ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'Bucket'],
  ['AWS::SQS::Queue', 'AWS::SQS::QueuePolicy', 'Queues'],
  ['AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 'Topics'],
] as const

const isTlsOnly = (statement: unknown): boolean =>
  at(statement, 'Effect') === 'Deny' &&
  /^(?:"\*"|\{"AWS":"\*"\})$/.test(textOf(at(statement, 'Principal'))) &&
  at(statement, 'Condition.Bool.aws:SecureTransport') === 'false'

/** The promises of the data stack. */
export const DATA_PROMISES: readonly Promised[] = [
  [
    'the table is billed on demand',
    ofTable((p) => p.BillingMode === 'PAY_PER_REQUEST'),
    (t) => put(table(t), 'BillingMode', 'PROVISIONED'),
  ],
  [
    'point-in-time recovery is enabled for the table',
    ofTable(
      (p) =>
        at(p, 'Replicas.0.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled') === true,
    ),
    (t) => put(table(t), 'Replicas.0.PointInTimeRecoverySpecification'),
  ],
  [
    'the table is protected from deletion',
    ofTable((p) => at(p, 'Replicas.0.DeletionProtectionEnabled') === true),
    (t) => put(table(t), 'Replicas.0.DeletionProtectionEnabled'),
  ],
  [
    'the stream contains the old and the new image',
    ofTable((p) => at(p, 'StreamSpecification.StreamViewType') === 'NEW_AND_OLD_IMAGES'),
    (t) => put(table(t), 'StreamSpecification.StreamViewType', 'KEYS_ONLY'),
  ],
  [
    'TTL uses the attribute that the code writes',
    ofTable(
      (p) =>
        at(p, 'TimeToLiveSpecification.AttributeName') === TABLE.ttlAttribute &&
        at(p, 'TimeToLiveSpecification.Enabled') === true,
    ),
    (t) => put(table(t), 'TimeToLiveSpecification'),
  ],
  [
    'keys and indexes match the local table',
    ofTable((p) => shapeOf(p) === SHAPE),
    (t) => put(table(t), 'GlobalSecondaryIndexes.3'),
  ],
  [
    'every resource with data is retained when its stack is deleted',
    ({ data }) =>
      Object.entries(resourcesOf(data))
        .filter(([, { Type }]) => /::(?:GlobalTable|Secret|Bucket|Key)$/.test(String(Type)))
        .filter(
          ([, one]) => one.DeletionPolicy !== 'Retain' || one.UpdateReplacePolicy !== 'Retain',
        )
        .map(([id]) => id),
    ({ data }) => put(Object.values(resourcesOf(data))[0], 'DeletionPolicy', 'Delete'),
  ],
  [
    'the server key and the vault key are 32 bytes in hex',
    (t) =>
      [serverKey(t), vaultKeys(t)].flatMap(({ GenerateSecretString: by }, index) => {
        const isHex =
          at(by, 'PasswordLength') === 64 &&
          at(by, 'ExcludePunctuation') === true &&
          at(by, 'ExcludeUppercase') === true &&
          at(by, 'ExcludeCharacters') === 'ghijklmnopqrstuvwxyz'
        return isHex ? [] : [['ServerKey', 'VaultKeys'][index] ?? '']
      }),
    (t) => put(vaultKeys(t), 'GenerateSecretString.PasswordLength', 32),
  ],
  [
    'every bucket is private and encrypted',
    (t) =>
      wrong(resources(t, 'AWS::S3::Bucket'), (p) => {
        const blocks = Object.values(p.PublicAccessBlockConfiguration ?? {})
        const isBlocked = blocks.length === 4 && blocks.every((one) => one === true)
        return isBlocked && p.BucketEncryption !== undefined
      }),
    (t) => put(only(t, 'AWS::S3::Bucket'), 'PublicAccessBlockConfiguration'),
  ],
  [
    'every bucket, queue and topic requires TLS',
    (t) =>
      POLICIES.flatMap(([type, policyType, places]) => {
        const guarded = resources(t, policyType)
          .filter(({ properties }) => list(properties, 'PolicyDocument.Statement').some(isTlsOnly))
          .flatMap(({ properties }) => list(properties, places).map((one) => at(one, 'Ref')))
        return resources(t, type).flatMap(({ id }) => (guarded.includes(id) ? [] : [id]))
      }),
    ({ app }) => {
      const ids = Object.keys(resourcesOf(app))
      put(resourcesOf(app), ids.find((id) => id.startsWith('MailsDeadLettersPolicy')) ?? '')
    },
  ],
]
