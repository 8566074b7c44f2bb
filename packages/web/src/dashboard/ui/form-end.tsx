import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { commonMessages } from '../messages.ts'
import { Failure } from './failure.tsx'
import { Actions } from './modal.tsx'

interface FormEndProps {
  /** The label of the button that submits. */
  readonly label: string
  /** The label of the button that closes the form. Default: Cancel. */
  readonly closeLabel?: string
  readonly isBusy: boolean
  /** Whether there is nothing to submit. Default: false. */
  readonly isDisabled?: boolean
  /** Why the last attempt failed. Undefined: no message. */
  readonly error?: unknown
  readonly onClose: () => void
}

/** The end of a form: why the last attempt failed, a button that closes the form and one that submits it. */
export function FormEnd(props: FormEndProps) {
  const { label, closeLabel, isBusy, isDisabled, error, onClose } = props
  const common = useMessages(commonMessages)
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={onClose}>{closeLabel ?? common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={isBusy} aria-disabled={isDisabled}>
          {label}
        </Button>
      </Actions>
    </>
  )
}
