import { type FormEvent, useRef, useState } from 'react'
import { api, unwrap } from '../shared/api/api.ts'
import { useI18n, useMessages } from '../shared/i18n.tsx'
import { shownEmail } from '../shared/shown-email.ts'
import { Button } from '../shared/ui/button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { ownBookingsMessages } from './messages.ts'
import styles from './own-bookings-page.module.css'
import { ACCOUNT } from './session.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Asks for the address that a link is sent to. */
export function AskStep() {
  const t = useMessages(ownBookingsMessages)
  const { language } = useI18n()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const input = useRef<HTMLInputElement>(null)
  const send = async (address: string) => {
    setBusy(true)
    setError(undefined)
    try {
      const body = { accountSlug: ACCOUNT, email: address, locale: language }
      await unwrap(api.POST('/v1/public/sign-in', { body }))
      setSentTo(address)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = email.trim()
    const isValid = EMAIL.test(address)
    setWrong(!isValid)
    if (isValid) void send(address)
    else input.current?.focus()
  }
  if (sentTo !== undefined) {
    return (
      <Notice tone="info" title={t.sentTitle} isUrgent={true}>
        <p>{t.sent(shownEmail(sentTo))}</p>
        <Button onClick={() => setSentTo(undefined)}>{t.again}</Button>
      </Notice>
    )
  }
  return (
    <Card className={styles.card ?? ''}>
      <p>{t.lead}</p>
      {error !== undefined && <FailureNotice error={error} />}
      <form className={styles.card} onSubmit={submit} noValidate>
        <Field label={t.email} error={isWrong ? t.emailWrong : undefined}>
          {(control) => (
            <input
              {...control}
              ref={input}
              type="email"
              name="email"
              autoComplete="email"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t.send}
        </Button>
      </form>
    </Card>
  )
}
