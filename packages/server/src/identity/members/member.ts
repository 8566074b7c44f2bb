import { z } from 'zod'
import { ROLES } from '../../kernel/access/roles.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { memberKey, personMemberKey } from '../keys.ts'
import { emailInKey } from '../people/email-in-key.ts'

const invitationAttributes = z.object({
  /** SHA-256 of the token, in hex. */
  tokenHash: z.string(),
  /** The version of the member that the invitation was sent with. */
  version: z.int(),
  /** The link ends at this second, exclusive. */
  expiresAtEpochSeconds: z.int(),
})

/** What the link of an invitation needs. Its token is derived from the member and `version`. */
export type Invitation = AttributesOf<typeof invitationAttributes>

const memberAttributes = z.object({
  version: z.int(),
  /** In lower case. It never changes. */
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** The only providers that the member sees. Absent: all. */
  providerIds: z.exactOptional(z.array(z.string())),
  /** The language of emails to the member, as a BCP 47 tag. */
  locale: z.exactOptional(z.string()),
  /** `invited` until the person signs in for the first time. */
  status: z.enum(['invited', 'active']),
  /** Set while the member is invited. */
  invitation: z.exactOptional(invitationAttributes),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** A person who can sign in to an account. */
export interface Member extends AttributesOf<typeof memberAttributes> {
  readonly id: string
  readonly accountId: string
}

/** The item of a member in its account. */
export const memberEntity = defineEntity<Member, 'id' | 'accountId'>({
  name: 'member',
  key: ({ accountId, id }) => memberKey(accountId, id),
  inKey: { id: ({ SK }) => keyTail(SK), accountId: ({ PK }) => keyTail(PK) },
  schema: memberAttributes,
})

/** Finds the members of a person, and keeps an address unique within an account. */
export interface PersonMember {
  readonly email: string
  readonly accountId: string
  readonly memberId: string
  readonly version: number
}

/** The item that maps a person to their member of an account. */
export const personMemberEntity = defineEntity<PersonMember, 'email' | 'accountId'>({
  name: 'member of a person',
  key: ({ email, accountId }) => personMemberKey(email, accountId),
  inKey: { email: emailInKey, accountId: ({ SK }) => keyTail(SK) },
  schema: z.object({ memberId: z.string(), version: z.int() }),
})

/** The entry of a member in the list of a person. */
export const personMemberOf = ({ email, accountId, id }: Member): PersonMember => ({
  email,
  accountId,
  memberId: id,
  version: 1,
})
