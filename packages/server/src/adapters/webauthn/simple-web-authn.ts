import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { lazily } from '../../kernel/lazily.ts'
import type { CeremonyOptions, WebAuthn } from '../../kernel/ports/web-authn.ts'

/** Loaded with the first passkey: it has 250 modules, and most servers never see one. */
const { open: library } = lazily(() => import('@simplewebauthn/server'))

const NAME = 'Holdfast'
/** How long the browser waits for the person: as long as a challenge is valid. */
const TIMEOUT_MILLISECONDS = 5 * 60 * 1000

/** EdDSA, ES256 and RS256 (RFC 9053): one of them is known to every authenticator. */
const ALGORITHMS = [-8, -7, -257]

/** The library throws for any response that is not valid. The reason is not passed on. */
async function orUndefined<Value>(
  check: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

const ceremony = (options: { readonly challenge: string }): CeremonyOptions => ({
  challenge: options.challenge,
  options: { ...options },
})

/**
 * Creates the passkeys of the pages at `publicUrl`: its host is the relying party, and only its origin is
 * accepted. Browsers accept passkeys over https and at `localhost`, and for names only, not for IP addresses.
 */
export function createWebAuthn(publicUrl: string): WebAuthn {
  const { origin, hostname } = new URL(publicUrl)
  return {
    async registrationOptions({ handle, email, name }, known) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID: hostname,
        // A copy: the library wants bytes that own their buffer.
        userID: new Uint8Array(handle),
        userName: email,
        userDisplayName: name,
        timeout: TIMEOUT_MILLISECONDS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ id, transports }) => ({
          id,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return ceremony(options)
    },
    checkRegistration: (response, challenge) =>
      orUndefined(async () => {
        const { verifyRegistrationResponse } = await library()
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          // The library checks each member that it reads.
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (!verified) return undefined
        const { id, publicKey, counter } = registrationInfo.credential
        return { id, publicKey, counter }
      }),
    async signInOptions() {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        timeout: TIMEOUT_MILLISECONDS,
        userVerification: 'required',
      })
      return ceremony(options)
    },
    checkSignIn: (response, challenge, { id, publicKey, counter }) =>
      orUndefined(async () => {
        const { verifyAuthenticationResponse } = await library()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          // The library checks each member that it reads.
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          credential: { id, publicKey: new Uint8Array(publicKey), counter },
          requireUserVerification: true,
        })
        return verified ? { counter: authenticationInfo.newCounter } : undefined
      }),
  }
}
