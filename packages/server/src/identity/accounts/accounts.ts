import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { accountKey, rapidApiUserKey, setupKey } from '../keys.ts'
import {
  type Account,
  type AccountSettings,
  accountEntity,
  accountReferenceEntity,
  type StoredAccount,
  withDefaultSettings,
} from './account.ts'

function newAccount(deps: Dependencies, name: string): StoredAccount {
  const now = epochSeconds(deps.clock)
  return {
    id: deps.ids.next('account', deps.clock.nowEpochMilliseconds()),
    version: 1,
    name,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}

/** The id of a RapidAPI user's account. Creates the account on the user's first call. */
export const accountOfRapidApiUser = (deps: Dependencies, user: string): Promise<string> =>
  referencedAccount(deps, rapidApiUserKey(user), `RapidAPI ${user}`)

/** The id of the store's first account. Creates the account in an empty store. */
export const firstAccount = (deps: Dependencies): Promise<string> =>
  referencedAccount(deps, setupKey, 'first account')

/** Whether the store has its first account. */
export const isSetUp = async (deps: Dependencies): Promise<boolean> =>
  (await deps.store.get(setupKey, { consistent: true })) !== undefined

/** The account id in the reference at `key`. Creates the reference and the account if it is absent. */
function referencedAccount(deps: Dependencies, key: ItemKey, name: string): Promise<string> {
  return retryOnConflict(name, async () => {
    const existing = await accountReferenceEntity.read(deps.store, key, { consistent: true })
    if (existing !== undefined) return existing.accountId
    const account = newAccount(deps, name)
    const outcome = await transact(deps, {
      reference: accountReferenceEntity.create({ key, accountId: account.id, version: 1 }),
      account: accountEntity.create(account),
    })
    // Another process may have created it first.
    return outcome.kind === 'done' ? account.id : CONFLICT
  })
}

/** Reads an account. Throws if it does not exist: only ids of stored accounts reach this. */
export async function getAccount(deps: Dependencies, accountId: string): Promise<Account> {
  const stored = await accountEntity.read(deps.store, accountKey(accountId), { consistent: true })
  invariant(stored !== undefined, 'the account of a caller does not exist')
  return withDefaultSettings(stored)
}

/** The settings to change. An absent or undefined one stays as it is. */
export type AccountChange = {
  readonly [Setting in 'name' | keyof AccountSettings]?: Account[Setting] | undefined
}

/** Changes the settings of the caller's account. */
export function updateAccount(
  deps: Dependencies,
  caller: Caller<Account>,
  change: AccountChange,
): Promise<Result<Account, Refusal>> {
  return retryOnConflict(`account ${caller.accountId}`, async () => {
    const before = await getAccount(deps, caller.accountId)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const after: Account = {
      ...before,
      name: change.name ?? before.name,
      completesBookings: change.completesBookings ?? before.completesBookings,
      reminderMinutes: change.reminderMinutes ?? before.reminderMinutes,
      publicLimitFactor: change.publicLimitFactor ?? before.publicLimitFactor,
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const writes = { account: accountEntity.replace(before, after) }
    const committed = await commit(deps, caller, writes, after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    return CONFLICT
  })
}
