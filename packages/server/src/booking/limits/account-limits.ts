import type { Account } from '../../identity/accounts/account.ts'
import { cachedAccount, knownAccount } from '../../identity/accounts/known-accounts.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { LimitedEventType } from './claimed-limits.ts'

/** An event type that belongs to an account. */
type OwnedEventType = LimitedEventType & { readonly accountId: string }

/**
 * An event type with what its account allows one person over all of its event types. The same object if that is nothing. The account
 * may be 5 s old, as everywhere: a limit that was just set counts later bookings then, and what was booked meanwhile is counted after a minute.
 */
export function withAccountLimits<Type extends OwnedEventType | undefined>(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  eventType: Type,
): Type | Promise<Type> {
  if (eventType === undefined) return eventType
  const { accountId } = eventType
  const cached = cachedAccount(deps, accountId)
  // Nearly always: each hold comes here.
  if (cached !== undefined) return limitedBy(eventType, cached)
  return knownAccount(deps, accountId).then((account) => limitedBy(eventType, account))
}

const limitedBy = <Type extends OwnedEventType | undefined>(
  eventType: Type,
  account: Account | undefined,
): Type => {
  const accountLimits = account?.limits
  return accountLimits === undefined ? eventType : { ...eventType, accountLimits }
}
