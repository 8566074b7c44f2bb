import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { signInLinkKey } from '../keys.ts'
import { INVITATION_SECONDS, signInLinkEntity } from '../people/sign-in-link.ts'
import type { Invitation, Member } from './member.ts'
import { memberRepresentation } from './member-representation.ts'

/** The token of an invitation that was sent with one version of a member. */
export const invitationToken = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  memberId: string,
  version: number,
): string => secrets.signInToken(`${memberId}.${version}`)

/** The invitation of a member at a version. It ends after seven days. */
export const newInvitation = (
  deps: Pick<Dependencies, 'secrets' | 'clock'>,
  { id, version }: Pick<Member, 'id' | 'version'>,
): Invitation => ({
  tokenHash: hashedSecret(deps, invitationToken(deps, id, version)),
  version,
  expiresAtEpochSeconds: epochSeconds(deps.clock) + INVITATION_SECONDS,
})

/** The writes that invite a member: its link, and the event that has it mailed. */
export const invitationWrites = (
  deps: Dependencies,
  { actor }: Pick<Caller, 'actor'>,
  member: Member & { readonly invitation: Invitation },
): { readonly link: Write; readonly event: Write } => {
  const { id, accountId, version, invitation } = member
  const { tokenHash, expiresAtEpochSeconds } = invitation
  return {
    link: signInLinkEntity.create({
      tokenHash,
      purpose: { kind: 'invitation', accountId, memberId: id },
      expiresAtEpochSeconds,
      version: 1,
    }),
    event: eventWrite(
      deps,
      'member.invited',
      actor,
      { id, accountId, version },
      { member: memberRepresentation(member) },
    ),
  }
}

/** The write that ends the link of a member's invitation. Undefined if there is none. */
export const endInvitation = ({ invitation }: Member): Write | undefined =>
  invitation && { kind: 'delete', key: signInLinkKey(invitation.tokenHash) }
