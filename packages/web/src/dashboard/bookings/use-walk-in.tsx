import { useEffect, useState } from 'react'
import { hasDialog } from '../ui/has-dialog.ts'
import { NewBookingDialog } from './new-booking-dialog.tsx'

/** Alt+W books somebody who stands at the desk: the dialog that it opens, if any. */
export function useWalkIn(isAllowed: boolean) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isAllowed) return undefined
    const onKey = (event: KeyboardEvent) => {
      const { code, altKey, ctrlKey, metaKey, shiftKey } = event
      if (code !== 'KeyW' || !altKey || ctrlKey || metaKey || shiftKey || hasDialog()) return
      // On a Mac, the keys are a sign.
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isAllowed])
  return isOpen ? <NewBookingDialog isWalkIn={true} onClose={() => setOpen(false)} /> : null
}
