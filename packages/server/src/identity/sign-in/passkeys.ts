import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller, Session } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { listPage } from '../../kernel/paging.ts'
import type { CeremonyJson, CeremonyOptions, WebAuthn } from '../../kernel/ports/web-authn.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commit, commitNew, commitOrConflict } from '../../kernel/transaction.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { passkeyChallengeKey, passkeyKey, personPasskeyKey, personPasskeysRange } from '../keys.ts'
import type { Member } from '../members/member.ts'
import { membershipsOf } from '../members/memberships.ts'
import {
  CHALLENGE_SECONDS,
  type Passkey,
  type PasskeyChallenge,
  passkeyChallengeEntity,
  passkeyEntity,
  personPasskeyEntity,
  personPasskeyOf,
} from '../people/passkey.ts'
import { signInNow } from '../sessions/member-sessions.ts'
import { personOf } from '../sessions/person-sessions.ts'
import { chosenOf, openMemberSession, type SignedIn } from './open-member-session.ts'
import { SIGN_IN_INVALID } from './redeem-link.ts'

/** The most passkeys of one person. */
export const MAX_PASSKEYS = 20

/** What passkeys need. */
export interface PasskeysContext {
  readonly deps: Dependencies
  readonly webAuthn: WebAuthn
}

/** The options of a ceremony that has begun. */
export interface BegunCeremony {
  readonly challengeId: string
  readonly options: CeremonyJson
}

/** The answer of a browser to a challenge. */
export interface CeremonyAnswer {
  readonly challengeId: string
  readonly response: CeremonyJson & { readonly id: string }
}

/** A passkey to sign in with. */
export interface PasskeySignIn extends CeremonyAnswer {
  /** The account to sign in to. */
  readonly accountId?: string | undefined
  /** The browser and the system, in a few words. */
  readonly device: string
}

const INVALID_RESPONSE = invalid(
  '/response',
  'must answer an unused challenge of this person that is less than 5 minutes old',
)
const NO_PERSON = refuse({ code: 'no_person' })

/** The user handle of a person: the same for all of their passkeys, and without their address. */
const handleOf = ({ secrets }: Pick<Dependencies, 'secrets'>, email: string): Uint8Array =>
  secrets.hash(`passkey ${email}`)

async function begin(
  { deps }: PasskeysContext,
  caller: Caller<BegunCeremony>,
  { challenge, options }: CeremonyOptions,
  email?: string,
): Promise<Result<BegunCeremony, Refusal>> {
  const challengeId = deps.secrets.newOAuthSecret()
  const begun = { challengeId, options }
  const writes = {
    challenge: passkeyChallengeEntity.create({
      challengeHash: hashedSecret(deps, challengeId),
      challenge,
      ...(email !== undefined && { email }),
      expiresAtEpochSeconds: epochSeconds(deps.clock) + CHALLENGE_SECONDS,
      version: 1,
    }),
  }
  return commitNew(deps, caller, writes, begun, 'challenge')
}

/** The live challenge of an id. Undefined if it is unknown, used or over, or was made for another ceremony. */
async function findChallenge(
  deps: Dependencies,
  challengeId: string,
  email: string | undefined,
): Promise<PasskeyChallenge | undefined> {
  const key = passkeyChallengeKey(hashedSecret(deps, challengeId))
  const found = await passkeyChallengeEntity.read(deps.store, key)
  const isLive = found !== undefined && found.expiresAtEpochSeconds > epochSeconds(deps.clock)
  return isLive && found.email === email ? found : undefined
}

/** All passkeys of a person, the oldest first. */
async function passkeysOf(deps: Dependencies, email: string): Promise<readonly Passkey[]> {
  const listed = await deps.store.query({ ...personPasskeysRange(email), consistent: true })
  return await loaded(deps, listed.items.map(personPasskeyEntity.decode))
}

