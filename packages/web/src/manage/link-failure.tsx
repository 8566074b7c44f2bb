import { ApiError } from '../shared/api/api.ts'
import { useMessages } from '../shared/i18n.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { manageMessages } from './messages.ts'

interface LinkFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** The page of a link that does not work, or whose page did not load. */
export function LinkFailure({ error, onRetry }: LinkFailureProps) {
  const t = useMessages(manageMessages)
  const code = error instanceof ApiError ? error.code : undefined
  return (
    <Frame>
      {code === 'unauthenticated' || code === 'not_found' ? (
        <Notice tone="danger" title={t.linkTitle} headingLevel={1}>
          <p>{t.link}</p>
        </Notice>
      ) : (
        <FailureNotice error={error} onRetry={onRetry} headingLevel={1} />
      )}
    </Frame>
  )
}
