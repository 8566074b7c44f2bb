import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { commonMessages } from '../messages.ts'
import { setLeaveGuard } from '../router.tsx'
import { Actions, Modal } from './modal.tsx'

/** Asks before edits are lost: on the way to another page, and when the window closes. */
export function useUnsavedGuard(hasEdits: boolean): ReactNode {
  const t = useMessages(commonMessages)
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    if (!hasEdits) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    setLeaveGuard((next) => setLeave(() => next))
    return () => {
      removeEventListener('beforeunload', ask)
      setLeaveGuard(undefined)
    }
  }, [hasEdits])
  if (leave === undefined) return null
  const stay = () => setLeave(undefined)
  return (
    <Modal title={t.unsavedTitle} lead={<p>{t.unsaved}</p>} onClose={stay}>
      <Actions>
        <Button onClick={leave}>{t.discard}</Button>
        <Button kind="primary" onClick={stay}>
          {t.keepEditing}
        </Button>
      </Actions>
    </Modal>
  )
}
