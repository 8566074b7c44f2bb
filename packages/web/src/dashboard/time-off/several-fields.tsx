import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { Provider } from '../api.ts'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { Fold } from '../ui/fold.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Conflict, RemovedPart, Repetition, Several } from './several.ts'
import { severalMessages } from './several-messages.ts'
import styles from './time-off.module.css'

const REPETITIONS: readonly Repetition[] = [
  'never',
  'daily',
  'weekly',
  'weekly2',
  'weekly3',
  'weekly4',
  'monthly',
]

interface SeveralFieldsProps {
  readonly several: Several
  /** Whom else it can be for. */
  readonly others: readonly Provider[]
  readonly onChange: (several: Several) => void
}

/** Asks for whom else a block or time off is, and when it repeats. */
export function SeveralFields({ several, others, onChange }: SeveralFieldsProps) {
  const t = useMessages(severalMessages)
  const count = others.filter(({ id }) => several.moreIds.includes(id)).length
  return (
    <>
      {others.length > 0 && (
        <Fold title={t.also} summary={count > 0 ? t.alsoFor(count) : undefined}>
          <ChoiceField
            label={t.providers}
            isMultiple
            chosen={several.moreIds}
            choices={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(moreIds) => onChange({ ...several, moreIds })}
          />
        </Fold>
      )}
      <div className={styles.times}>
        <SelectField
          label={t.repeats}
          value={several.repeats}
          onChange={(repeats) => onChange({ ...several, repeats })}
          options={REPETITIONS.map((value) => ({ value, label: t.repetitions[value] }))}
        />
        {several.repeats !== 'never' && (
          <TextField
            label={t.until}
            type="date"
            isRequired
            hint={t.untilHint}
            value={several.until}
            onChange={(until) => onChange({ ...several, until })}
          />
        )}
      </div>
    </>
  )
}

/** The most conflicts that are shown. */
const SHOWN = 8

interface ConflictListProps {
  readonly conflicts: readonly Conflict[]
  readonly providers: readonly Provider[]
  readonly several: Several
  readonly onChange: (several: Several) => void
}

/** Names what is in the way of blocks, and offers to leave those dates out. */
export function ConflictList({ conflicts, providers, several, onChange }: ConflictListProps) {
  const t = useMessages(severalMessages)
  const { format } = useI18n()
  return (
    <Notice tone="danger" title={t.inTheWay}>
      <ul>
        {conflicts.slice(0, SHOWN).map(({ date, providerId, bookingIds, blockIds }) => (
          <li key={`${date} ${providerId}`}>
            {t.conflict(
              providers.find(({ id }) => id === providerId)?.name ?? providerId,
              format.shortDay(date),
              bookingIds.length + blockIds.length,
            )}
          </li>
        ))}
        {conflicts.length > SHOWN && <li>{t.moreConflicts(conflicts.length - SHOWN)}</li>}
      </ul>
      <CheckField isChecked={several.skips} onChange={(skips) => onChange({ ...several, skips })}>
        {t.skip}
      </CheckField>
    </Notice>
  )
}

const PARTS: readonly RemovedPart[] = ['one', 'date', 'following', 'all']

/** Chooses how much of an absence is removed. */
export function RemovedPartField({
  part,
  onChange,
}: {
  readonly part: RemovedPart
  readonly onChange: (part: RemovedPart) => void
}) {
  const t = useMessages(severalMessages)
  return (
    <SelectField
      label={t.remove}
      value={part}
      onChange={onChange}
      options={PARTS.map((value) => ({ value, label: t.scopes[value] }))}
    />
  )
}
