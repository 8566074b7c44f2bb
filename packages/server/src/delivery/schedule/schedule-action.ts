import { type TransactionDependencies, transact } from '../../kernel/transaction.ts'
import { type ScheduledAction, scheduledActionEntity } from './scheduled-action.ts'

/** Writes an action. Writing it again changes nothing. */
export async function scheduleAction(
  deps: TransactionDependencies,
  action: Omit<ScheduledAction, 'version'>,
): Promise<void> {
  await transact(deps, { action: scheduledActionEntity.create({ ...action, version: 1 }) })
}
