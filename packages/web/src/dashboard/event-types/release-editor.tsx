import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import type { EventType } from '../api.ts'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { TimeField } from '../ui/time-field.tsx'
import styles from './entries.module.css'

/** When time can be booked, in the form. */
export interface ReleaseDraft {
  readonly isOn: boolean
  readonly daysAhead: string
  /** `HH:MM`. */
  readonly at: string
  readonly keepsFreed: boolean
  readonly freedMinMinutes: string
  readonly freedMaxMinutes: string
}

const releaseMessages = catalog({
  en: {
    title: 'Opening of dates and freed times',
    atMidnight: 'At midnight',
    summary: (days: string, time: string) => `${days} days ahead at ${time}`,
    isOn: 'Open each date at a time of day',
    hint: 'Everybody can book a date from the same moment on, in the time zone of the hours.',
    daysAhead: 'Days ahead',
    at: 'Time of day',
    keepsFreed: 'Keep freed times for a while',
    keepsFreedHint:
      'After a cancellation or a move, the time stays taken for a period that nobody can foresee. You can book it meanwhile, and the wait list is offered it. Applies to new bookings.',
    freedMin: 'At least (minutes)',
    freedMax: 'At most (minutes)',
    freedSummary: (min: string, max: string) => `freed times after ${min} to ${max} min`,
  },
  de: {
    title: 'Freischaltung von Tagen und frei gewordenen Zeiten',
    atMidnight: 'Um Mitternacht',
    summary: (days: string, time: string) => `${days} Tage vorher um ${time}`,
    isOn: 'Jeden Tag zu einer Uhrzeit freischalten',
    hint: 'Alle können einen Tag ab demselben Moment buchen, in der Zeitzone der Öffnungszeiten.',
    daysAhead: 'Tage vorher',
    at: 'Uhrzeit',
    keepsFreed: 'Frei gewordene Zeiten eine Weile zurückhalten',
    keepsFreedHint:
      'Nach einer Absage oder Verlegung bleibt die Zeit für eine Dauer belegt, die niemand vorhersehen kann. Sie können sie inzwischen buchen, und die Warteliste bekommt sie angeboten. Gilt für neue Buchungen.',
    freedMin: 'Mindestens (Minuten)',
    freedMax: 'Höchstens (Minuten)',
    freedSummary: (min: string, max: string) =>
      `frei gewordene Zeiten nach ${min} bis ${max} Minuten`,
  },
})

/** Whether dates open as always: at midnight, as far ahead as can be booked. */
const opensAsAlways = ({ release, maxAdvanceDays }: EventType): boolean =>
  release === null || (release.at === '00:00' && release.daysAhead === maxAdvanceDays)

/** The form of a new event type: dates open at midnight, or two weeks ahead at 8:00 once that is turned on. */
export const newRelease = (): ReleaseDraft => ({
  isOn: false,
  daysAhead: '14',
  at: '08:00',
  keepsFreed: false,
  freedMinMinutes: '20',
  freedMaxMinutes: '240',
})

/** The form's values. */
export function releaseDraftOf(eventType: EventType): ReleaseDraft {
  const { release } = eventType
  const draft = newRelease()
  if (release === null) return draft
  const { daysAhead, at, freedAfterMinutes: freed } = release
  return {
    ...draft,
    ...(!opensAsAlways(eventType) && { isOn: true, daysAhead: String(daysAhead), at }),
    ...(freed && {
      keepsFreed: true,
      freedMinMinutes: String(freed.min),
      freedMaxMinutes: String(freed.max),
    }),
  }
}

/** When dates open; null if at midnight. */
export const openingOf = ({ isOn, daysAhead, at }: ReleaseDraft) =>
  isOn ? { daysAhead: Number(daysAhead), at } : null

/** The values as the API takes them; null if dates open at midnight and freed time is free at once. */
export function releaseOf(draft: ReleaseDraft) {
  const opening = openingOf(draft)
  const { keepsFreed, freedMinMinutes, freedMaxMinutes } = draft
  if (opening === null && !keepsFreed) return null
  return {
    ...opening,
    ...(keepsFreed && {
      freedAfterMinutes: { min: Number(freedMinMinutes), max: Number(freedMaxMinutes) },
    }),
  }
}

interface ReleaseEditorProps {
  readonly draft: { readonly release: ReleaseDraft }
  readonly errors: FieldErrors
  readonly onChange: (change: { readonly release: ReleaseDraft }) => void
}

/** Edits when dates open for booking, and how long freed time is kept. */
export function ReleaseEditor({ draft: { release }, errors, onChange }: ReleaseEditorProps) {
  const t = useMessages(releaseMessages)
  const { format } = useI18n()
  const change = (values: Partial<ReleaseDraft>) => onChange({ release: { ...release, ...values } })
  const opening =
    release.isOn && release.at !== ''
      ? t.summary(release.daysAhead, format.wallTime(release.at))
      : t.atMidnight
  const freed = release.keepsFreed
    ? [t.freedSummary(release.freedMinMinutes, release.freedMaxMinutes)]
    : []
  const hasError = Object.keys(errors).some((name) => name.split('/')[0] === 'release')
  return (
    <FoldedCard title={t.title} summary={[opening, ...freed].join(', ')} hasError={hasError}>
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
      <FreedFields release={release} errors={errors} onChange={change} />
    </FoldedCard>
  )
}

interface FreedFieldsProps {
  readonly release: ReleaseDraft
  readonly errors: FieldErrors
  readonly onChange: (values: Partial<ReleaseDraft>) => void
}

/** Edits how long freed time is kept. */
function FreedFields({ release, errors, onChange }: FreedFieldsProps) {
  const t = useMessages(releaseMessages)
  const pointer = 'release/freedAfterMinutes'
  return (
    <>
      <CheckField
        isChecked={release.keepsFreed}
        onChange={(keepsFreed) => onChange({ keepsFreed })}
      >
        {t.keepsFreed}
      </CheckField>
      <p className={styles.soft}>{t.keepsFreedHint}</p>
      {release.keepsFreed && (
        <>
          <NumberField
            label={t.freedMin}
            min={1}
            max={1440}
            value={release.freedMinMinutes}
            error={errors[`${pointer}/min`] ?? errors[pointer]}
            onChange={(freedMinMinutes) => onChange({ freedMinMinutes })}
          />
          <NumberField
            label={t.freedMax}
            min={1}
            max={1440}
            value={release.freedMaxMinutes}
            error={errors[`${pointer}/max`]}
            onChange={(freedMaxMinutes) => onChange({ freedMaxMinutes })}
          />
        </>
      )}
    </>
  )
}
