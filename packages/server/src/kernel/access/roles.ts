import { SCOPES, type Scope } from './scopes.ts'

/**
 * The roles of members:
 *
 * - `owner`: everything, also other owners.
 * - `admin`: everything except owners.
 * - `scheduler`: all bookings, no settings.
 * - `provider`: the bookings, hours and settings of their own providers.
 * - `viewer`: reads.
 */
export const ROLES = ['owner', 'admin', 'scheduler', 'provider', 'viewer'] as const

export type MemberRole = (typeof ROLES)[number]

const SCOPES_OF_ROLE: Readonly<Record<MemberRole, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  scheduler: ['read', 'bookings'],
  provider: ['read', 'bookings', 'settings'],
  viewer: ['read'],
}

/** The scopes of a role. */
export const scopesOfRole = (role: MemberRole): readonly Scope[] => SCOPES_OF_ROLE[role]

/** Whether members of a role can be, or must be, restricted to providers. */
export const restrictionOfRole = (role: MemberRole): 'none' | 'optional' | 'required' => {
  if (role === 'provider') return 'required'
  return role === 'owner' || role === 'admin' ? 'none' : 'optional'
}
