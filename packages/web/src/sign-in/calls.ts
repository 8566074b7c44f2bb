import type { Language } from '../shared/language.ts'
import { deviceNameOf } from '../shared/passkeys/device-name.ts'
import { askForPasskey, createPasskey } from '../shared/passkeys/passkeys.ts'
import { api, type Session, type SignedIn, unwrap } from './api.ts'

/** Asks for a link by email, in a language. The answer never says whether the address is known. */
export const requestLink = (email: string, locale: Language): Promise<unknown> =>
  unwrap(api.POST('/v1/sign-in', { body: { email, locale } }))

/** Redeems the secret of a sign-in link. */
export const redeemToken = (token: string, accountId?: string): Promise<SignedIn> =>
  unwrap(api.POST('/v1/sign-in/verify', { body: { token, ...(accountId && { accountId }) } }))

/** Accepts an invitation. */
export const acceptInvitation = (token: string): Promise<SignedIn> =>
  unwrap(api.POST('/v1/sign-in/invitations', { body: { token } }))

/** Creates the first owner of a server. */
export const setUp = (token: string, name: string, email: string): Promise<SignedIn> =>
  unwrap(api.POST('/v1/sign-in/setup', { body: { token, name, email } }))

/** A passkey sign-in: what was answered, and how to choose one of its accounts. */
export interface PasskeySignIn {
  readonly answer: SignedIn
  readonly choose: (accountId: string) => Promise<SignedIn>
}

/** Signs in with a passkey of this device, to the named account if one is named. */
export async function signInWithPasskey(accountId?: string): Promise<PasskeySignIn> {
  const { challengeId, options } = await unwrap(api.POST('/v1/sign-in/passkeys/options'))
  const response = await askForPasskey(options)
  const verify = (chosenId?: string): Promise<SignedIn> => {
    const body = { challengeId, response, ...(chosenId && { accountId: chosenId }) }
    return unwrap(api.POST('/v1/sign-in/passkeys/verify', { body }))
  }
  return { answer: await verify(accountId), choose: verify }
}

/** Creates a passkey for the signed-in person. */
export async function addPasskey(): Promise<void> {
  const { challengeId, options } = await unwrap(
    api.POST('/v1/sign-in/passkeys/registration-options'),
  )
  const response = await createPasskey(options)
  const name = deviceNameOf(navigator.userAgent)
  await unwrap(api.POST('/v1/sign-in/passkeys', { body: { name, challengeId, response } }))
}

/** Whether the signed-in person has a passkey. */
export const hasOwnPasskey = async (): Promise<boolean> =>
  (await unwrap(api.GET('/v1/sign-in/passkeys'))).data.length > 0

/** Signs in with an API key. */
export const signInWithKey = (apiKey: string): Promise<Session> =>
  unwrap(api.POST('/v1/session', { body: { apiKey } }))

/** The current session; undefined without one, or if the server does not answer. */
export const currentSession = (): Promise<Session | undefined> =>
  unwrap(api.GET('/v1/session')).catch(() => undefined)
