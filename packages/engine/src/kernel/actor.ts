/**
 * Who changes something:
 *
 * - `key`: an API key of the account.
 * - `member`: a member of the account who signed in.
 * - `booker`: a booker or guest, with or without a manage token.
 * - `system`: the server itself, for example when a hold expires.
 * - `vendor`: somebody outside, such as the owner of a connected calendar.
 */
export const ACTOR_KINDS = ['key', 'member', 'booker', 'system', 'vendor'] as const

/** Who changed something. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number]
  /** The id of the key or member. */
  readonly id?: string
}
