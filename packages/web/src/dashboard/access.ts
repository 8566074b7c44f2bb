import type { components } from '@holdfast/client'
import { useQuery } from '@tanstack/react-query'
import type { Session } from './api.ts'
import { sessionQuery } from './queries.ts'

/** One thing that sessions and keys may do. */
export type Scope = components['schemas']['Session']['scopes'][number]

/** What the session may do. The server decides; the pages only leave out what it would refuse. */
export interface Access {
  readonly can: (scope: Scope) => boolean
  /** Whether the session is restricted to some providers. */
  readonly isRestricted: boolean
  /** The role of the signed-in person; undefined for an API key. */
  readonly role: NonNullable<Session['member']>['role'] | undefined
}

/** What a session may do; nothing without one. */
export function accessOf(session: Session | null | undefined): Access {
  const scopes = new Set(session?.scopes)
  return {
    can: (scope) => scopes.has(scope),
    isRestricted: (session?.providerIds ?? null) !== null,
    role: session?.member?.role,
  }
}

/** What the current session may do. */
export const useAccess = (): Access => accessOf(useQuery(sessionQuery).data)
