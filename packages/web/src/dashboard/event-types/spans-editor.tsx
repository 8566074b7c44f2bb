import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import form from '../ui/form-page.module.css'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './requirements-editor.module.css'
import {
  MAX_DAYS,
  MAX_SPANS,
  type SpanDraft,
  type TimeDraft,
  withNextDay,
  withNextSpan,
} from './span-draft.ts'
import { spanMessages } from './span-messages.ts'

interface SpansEditorProps {
  readonly time: TimeDraft
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (time: TimeDraft) => void
}

/** Edits when a booking needs whoever serves a requirement. */
export function SpansEditor({ time, errorOf, onChange }: SpansEditorProps) {
  const t = useMessages(spanMessages)
  const { spans } = time
  const change = (part: Partial<TimeDraft>) => onChange({ ...time, ...part })
  const isWhole = spans.length === 0
  return (
    <>
      <SelectField
        label={t.needed}
        hint={isWhole ? undefined : t.partsHint}
        value={isWhole ? 'whole' : 'parts'}
        onChange={(value) => change({ spans: value === 'whole' ? [] : withNextSpan([]) })}
        options={(['whole', 'parts'] as const).map((value) => ({ value, label: t[value] }))}
      />
      {spans.map((span, index) => (
        <SpanEditor
          key={span.key}
          span={span}
          position={index + 1}
          errorOf={(field) => errorOf(`spans/${index}/${field}`)}
          onChange={(part) => change({ spans: spans.with(index, { ...span, ...part }) })}
          onRemove={() => change({ spans: spans.toSpliced(index, 1) })}
        />
      ))}
      {!isWhole && spans.length < MAX_SPANS && (
        <div className={styles.more}>
          <Button onClick={() => change({ spans: withNextSpan(spans) })}>{t.addPart}</Button>
          <Button onClick={() => change({ spans: withNextDay(spans) })}>{t.addDay}</Button>
        </div>
      )}
      <div className={form.numbers}>
        {(['bufferBeforeMinutes', 'bufferAfterMinutes'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'bufferBeforeMinutes' ? t.before : t.after}
            error={errorOf(name)}
          >
            {(control) => (
              <input
                {...control}
                type="number"
                min="0"
                inputMode="numeric"
                placeholder={t.asBooking}
                value={time[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  )
}

interface SpanEditorProps {
  readonly span: SpanDraft
  /** Its place in the list, from 1. */
  readonly position: number
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<SpanDraft>) => void
  readonly onRemove: () => void
}

function SpanEditor({ span, position, errorOf, onChange, onRemove }: SpanEditorProps) {
  const t = useMessages(spanMessages)
  const number = (
    name: 'day' | 'offsetMinutes' | 'durationMinutes',
    label: string,
    min: string,
    max?: number,
  ) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          required
          inputMode="numeric"
          value={span[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <fieldset className={styles.requirement}>
      <legend>{t.part(position)}</legend>
      <div className={form.numbers}>
        {number('day', t.day, '1', MAX_DAYS)}
        {number('offsetMinutes', span.day === '1' ? t.from : t.fromOfDay, '0')}
        {number('durationMinutes', t.lasts, '1')}
        <TextField
          label={t.what}
          value={span.label}
          error={errorOf('label')}
          onChange={(label) => onChange({ label })}
        />
      </div>
      <Button aria-label={t.removePart(position)} onClick={onRemove}>
        {t.remove}
      </Button>
    </fieldset>
  )
}
