import { type ReactNode, useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import styles from '../event-types/entries.module.css'
import { type Keyed, nextKey } from '../ui/keyed.ts'

/** The texts of a list of entries. */
export interface EntryTexts {
  readonly one: (number: number) => string
  readonly add: string
  readonly remove: (number: number) => string
}

interface EntryListProps<Entry extends Keyed> {
  readonly texts: EntryTexts
  readonly entries: readonly Entry[]
  readonly max: number
  /** An entry to fill in. */
  readonly newEntry: (key: string) => Entry
  /** The error of an entry that is not about one of its fields. */
  readonly errorOf: (index: number) => string | undefined
  readonly onChange: (entries: readonly Entry[]) => void
  /** The fields of an entry. */
  readonly fields: (
    entry: Entry,
    change: (part: Partial<Entry>) => void,
    index: number,
  ) => ReactNode
}

/** A list of entries, each with its fields and a button that removes it, and a button that adds one. */
export function EntryList<Entry extends Keyed>(props: EntryListProps<Entry>) {
  const { texts, entries, max, newEntry, errorOf, onChange, fields } = props
  const addButton = useRef<HTMLButtonElement>(null)
  const isFull = entries.length >= max
  return (
    <>
      {entries.map((entry, index) => (
        <fieldset key={entry.key} className={styles.entry}>
          <legend>{texts.one(index + 1)}</legend>
          {fields(entry, (part) => onChange(entries.with(index, { ...entry, ...part })), index)}
          {errorOf(index) && <p className={styles.error}>{errorOf(index)}</p>}
          <Button
            onClick={() => {
              onChange(entries.toSpliced(index, 1))
              addButton.current?.focus()
            }}
          >
            {texts.remove(index + 1)}
          </Button>
        </fieldset>
      ))}
      <Button
        ref={addButton}
        aria-disabled={isFull}
        onClick={() => !isFull && onChange([...entries, newEntry(nextKey(entries))])}
      >
        {texts.add}
      </Button>
    </>
  )
}
