import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { commonMessages } from '../messages.ts'
import styles from './modal.module.css'

interface ModalProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Whether an input event is an edit that would be lost: one in a form, or a text. */
const isEdit = ({ target }: FormEvent): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof Element && target.closest('form') !== null)

/**
 * A modal dialog, open while it is rendered; on a phone a sheet at the bottom. Escape, a click outside and
 * the close button ask first if something was edited.
 */
export function Modal({ title, lead, onClose, children }: ModalProps) {
  const t = useMessages(commonMessages)
  const [hasEdits, setHasEdits] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (hasEdits && !isAsking) setAsking(true)
    else onClose()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            className={styles.popup}
            onInput={(event) => isEdit(event) && setHasEdits(true)}
          >
            <header className={styles.head}>
              <Dialog.Title className={styles.title} dir="auto">
                {title}
              </Dialog.Title>
              <Dialog.Close className={styles.close} aria-label={t.close}>
                <span aria-hidden="true">×</span>
              </Dialog.Close>
            </header>
            {isAsking && <Discard onKeep={() => setAsking(false)} onDiscard={onClose} />}
            {lead && <Dialog.Description render={<div />}>{lead}</Dialog.Description>}
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DiscardProps {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Asks whether to discard the edits in a dialog. Takes the focus. */
function Discard({ onKeep, onDiscard }: DiscardProps) {
  const t = useMessages(commonMessages)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Notice tone="warn" title={t.unsavedTitle} isUrgent={true} headingRef={heading}>
      <Actions>
        <Button onClick={onDiscard}>{t.discard}</Button>
        <Button kind="primary" onClick={onKeep}>
          {t.keepEditing}
        </Button>
      </Actions>
    </Notice>
  )
}

/** The buttons at the end of a dialog or form, with the primary one last. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
