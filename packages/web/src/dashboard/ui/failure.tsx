import { HoldfastError } from '@holdfast/client'
import { useMessages } from '../../shared/i18n.tsx'
import { sharedMessages } from '../../shared/messages.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { commonMessages } from '../messages.ts'

/** What went wrong, in the reader's language: a title, and what can be done. */
export function useFailureText(): (error: unknown) => {
  readonly title: string
  readonly text: string
} {
  const t = useMessages(sharedMessages)
  const own = useMessages(commonMessages)
  return (error) => {
    if (!(error instanceof HoldfastError)) return { title: t.offlineTitle, text: t.offline }
    switch (error.code) {
      case 'not_found':
        return { title: t.notFoundTitle, text: t.notFound }
      case 'rate_limited':
        return { title: t.busyTitle, text: t.busy(60) }
      case 'version_mismatch':
        return { title: own.changedTitle, text: own.changed }
      case 'validation_failed':
        return { title: own.wrongInput, text: error.problem.detail }
      default:
        return { title: error.problem.title, text: error.problem.detail }
    }
  }
}

/** Tells why something could not be had or done, and offers to try again. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) {
  const t = useMessages(sharedMessages)
  const { title, text } = useFailureText()(error)
  const isInternal = error instanceof HoldfastError && error.status >= 500
  return (
    <Notice tone="danger" title={title}>
      <p>{text}</p>
      {isInternal && <p>{t.reference(error.problem.requestId)}</p>}
      {onRetry && <Button onClick={onRetry}>{t.retry}</Button>}
    </Notice>
  )
}
