import type { Booker } from '@holdfast/engine'
import { publicAccount } from '../../identity/accounts/public-account.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DetailsDependencies } from '../dependencies.ts'

/**
 * A booker whom the account names, with a local phone number in E.164: staff type numbers of the account's country. A number that is
 * none of that country stays for the time zones, and so does that of a stranger.
 */
export async function withLocalPhone<Named extends Booker | undefined>(
  deps: Dependencies & DetailsDependencies,
  { role, accountId }: Pick<Caller, 'role' | 'accountId'>,
  booker: Named,
): Promise<Named> {
  const sent = booker?.phone
  if (role !== 'account' || sent === undefined || sent.startsWith('+')) return booker
  const { country } = await publicAccount(deps, accountId)
  const phone = country && (await deps.phoneNumbers.toE164(sent, [], country))
  return phone === undefined ? booker : { ...booker, phone }
}
