import type { AccountState } from '../../kernel/access/grant.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { accountKey } from '../keys.ts'
import { accountEntity, withDefaultSettings } from './account.ts'

/** The state of an account that decides about its calls. Undefined if it was deleted. */
export async function accountStateOf(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<AccountState | undefined> {
  const stored = await accountEntity.read(store, accountKey(accountId), { consistent: true })
  if (stored === undefined) return undefined
  const { status, auditDays, rapidApi } = withDefaultSettings(stored)
  return { status, auditDays, ...(rapidApi && { rapidApi }) }
}
