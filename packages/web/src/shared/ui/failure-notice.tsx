import type { Ref } from 'react'
import { CallFailure } from '../api/api.ts'
import { useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly headingLevel?: 1 | 2
  readonly headingRef?: Ref<HTMLHeadingElement>
}

/** Tells why something could not be had, and offers to try again. */
export function FailureNotice({ error, onRetry, headingLevel = 2, headingRef }: FailureProps) {
  const t = useMessages(sharedMessages)
  const failure = error instanceof CallFailure ? error : undefined
  const { title, text } =
    failure?.problem === undefined
      ? { title: t.offlineTitle, text: t.offline }
      : failure.code === 'rate_limited'
        ? { title: t.busyTitle, text: t.busy(failure.retryAfterSeconds ?? 60) }
        : failure.code === 'not_found'
          ? { title: t.notFoundTitle, text: t.notFound }
          : { title: t.failedTitle, text: t.failed }
  const reference = failure?.code === 'internal_error' && failure.problem?.requestId
  return (
    <Notice
      tone="danger"
      title={title}
      headingLevel={headingLevel}
      {...(headingRef && { headingRef })}
    >
      <p>{text}</p>
      {reference && <p>{t.reference(reference)}</p>}
      {onRetry && failure?.code !== 'not_found' && <Button onClick={onRetry}>{t.retry}</Button>}
    </Notice>
  )
}
