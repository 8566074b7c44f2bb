import { useEffect, useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import styles from './countdown.module.css'
import { bookingMessages } from './messages.ts'

/** Seconds left at which a screen reader is told. */
const TOLD_AT: readonly number[] = [240, 180, 120, 60, 30, 10]

interface CountdownProps {
  readonly deadlineMs: number
  readonly onEnd: () => void
}

const secondsUntil = (deadlineMs: number): number =>
  Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))

/** How long a hold lasts, for the eye each second and for the ear now and then. */
export function Countdown({ deadlineMs, onEnd }: CountdownProps) {
  const t = useMessages(bookingMessages)
  const [left, setLeft] = useState(() => secondsUntil(deadlineMs))
  const [told, setTold] = useState(() => t.heldNow(secondsUntil(deadlineMs)))
  useEffect(() => {
    setLeft(secondsUntil(deadlineMs))
    const timer = setInterval(() => setLeft(secondsUntil(deadlineMs)), 250)
    return () => clearInterval(timer)
  }, [deadlineMs])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what happens at a second happens once
  useEffect(() => {
    if (TOLD_AT.includes(left)) setTold(t.heldLeft(left))
    if (left === 0) onEnd()
  }, [left])
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <div className={`${styles.countdown} ${left <= 60 ? styles.short : ''}`}>
      <span role="timer" aria-live="off">
        {t.heldFor(clock)}
      </span>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  )
}
