import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Frame } from '../../shared/ui/frame.tsx'
import { api, isProblem, unwrap } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { signInMessages } from './messages.ts'
import styles from './sign-in-page.module.css'

/** Signs in with an API key. */
export function SignInPage() {
  const t = useMessages(signInMessages)
  const failureText = useFailureText()
  const client = useQueryClient()
  const [apiKey, setApiKey] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const body = { apiKey: apiKey.trim() }
      client.setQueryData(sessionQuery.queryKey, await unwrap(api.POST('/v1/session', { body })))
    } catch (caught) {
      if (isProblem(caught, 'unauthenticated')) setError(t.wrong)
      else if (isProblem(caught, 'rate_limited')) setError(t.tooOften)
      else setError(failureText(caught).text)
    }
    setBusy(false)
  }
  useEffect(() => {
    document.title = `${t.title} · Holdfast`
  }, [t])
  return (
    <Frame>
      <Card className={styles.card ?? ''}>
        <img src="/favicon.svg" alt="" width="44" height="44" />
        <h1>{t.title}</h1>
        <p className={styles.lead}>{t.lead}</p>
        <form onSubmit={(event) => void signIn(event)} className={styles.form}>
          <Field label={t.apiKey} hint={t.hint} error={error}>
            {(control) => (
              <input
                {...control}
                type="password"
                name="api-key"
                autoComplete="current-password"
                spellCheck={false}
                required
                value={apiKey}
                onChange={(event) => setApiKey(event.target.value)}
              />
            )}
          </Field>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t.signIn}
          </Button>
        </form>
      </Card>
    </Frame>
  )
}
