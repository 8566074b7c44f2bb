import type { AccountState } from '../../kernel/access/grant.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { cachedAccount, knownAccount } from './known-accounts.ts'

/** The state of an account that decides about its calls, at most 5 s old. Undefined if it was deleted. */
export async function accountStateOf(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  accountId: string,
): Promise<AccountState | undefined> {
  const account = cachedAccount(deps, accountId) ?? (await knownAccount(deps, accountId))
  if (account === undefined) return undefined
  const { status, auditDays, rapidApi } = account
  return { status, auditDays, ...(rapidApi && { rapidApi }) }
}
