/** A challenge to solve, as the browser gets it (ALTCHA, version 2). */
export interface ProofOfWorkChallenge {
  readonly parameters: {
    readonly algorithm: string
    readonly nonce: string
    readonly salt: string
    readonly cost: number
    readonly keyLength: number
    readonly keyPrefix: string
    readonly keySignature: string
    readonly data: { readonly expiresAt: number }
  }
  readonly signature: string
}

/** A correct solution of a challenge of this server. */
export interface SolvedChallenge {
  /** Identifies the challenge, so that one solution counts once. */
  readonly challengeId: string
  /** The solution counts until this second, exclusive. */
  readonly expiresAtEpochSeconds: number
}

/** Creates challenges that cost a browser a second or two, and checks their solutions. Stores nothing. */
export interface ProofOfWork {
  create(expiresAtEpochSeconds: number): Promise<ProofOfWorkChallenge>
  /** Checks base64 of `{ challenge, solution }`. Undefined unless it solves a challenge of this server. */
  check(solution: string): Promise<SolvedChallenge | undefined>
}
