import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { api, unwrap } from '../api.ts'
import { CopyText } from '../ui/copy-text.tsx'
import { Failure } from '../ui/failure.tsx'
import { optionMessages } from './option-messages.ts'

/** A button that shows the secret with which the signature of a redirect is checked. */
export function RedirectSecret() {
  const t = useMessages(optionMessages)
  const access = useAccess()
  const [secret, setSecret] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const show = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const answer = await unwrap(api.GET('/v1/account/redirect-secret'))
      setSecret(answer.secret)
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  if (!access.can('admin') || access.isRestricted) return null
  return (
    <>
      <Button kind="quiet" isBusy={isBusy} onClick={() => void show()}>
        {t.showSecret}
      </Button>
      {error !== undefined && <Failure error={error} />}
      {secret !== undefined && (
        <CopyText
          title={t.secretTitle}
          text={t.secretText}
          copied={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
