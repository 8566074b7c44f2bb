import { at, list, type Part, put, textOf } from './json.ts'
import { only, type Promised, TABLE_TYPE, wrong } from './promises.ts'
import { resources, type Templates } from './templates.ts'

/** The types that cost money and have tags, and where their tags are. */
const TAGGED = [
  [TABLE_TYPE, 'Replicas.0.Tags'],
  ['AWS::Lambda::Function', 'Tags'],
  ['AWS::SQS::Queue', 'Tags'],
  ['AWS::S3::Bucket', 'Tags'],
  ['AWS::SecretsManager::Secret', 'Tags'],
  ['AWS::KMS::Key', 'Tags'],
  ['AWS::CloudFront::Distribution', 'Tags'],
  ['AWS::WAFv2::WebACL', 'Tags'],
  ['AWS::Logs::LogGroup', 'Tags'],
] as const

const isTagged = (properties: Part, place: string): boolean => {
  const tags = list(properties, place).map((tag) => `${at(tag, 'Key')}=${at(tag, 'Value')}`)
  return tags.includes('application=holdfast') && tags.includes('stage=prod')
}

const rule = (t: Templates) =>
  at(only(t, 'AWS::Backup::BackupPlan'), 'BackupPlan.BackupPlanRule.0') as Part
const distribution = (t: Templates) =>
  at(only(t, 'AWS::CloudFront::Distribution'), 'DistributionConfig') as Part
const logs = (t: Templates) => only(t, 'AWS::S3::Bucket', /^AccessLogs/)

/** What an installation costs and leaves in its account. */
export const ACCOUNT_PROMISES: readonly Promised[] = [
  [
    'everything that costs money has the tags of its installation',
    (t) =>
      TAGGED.flatMap(([type, place]) =>
        wrong(resources(t, type), (properties) => isTagged(properties, place)),
      ),
    (t) => put(only(t, 'AWS::SQS::Queue'), 'Tags'),
  ],
  [
    'the table is backed up each week, and its backups are copied and deleted after 35 days',
    (t) => {
      const { ScheduleExpression, Lifecycle, CopyActions } = rule(t)
      const selected = at(
        only(t, 'AWS::Backup::BackupSelection'),
        'BackupSelection.Resources.0.Fn::GetAtt.0',
      )
      const isRight =
        ScheduleExpression === 'cron(0 3 ? * SUN *)' &&
        at(Lifecycle, 'DeleteAfterDays') === 35 &&
        at(CopyActions, '0.Lifecycle.DeleteAfterDays') === 35 &&
        at(CopyActions, '0.DestinationBackupVaultArn') ===
          'arn:aws:backup:eu-west-1:210987654321:backup-vault:holdfast' &&
        resources(t, TABLE_TYPE).some(({ id }) => id === selected)
      return isRight ? [] : [textOf([rule(t), selected])]
    },
    (t) => put(only(t, 'AWS::Backup::BackupSelection'), 'BackupSelection.Resources'),
  ],
  [
    'the name of the vault of backups, which outlives its stack, is that of no later stack',
    (t) =>
      textOf(only(t, 'AWS::Backup::BackupVault').BackupVaultName).includes('AWS::StackId')
        ? []
        : ['the name of the vault is fixed'],
    (t) => put(only(t, 'AWS::Backup::BackupVault'), 'BackupVaultName', 'holdfast-prod'),
  ],
  [
    'the distribution answers in all regions and logs its requests without cookies',
    (t) => {
      const { PriceClass, Logging } = distribution(t)
      const isLogged =
        textOf(at(Logging, 'Bucket')).includes('AccessLogs') &&
        at(Logging, 'IncludeCookies') !== true
      return PriceClass === 'PriceClass_All' && isLogged ? [] : [textOf([PriceClass, Logging])]
    },
    (t) => put(distribution(t), 'PriceClass', 'PriceClass_100'),
  ],
  [
    'access logs are deleted after the days of the setting',
    (t) =>
      at(logs(t), 'LifecycleConfiguration.Rules.0.ExpirationInDays') === 90
        ? []
        : ['access logs stay'],
    (t) => put(logs(t), 'LifecycleConfiguration'),
  ],
]
