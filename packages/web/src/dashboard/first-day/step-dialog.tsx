import { type FormEvent, type ReactNode, useState } from 'react'
import { type FieldErrors, fieldErrors } from '../ui/field-errors.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Modal } from '../ui/modal.tsx'

interface StepDialogProps {
  readonly title: string
  readonly lead?: string
  /** The verb of the button that saves. */
  readonly label: string
  /** Whether there is nothing to save. */
  readonly isDisabled?: boolean
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  readonly children: (errors: FieldErrors) => ReactNode
}

/** The form of one step. It closes once it was saved. */
export function StepDialog(props: StepDialogProps) {
  const { title, lead, label, isDisabled = false, onSubmit, onClose, children } = props
  const inputMessage = useInputMessage()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isDisabled) return
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit()
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={title} {...(lead && { lead: <p>{lead}</p> })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {children(fieldErrors(error, inputMessage))}
        <FormEnd
          label={label}
          isBusy={isBusy}
          isDisabled={isDisabled}
          error={error}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}
