import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { listMessages } from './list-messages.ts'
import styles from './order-buttons.module.css'

interface OrderButtonsProps {
  /** Names the entry in the middle of a sentence: `question 2`. */
  readonly name: string
  readonly index: number
  readonly count: number
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

/** Buttons that move an entry of a list up or down, or remove it. */
export function OrderButtons({ name, index, count, onMove, onRemove }: OrderButtonsProps) {
  const t = useMessages(listMessages)
  const move = (label: string, to: number, arrow: string) => (
    <Button
      kind="quiet"
      aria-label={label}
      aria-disabled={to < 0 || to >= count}
      onClick={() => to >= 0 && to < count && onMove(to)}
    >
      {arrow}
    </Button>
  )
  return (
    <div className={styles.order}>
      {move(t.moveUp(name), index - 1, '↑')}
      {move(t.moveDown(name), index + 1, '↓')}
      <Button kind="quiet" aria-label={t.remove(name)} onClick={onRemove}>
        ×
      </Button>
    </div>
  )
}
