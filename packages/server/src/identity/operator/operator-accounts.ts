import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { isReservedSlug } from '../../kernel/reserved-slugs.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commit, commitOrConflict } from '../../kernel/transaction.ts'
import {
  type Account,
  accountEntity,
  accountSlugEntity,
  dueAccountDeletionEntity,
  withDefaultSettings,
} from '../accounts/account.ts'
import { changeAccount, findAccount, newAccount, reservedSlug } from '../accounts/accounts.ts'
import type { IssuedApiKey } from '../api-keys/api-keys.ts'
import { insertWrites, issueApiKey } from '../api-keys/api-keys.ts'
import { ALL_ACCOUNTS } from '../keys.ts'

/** A new account and its first API key, whose secret is shown only once. */
export interface CreatedAccount extends IssuedApiKey {
  readonly account: Account
}

/**
 * Creates an account with its first API key. The slugs of its providers are unique within it. Refuses a slug
 * that another account has.
 */
export async function createAccount(
  deps: Dependencies,
  caller: Caller<CreatedAccount>,
  { name, slug }: { readonly name: string; readonly slug: string },
): Promise<Result<CreatedAccount, Refusal>> {
  if (isReservedSlug(slug)) return reservedSlug(slug)
  const stored = { ...newAccount(deps, name), slug, slugNamespace: 'own' as const }
  const secret = deps.secrets.newApiKey()
  const apiKey = issueApiKey(deps, stored.id, 'first key', secret)
  const created = { account: withDefaultSettings(stored), apiKey, secret }
  const writes = {
    account: accountEntity.create(stored),
    slug: accountSlugEntity.create({ slug, accountId: stored.id, version: 1 }),
    ...insertWrites(apiKey),
  }
  const committed = await commit(deps, caller, writes, created)
  if (committed.kind === 'done') return ok(created)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  invariant(committed.conflicts.has('slug'), 'a new account has the id of an existing one')
  return refuse({ code: 'slug_taken', slug })
}

/** Lists all accounts, the oldest first. */
export const listAccounts = (deps: Dependencies, page: Page): Promise<Listed<Account>> =>
  listPage(deps.store, { index: 'GSI1', partition: ALL_ACCOUNTS }, page, (item) =>
    withDefaultSettings(accountEntity.decode(item)),
  )

/** Reads any account, also one that is being deleted. */
export async function getAnyAccount(
  deps: Dependencies,
  accountId: string,
): Promise<Result<Account, Refusal>> {
  const account = await findAccount(deps, accountId)
  return account ? ok(account) : notFound('account', accountId)
}

/** What an operator can change of an account. An absent or undefined member stays as it is. */
export interface OperatorChange {
  readonly name?: string | undefined
  readonly slug?: string | undefined
  readonly status?: 'active' | 'suspended' | undefined
}

/** Renames, suspends or resumes an account. Refuses one that is being deleted. */
export const changeAnyAccount = (
  deps: Dependencies,
  caller: Caller<Account>,
  accountId: string,
  change: OperatorChange,
): Promise<Result<Account, Refusal>> =>
  changeAccount(deps, caller, accountId, change.slug, (before) => ({
    ...before,
    name: change.name ?? before.name,
    ...(change.slug !== undefined && { slug: change.slug }),
    status: change.status ?? before.status,
  }))

/**
 * How long a deletion waits before it deletes anything. Servers trust their caches of keys and accounts for
 * 5 s, and a request takes at most 60 s. So every request that was accepted is over by then.
 */
export const DRAIN_SECONDS = 70

/**
 * Marks an account as being deleted: its calls are refused from then on, and background work deletes all of
 * its data. Does nothing if it is being deleted already. `account.deleted` is published while the account's
 * webhook endpoints still exist.
 */
export function startAccountDeletion(
  deps: Dependencies,
  caller: Caller<Account>,
  accountId: string,
): Promise<Result<Account, Refusal>> {
  return retryOnConflict(`account ${accountId}`, async () => {
    const before = await findAccount(deps, accountId)
    if (before === undefined) return notFound('account', accountId)
    if (before.status === 'deleting') return ok(before)
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const now = epochSeconds(deps.clock)
    const after: Account = {
      ...before,
      version: before.version + 1,
      status: 'deleting',
      deletion: { startedAtEpochSeconds: now, deletedItemCount: 0, pass: 1 },
      updatedAtEpochSeconds: now,
    }
    const writes = {
      account: accountEntity.replace(before, after),
      due: dueAccountDeletionEntity.create({
        accountId,
        dueEpochSeconds: now + DRAIN_SECONDS,
        version: 1,
      }),
      outbox: outboxWrite(
        deps,
        {
          type: 'account.deleted',
          actor: caller.actor,
          accountId,
          resourceId: accountId,
          resourceVersion: after.version,
          data: { account: { id: accountId, name: after.name, slug: after.slug ?? null } },
        },
        deps.clock.nowEpochMilliseconds(),
      ),
    }
    return commitOrConflict(deps, caller, writes, after)
  })
}
