import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { timeOffMessages } from './messages.ts'
import styles from './time-off.module.css'
import type { TimeOffDraft } from './time-off-time.ts'

interface TimeFieldsProps {
  readonly draft: TimeOffDraft
  readonly onChange: (draft: TimeOffDraft) => void
  readonly hasWrongTime: boolean
}

/** The days or hours of time off or of a closure. */
export function TimeFields({ draft, onChange, hasWrongTime }: TimeFieldsProps) {
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const input = (
    name: Exclude<keyof TimeOffDraft, 'isAllDay'>,
    label: string,
    type: 'date' | 'datetime-local',
    error?: string,
  ) => (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type={type}
          required
          value={draft[name]}
          onChange={(event) => {
            const { value } = event.target
            const isBehind = name === 'firstDay' && draft.lastDay < value
            onChange({ ...draft, [name]: value, ...(isBehind && { lastDay: value }) })
          }}
        />
      )}
    </Field>
  )
  const error = hasWrongTime ? t.endsTooEarly : undefined
  return (
    <>
      <CheckField
        isChecked={draft.isAllDay}
        onChange={(isAllDay) => onChange({ ...draft, isAllDay })}
      >
        {t.allDay}
      </CheckField>
      <div className={styles.times}>
        {draft.isAllDay ? (
          <>
            {input('firstDay', t.firstDay, 'date')}
            {input('lastDay', t.lastDay, 'date', error)}
          </>
        ) : (
          <>
            {input('from', common.from, 'datetime-local')}
            {input('to', common.to, 'datetime-local', error)}
          </>
        )}
      </div>
    </>
  )
}
