import { Duration, Fn, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { Settings } from './settings.ts'

/** As long as the table can be restored to a second, so that erased people are in no backup after the same time. */
const KEPT = Duration.days(35)

/** Sunday, 03:00 UTC. */
const WEEKLY = Schedule.cron({ minute: '0', hour: '3', weekDay: 'SUN' })

/**
 * Backs the table up once a week, beside its point-in-time recovery: a backup survives the table, and can be copied into a
 * vault of another account. The vault stays when the stack is deleted, so its name has a part of the stack's id.
 */
export function createBackups(
  stack: Stack,
  { stage, backupCopyVaultArn }: Settings,
  tableArn: string,
): void {
  const ofStack = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stack.stackId))))
  const vault = new BackupVault(stack, 'Backups', {
    backupVaultName: `holdfast-${stage}-${ofStack}`,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  const copyTo =
    backupCopyVaultArn === undefined
      ? undefined
      : BackupVault.fromBackupVaultArn(stack, 'CopyVault', backupCopyVaultArn)
  const plan = new BackupPlan(stack, 'BackupPlan', {
    backupPlanName: `holdfast-${stage}`,
    backupVault: vault,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'weekly',
        scheduleExpression: WEEKLY,
        deleteAfter: KEPT,
        ...(copyTo && {
          copyActions: [{ destinationBackupVault: copyTo, deleteAfter: KEPT }],
        }),
      }),
    ],
  })
  plan.addSelection('Table', { resources: [BackupResource.fromArn(tableArn)] })
}
