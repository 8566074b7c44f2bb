import { accountEntity, accountReferenceEntity } from '../../src/identity/accounts/account.ts'
import { newAccount } from '../../src/identity/accounts/accounts.ts'
import { createApiKey } from '../../src/identity/api-keys/api-keys.ts'
import { rapidApiUserKey } from '../../src/identity/keys.ts'
import { createAccount } from '../../src/identity/operator/operator-accounts.ts'
import type { Dependencies } from '../../src/kernel/dependencies.ts'
import { transact } from '../../src/kernel/transaction.ts'

const callerOf = (accountId: string) =>
  ({ accountId, requestId: 'test', role: 'account', actor: { kind: 'system' } }) as const

/** An account whose provider slugs are its own, and a caller who acts for it. */
export interface Tenant {
  readonly accountId: string
  readonly slug: string
  /** The secret of its first API key. */
  readonly secret: string
  readonly caller: ReturnType<typeof callerOf>
}

/** Creates an account as the operator does. */
export async function makeTenant(deps: Dependencies, slug: string): Promise<Tenant> {
  const created = await createAccount(deps, callerOf(''), { name: `Practice ${slug}`, slug })
  if (!created.ok) throw new Error(created.refusal.code)
  const { account, secret } = created.value
  return { accountId: account.id, slug, secret, caller: callerOf(account.id) }
}

/** Creates the account of a RapidAPI user as version 1 did: without a slug and without its own namespace. */
export async function makeEarlyRapidApiAccount(deps: Dependencies, user: string) {
  const rapidApi = { user, plan: 'BASIC' }
  const account = { ...newAccount(deps, `RapidAPI ${user}`), rapidApi }
  const { id: accountId } = account
  const key = rapidApiUserKey(user)
  const outcome = await transact(deps, {
    account: accountEntity.create(account),
    reference: accountReferenceEntity.create({ key, accountId, version: 1, plan: 'BASIC' }),
  })
  if (outcome.kind !== 'done') throw new Error(`the account of ${user} exists`)
  const caller = callerOf(accountId)
  const issued = await createApiKey({ deps, isProvider: async () => true }, caller, {
    name: 'early',
  })
  if (!issued.ok) throw new Error(issued.refusal.code)
  return { accountId, caller, secret: issued.value.secret }
}
