import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { commonMessages } from '../messages.ts'
import { Actions, Modal } from './modal.tsx'
import styles from './secret.module.css'

interface SecretProps {
  readonly title: string
  readonly text: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a new secret, which the server never returns again. */
export function Secret({ title, text, secret, onClose }: SecretProps) {
  const t = useMessages(commonMessages)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <Modal title={title} lead={<p>{text}</p>} onClose={onClose}>
      <code className={styles.secret}>{secret}</code>
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
