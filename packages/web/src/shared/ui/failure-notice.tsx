import type { Problem } from '@holdfast/contracts'
import type { Ref } from 'react'
import { ApiError } from '../api/api.ts'
import { useI18n, useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { type ProblemText, problemMessages } from '../problem-messages.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** Whether a retry is running. */
  readonly isBusy?: boolean
  readonly headingLevel?: 1 | 2
  readonly headingRef?: Ref<HTMLHeadingElement>
}

const MINUTE_SECONDS = 60

/** Shows an error, with a retry button if `onRetry` is set. */
export function FailureNotice({
  error,
  onRetry,
  isBusy = false,
  headingLevel = 2,
  headingRef,
}: FailureProps) {
  const t = useMessages(sharedMessages)
  const { format } = useI18n()
  const busyText = (seconds: number): string =>
    seconds < 2 * MINUTE_SECONDS
      ? t.busy(seconds)
      : t.busyLonger(format.minutes(Math.ceil(seconds / MINUTE_SECONDS)))
  const texts: Partial<Record<Problem['code'], ProblemText>> = useMessages(problemMessages)
  const failure = error instanceof ApiError ? error : undefined
  const known = failure?.code && texts[failure.code]
  const { title, text } =
    failure === undefined
      ? { title: t.failedTitle, text: t.crashed }
      : failure.problem === undefined
        ? { title: t.offlineTitle, text: t.offline }
        : failure.code === 'rate_limited'
          ? { title: t.busyTitle, text: busyText(failure.retryAfterSeconds ?? MINUTE_SECONDS) }
          : failure.code === 'not_found'
            ? { title: t.notFoundTitle, text: t.notFound }
            : (known ?? { title: t.failedTitle, text: t.failed })
  // An exception that is no failed call is named as it is.
  const reference =
    failure === undefined
      ? String(error)
      : failure.code === 'internal_error' && failure.problem?.requestId
  return (
    <Notice
      tone={known ? 'warn' : 'danger'}
      isUrgent={true}
      title={title}
      headingLevel={headingLevel}
      {...(headingRef && { headingRef })}
    >
      <p>{text}</p>
      {reference && <p>{t.reference(reference)}</p>}
      {onRetry && failure?.code !== 'not_found' && (
        <Button isBusy={isBusy} onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </Notice>
  )
}
