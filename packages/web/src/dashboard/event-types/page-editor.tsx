import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import { ColorField } from '../ui/color-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import form from '../ui/form-page.module.css'
import { SelectField } from '../ui/select-field.tsx'
import type { Draft } from './draft.ts'
import { editorMessages } from './editor-messages.ts'
import styles from './entries.module.css'
import { optionMessages } from './option-messages.ts'
import { RedirectSecret } from './redirect-secret.tsx'

interface PageEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
}

const DAY_MINUTES = 1440
const REMINDERS: readonly number[] = [15, 60, 120, 240, 1440, 2880, 4320, 10_080]

/** Edits the reminders, and the page after booking. */
export function MessagesEditor({ draft, errors, onChange }: PageEditorProps) {
  const t = useMessages(optionMessages)
  const { reminders, redirectUrl } = draft
  return (
    <Card className={form.card ?? ''}>
      <h2>{t.page}</h2>
      <RemindersField
        reminders={reminders}
        error={errors.reminderMinutes}
        onChange={(next) => onChange({ reminders: next })}
      />
      <Field label={t.redirectUrl} hint={t.redirectUrlHint} error={errors.redirectUrl}>
        {(control) => (
          <input
            {...control}
            type="url"
            value={redirectUrl}
            onChange={(event) => onChange({ redirectUrl: event.target.value })}
          />
        )}
      </Field>
      {redirectUrl !== '' && <RedirectSecret />}
    </Card>
  )
}

/** Edits whether public pages list the event type, and its color. */
export function LookEditor({ draft, errors, onChange }: PageEditorProps) {
  const t = useMessages(optionMessages)
  const { look } = useMessages(editorMessages)
  const { isHidden, hasColor, color } = draft
  return (
    <Card className={form.card ?? ''}>
      <h2>{look}</h2>
      <CheckField isChecked={isHidden} onChange={(next) => onChange({ isHidden: next })}>
        {t.hidden}
      </CheckField>
      <p className={styles.under}>{t.hiddenHint}</p>
      <CheckField isChecked={hasColor} onChange={(next) => onChange({ hasColor: next })}>
        {t.hasColor}
      </CheckField>
      {hasColor && (
        <ColorField
          label={t.color}
          hint={t.colorHint}
          color={color}
          error={errors.color}
          onChange={(next) => onChange({ color: next })}
        />
      )}
    </Card>
  )
}

interface RemindersFieldProps {
  /** Minutes before the start; null: as the account says. */
  readonly reminders: readonly number[] | null
  readonly error: string | undefined
  readonly onChange: (reminders: readonly number[] | null) => void
}

function RemindersField({ reminders, error, onChange }: RemindersFieldProps) {
  const t = useMessages(optionMessages)
  const { format } = useI18n()
  const labelOf = (minutes: number) =>
    minutes % DAY_MINUTES === 0 ? t.reminderDays(minutes / DAY_MINUTES) : format.minutes(minutes)
  const offered = [...new Set([...REMINDERS, ...(reminders ?? [])])].sort((a, b) => a - b)
  return (
    <>
      <SelectField
        label={t.reminders}
        value={reminders === null ? 'account' : 'own'}
        error={reminders === null ? error : undefined}
        onChange={(source) => onChange(source === 'own' ? [DAY_MINUTES] : null)}
        options={(['account', 'own'] as const).map((value) => ({
          value,
          label: t.reminderSources[value],
        }))}
      />
      {reminders && (
        <ChoiceField
          label={t.reminderTimes}
          isMultiple
          hint={reminders.length === 0 ? t.noReminders : undefined}
          error={error}
          choices={offered.map((minutes) => ({ value: String(minutes), label: labelOf(minutes) }))}
          chosen={reminders.map(String)}
          // The longest first, as they are sent.
          onChange={(chosen) => onChange(chosen.map(Number).sort((a, b) => b - a))}
        />
      )}
    </>
  )
}
