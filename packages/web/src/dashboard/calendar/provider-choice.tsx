import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import styles from './calendar-page.module.css'
import { calendarMessages } from './messages.ts'

const STORAGE_KEY = 'holdfast.calendar-columns'

/** Columns of a first visit. */
const FIRST_COLUMNS = 6
/** The most columns. */
export const MAX_COLUMNS = 60

/** The saved choice of columns; without one, the first providers. */
export function initialColumns(providers: readonly Provider[]): readonly string[] {
  const ids = providers.map(({ id }) => id)
  const saved = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ')
  const known = ids.filter((id) => saved.includes(id))
  return known.length > 0 ? known : ids.slice(0, FIRST_COLUMNS)
}

/** Saves the choice for later visits. */
export const saveColumns = (ids: readonly string[]): void =>
  localStorage.setItem(STORAGE_KEY, ids.join(' '))

interface ProviderChoiceProps {
  /** Those who can have a column. */
  readonly providers: readonly Provider[]
  readonly chosenIds: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Chooses the providers with a column. */
export function ProviderChoice({ providers, chosenIds, onChange }: ProviderChoiceProps) {
  const t = useMessages(calendarMessages)
  const isFull = chosenIds.length >= MAX_COLUMNS
  const root = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (root.current && !root.current.contains(target as Node)) root.current.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !root.current?.open) return
    root.current.open = false
    root.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={root} className={styles.choice} onKeyDown={closeOnEscape}>
      <summary>{t.shownProviders(chosenIds.length, providers.length)}</summary>
      <fieldset>
        <legend className="visually-hidden">{t.providers}</legend>
        <button
          type="button"
          className={styles.all}
          onClick={() => onChange(providers.slice(0, MAX_COLUMNS).map(({ id }) => id))}
        >
          {t.chooseAll}
        </button>
        {providers.map(({ id, name }) => {
          const isChosen = chosenIds.includes(id)
          return (
            <label key={id}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChange(isChosen ? chosenIds.filter((each) => each !== id) : [...chosenIds, id])
                }
              />
              <span dir="auto">{name}</span>
            </label>
          )
        })}
      </fieldset>
    </details>
  )
}
