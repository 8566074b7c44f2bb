import { useMessages } from '../../shared/i18n.tsx'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { MomentField } from '../ui/time-field.tsx'
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
  const day = (name: 'firstDay' | 'lastDay', label: string, dayError?: string) => (
    <TextField
      label={label}
      type="date"
      isRequired
      error={dayError}
      value={draft[name]}
      onChange={(value) => {
        const isBehind = name === 'firstDay' && draft.lastDay < value
        onChange({ ...draft, [name]: value, ...(isBehind && { lastDay: value }) })
      }}
    />
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
            {day('firstDay', t.firstDay)}
            {day('lastDay', t.lastDay, error)}
          </>
        ) : (
          <>
            <MomentField
              label={common.from}
              value={draft.from}
              onChange={(from) => onChange({ ...draft, from })}
            />
            <MomentField
              label={common.to}
              value={draft.to}
              error={error}
              onChange={(to) => onChange({ ...draft, to })}
            />
          </>
        )}
      </div>
    </>
  )
}
