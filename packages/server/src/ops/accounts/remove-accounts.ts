import {
  type Account,
  type AccountDeletion,
  accountEntity,
  type DueAccountDeletion,
  dueAccountDeletionEntity,
} from '../../identity/accounts/account.ts'
import { findAccount } from '../../identity/accounts/accounts.ts'
import { accountDeletionsDue, accountKey } from '../../identity/keys.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { METADATA, nameOfKey, prefixEnd } from '../../kernel/keys.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Item, ItemKey, Write } from '../../kernel/ports/store.ts'
import { type NamedWrites, transact } from '../../kernel/transaction.ts'
import { ownedInPage } from './owned-items.ts'
import { type AccountRemovalDependencies, releaseItem } from './release-item.ts'

export type { AccountRemovalDependencies }

/** How long after the first pass the second one begins. No request takes nearly this long. */
export const SECOND_PASS_SECONDS = 3600

/** Items in one transaction, beside the account with the progress. */
const ITEMS_PER_TRANSACTION = 90
/** Pages of the store that one run reads at most for one account. */
const PAGES_PER_RUN = 10
/** Partitions that are emptied together, and how many of them are read at once. */
const PARTITIONS_AT_ONCE = 200
const READS_AT_ONCE = 8

/** The result of one run. */
export interface AccountRemovalReport {
  readonly deletedItemCount: number
  readonly deletedAccountIds: readonly string[]
  /** Whether due work is left. */
  readonly more: boolean
}

/** The work on one account: the account as it was read or last written, which each transaction checks. */
interface Work {
  account: Account
  deletedItemCount: number
}

/** Another process has worked on the account, so this one stops. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Whether an account that is being deleted has work to do now. */
export async function hasDueRemovals(deps: Dependencies): Promise<boolean> {
  const due = accountDeletionsDue(epochSeconds(deps.clock))
  return (await deps.store.query({ ...due, limit: 1, consistent: true })).items.length > 0
}

/**
 * Deletes a bounded part of the accounts that are being deleted. Each transaction also stores the progress in
 * the account, on condition that nobody else has: so it can stop anywhere, and a process that was paused for
 * long deletes nothing under a key that somebody else uses by now.
 */
export async function removeAccounts(
  deps: AccountRemovalDependencies,
  limit: number,
): Promise<AccountRemovalReport> {
  const due = accountDeletionsDue(epochSeconds(deps.clock))
  const waiting = await deps.store.query({ ...due, limit, consistent: true })
  const deletedAccountIds: string[] = []
  let deletedItemCount = 0
  let complete = 0
  for (const item of waiting.items) {
    const entry = dueAccountDeletionEntity.decode(item)
    const step = await removeStep(deps, entry)
    deletedItemCount += step.deletedItemCount
    if (step.isComplete) complete += 1
    if (step.isGone) deletedAccountIds.push(entry.accountId)
  }
  const more = waiting.items.length > complete || waiting.cursor !== undefined
  return { deletedItemCount, deletedAccountIds, more }
}

interface Step {
  readonly deletedItemCount: number
  /** Nothing more is due now. */
  readonly isComplete: boolean
  /** The account itself was deleted. */
  readonly isGone: boolean
}

async function removeStep(
  deps: AccountRemovalDependencies,
  entry: DueAccountDeletion,
): Promise<Step> {
  const account = await findAccount(deps, entry.accountId)
  if (account?.deletion === undefined) {
    await transact(deps, { entry: dueAccountDeletionEntity.discard(entry) })
    return { deletedItemCount: 0, isComplete: true, isGone: false }
  }
  const work: Work = { account, deletedItemCount: 0 }
  const own = new Set([accountKey(account.id), dueAccountDeletionEntity.key(entry)].map(nameOfKey))
  try {
    const isAtEnd = await walk(deps, work, own)
    if (isAtEnd) {
      await endPass(deps, work, entry)
      await deps.purgeDeleted?.()
    }
    const { deletedItemCount } = work
    const isGone = isAtEnd && account.deletion.pass === 2
    return { deletedItemCount, isComplete: isAtEnd, isGone }
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    return { deletedItemCount: work.deletedItemCount, isComplete: true, isGone: false }
  }
}

const deletionOf = ({ account }: Work): AccountDeletion => {
  if (account.deletion === undefined) throw new Error(`${account.id} is not being deleted`)
  return account.deletion
}

