const DOMAIN = '@holdfast'

/** The UID of a booking, a session or an event of this server in calendar files and invitations (RFC 5545 §3.8.4.7). */
export const ownUid = (id: string): string => `${id}${DOMAIN}`

/** What a UID of ours names; undefined if another program made it. */
export const idOfOwnUid = (uid: string): string | undefined =>
  uid.endsWith(DOMAIN) ? uid.slice(0, -DOMAIN.length) : undefined
