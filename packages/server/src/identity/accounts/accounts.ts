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
  type AccountReference,
  type AccountSettings,
  accountEntity,
  accountReferenceEntity,
  type RapidApiSubscriber,
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

/**
 * The id of a RapidAPI user's account. Creates the account on the user's first call, and records the plan if
 * it changed. Without a plan, the recorded one stays; at first, it is BASIC.
 */
export async function accountOfRapidApiUser(
  deps: Dependencies,
  user: string,
  plan?: string,
): Promise<string> {
  const first = { user, plan: plan ?? 'BASIC' }
  const key = rapidApiUserKey(user)
  const reference = await referencedAccount(deps, {
    key,
    name: `RapidAPI ${user}`,
    rapidApi: first,
  })
  const recorded = plan ?? reference.plan ?? 'BASIC'
  if (recorded !== reference.plan) await recordPlan(deps, reference, { user, plan: recorded })
  return reference.accountId
}

async function recordPlan(
  deps: Dependencies,
  reference: AccountReference,
  rapidApi: RapidApiSubscriber,
): Promise<void> {
  const account = await getAccount(deps, reference.accountId)
  const { version } = account
  // A conflict means that another request records a plan. The next request compares again.
  await transact(deps, {
    reference: accountReferenceEntity.replace(reference, {
      ...reference,
      plan: rapidApi.plan,
      version: reference.version + 1,
    }),
    account: accountEntity.replace(account, { ...account, rapidApi, version: version + 1 }),
  })
}

/** The RapidAPI user that an account belongs to; undefined for any other account. */
export const rapidApiSubscriber = async (
  deps: Dependencies,
  accountId: string,
): Promise<RapidApiSubscriber | undefined> => (await getAccount(deps, accountId)).rapidApi

/** The id of the store's first account. Creates the account in an empty store. */
export const firstAccount = async (deps: Dependencies): Promise<string> =>
  (await referencedAccount(deps, { key: setupKey, name: 'first account' })).accountId

/** Whether the store has its first account. */
export const isSetUp = async (deps: Dependencies): Promise<boolean> =>
  (await deps.store.get(setupKey, { consistent: true })) !== undefined

interface Referenced {
  readonly key: ItemKey
  readonly name: string
  readonly rapidApi?: RapidApiSubscriber
}

/** The reference at `key`. Creates it and its account if it is absent. */
function referencedAccount(
  deps: Dependencies,
  { key, name, rapidApi }: Referenced,
): Promise<AccountReference> {
  return retryOnConflict(name, async () => {
    const existing = await accountReferenceEntity.read(deps.store, key, { consistent: true })
    if (existing !== undefined) return existing
    const account = { ...newAccount(deps, name), ...(rapidApi && { rapidApi }) }
    const plan = rapidApi && { plan: rapidApi.plan }
    const reference = { key, accountId: account.id, version: 1, ...plan }
    const outcome = await transact(deps, {
      reference: accountReferenceEntity.create(reference),
      account: accountEntity.create(account),
    })
    // Another process may have created it first.
    return outcome.kind === 'done' ? reference : CONFLICT
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
