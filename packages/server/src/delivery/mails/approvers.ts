import { membersRange } from '../../identity/keys.ts'
import { memberEntity } from '../../identity/members/member.ts'
import { isActiveOwner } from '../../identity/members/owners.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Attending, attendingOf } from './attending.ts'
import { messageFor } from './booking-notices.ts'
import type { MailContext } from './mail-context.ts'

/**
 * The owners of the account, as readers of a request for approval that would reach nobody: neither the providers that it
 * takes nor the team of its event type have an address. Empty for all other emails.
 */
export async function approversOf(
  { store }: Pick<Dependencies, 'store'>,
  context: MailContext,
): Promise<readonly Attending[]> {
  if (messageFor(context, 'provider') !== 'approvalNeeded') return []
  const { booking, provider, assigned = [provider] } = context
  const [asked] = assigned
  if (asked === undefined || attendingOf({ ...context, assigned }).length > 0) return []
  const { items } = await store.query({ ...membersRange(booking.accountId), consistent: true })
  return items
    .map(memberEntity.decode)
    .filter(isActiveOwner)
    .map(({ id, name, email }) => ({
      provider: { ...asked, name, email },
      part: 'stays',
      memberId: id,
    }))
}
