import { useEffect, useState } from 'react'
import { ApiError, api, unwrap } from '../shared/api/api.ts'
import { keepToken, keptToken } from '../shared/api/booker-session.ts'
import { useMessages } from '../shared/i18n.tsx'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { AskStep } from './ask-step.tsx'
import { BookingLists } from './booking-lists.tsx'
import { ownBookingsMessages } from './messages.ts'
import styles from './own-bookings-page.module.css'
import { ACCOUNT, takeLinkToken } from './session.ts'

/** Why the booker has to ask for a link again. */
type Ended = 'link' | 'sign-in'

const OPENED = takeLinkToken()

/** The page on which a booker signs in with a link and sees the own bookings at an account. */
export function OwnBookingsPage() {
  const t = useMessages(ownBookingsMessages)
  const [link, setLink] = useState(OPENED)
  const [token, setToken] = useState(() => (OPENED === undefined ? keptToken(ACCOUNT) : undefined))
  const [ended, setEnded] = useState<Ended>()
  useEffect(() => {
    document.title = t.title
  }, [t])
  const signOut = (why?: Ended) => {
    keepToken(ACCOUNT, undefined)
    setToken(undefined)
    setLink(undefined)
    setEnded(why)
  }
  const signIn = (next: string) => {
    keepToken(ACCOUNT, next)
    setToken(next)
    setLink(undefined)
    setEnded(undefined)
  }
  return (
    <Frame>
      <header className={styles.head}>
        <h1>{t.title}</h1>
      </header>
      {ended !== undefined && (
        <Notice tone="warn" title={t.ended[ended].title}>
          <p>{t.ended[ended].text}</p>
        </Notice>
      )}
      {token !== undefined ? (
        <BookingLists
          token={token}
          onSignOut={() => signOut()}
          onEnded={() => signOut('sign-in')}
        />
      ) : link !== undefined ? (
        <OpenStep link={link} onSignedIn={signIn} onInvalid={() => signOut('link')} />
      ) : (
        <AskStep />
      )}
    </Frame>
  )
}

interface OpenStepProps {
  readonly link: string
  readonly onSignedIn: (token: string) => void
  readonly onInvalid: () => void
}

/** Redeems a link when the booker presses the button, so that programs that open links do not use it up. */
function OpenStep({ link, onSignedIn, onInvalid }: OpenStepProps) {
  const t = useMessages(ownBookingsMessages)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const open = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { customerToken } = await unwrap(
        api.POST('/v1/public/sign-in/verify', { body: { token: link } }),
      )
      onSignedIn(customerToken)
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'sign_in_invalid') onInvalid()
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className={styles.card ?? ''}>
      <p>{t.openLead}</p>
      {error !== undefined && <FailureNotice error={error} />}
      <Button kind="primary" isBusy={isBusy} onClick={() => void open()}>
        {t.open}
      </Button>
    </Card>
  )
}
