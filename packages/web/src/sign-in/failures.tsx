import { HoldfastError, isConnectionError } from '@holdfast/client'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { PasskeyCancelled } from '../shared/passkeys/passkeys.ts'
import type { ProblemText } from '../shared/problem-messages.ts'
import { Notice } from '../shared/ui/notice.tsx'
import { signInMessages } from './messages.ts'

/** What was tried: a link of some kind, a passkey or an API key. */
export type Attempt = 'link' | 'invitation' | 'setup' | 'passkey' | 'key'

/** An error of a sign-in, and what was tried. */
export interface SignInFailure {
  readonly attempt: Attempt
  readonly error: unknown
}

/** The codes of problems with a text of their own, whatever was tried. */
const BY_CODE: Readonly<Record<string, 'suspended' | 'tooOften' | 'keysOff'>> = {
  account_suspended: 'suspended',
  rate_limited: 'tooOften',
  forbidden: 'keysOff',
}

/** The status of a refused secret, and that of a setup link on a server that has an owner. */
const REFUSED: ReadonlySet<number> = new Set([401, 404, 409])

/** Says why a sign-in failed and what to do. */
export function FailureOf({ failure: { attempt, error } }: { readonly failure: SignInFailure }) {
  const t = useMessages(signInMessages)
  const shared = useMessages(sharedMessages)
  const textOf = (): ProblemText & { readonly reference?: string } => {
    if (error instanceof PasskeyCancelled) return t.errors.passkeyCancelled
    if (isConnectionError(error)) return { title: shared.offlineTitle, text: shared.offline }
    if (!(error instanceof HoldfastError))
      return { title: shared.failedTitle, text: shared.crashed, reference: String(error) }
    const known = BY_CODE[error.problem.code]
    if (known !== undefined) return t.errors[known]
    if (REFUSED.has(error.status)) return t.errors[attempt]
    return { title: shared.failedTitle, text: shared.failed }
  }
  const { title, text, reference } = textOf()
  return (
    <Notice tone="warn" title={title} isUrgent={true}>
      <p>{text}</p>
      {reference && <p>{shared.reference(reference)}</p>}
    </Notice>
  )
}
