import { Toast } from '@base-ui/react/toast'
import { useCallback, useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { commonMessages } from '../messages.ts'
import styles from './toasts.module.css'

/** A button of a toast, such as Undo. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** The content of a toast, with actions such as Undo. */
export interface ToastContent {
  readonly title: string
  readonly text?: string
  readonly tone?: 'plain' | 'danger'
  readonly actions?: readonly ToastAction[]
}

const SHORT_MILLISECONDS = 5_000
/** Leaves time to read an error or to decide on the action. */
const LONG_MILLISECONDS = 12_000
/** The toast that says that something worked. The next such text replaces it: several would take the room of dialogs. */
const SHORT_ID = 'short'

/** Returns a function that shows a toast. */
export function useToast(): (content: ToastContent) => void {
  const { add } = Toast.useToastManager()
  return useCallback(
    ({ title, text, tone = 'plain', actions = [] }: ToastContent) => {
      const isShort = actions.length === 0 && tone === 'plain'
      add({
        ...(isShort && { id: SHORT_ID }),
        title,
        description: text,
        type: tone,
        priority: tone === 'danger' ? 'high' : 'low',
        timeout: isShort ? SHORT_MILLISECONDS : LONG_MILLISECONDS,
        data: { actions },
      })
    },
    [add],
  )
}

/** The height of the toasts in CSS pixels; the page and its dialogs end above them. */
const SPACE = '--toast-space'

/** Renders the toasts below the page. Screen readers announce them; F6 moves the focus to them. */
export function Toasts() {
  const { toasts, close } = Toast.useToastManager<{ readonly actions: readonly ToastAction[] }>()
  const t = useMessages(commonMessages)
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (viewport === null) return
    const root = document.documentElement
    const observer = new ResizeObserver(() =>
      root.style.setProperty(SPACE, `${viewport.offsetHeight}px`),
    )
    observer.observe(viewport)
    return () => observer.disconnect()
  }, [viewport])
  return (
    <Toast.Portal>
      <Toast.Viewport ref={setViewport} className={styles.viewport}>
        {toasts.map((toast) => (
          // Its buttons can have the focus, so nothing of it may be hidden from screen readers, as errors would be.
          <Toast.Root key={toast.id} toast={toast} className={styles.toast} aria-hidden={false}>
            <Toast.Content className={styles.content}>
              <div>
                <Toast.Title className={styles.title} />
                <Toast.Description className={styles.text} />
              </div>
              {toast.data?.actions.map(({ label, run }) => (
                <button
                  key={label}
                  type="button"
                  className={styles.action}
                  onClick={() => {
                    close(toast.id)
                    run()
                  }}
                >
                  {label}
                </button>
              ))}
              <Toast.Close className={styles.close} aria-label={t.close} aria-hidden={false}>
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
