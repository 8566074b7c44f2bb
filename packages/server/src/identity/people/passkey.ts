import { z } from 'zod'
import { type AttributesOf, defineEntity, defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { passkeyChallengeKey, passkeyKey, personPasskeyKey } from '../keys.ts'
import { emailInKey } from './email-in-key.ts'

const passkeyAttributes = z.object({
  id: z.string(),
  version: z.int(),
  email: z.string(),
  name: z.string(),
  /** In base64url. */
  credentialId: z.string(),
  /** The public key in COSE form. */
  publicKey: z.instanceof(Uint8Array),
  /** How often the authenticator was used, as it says. 0: it does not count. */
  counter: z.int(),
  /** How the authenticator communicates, as the browser said. */
  transports: z.array(z.string()),
  createdAtEpochSeconds: z.int(),
  lastUsedAtEpochSeconds: z.exactOptional(z.int()),
})

/** A passkey. It belongs to a person, not to an account. */
export interface Passkey extends AttributesOf<typeof passkeyAttributes> {
  /** SHA-256 of the credential id, in hex. */
  readonly credentialHash: string
}

/** The item of a passkey, found by its credential when somebody signs in. */
export const passkeyEntity = defineEntity<Passkey, 'credentialHash'>({
  name: 'passkey',
  key: ({ credentialHash }) => passkeyKey(credentialHash),
  inKey: { credentialHash: ({ PK }) => keyTail(PK) },
  schema: passkeyAttributes,
})

/** A passkey in the list of its person. */
export interface PersonPasskey {
  readonly email: string
  readonly passkeyId: string
  readonly credentialHash: string
  readonly version: number
}

/** The item that lists a passkey. */
export const personPasskeyEntity = defineEntity<PersonPasskey, 'email' | 'passkeyId'>({
  name: 'passkey of a person',
  key: ({ email, passkeyId }) => personPasskeyKey(email, passkeyId),
  inKey: { email: emailInKey, passkeyId: ({ SK }) => keyTail(SK) },
  schema: z.object({ credentialHash: z.string(), version: z.int() }),
})

/** The entry of a passkey in the list of its person. */
export const personPasskeyOf = ({ email, id, credentialHash }: Passkey): PersonPasskey => ({
  email,
  passkeyId: id,
  credentialHash,
  version: 1,
})

/** How long a challenge is valid. */
export const CHALLENGE_SECONDS = 5 * 60

/** A challenge of a ceremony. It is deleted when it is used. */
export interface PasskeyChallenge {
  /** SHA-256 of its id, in hex. */
  readonly challengeHash: string
  /** In base64url. */
  readonly challenge: string
  /** Set to register a passkey: the person. */
  readonly email?: string
  readonly expiresAtEpochSeconds: number
  readonly version: number
}

/** The item of a challenge. The store removes it after its end. */
export const passkeyChallengeEntity = defineMappedEntity<
  PasskeyChallenge,
  Omit<PasskeyChallenge, 'challengeHash'> & { readonly ttl: number }
>({
  name: 'passkey challenge',
  key: ({ challengeHash }) => passkeyChallengeKey(challengeHash),
  schema: z.object({
    challenge: z.string(),
    email: z.exactOptional(z.string()),
    expiresAtEpochSeconds: z.int(),
    version: z.int(),
    ttl: z.int(),
  }),
  toAttributes: ({ challengeHash: _, ...attributes }) => ({
    ...attributes,
    ttl: attributes.expiresAtEpochSeconds,
  }),
  fromAttributes: ({ ttl: _, ...attributes }, { PK }) => ({
    challengeHash: keyTail(PK),
    ...attributes,
  }),
})
