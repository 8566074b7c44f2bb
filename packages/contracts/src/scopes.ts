import { oneOf } from './text.ts'

/** What keys and sessions may do. One scope does not include another. */
export const SCOPES = ['read', 'bookings', 'settings', 'admin'] as const

/** One scope of a key or a session. */
export const scopeText = () =>
  oneOf(SCOPES).openapi({
    description:
      '`read`: read bookings, slots and what they are made of. `bookings`: change bookings, stays, blocks and time off. `settings`: change providers, event types, schedules, calendars and the settings of the account. `admin`: webhooks, API keys, members, the audit log, personal data and money.',
    example: 'read',
  })

export type Scope = (typeof SCOPES)[number]
