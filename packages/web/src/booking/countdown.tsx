import { useEffect, useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import styles from './countdown.module.css'
import { stepMessages } from './step-messages.ts'

/** The seconds left at which a screen reader announces the time. */
const ANNOUNCED_SECONDS: readonly number[] = [240, 180, 120, 60, 30, 10]

interface CountdownProps {
  readonly deadlineMs: number
  readonly onEnd: () => void
}

const secondsUntil = (deadlineMs: number): number =>
  Math.max(0, Math.ceil((deadlineMs - Date.now()) / 1000))

/** Shows the time left of a hold, updated every second; screen readers announce it at intervals. */
export function Countdown({ deadlineMs, onEnd }: CountdownProps) {
  const t = useMessages(stepMessages)
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(deadlineMs))
  const [announcement, setAnnouncement] = useState(() =>
    t.held(Math.round(secondsUntil(deadlineMs) / 60)),
  )
  useEffect(() => {
    setSecondsLeft(secondsUntil(deadlineMs))
    const timer = setInterval(() => setSecondsLeft(secondsUntil(deadlineMs)), 250)
    return () => clearInterval(timer)
  }, [deadlineMs])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each second has one effect, whatever else changes
  useEffect(() => {
    if (ANNOUNCED_SECONDS.includes(secondsLeft)) {
      setAnnouncement(
        secondsLeft >= 60
          ? t.minutesLeft(Math.round(secondsLeft / 60))
          : t.secondsLeft(secondsLeft),
      )
    }
    if (secondsLeft === 0) onEnd()
  }, [secondsLeft])
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <div className={`${styles.countdown} ${secondsLeft <= 60 ? styles.short : ''}`}>
      <span role="timer" aria-live="off">
        {t.timeLeft(clock)}
      </span>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </div>
  )
}
