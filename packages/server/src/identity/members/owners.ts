import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { membersRange } from '../keys.ts'
import { type Member, memberEntity } from './member.ts'

/** Whether a member is an owner who can sign in. */
export const isActiveOwner = ({ role, status }: Pick<Member, 'role' | 'status'>): boolean =>
  role === 'owner' && status === 'active'

/** An owner of an account who can sign in, other than one member. Undefined if there is none. */
export async function findOwner(
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
  exceptId?: string,
): Promise<Member | undefined> {
  const { items } = await store.query({ ...membersRange(accountId), consistent: true })
  return items
    .map(memberEntity.decode)
    .find((member) => isActiveOwner(member) && member.id !== exceptId)
}

/**
 * Whether a caller may create, change or remove owners: an owner, or the server itself. An API key may do so
 * only while the account has no owner who can sign in, so that a key can make the first one.
 */
export async function mayManageOwners(
  deps: Pick<Dependencies, 'store'>,
  { accountId, actor, memberRole }: Pick<Caller, 'accountId' | 'actor' | 'memberRole'>,
): Promise<Result<undefined, Refusal>> {
  if (memberRole === 'owner' || actor.kind === 'system') return ok(undefined)
  const isFirst = actor.kind === 'key' && (await findOwner(deps, accountId)) === undefined
  return isFirst
    ? ok(undefined)
    : refuse({
        code: 'forbidden',
        reason: 'Only owners can create, change or remove owners.',
      })
}
