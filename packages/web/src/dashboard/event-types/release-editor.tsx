import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import type { EventType } from '../api.ts'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { TimeField } from '../ui/time-field.tsx'

/** When dates open for booking, in the form. */
export interface ReleaseDraft {
  readonly isOn: boolean
  readonly daysAhead: string
  /** `HH:MM`. */
  readonly at: string
}

const releaseMessages = catalog({
  en: {
    title: 'Opening of dates',
    atMidnight: 'At midnight',
    summary: (days: string, time: string) => `${days} days ahead at ${time}`,
    isOn: 'Open each date at a time of day',
    hint: 'Everybody can book a date from the same moment on, in the time zone of the hours.',
    daysAhead: 'Days ahead',
    at: 'Time of day',
  },
  de: {
    title: 'Freischaltung von Tagen',
    atMidnight: 'Um Mitternacht',
    summary: (days: string, time: string) => `${days} Tage vorher um ${time}`,
    isOn: 'Jeden Tag zu einer Uhrzeit freischalten',
    hint: 'Alle können einen Tag ab demselben Moment buchen, in der Zeitzone der Öffnungszeiten.',
    daysAhead: 'Tage vorher',
    at: 'Uhrzeit',
  },
})

/** The form's values: dates open at midnight, or two weeks ahead at 8:00 once it is turned on. */
export const releaseDraftOf = (release: EventType['release']): ReleaseDraft => ({
  isOn: release !== null,
  daysAhead: String(release?.daysAhead ?? 14),
  at: release?.at ?? '08:00',
})

/** The values as the API takes them; null if dates open at midnight. */
export const releaseOf = ({ isOn, daysAhead, at }: ReleaseDraft) =>
  isOn ? { daysAhead: Number(daysAhead), at } : null

interface ReleaseEditorProps {
  readonly draft: { readonly release: ReleaseDraft }
  readonly errors: FieldErrors
  readonly onChange: (change: { readonly release: ReleaseDraft }) => void
}

/** Edits when dates open for booking. */
export function ReleaseEditor({ draft: { release }, errors, onChange }: ReleaseEditorProps) {
  const t = useMessages(releaseMessages)
  const { format } = useI18n()
  const change = (values: Partial<ReleaseDraft>) => onChange({ release: { ...release, ...values } })
  const error = errors.release ?? errors['release/daysAhead'] ?? errors['release/at']
  return (
    <FoldedCard
      title={t.title}
      summary={
        release.isOn && release.at !== ''
          ? t.summary(release.daysAhead, format.wallTime(release.at))
          : t.atMidnight
      }
      hasError={error !== undefined}
    >
      <CheckField isChecked={release.isOn} onChange={(isOn) => change({ isOn })}>
        {t.isOn}
      </CheckField>
      {release.isOn && (
        <>
          <NumberField
            label={t.daysAhead}
            hint={t.hint}
            min={1}
            max={1095}
            value={release.daysAhead}
            error={errors['release/daysAhead'] ?? errors.release}
            onChange={(daysAhead) => change({ daysAhead })}
          />
          <TimeField
            label={t.at}
            isRequired
            value={release.at}
            error={errors['release/at']}
            onChange={(at) => change({ at })}
          />
        </>
      )}
    </FoldedCard>
  )
}
