/**
 * What a key or a session may do. One scope does not include another:
 *
 * - `read`: read bookings, slots, and what they are made of.
 * - `bookings`: change bookings, stays, blocks and time off.
 * - `settings`: change providers, event types, schedules, calendars and the settings of the account.
 * - `admin`: webhooks, keys, members, the audit log, personal data and money.
 */
export const SCOPES = ['read', 'bookings', 'settings', 'admin'] as const

export type Scope = (typeof SCOPES)[number]

/** The scopes of a list, in the order of `SCOPES` and each once. */
export const orderedScopes = (scopes: readonly Scope[]): readonly Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope))
