import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { commonMessages } from '../messages.ts'
import styles from './copy-text.module.css'
import { Actions, Modal } from './modal.tsx'

interface CopyTextProps {
  readonly title: string
  readonly text: string
  /** What is copied. */
  readonly copied: string
  readonly onClose: () => void
}

/** Shows a text to copy, such as a new secret, which the server never returns again. */
export function CopyText({ title, text, copied, onClose }: CopyTextProps) {
  const t = useMessages(commonMessages)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(copied)
    setCopied(true)
  }
  return (
    <Modal title={title} lead={<p>{text}</p>} onClose={onClose}>
      <code className={styles.copied}>{copied}</code>
      <Actions>
        {/* Browsers offer no clipboard on pages loaded over plain http from another machine. */}
        {navigator.clipboard && (
          <Button onClick={() => void copy()}>{isCopied ? t.copied : t.copy}</Button>
        )}
        <Button kind="primary" onClick={onClose}>
          {t.close}
        </Button>
      </Actions>
    </Modal>
  )
}
