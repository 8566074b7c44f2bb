import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import type { Provider } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { MinutesField } from '../ui/minutes-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { Draft } from './draft.ts'
import editor from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import entries from './entries.module.css'
import { eventTypeMessages } from './messages.ts'
import { optionMessages } from './option-messages.ts'
import { hasSpans } from './requirement-draft.ts'
import { slugOf } from './slug.ts'
import { endOfSpans } from './span-draft.ts'
import { spanMessages } from './span-messages.ts'

type MinutesName =
  | 'durationMinutes'
  | 'slotStepMinutes'
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'minNoticeMinutes'
  | 'holdMinutes'
  | 'approvalMinutes'

interface EditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits the title, link name, description and confirmation; for a new event type also the provider. */
export function BasicsEditor({
  draft,
  errors,
  onChange,
  providers,
  unreachable,
}: EditorProps & {
  readonly providers?: readonly Provider[] | undefined
  /** Providers whose requests for approval reach nobody by email. */
  readonly unreachable: readonly Provider[]
}) {
  const { format } = useI18n()
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const isSlugEdited = draft.slug !== slugOf(draft.title)
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.basics}</h2>
      {providers && (
        <SelectField
          label={common.provider}
          value={draft.providerId}
          onChange={(providerId) => onChange({ providerId })}
          options={providers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Field label={t.name} error={errors.title}>
        {(control) => (
          <input
            {...control}
            required
            dir="auto"
            value={draft.title}
            onChange={({ target: { value } }) =>
              // A link name made from the title follows it; an edited one stays.
              onChange(
                isSlugEdited || !providers
                  ? { title: value }
                  : { title: value, slug: slugOf(value) },
              )
            }
          />
        )}
      </Field>
      <Field label={t.slug} hint={t.slugHint} error={errors.slug}>
        {(control) => (
          <input
            {...control}
            required
            value={draft.slug}
            onChange={(event) => onChange({ slug: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.description} error={errors.description}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <SelectField
        label={t.confirmation}
        value={draft.confirmation}
        onChange={(confirmation) => onChange({ confirmation })}
        options={(['hold', 'instant', 'approval'] as const).map((value) => ({
          value,
          label: t.confirmations[value],
        }))}
      />
      {unreachable.length > 0 && (
        <Notice tone="warn" title={t.unreachable}>
          <p>{t.unreachableText(format.list(unreachable.map(({ name }) => name)))}</p>
        </Notice>
      )}
    </Card>
  )
}

/** Makes the fields for minutes of a draft. */
const minutesFieldsOf =
  ({ draft, errors, onChange }: EditorProps) =>
  (name: MinutesName, label: string) => (
    <MinutesField
      label={label}
      minutes={draft[name]}
      error={errors[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )

/** Edits how long a booking takes, when it can start and what stays free around it. */
export function DurationEditor({ draft, errors, onChange }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const options = useMessages(optionMessages)
  const spans = useMessages(spanMessages)
  const isSpanned = hasSpans(draft.requirements)
  const parts = draft.requirements.flatMap(({ time }) => time.spans)
  const days = Math.max(...parts.map(({ day }) => Number(day)))
  const minutes = minutesFieldsOf({ draft, errors, onChange })
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.durationTitle}</h2>
      <div className={editor.times}>
        {!isSpanned && minutes('durationMinutes', t.duration)}
        {minutes('slotStepMinutes', t.step)}
        {minutes('bufferBeforeMinutes', t.before)}
        {minutes('bufferAfterMinutes', t.after)}
      </div>
      {isSpanned ? (
        <p>{days > 1 ? spans.followsDays(days) : spans.follows(endOfSpans(parts))}</p>
      ) : (
        <>
          <Field
            label={options.moreDurations}
            hint={options.moreDurationsHint}
            error={errors.durationOptionsMinutes}
          >
            {(control) => (
              <input
                {...control}
                pattern="(\d+[hd]?|[\s,;])*"
                value={draft.moreDurations}
                onChange={(event) => onChange({ moreDurations: event.target.value })}
              />
            )}
          </Field>
          <CheckField isChecked={draft.isRental} onChange={(isRental) => onChange({ isRental })}>
            {options.rental}
          </CheckField>
          <p className={entries.soft}>{options.rentalHint}</p>
        </>
      )}
    </Card>
  )
}

/** Edits how soon and how far ahead people can book, and how long a hold or a request waits. */
export function RulesEditor({ draft, errors, onChange }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const { when } = useMessages(editorMessages)
  const minutes = minutesFieldsOf({ draft, errors, onChange })
  return (
    <Card className={styles.card ?? ''}>
      <h2>{when}</h2>
      <div className={editor.times}>
        {minutes('minNoticeMinutes', t.notice)}
        <NumberField
          label={t.advance}
          max={1095}
          value={draft.maxAdvanceDays}
          error={errors.maxAdvanceDays}
          onChange={(maxAdvanceDays) => onChange({ maxAdvanceDays })}
        />
        {draft.confirmation === 'hold' && minutes('holdMinutes', t.holdMinutes)}
        {draft.confirmation === 'approval' && minutes('approvalMinutes', t.approvalMinutes)}
      </div>
    </Card>
  )
}
