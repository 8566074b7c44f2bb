import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery } from './lists.ts'
import { orNull } from './or-null.ts'
import { Session } from './session.ts'
import { emailText, localeText, nameText, oneOf, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const signInToken = (description: string) =>
  singleLine(256).openapi({ description, example: 'hl_…' })

const chosenAccount = () =>
  resourceId('account').optional().openapi({
    description: 'The account to sign in to. Needed only if the person belongs to several.',
  })

/** `POST /v1/sign-in`: asks for a link by email. */
export const SignInRequest = z
  .strictObject({
    email: emailText().describe('The address of the person.'),
    locale: localeText()
      .optional()
      .openapi({ description: 'The language of the email: German for `de`, otherwise English.' }),
  })
  .openapi('SignInRequest', { description: 'The address to send a sign-in link to.' })

/** The answer to `POST /v1/sign-in`, the same for every address. */
export const SignInRequested = z.object({}).openapi('SignInRequested', {
  description: 'Empty, whether the address is known or not.',
})

/** `POST /v1/sign-in/verify`: redeems a mailed link. */
export const SignInVerify = z
  .strictObject({
    token: signInToken('The token of the link: `#token=…`.'),
    accountId: chosenAccount(),
  })
  .openapi('SignInVerify', { description: 'The token of a sign-in link.' })

/** `POST /v1/sign-in/invitations`: accepts an invitation. */
export const InvitationAccept = z
  .strictObject({ token: signInToken('The token of the link: `#invitation=…`.') })
  .openapi('InvitationAccept', { description: 'The token of an invitation.' })

/** `POST /v1/sign-in/setup`: creates the first owner. */
export const SetupRequest = z
  .strictObject({
    token: signInToken('The token of the link: `#setup=…`.'),
    name: nameText().openapi({ description: 'The name of the owner.', example: 'Ada Lovelace' }),
    email: emailText().describe('The address that the owner signs in with from now on.'),
  })
  .openapi('SetupRequest', { description: 'The first owner of the account.' })

const SignInAccount = z
  .object({
    id: resourceId('account'),
    name: z.string().openapi({ description: 'The name of the account.', example: 'Practice' }),
  })
  .openapi('SignInAccount', { description: 'An account that the person belongs to.' })

/** `GET /v1/sign-in/accounts`: one page with all of them. */
export const SignInAccountList = listOf(SignInAccount, 'SignInAccountList')

/** The answer to a sign-in. */
export const SignedIn = z
  .object({
    session: orNull(
      Session,
      'The new session; its cookie is set. Null if the person belongs to several accounts and chose none: send the same request again with `accountId`.',
    ),
    accounts: z
      .array(SignInAccount)
      .openapi({ description: 'All accounts that the person belongs to.' }),
  })
  .openapi('SignedIn', { description: 'The new session, or the accounts to choose from.' })

/** `POST /v1/sign-in/switch`: continues in another account of the person. */
export const SessionSwitch = z
  .strictObject({
    accountId: resourceId('account').openapi({ description: 'Another account of the person.' }),
  })
  .openapi('SessionSwitch', { description: 'The account to continue in.' })

const challengeId = () =>
  singleLine(64).openapi({
    description: 'The `challengeId` of the options. Valid once, for 5 minutes.',
    example: 'b5Yp0TJgNW0OZc3k8cVwTgm1sVw4t0N1fZ6y3H2a9Qk',
  })

const encoded = (maxLength: number, description: string) =>
  singleLine(maxLength).openapi({ description, example: 'AAAA' })

const CREDENTIAL_ID_LENGTH = 1400

/** What browsers add to a credential beyond the fields that the server reads is ignored. */
const credentialFields = {
  id: encoded(CREDENTIAL_ID_LENGTH, 'The id of the credential, in base64url.'),
  rawId: encoded(CREDENTIAL_ID_LENGTH, 'The same as `id`.'),
  type: z.literal('public-key').openapi({ description: 'Always `public-key`.' }),
  authenticatorAttachment: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .openapi({ description: 'How the authenticator is attached.', example: 'platform' }),
  clientExtensionResults: z
    .record(z.string(), z.unknown())
    .optional()
    .openapi({ description: 'The results of extensions. Ignored.', example: {} }),
}

const RegistrationResponse = z
  .object({
    ...credentialFields,
    response: z
      .object({
        clientDataJSON: encoded(8192, 'In base64url.'),
        attestationObject: encoded(65_536, 'In base64url.'),
        transports: z
          .array(z.string().max(64))
          .max(16)
          .optional()
          .openapi({ description: 'How the authenticator communicates.', example: ['internal'] }),
      })
      .openapi('PasskeyAttestation', { description: 'The response of the authenticator.' }),
  })
  .openapi('PasskeyRegistrationResponse', {
    description:
      'The JSON form of the `PublicKeyCredential` that `navigator.credentials.create()` returned.',
  })

const AuthenticationResponse = z
  .object({
    ...credentialFields,
    response: z
      .object({
        clientDataJSON: encoded(8192, 'In base64url.'),
        authenticatorData: encoded(8192, 'In base64url.'),
        signature: encoded(8192, 'In base64url.'),
        userHandle: encoded(256, 'In base64url.').nullable().optional(),
      })
      .openapi('PasskeyAssertion', { description: 'The response of the authenticator.' }),
  })
  .openapi('PasskeyAuthenticationResponse', {
    description:
      'The JSON form of the `PublicKeyCredential` that `navigator.credentials.get()` returned.',
  })

/** The answer to `POST /v1/sign-in/passkeys/options` and `…/registration-options`. */
export const PasskeyOptions = z
  .object({
    challengeId: z.string().openapi({
      description: 'Send it with the response. Valid once, for 5 minutes.',
      example: 'b5Yp0TJgNW0OZc3k8cVwTgm1sVw4t0N1fZ6y3H2a9Qk',
    }),
    options: z
      .looseObject({
        challenge: z
          .string()
          .openapi({ description: 'The challenge, in base64url.', example: 'AAAA' }),
      })
      .openapi({
        description:
          'Pass it to `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` (WebAuthn level 3).',
      }),
  })
  .openapi('PasskeyOptions', { description: 'The options of a WebAuthn ceremony.' })

/** `POST /v1/sign-in/passkeys/verify`: signs in with a passkey. */
export const PasskeyVerify = z
  .strictObject({
    challengeId: challengeId(),
    response: AuthenticationResponse,
    accountId: chosenAccount(),
  })
  .openapi('PasskeyVerify', { description: 'The response to a passkey challenge.' })

/** `POST /v1/sign-in/passkeys`: registers a passkey for the signed-in person. */
export const PasskeyCreate = z
  .strictObject({
    name: nameText().openapi({
      description: 'What the person calls the passkey.',
      example: 'Laptop',
    }),
    challengeId: challengeId(),
    response: RegistrationResponse,
  })
  .openapi('PasskeyCreate', { description: 'A new passkey.' })

/** `PATCH /v1/sign-in/passkeys/{id}`. */
export const PasskeyPatch = z
  .strictObject({
    name: nameText().openapi({
      description: 'What the person calls the passkey.',
      example: 'Work laptop',
    }),
  })
  .openapi('PasskeyPatch', { description: 'Another name for a passkey.' })

/** A passkey of the signed-in person. It signs in to all accounts of the person. */
export const Passkey = z
  .object({
    id: resourceId('passkey'),
    name: z.string().openapi({
      description: 'What the person calls the passkey.',
      example: 'Laptop',
    }),
    createdAt: instantAnswer().describe('When the passkey was registered.'),
    lastUsedAt: instantAnswer()
      .nullable()
      .openapi({ description: 'When the passkey last signed in. Null if never.' }),
  })
  .openapi('Passkey', {
    description: 'A passkey of the person. It signs in to all of their accounts.',
  })

/** `GET /v1/sign-in/passkeys`. */
export const PasskeyListQuery = z.strictObject(pageQuery)

/** `GET /v1/sign-in/passkeys`. */
export const PasskeyList = listOf(Passkey, 'PasskeyList')

/** A session of the signed-in person. */
export const PersonSession = z
  .object({
    id: resourceId('session'),
    account: SignInAccount,
    device: z.string().openapi({
      description: 'The browser and the system, as far as the browser tells them.',
      example: 'Firefox on Windows',
    }),
    method: oneOf(['key', 'link', 'passkey', 'setup']).openapi({
      description: 'How the person signed in.',
      example: 'link',
    }),
    current: z.boolean().openapi({ description: 'Whether this is the session of the request.' }),
    createdAt: instantAnswer().describe('When the person signed in.'),
    lastSeenAt: instantAnswer().describe('When the session was last used, to the hour.'),
    expiresAt: instantAnswer().describe('When the session expires.'),
  })
  .openapi('PersonSession', { description: 'A session of the signed-in person.' })

/** `GET /v1/sign-in/sessions`. */
export const PersonSessionListQuery = z.strictObject(pageQuery)

/** `GET /v1/sign-in/sessions`. */
export const PersonSessionList = listOf(PersonSession, 'PersonSessionList')

export type SignInRequest = z.infer<typeof SignInRequest>
export type SignInVerify = z.infer<typeof SignInVerify>
export type SetupRequest = z.infer<typeof SetupRequest>
export type SignedIn = z.infer<typeof SignedIn>
export type PasskeyOptions = z.infer<typeof PasskeyOptions>
export type PasskeyVerify = z.infer<typeof PasskeyVerify>
export type PasskeyCreate = z.infer<typeof PasskeyCreate>
export type Passkey = z.infer<typeof Passkey>
export type PersonSession = z.infer<typeof PersonSession>