async function loaded(
  deps: Dependencies,
  entries: readonly { readonly credentialHash: string }[],
): Promise<readonly Passkey[]> {
  if (entries.length === 0) return []
  const keys = entries.map(({ credentialHash }) => passkeyKey(credentialHash))
  const items = await deps.store.getMany(keys, { consistent: true })
  return items.flatMap((item) => (item === undefined ? [] : [passkeyEntity.decode(item)]))
}

/** Begins to register a passkey for the person of a session. Refuses an API key as `no_person`. */
export async function beginRegistration(
  context: PasskeysContext,
  caller: Caller<BegunCeremony>,
  session: Session | undefined,
): Promise<Result<BegunCeremony, Refusal>> {
  const { deps, webAuthn } = context
  const person = await personOf(deps, session)
  if (person === undefined) return NO_PERSON
  const { email, name } = person
  const known = (await passkeysOf(deps, email)).map(({ credentialId, transports }) => ({
    id: credentialId,
    transports,
  }))
  const user = { handle: handleOf(deps, email), email, name }
  return begin(context, caller, await webAuthn.registrationOptions(user, known), email)
}

/** A credential to register, with what the person calls it. */
export interface PasskeyInput extends CeremonyAnswer {
  readonly name: string
  readonly transports: readonly string[]
}

/**
 * Registers a passkey for the person of a session. It signs in to all of their accounts. Refuses as
 * `validation_failed` a challenge that is unknown, used, over or of another person, and a response that is not
 * valid: as 401, it would read as the end of the session.
 */
export async function registerPasskey(
  context: PasskeysContext,
  caller: Caller<Passkey>,
  session: Session | undefined,
  input: PasskeyInput,
): Promise<Result<Passkey, Refusal>> {
  const { deps, webAuthn } = context
  const person = await personOf(deps, session)
  if (person === undefined) return NO_PERSON
  const { email } = person
  const challenge = await findChallenge(deps, input.challengeId, email)
  if (challenge === undefined) return INVALID_RESPONSE
  const credential = await webAuthn.checkRegistration(input.response, challenge.challenge)
  if (credential === undefined) return INVALID_RESPONSE
  if ((await passkeysOf(deps, email)).length >= MAX_PASSKEYS) {
    return invalid('/response', `must not be added: a person has at most ${MAX_PASSKEYS} passkeys`)
  }
  const passkey = newPasskey(deps, person, input, credential)
  const writes = {
    challenge: passkeyChallengeEntity.remove(challenge),
    passkey: passkeyEntity.create(passkey),
    listed: personPasskeyEntity.create(personPasskeyOf(passkey)),
  }
  const committed = await commit(deps, caller, writes, passkey)
  if (committed.kind === 'done') return ok(passkey)
  // Somebody used the challenge meanwhile, or the credential is registered already.
  return committed.kind === 'refused' ? refuse(committed.refusal) : INVALID_RESPONSE
}

const newPasskey = (
  deps: Dependencies,
  { email }: Member,
  { name, transports }: PasskeyInput,
  { id, publicKey, counter }: { id: string; publicKey: Uint8Array; counter: number },
): Passkey => ({
  id: deps.ids.next('passkey', deps.clock.nowEpochMilliseconds()),
  version: 1,
  email,
  name,
  credentialHash: hashedSecret(deps, id),
  credentialId: id,
  publicKey,
  counter,
  transports,
  createdAtEpochSeconds: epochSeconds(deps.clock),
})

/** Lists the passkeys of the person of a session, the oldest first. A key has none. */
export async function listPasskeys(
  deps: Dependencies,
  session: Session | undefined,
  page: Page,
): Promise<Listed<Passkey>> {
  const person = await personOf(deps, session)
  if (person === undefined) return { data: [] }
  const range = personPasskeysRange(person.email)
  const listed = await listPage(deps.store, range, page, personPasskeyEntity.decode)
  return { ...listed, data: await loaded(deps, listed.data) }
}

