import type { ReactNode } from 'react'
import { ButtonLink } from '../../shared/ui/button.tsx'
import type { EventType, Provider } from '../api.ts'
import { usePagePath } from './use-page-path.ts'

interface PageLinkProps {
  readonly provider: Provider
  readonly eventType: EventType
  /** Tells links with the same text apart. */
  readonly label?: string
  readonly children: ReactNode
}

/** Opens the public page of an event type in a new tab. */
export function PageLink({ provider, eventType, label, children }: PageLinkProps) {
  const path = usePagePath(provider, eventType)
  if (path === undefined) return null
  return (
    <ButtonLink kind="quiet" href={path} target="_blank" rel="noreferrer" aria-label={label}>
      {children}
    </ButtonLink>
  )
}
