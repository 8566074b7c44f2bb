import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Account, accountEntity, withDefaultSettings } from '../accounts/account.ts'
import { accountKey, memberKey, personMembersRange } from '../keys.ts'
import { type Member, memberEntity, personMemberEntity } from './member.ts'

/** A person's place in one account. */
export interface Membership {
  readonly member: Member
  readonly account: Account
}

/** The most accounts of one person that a sign-in offers. */
const MAX_ACCOUNTS = 100

/** The accounts of a person: at most 100, in the order of their ids. */
export async function allMemberships(
  { store }: Pick<Dependencies, 'store'>,
  email: string,
): Promise<readonly Membership[]> {
  const listed = await store.query({
    ...personMembersRange(email),
    limit: MAX_ACCOUNTS,
    consistent: true,
  })
  const entries = listed.items.map(personMemberEntity.decode)
  if (entries.length === 0) return []
  const memberKeys = entries.map(({ accountId, memberId }) => memberKey(accountId, memberId))
  const accountKeys = entries.map(({ accountId }) => accountKey(accountId))
  const [members, accounts] = await Promise.all([
    store.getMany(memberKeys, { consistent: true }),
    store.getMany(accountKeys, { consistent: true }),
  ])
  return entries.flatMap((_, index) => {
    const member = members[index]
    const account = accounts[index]
    if (member === undefined || account === undefined) return []
    return [
      {
        member: memberEntity.decode(member),
        account: withDefaultSettings(accountEntity.decode(account)),
      },
    ]
  })
}

/**
 * The accounts that a person can sign in to. Invitations that were not accepted count only if there is no
 * other account, so that a stranger's invitation does not change how somebody signs in.
 */
export async function membershipsOf(
  deps: Pick<Dependencies, 'store'>,
  email: string,
): Promise<readonly Membership[]> {
  const all = await allMemberships(deps, email)
  const active = all.filter(({ member }) => member.status === 'active')
  return active.length > 0 ? active : all
}
