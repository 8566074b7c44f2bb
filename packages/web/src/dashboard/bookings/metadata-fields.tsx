import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './booking-dialog.module.css'
import { type MetadataRow, newMetadataRow } from './field-draft.ts'
import { fieldMessages } from './field-messages.ts'

interface MetadataFieldsProps {
  readonly rows: readonly MetadataRow[]
  readonly error: string | undefined
  readonly onChange: (rows: readonly MetadataRow[]) => void
}

/** Edits the metadata of a booking, folded. */
export function MetadataFields({ rows, error, onChange }: MetadataFieldsProps) {
  const t = useMessages(fieldMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Fold title={t.metadata} hasError={error !== undefined}>
      <p className={styles.none}>{t.metadataHint}</p>
      {rows.map((row, index) => {
        const input = (name: 'name' | 'value', label: string, maxLength: number) => (
          <TextField
            label={label}
            value={row[name]}
            isRequired={name === 'name'}
            maxLength={maxLength}
            onChange={(value) => onChange(rows.with(index, { ...row, [name]: value }))}
          />
        )
        return (
          <div key={row.key} className={styles.pair}>
            {input('name', t.metadataName(index + 1), 40)}
            {input('value', t.metadataValue(index + 1), 500)}
            <Button
              kind="quiet"
              aria-label={t.removeMetadata(index + 1)}
              onClick={() => {
                onChange(rows.toSpliced(index, 1))
                addButton.current?.focus()
              }}
            >
              ×
            </Button>
          </div>
        )
      })}
      {error && <p className={styles.error}>{error}</p>}
      <Button ref={addButton} onClick={() => onChange([...rows, newMetadataRow(rows)])}>
        {t.addMetadata}
      </Button>
    </Fold>
  )
}
