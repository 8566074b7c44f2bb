import { useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import type { Provider } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { eventTypeMessages } from './messages.ts'
import styles from './requirements-editor.module.css'

interface CandidateListProps {
  /** The providers that can be chosen. */
  readonly providers: readonly Provider[]
  readonly chosenIds: readonly string[]
  readonly error: string | undefined
  readonly onChange: (chosenIds: readonly string[]) => void
}

/** Edits an ordered list of providers. */
export function CandidateList({ providers, chosenIds, error, onChange }: CandidateListProps) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const [picked, setPicked] = useState('')
  const select = useRef<HTMLSelectElement>(null)
  const others = providers.filter(({ id }) => !chosenIds.includes(id))
  const next = others.some(({ id }) => id === picked) ? picked : (others[0]?.id ?? '')
  const nameOf = (id: string) => providers.find((each) => each.id === id)?.name ?? id
  const swap = (index: number, other: number) => {
    const [one, two] = [chosenIds[index], chosenIds[other]]
    if (one !== undefined && two !== undefined)
      onChange(chosenIds.with(index, two).with(other, one))
  }
  return (
    <div className={styles.candidates}>
      {chosenIds.length === 0 ? (
        <p className={styles.soft}>{t.noneChosen}</p>
      ) : (
        <ol aria-label={t.chosenProviders}>
          {chosenIds.map((id, index) => (
            <li key={id}>
              <span dir="auto">{nameOf(id)}</span>
              <Button
                kind="quiet"
                aria-label={t.moveUp(nameOf(id))}
                aria-disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              >
                ↑
              </Button>
              <Button
                kind="quiet"
                aria-label={t.moveDown(nameOf(id))}
                aria-disabled={index === chosenIds.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                ↓
              </Button>
              <Button
                kind="quiet"
                aria-label={t.removeCandidate(nameOf(id))}
                onClick={() => {
                  onChange(chosenIds.filter((each) => each !== id))
                  select.current?.focus()
                }}
              >
                ×
              </Button>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.add}>
        <Field label={t.addCandidate} error={error}>
          {(control) => (
            <select
              {...control}
              ref={select}
              value={next}
              onChange={(event) => setPicked(event.target.value)}
            >
              {others.map(({ id, name, kind }) => (
                <option key={id} value={id}>
                  {kind === 'person' ? name : `${name} (${common.kinds[kind]})`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button
          aria-disabled={next === ''}
          onClick={() => next !== '' && onChange([...chosenIds, next])}
        >
          {common.add}
        </Button>
      </div>
    </div>
  )
}
