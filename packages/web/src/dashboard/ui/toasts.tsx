import { Toast } from '@base-ui/react/toast'
import { useCallback } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { commonMessages } from '../messages.ts'
import styles from './toasts.module.css'

/** A short word about what was just done, perhaps with a way to take it back. */
export interface Note {
  readonly title: string
  readonly text?: string
  readonly tone?: 'plain' | 'danger'
  readonly action?: { readonly label: string; readonly run: () => void }
}

const SHORT_MILLISECONDS = 5_000
/** Long enough to read a refusal, and to think about taking something back. */
const LONG_MILLISECONDS = 12_000

/** Shows a note. */
export function useNotes(): (note: Note) => void {
  const { add } = Toast.useToastManager()
  return useCallback(
    ({ title, text, tone = 'plain', action }: Note) => {
      add({
        title,
        ...(text && { description: text }),
        type: tone,
        priority: tone === 'danger' ? 'high' : 'low',
        timeout: action || tone === 'danger' ? LONG_MILLISECONDS : SHORT_MILLISECONDS,
        ...(action && { actionProps: { children: action.label, onClick: action.run } }),
      })
    },
    [add],
  )
}

/** Where notes show: above everything, read out by screen readers, reached with F6. */
export function Toasts() {
  const { toasts } = Toast.useToastManager()
  const t = useMessages(commonMessages)
  return (
    <Toast.Portal>
      <Toast.Viewport className={styles.viewport}>
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className={styles.toast}>
            <Toast.Content className={styles.content}>
              <div>
                <Toast.Title className={styles.title} />
                <Toast.Description className={styles.text} />
              </div>
              <Toast.Action className={styles.action} />
              <Toast.Close className={styles.close} aria-label={t.close}>
                ×
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  )
}

export const ToastProvider = Toast.Provider
