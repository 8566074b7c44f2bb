import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { commonMessages } from '../messages.ts'
import styles from './modal.module.css'

interface ModalProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog, open while it is rendered; on a phone a sheet at the bottom. */
export function Modal({ title, lead, onClose, children }: ModalProps) {
  const t = useMessages(commonMessages)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={styles.popup}>
            <header className={styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.Close className={styles.close} aria-label={t.close}>
                <span aria-hidden="true">×</span>
              </Dialog.Close>
            </header>
            {lead && <Dialog.Description render={<div />}>{lead}</Dialog.Description>}
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The buttons at the end of a dialog or form, with the primary one last. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
