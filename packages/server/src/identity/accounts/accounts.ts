import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Item, ItemKey, Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { accountKey, rapidApiUserKey, setupKey } from '../keys.ts'
import { type Account, accountFromItem } from './account.ts'

/** The write that creates an account. */
function newAccount(
  deps: Dependencies,
  name: string,
): { readonly accountId: string; readonly write: Write } {
  const accountId = deps.ids.next('account', deps.clock.nowEpochMilliseconds())
  const now = epochSeconds(deps.clock)
  const item: Item = {
    ...accountKey(accountId),
    version: 1,
    name,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  return { accountId, write: { kind: 'put-if-absent', item } }
}

/** The id of a RapidAPI user's account. Creates the account on the user's first call. */
export const accountOfRapidApiUser = (deps: Dependencies, user: string): Promise<string> =>
  accountReferencedAt(deps, rapidApiUserKey(user), `RapidAPI ${user}`)

/** The id of the store's first account. Creates the account in an empty store. */
export const firstAccount = (deps: Dependencies): Promise<string> =>
  accountReferencedAt(deps, setupKey, 'first account')

/** Whether the store has its first account. */
export const isSetUp = async (deps: Dependencies): Promise<boolean> =>
  (await deps.store.get(setupKey, { consistent: true })) !== undefined

/** The account id in the item at `key`. Creates the item and the account if the item is absent. */
async function accountReferencedAt(
  deps: Dependencies,
  key: ItemKey,
  name: string,
): Promise<string> {
  const existing = await deps.store.get(key, { consistent: true })
  if (existing !== undefined) return existing.accountId as string
  const { accountId, write } = newAccount(deps, name)
  const outcome = await deps.store.transact(
    [{ kind: 'put-if-absent', item: { ...key, accountId, version: 1 } }, write],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
  // Another process may have created it first.
  return outcome.committed ? accountId : accountReferencedAt(deps, key, name)
}

/** Reads an account. Throws if it does not exist: only ids of stored accounts reach this. */
export async function getAccount(deps: Dependencies, accountId: string): Promise<Account> {
  const item = await deps.store.get(accountKey(accountId), { consistent: true })
  invariant(item !== undefined, 'the account of a caller does not exist')
  return accountFromItem(item)
}

/** The settings to change. An absent or undefined one stays as it is. */
export interface AccountChange {
  readonly name?: string | undefined
  readonly completesBookings?: boolean | undefined
  readonly reminderMinutes?: number | undefined
}

/** Changes the settings of the caller's account. */
export async function updateAccount(
  deps: Dependencies,
  caller: Caller<Account>,
  change: AccountChange,
): Promise<Result<Account, Refusal>> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const before = await getAccount(deps, caller.accountId)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const after: Account = {
      ...before,
      name: change.name ?? before.name,
      completesBookings: change.completesBookings ?? before.completesBookings,
      reminderMinutes: change.reminderMinutes ?? before.reminderMinutes,
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const { id, ...attributes } = after
    const item = { ...accountKey(id), ...attributes }
    const write = { kind: 'put-if-version', item, version: before.version } as const
    const committed = await commit(deps, caller, [write], after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`account ${caller.accountId}`)
}
