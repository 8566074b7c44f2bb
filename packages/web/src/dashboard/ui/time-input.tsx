import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import type { FieldControl } from '../../shared/ui/field.tsx'
import styles from './time-field.module.css'
import { minutesOfTime, readTime, stepTime } from './time-text.ts'

const timeMessages = catalog({
  en: { wrong: (example: string) => `Enter a time, such as ${example}.` },
  de: { wrong: (example: string) => `Geben Sie eine Uhrzeit ein, zum Beispiel ${example}.` },
})

const STEPS_MINUTES: Readonly<Record<string, number>> = {
  ArrowUp: 15,
  ArrowDown: -15,
  PageUp: 60,
  PageDown: -60,
}

interface TimeInputProps extends Partial<FieldControl> {
  /** `HH:MM`, or empty. */
  readonly value: string
  readonly isRequired?: boolean
  /** Its name, where no label belongs to it. */
  readonly 'aria-label'?: string
  /** Called with `HH:MM`, or with an empty text for what is not a time. */
  readonly onChange: (time: string) => void
}

/**
 * A control for a time of day in the reader's hour cycle. A native time input has that of the browser. Arrow keys
 * change the time by 15 minutes, page keys by an hour.
 */
export function TimeInput({ value, isRequired = false, onChange, ...control }: TimeInputProps) {
  const t = useMessages(timeMessages)
  const { format, preferences } = useI18n()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string }>()
  const [hasLeft, setLeft] = useState(false)
  // The typed text stays until the time changes from outside.
  const text = typed?.value === value ? typed.text : value === '' ? '' : format.wallTime(value)
  const wrong =
    text.trim() !== '' && readTime(text) === undefined ? t.wrong(format.wallTime('14:30')) : ''
  useLayoutEffect(() => input.current?.setCustomValidity(wrong), [wrong])
  const isShownWrong = wrong !== '' && hasLeft
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS_MINUTES[event.key]
    if (step === undefined) return
    event.preventDefault()
    setTyped(undefined)
    onChange(stepTime(readTime(text) ?? '', step))
  }
  const described = [control['aria-describedby'], isShownWrong && id].filter(Boolean).join(' ')
  return (
    <>
      <input
        {...control}
        ref={input}
        role="spinbutton"
        autoComplete="off"
        inputMode={preferences.hourCycle === 'h12' ? 'text' : 'decimal'}
        size={8}
        required={isRequired}
        value={text}
        aria-describedby={described || undefined}
        aria-invalid={control['aria-invalid'] || isShownWrong}
        aria-valuemin={0}
        aria-valuemax={minutesOfTime('23:59')}
        aria-valuenow={value === '' ? undefined : minutesOfTime(value)}
        aria-valuetext={value === '' ? undefined : format.wallTime(value)}
        onChange={({ target }) => {
          const time = readTime(target.value) ?? ''
          setLeft(false)
          setTyped({ text: target.value, value: time })
          onChange(time)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setLeft(true)
          if (wrong === '') setTyped(undefined)
        }}
      />
      {isShownWrong && (
        <p id={id} className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </>
  )
}
