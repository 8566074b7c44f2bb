/** A JSON value, as a browser sends or receives it. */
export type CeremonyJson = { readonly [name: string]: unknown }

/** The options of a ceremony: what the browser needs, and the challenge in them. */
export interface CeremonyOptions {
  /** In base64url. */
  readonly challenge: string
  readonly options: CeremonyJson
}

/** The person who registers a passkey. */
export interface PasskeyUser {
  /** Opaque, the same for all passkeys of the person; at most 64 bytes. */
  readonly handle: Uint8Array
  readonly email: string
  readonly name: string
}

/** A credential that an authenticator has created. */
export interface RegisteredCredential {
  /** In base64url. */
  readonly id: string
  /** In COSE form. */
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** A credential, as far as a browser needs it to find it. */
export interface KnownCredential {
  /** In base64url. */
  readonly id: string
  readonly transports: readonly string[]
}

/** Creates and checks the ceremonies of passkeys (WebAuthn level 3). Stores nothing. */
export interface WebAuthn {
  /** Options to create a discoverable credential with user verification, on none of the known authenticators. */
  registrationOptions(
    user: PasskeyUser,
    known: readonly KnownCredential[],
  ): Promise<CeremonyOptions>
  /** Checks a response to these options. Undefined unless it is valid for this server and challenge. */
  checkRegistration(
    response: CeremonyJson,
    challenge: string,
  ): Promise<RegisteredCredential | undefined>
  /** Options to sign in with any discoverable credential of this server. */
  signInOptions(): Promise<CeremonyOptions>
  /**
   * Checks the signature of a credential, with user verification. Answers its new counter; undefined unless the
   * response is valid for this server and challenge, and its counter rose if it counts.
   */
  checkSignIn(
    response: CeremonyJson,
    challenge: string,
    credential: RegisteredCredential,
  ): Promise<{ readonly counter: number } | undefined>
}