/** Renames a passkey of the person of a session. */
export async function renamePasskey(
  deps: Dependencies,
  caller: Caller<Passkey>,
  session: Session | undefined,
  passkeyId: string,
  name: string,
): Promise<Result<Passkey, Refusal>> {
  const person = await personOf(deps, session)
  if (person === undefined) return notFound('passkey', passkeyId)
  return retryOnConflict(`passkey ${passkeyId}`, async () => {
    const entryKey = personPasskeyKey(person.email, passkeyId)
    const entry = await personPasskeyEntity.read(deps.store, entryKey)
    if (entry === undefined) return notFound('passkey', passkeyId)
    const before = await passkeyEntity.read(deps.store, passkeyKey(entry.credentialHash))
    if (before === undefined) return notFound('passkey', passkeyId)
    const after = { ...before, name, version: before.version + 1 }
    const writes = { passkey: passkeyEntity.replace(before, after) }
    return commitOrConflict(deps, caller, writes, after)
  })
}

/** Deletes a passkey of the person of a session. Sessions that it opened stay. */
export async function deletePasskey(
  deps: Dependencies,
  caller: Caller,
  session: Session | undefined,
  passkeyId: string,
): Promise<Result<undefined, Refusal>> {
  const person = await personOf(deps, session)
  if (person === undefined) return notFound('passkey', passkeyId)
  return retryOnConflict(`passkey ${passkeyId}`, async () => {
    const key = personPasskeyKey(person.email, passkeyId)
    const entry = await personPasskeyEntity.read(deps.store, key)
    if (entry === undefined) return notFound('passkey', passkeyId)
    const writes = {
      listed: personPasskeyEntity.remove(entry),
      passkey: { kind: 'delete', key: passkeyKey(entry.credentialHash) },
    } as const
    return commitOrConflict(deps, caller, writes, undefined)
  })
}

/** Begins to sign in with a passkey. Nobody has said yet who they are. */
export async function beginPasskeySignIn(
  context: PasskeysContext,
  caller: Caller<BegunCeremony>,
): Promise<Result<BegunCeremony, Refusal>> {
  return begin(context, caller, await context.webAuthn.signInOptions())
}

/**
 * Signs in with a passkey. Who belongs to several accounts and chooses none gets their list, and the same answer of
 * the browser stays usable. Refuses everything that is not valid as `sign_in_invalid`.
 */
export function signInWithPasskey(
  context: PasskeysContext,
  caller: Caller<SignedIn>,
  { challengeId, response, accountId, device }: PasskeySignIn,
): Promise<Result<SignedIn, Refusal>> {
  const { deps, webAuthn } = context
  return retryOnConflict('a sign-in with a passkey', async () => {
    const challenge = await findChallenge(deps, challengeId, undefined)
    const key = passkeyKey(hashedSecret(deps, response.id))
    const passkey = await passkeyEntity.read(deps.store, key)
    if (challenge === undefined || passkey === undefined) return SIGN_IN_INVALID
    const credential = { ...passkey, id: passkey.credentialId }
    const checked = await webAuthn.checkSignIn(response, challenge.challenge, credential)
    if (checked === undefined) return SIGN_IN_INVALID
    const memberships = await membershipsOf(deps, passkey.email)
    const chosen = chosenOf(memberships, accountId)
    if (chosen === 'unknown') return SIGN_IN_INVALID
    if (chosen === 'several') return ok({ memberships })
    const { issued, writes } = openMemberSession(deps, chosen, signInNow(deps, 'passkey', device))
    const signedIn = { issued, memberships }
    const used = {
      ...passkey,
      counter: checked.counter,
      version: passkey.version + 1,
      lastUsedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const all = {
      challenge: passkeyChallengeEntity.remove(challenge),
      passkey: passkeyEntity.replace(passkey, used),
      ...writes,
    }
    return commitOrConflict(deps, caller, all, signedIn)
  })
}