/** Deletes what the next pages of the store have of the account. Resolves with whether that was the last one. */
async function walk(
  deps: AccountRemovalDependencies,
  work: Work,
  own: ReadonlySet<string>,
): Promise<boolean> {
  const { pass } = deletionOf(work)
  let { cursor } = deletionOf(work)
  for (let pages = 0; pages < PAGES_PER_RUN; pages += 1) {
    const page = await deps.store.scanPage(cursor)
    const { owned, partitions } = await ownedInPage(
      deps.store,
      page.items.filter((item) => !own.has(nameOfKey(item))),
      work.account.id,
      pass === 2,
    )
    // The other items of a resource need not name the account, so they go before it.
    await emptyPartitions(deps, work, partitions)
    await removeItems(deps, work, owned)
    cursor = page.cursor
    if (cursor === undefined) return true
  }
  await saveProgress(deps, work, {}, { ...deletionOf(work), ...(cursor && { cursor }) })
  return false
}

const contents = (partition: string) => ({
  partition,
  from: prefixEnd(METADATA),
  consistent: true,
})

/** Deletes all items of the partitions of resources but the resources themselves. */
async function emptyPartitions(
  deps: AccountRemovalDependencies,
  work: Work,
  partitions: readonly string[],
): Promise<void> {
  for (let at = 0; at < partitions.length; at += PARTITIONS_AT_ONCE) {
    let left = partitions.slice(at, at + PARTITIONS_AT_ONCE)
    while (left.length > 0) {
      const pages = await mapAtMost(left, READS_AT_ONCE, (partition) =>
        deps.store.query({ ...contents(partition), limit: ITEMS_PER_TRANSACTION }),
      )
      // Most partitions have few items, so a transaction deletes those of many.
      await removeItems(
        deps,
        work,
        pages.flatMap(({ items }) => items),
      )
      left = left.filter((_, index) => pages[index]?.cursor !== undefined)
    }
  }
}

/** Deletes items, and what they hold elsewhere before them. */
async function removeItems(
  deps: AccountRemovalDependencies,
  work: Work,
  items: readonly Item[],
): Promise<void> {
  const keys = new Map<string, ItemKey>()
  for (const item of items) {
    const { PK, SK } = item
    for (const key of [...(await releaseItem(deps, item)), { PK, SK }]) {
      keys.set(nameOfKey(key), key)
    }
  }
  const all = [...keys.values()]
  for (let at = 0; at < all.length; at += ITEMS_PER_TRANSACTION) {
    const batch = all.slice(at, at + ITEMS_PER_TRANSACTION)
    const writes: Record<string, Write> = {}
    for (const key of batch) writes[nameOfKey(key)] = { kind: 'delete', key }
    const deletion = deletionOf(work)
    const deletedItemCount = deletion.deletedItemCount + batch.length
    await saveProgress(deps, work, writes, { ...deletion, deletedItemCount })
    work.deletedItemCount += batch.length
  }
}

/** Commits deletions together with the progress. Throws `Overtaken` if another process has worked on it. */
async function saveProgress(
  deps: AccountRemovalDependencies,
  work: Work,
  writes: NamedWrites,
  deletion: AccountDeletion,
): Promise<void> {
  const { account } = work
  const after: Account = { ...account, version: account.version + 1, deletion }
  const replaced = accountEntity.replace(account, after)
  const { kind } = await transact<string>(deps, { ...writes, account: replaced })
  if (kind !== 'done') throw new Overtaken()
  work.account = after
}

/**
 * Ends a pass. After the first one, only a marker without names is left of the account, for the second pass.
 * After that one, nothing is.
 */
async function endPass(
  deps: AccountRemovalDependencies,
  work: Work,
  entry: DueAccountDeletion,
): Promise<void> {
  const { account } = work
  const { startedAtEpochSeconds, deletedItemCount, pass } = deletionOf(work)
  await deps.keptMails?.removeWhere((mail) => mail.accountId === account.id)
  const discarded = { entry: dueAccountDeletionEntity.discard(entry) }
  if (pass === 2) {
    const { kind } = await transact(deps, { account: accountEntity.remove(account), ...discarded })
    if (kind !== 'done') throw new Overtaken()
    return
  }
  const now = epochSeconds(deps.clock)
  const marker = {
    id: account.id,
    version: account.version + 1,
    name: 'Deleted account',
    status: 'deleting',
    deletion: { startedAtEpochSeconds, deletedItemCount, pass: 2 },
    createdAtEpochSeconds: account.createdAtEpochSeconds,
    updatedAtEpochSeconds: now,
  } as const
  const { kind } = await transact(deps, {
    account: accountEntity.replace(account, marker),
    ...discarded,
    secondPass: dueAccountDeletionEntity.create({
      accountId: account.id,
      dueEpochSeconds: now + SECOND_PASS_SECONDS,
      version: 1,
    }),
  })
  if (kind !== 'done') throw new Overtaken()
}
