import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { focusAtOnce } from '../focus-at-once.ts'
import { useMessages } from '../i18n.tsx'
import { slotMessages } from '../slots/messages.ts'
import styles from './zone-field.module.css'
import { meantZone, searchZones } from './zone-search.ts'

const nameOf = (zone: string): string => zone.replaceAll('_', ' ')

interface ZoneFieldProps {
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
  /** The attributes that connect the input with a label outside. Without them it is labeled here. */
  readonly control?: Readonly<Record<string, unknown>>
  /** The field replaces the button that opened it, and its focus. */
  readonly takesFocus?: boolean
}

/**
 * A time zone, found by typing: the editable combobox with a list of the ARIA Authoring Practices. Leaving the field takes
 * the zone that the text means, and keeps the present one if the text means none or several.
 */
export function ZoneField({ timeZone, onChange, control, takesFocus = false }: ZoneFieldProps) {
  const t = useMessages(slotMessages)
  const listId = useId()
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const isOpen = text !== undefined
  const found = isOpen ? searchZones(text, timeZone) : []
  const zones = text === '' ? [...new Set([timeZone, ...found])] : found
  const close = () => {
    setText(undefined)
    setActive(0)
  }
  const choose = (zone: string | undefined) => {
    close()
    if (zone !== undefined) onChange(zone)
  }
  const move = (to: number) => {
    const index = Math.max(0, Math.min(zones.length - 1, to))
    setActive(index)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen) move(active + (key === 'ArrowDown' ? 1 : -1))
      else setText('')
    } else if (isOpen && (key === 'Enter' || key === 'Escape')) {
      event.preventDefault()
      event.stopPropagation()
      choose(key === 'Enter' ? zones[active] : undefined)
    }
  }
  return (
    <div className={styles.field}>
      <input
        aria-label={control ? undefined : t.zone}
        {...control}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && zones.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        ref={takesFocus ? focusAtOnce : undefined}
        placeholder={t.searchZone}
        value={text ?? nameOf(timeZone)}
        onFocus={(event) => event.target.select()}
        onClick={() => !isOpen && setText('')}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onBlur={() => choose(isOpen ? meantZone(text, zones) : undefined)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={t.zone}
          className={styles.list}
        >
          {zones.map((zone, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
            <div
              key={zone}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The input would lose the focus before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(zone)}
            >
              {nameOf(zone)}
            </div>
          ))}
        </div>
      )}
      {isOpen && (
        <span className="visually-hidden" role="status">
          {t.zonesFound(zones.length)}
        </span>
      )}
      {isOpen && zones.length === 0 && <p className={styles.none}>{t.zonesFound(0)}</p>}
    </div>
  )
}
