import { invariant, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { isReservedSlug } from '../../kernel/reserved-slugs.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, transact } from '../../kernel/transaction.ts'
import { accountKey, accountSlugKey, rapidApiUserKey, setupKey } from '../keys.ts'
import {
  ACCOUNT_LIMITS,
  type Account,
  type AccountLimits,
  type AccountReference,
  type AccountSettings,
  accountEntity,
  accountReferenceEntity,
  accountSlugEntity,
  type Brand,
  type FollowUps,
  NO_FOLLOW_UPS,
  type RapidApiSubscriber,
  type SmsSettings,
  type StoredAccount,
  slugOfAccount,
  withDefaultSettings,
} from './account.ts'
import { recountWrites } from './recount-task.ts'

/** A new account that is not stored yet. */
export function newAccount(deps: Dependencies, name: string): StoredAccount {
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
    const existing = await accountReferenceEntity.read(deps.store, key)
    if (existing !== undefined) return existing
    const account = {
      ...newAccount(deps, name),
      ...(rapidApi && {
        rapidApi,
        slugNamespace: 'own' as const,
        slug: `r-${deps.secrets.newSlugSuffix()}${deps.secrets.newSlugSuffix()}`,
      }),
    }
    const plan = rapidApi && { plan: rapidApi.plan }
    const reference = { key, accountId: account.id, version: 1, ...plan }
    const slug = slugOfAccount(account)
    const outcome = await transact(deps, {
      reference: accountReferenceEntity.create(reference),
      account: accountEntity.create(account),
      slug: slug && accountSlugEntity.create(slug),
    })
    // Another process may have created it first, or the drawn slug is taken.
    return outcome.kind === 'done' ? reference : CONFLICT
  })
}

