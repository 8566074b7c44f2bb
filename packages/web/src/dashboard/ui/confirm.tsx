import { type ReactNode, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { commonMessages } from '../messages.ts'
import { Failure } from './failure.tsx'
import { Actions, Modal } from './modal.tsx'

interface ConfirmProps {
  readonly title: string
  readonly children: ReactNode
  /** The label of the confirming button. */
  readonly label: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, children, label, onConfirm, onClose }: ConfirmProps) {
  const t = useMessages(commonMessages)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={title} lead={children} onClose={onClose}>
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={() => void confirm()}>
          {label}
        </Button>
      </Actions>
    </Modal>
  )
}
