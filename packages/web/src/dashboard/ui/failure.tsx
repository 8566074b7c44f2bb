import { HoldfastError, isConnectionError } from '@holdfast/client'
import { useMessages } from '../../shared/i18n.tsx'
import { sharedMessages } from '../../shared/messages.ts'
import type { ProblemText } from '../../shared/problem-messages.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { commonMessages } from '../messages.ts'
import { signInLink } from '../sign-in/sign-in-link.ts'
import { useInputMessage } from './input-errors.ts'
import { dashboardProblemMessages } from './problem-messages.ts'

/** Returns the title and text of an error in the reader's language. */
export function useFailureText(): (error: unknown) => ProblemText {
  const t = useMessages(sharedMessages)
  const texts = useMessages(dashboardProblemMessages)
  const inputMessage = useInputMessage()
  return (error) => {
    if (isConnectionError(error)) return { title: t.offlineTitle, text: t.offline }
    if (!(error instanceof HoldfastError)) return { title: t.failedTitle, text: t.crashed }
    const { code, errors } = error.problem
    // A newer server may send a code that this page does not know.
    const { title, text } = texts[code] ?? { title: t.failedTitle, text: t.failed }
    if (code !== 'validation_failed' || errors === undefined) return { title, text }
    return { title, text: errors.map(({ message }) => inputMessage(message)).join(' ') }
  }
}

/** What support can find an error by. A gateway's error page has no request id; an exception is named as it is. */
function referenceOf(error: unknown): string {
  if (error instanceof HoldfastError) return error.status >= 500 ? error.problem.requestId : ''
  return isConnectionError(error) ? '' : String(error)
}

/** Shows an error, with a retry button if `onRetry` is set, or with a link to sign in again if that is needed. */
export function Failure({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) {
  const t = useMessages(sharedMessages)
  const common = useMessages(commonMessages)
  const { title, text } = useFailureText()(error)
  const isStale = error instanceof HoldfastError && error.problem.code === 'recent_sign_in_required'
  const isForbidden = error instanceof HoldfastError && error.problem.code === 'forbidden'
  const reference = referenceOf(error)
  return (
    <Notice tone="danger" title={title}>
      <p>{text}</p>
      {reference && <p>{t.reference(reference)}</p>}
      {isStale && <ButtonLink href={signInLink(true)}>{common.signInAgain}</ButtonLink>}
      {onRetry && !isStale && !isForbidden && <Button onClick={onRetry}>{t.retry}</Button>}
    </Notice>
  )
}