/** Reads an account, consistently. Undefined if it does not exist. */
export async function findAccount(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<Account | undefined> {
  const stored = await accountEntity.read(store, accountKey(accountId))
  return stored && withDefaultSettings(stored)
}

/** Reads an account. Throws if it does not exist: only ids of stored accounts reach this. */
export async function getAccount(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<Account> {
  const account = await findAccount(deps, accountId)
  invariant(account !== undefined, 'the account of a caller does not exist')
  return account
}

/** Finds the account with a slug. Undefined if there is none. */
export async function findAccountBySlug(
  deps: Pick<Dependencies, 'store'>,
  slug: string,
): Promise<Account | undefined> {
  const reserved = await accountSlugEntity.read(deps.store, accountSlugKey(slug))
  if (reserved === undefined) return undefined
  const account = await findAccount(deps, reserved.accountId)
  // It was renamed between the two reads.
  return account?.slug === slug ? account : undefined
}

/** A brand as it is sent: `null` for no logo. */
export interface BrandInput {
  readonly name: string
  readonly color: string
  readonly logoUrl?: string | null | undefined
}

/** The settings to change. An absent or undefined one stays as it is; `null` removes it. */
export type AccountChange = {
  readonly [Setting in 'name' | 'slug' | 'frameOrigins' | 'bookerContact' | keyof AccountSettings]?:
    | Account[Setting]
    | undefined
} & {
  readonly [Setting in 'locale' | 'country' | 'retentionDays']?: Account[Setting] | null | undefined
} & {
  readonly brand?: BrandInput | null | undefined
  readonly sms?: SmsSettings | undefined
  /** Replaces all of them; null removes them. */
  readonly limits?:
    | { readonly [Name in keyof AccountLimits]?: number | null | undefined }
    | null
    | undefined
  /** An absent member stays as it is. */
  readonly followUps?:
    | { readonly [Name in keyof FollowUps]?: FollowUps[Name] | undefined }
    | undefined
}

/** Changes the settings of the caller's account. */
export const updateAccount = (
  deps: Dependencies,
  caller: Caller<Account>,
  change: AccountChange,
): Promise<Result<Account, Refusal>> => {
  const { maxNoShows, maxNoShowsUnpaid } = change.limits ?? {}
  return maxNoShows != null && maxNoShowsUnpaid != null && maxNoShowsUnpaid >= maxNoShows
    ? Promise.resolve(
        invalid(
          '/limits/maxNoShowsUnpaid',
          `must be less than \`maxNoShows\`, ${maxNoShows}: nobody with more may book`,
        ),
      )
    : changeAccount(deps, caller, caller.accountId, change.slug, (before) =>
        changed(before, change),
      )
}

/**
 * Changes an account that is not being deleted. A slug that is not free is refused: `slug` is the one that
 * the change wants.
 */
export async function changeAccount(
  deps: Dependencies,
  caller: Caller<Account>,
  accountId: string,
  slug: string | undefined,
  change: (before: Account) => Account,
): Promise<Result<Account, Refusal>> {
  if (slug !== undefined && isReservedSlug(slug)) return reservedSlug(slug)
  return retryOnConflict(`account ${accountId}`, async () => {
    const before = await findAccount(deps, accountId)
    if (before === undefined) return notFound('account', accountId)
    if (before.status === 'deleting') return refuse({ code: 'account_deleting', accountId })
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const after: Account = {
      ...change(before),
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const isRenamed = before.slug !== after.slug
    const [oldSlug, newSlug] = [slugOfAccount(before), slugOfAccount(after)]
    // Before the first booking that an earlier version cannot read.
    const isFirstByPhone = before.bookerContact !== after.bookerContact && takesPhones(after)
    const isLimited = before.limits === undefined && after.limits !== undefined
    const writes = {
      account: accountEntity.replace(before, after),
      format: isFirstByPhone || isLimited ? await formatWrite(deps.store) : undefined,
      newSlug: isRenamed && newSlug ? accountSlugEntity.create(newSlug) : undefined,
      oldSlug: isRenamed && oldSlug ? accountSlugEntity.discard(oldSlug) : undefined,
      ...recountWrites(deps, { id: accountId, accountId }, countedIn(before), countedIn(after)),
    }
    const committed = await commit(deps, caller, writes, after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const { conflicts } = committed
    return conflicts.has('newSlug') && !conflicts.has('account') && after.slug !== undefined
      ? refuse({ code: 'slug_taken', slug: after.slug })
      : CONFLICT
  })
}

/** The limits of an account that count bookings. No-shows are counted on the person. */
const countedIn = ({ limits: { maxNoShows: _, maxNoShowsUnpaid: __, ...counted } = {} }: Account) =>
  counted

/** Whether somebody without a key can book with a phone number instead of an email address. */
const takesPhones = ({ bookerContact }: Account): boolean => bookerContact === 'emailOrPhone'

/** The refusal of a slug whose path the server answers itself. */
export const reservedSlug = (slug: string) =>
  invalid('/slug', `"${slug}" is the path of another page; choose another slug`)

const storedBrand = ({ name, color, logoUrl }: BrandInput): Brand => ({
  name,
  color,
  ...(logoUrl != null && { logoUrl }),
})

/** Limits as they are stored; undefined if there are none. */
function storedLimits(
  limits: NonNullable<AccountChange['limits']> | null,
): AccountLimits | undefined {
  const set = ACCOUNT_LIMITS.flatMap((name) => {
    const max = limits?.[name]
    return max == null ? [] : [[name, max] as const]
  })
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

function changed(before: Account, change: AccountChange): Account {
  const {
    locale: oldLocale,
    brand: oldBrand,
    country: oldCountry,
    retentionDays: oldRetention,
    limits: oldLimits,
    ...rest
  } = before
  const { locale = oldLocale, country = oldCountry, retentionDays = oldRetention } = change
  const brand = change.brand === undefined ? oldBrand : change.brand && storedBrand(change.brand)
  const slug = change.slug ?? before.slug
  const limits = change.limits === undefined ? oldLimits : storedLimits(change.limits)
  return {
    ...rest,
    name: change.name ?? before.name,
    ...(slug !== undefined && { slug }),
    completesBookings: change.completesBookings ?? before.completesBookings,
    reminderMinutes: change.reminderMinutes ?? before.reminderMinutes,
    publicLimitFactor: change.publicLimitFactor ?? before.publicLimitFactor,
    publicDirectory: change.publicDirectory ?? before.publicDirectory,
    auditDays: change.auditDays ?? before.auditDays,
    requiresPasskeys: change.requiresPasskeys ?? before.requiresPasskeys,
    ...(change.bookerContact && { bookerContact: change.bookerContact }),
    ...(limits && { limits }),
    ...(change.sms && { sms: change.sms }),
    ...(change.frameOrigins && { frameOrigins: [...new Set(change.frameOrigins)] }),
    ...(change.followUps && { followUps: changedFollowUps(before, change.followUps) }),
    ...(locale != null && { locale }),
    ...(brand != null && { brand }),
    ...(country != null && { country }),
    ...(retentionDays != null && { retentionDays }),
  }
}

function changedFollowUps(
  { followUps = NO_FOLLOW_UPS }: Pick<Account, 'followUps'>,
  change: NonNullable<AccountChange['followUps']>,
): FollowUps {
  return {
    thankYou: change.thankYou ?? followUps.thankYou,
    noShow: change.noShow ?? followUps.noShow,
    delayMinutes: change.delayMinutes ?? followUps.delayMinutes,
  }
}
