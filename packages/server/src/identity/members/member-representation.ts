import { timestamps } from '../../kernel/representations.ts'
import type { Member } from './member.ts'

/** The representation of a member. */
export const memberRepresentation = (member: Member) => ({
  id: member.id,
  version: member.version,
  email: member.email,
  name: member.name,
  role: member.role,
  providerIds: member.providerIds ?? null,
  status: member.status,
  ...timestamps(member),
})
