import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { catalog } from '../../shared/language.ts'
import type { Provider } from '../api.ts'
import { CheckField } from '../ui/check-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import { FoldedCard } from '../ui/fold.tsx'
import { leadTimeOf } from '../ui/lead-time.ts'
import { LeadTimeField } from '../ui/lead-time-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { WholeError } from '../ui/whole-error.tsx'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'
import { keptBackOf, type ReleaseDraft } from './release-draft.ts'
import { isCandidate } from './requirement-draft.ts'

const releaseMessages = catalog({
  en: {
    title: 'Release of times',
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
    keptBack: 'Offered only shortly before',
    keptBackLead:
      'Leaves time for emergencies: bookers see this person only for times that are at most so far ahead. You can book them at any time by choosing them. Empty: always offered.',
    keptBackOf: (name: string) => `${name}: how long before the start`,
    keptBackSummary: (count: number) => `${count} kept back`,
  },
  de: {
    title: 'Freigabe von Zeiten',
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
    keptBack: 'Erst kurz vorher angeboten',
    keptBackLead:
      'Lässt Zeit für Notfälle: Kunden sehen diese Person nur für Zeiten, die höchstens so weit in der Zukunft liegen. Sie können sie jederzeit buchen, indem Sie sie auswählen. Leer: immer angeboten.',
    keptBackOf: (name: string) => `${name}: wie lange vor dem Beginn`,
    keptBackSummary: (count: number) => `${count} zurückgehalten`,
  },
})

interface ReleaseEditorProps {
  readonly draft: Pick<Draft, 'release' | 'requirements'>
  readonly providers: readonly Provider[]
  readonly errors: FieldErrors
  readonly onChange: (change: { readonly release: ReleaseDraft }) => void
}

/** Edits when dates open for booking, who is kept back, and how long freed time is kept. */
export function ReleaseEditor({ draft, errors, providers, onChange }: ReleaseEditorProps) {
  const { release, requirements } = draft
  const t = useMessages(releaseMessages)
  const { format } = useI18n()
  const change = (values: Partial<ReleaseDraft>) => onChange({ release: { ...release, ...values } })
  const opening =
    release.isOn && release.at !== ''
      ? t.summary(release.daysAhead, format.wallTime(release.at))
      : t.atMidnight
  const keptCount = keptBackOf(release.keptBack).flatMap(({ providerIds }) => providerIds).length
  const others = [
    ...(keptCount > 0 ? [t.keptBackSummary(keptCount)] : []),
    ...(release.keepsFreed
      ? [t.freedSummary(release.freedMinMinutes, release.freedMaxMinutes)]
      : []),
  ]
  const people = providers.filter(
    (provider) =>
      provider.id in release.keptBack ||
      requirements.some((requirement) => isCandidate(requirement, provider)),
  )
  const hasError = Object.keys(errors).some((name) => name.split('/')[0] === 'release')
  return (
    <FoldedCard title={t.title} summary={[opening, ...others].join(', ')} hasError={hasError}>
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
      {people.length > 0 && (
        <KeptBackFields people={people} release={release} errors={errors} onChange={change} />
      )}
    </FoldedCard>
  )
}

interface PartProps {
  readonly release: ReleaseDraft
  readonly errors: FieldErrors
  readonly onChange: (values: Partial<ReleaseDraft>) => void
}

/** Edits how long freed time is kept. */
function FreedFields({ release, errors, onChange }: PartProps) {
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

interface KeptBackFieldsProps extends PartProps {
  readonly people: readonly Provider[]
}

/** Edits which candidates are only offered shortly before a start. */
function KeptBackFields({ people, release, errors, onChange }: KeptBackFieldsProps) {
  const t = useMessages(releaseMessages)
  return (
    <fieldset className={styles.entry}>
      <legend>{t.keptBack}</legend>
      <p className={styles.soft}>{t.keptBackLead}</p>
      <WholeError error={errors['release/keptBack']} />
      {people.map(({ id, name }) => (
        <LeadTimeField
          key={id}
          label={t.keptBackOf(name)}
          time={release.keptBack[id] ?? leadTimeOf(null)}
          onChange={(time) => onChange({ keptBack: { ...release.keptBack, [id]: time } })}
        />
      ))}
    </fieldset>
  )
}
