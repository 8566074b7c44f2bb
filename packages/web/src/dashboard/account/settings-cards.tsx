import type { ReactNode } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { LANGUAGE_NAMES, type Language } from '../../shared/language.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { ChoiceField } from '../ui/choice-field.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { LimitFields } from '../ui/limit-fields.tsx'
import { limitMessages } from '../ui/limit-messages.ts'
import { SelectField } from '../ui/select-field.tsx'
import { ACCOUNT_LIMITS, type AccountDraft } from './account-draft.ts'
import own from './account-page.module.css'
import { accountMessages } from './messages.ts'

interface CardProps {
  readonly draft: AccountDraft
  readonly errors: FieldErrors
  readonly onChange: (part: Partial<AccountDraft>) => void
}

interface SettingsProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

const Settings = ({ title, lead, children }: SettingsProps) => (
  <Card className={styles.card ?? ''}>
    <div className={styles.cardHead}>
      <h2>{title}</h2>
      {lead && <p>{lead}</p>}
    </div>
    {children}
  </Card>
)

/** The name of the draft's fields that are texts. */
type TextName = 'name' | 'slug' | 'country' | 'publicLimitFactor' | 'retentionDays' | 'auditDays'

interface TextFieldProps extends CardProps {
  readonly name: TextName
  readonly label: string
  readonly hint?: string
  /** Whole numbers from `min` to `max`. Default: a text. */
  readonly range?: { readonly min: number; readonly max: number }
  readonly isRequired?: boolean
}

function TextField({ draft, errors, onChange, name, label, hint, ...rest }: TextFieldProps) {
  const { range, isRequired = false } = rest
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <input
          {...control}
          type={range ? 'number' : 'text'}
          {...range}
          required={isRequired}
          dir="auto"
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

const LOCALES = Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({
  value: value as Language,
  label,
}))

/** Edits name, link name and language. */
export function BasicsCard(props: CardProps & { readonly savedSlug: string | null }) {
  const { draft, onChange, savedSlug } = props
  const t = useMessages(accountMessages)
  const address = `${location.host}/a/${draft.slug.trim() || '…'}`
  const isChanged = savedSlug !== null && draft.slug.trim() !== savedSlug
  return (
    <Settings title={t.basics}>
      <TextField {...props} name="name" label={t.name} hint={t.nameHint} isRequired />
      <TextField
        {...props}
        name="slug"
        label={t.slug}
        hint={isChanged ? `${t.slugHint(address)}. ${t.slugChange}` : t.slugHint(address)}
        isRequired={savedSlug !== null}
      />
      <SelectField
        label={t.locale}
        hint={t.localeHint}
        value={draft.locale}
        options={[{ value: 'none', label: t.anyLocale }, ...LOCALES]}
        onChange={(locale) => onChange({ locale })}
      />
      <TextField {...props} name="country" label={t.country} hint={t.countryHint} />
    </Settings>
  )
}

/** Edits where visitors find the providers. */
export function DirectoryCard({ draft, onChange }: CardProps) {
  const t = useMessages(accountMessages)
  return (
    <Settings title={t.directory}>
      <ChoiceField
        label={t.directoryLead}
        chosen={[draft.publicDirectory]}
        choices={(['own', 'shared'] as const).map((value) => ({
          value,
          label: t.directories[value],
          text: t.directoryTexts[value],
        }))}
        onChange={([publicDirectory]) => publicDirectory && onChange({ publicDirectory })}
      />
    </Settings>
  )
}

/** Edits which sites may show the public pages in a frame. */
export function EmbeddingCard({ draft, errors, onChange }: CardProps) {
  const t = useMessages(accountMessages)
  return (
    <Settings title={t.embedding}>
      <Field label={t.frameOrigins} hint={t.frameOriginsHint} error={errors.frameOrigins}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            dir="ltr"
            spellCheck={false}
            placeholder="https://www.example.com"
            value={draft.frameOrigins}
            onChange={(event) => onChange({ frameOrigins: event.target.value })}
          />
        )}
      </Field>
    </Settings>
  )
}

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
/** The offered times of the reminder, in minutes before the start. */
const REMINDERS: readonly number[] = [
  0,
  HOUR_MINUTES,
  2 * HOUR_MINUTES,
  4 * HOUR_MINUTES,
  DAY_MINUTES,
  2 * DAY_MINUTES,
  3 * DAY_MINUTES,
  7 * DAY_MINUTES,
]

/** Edits reminders, completion and the allowance for shared networks. */
export function BookingsCard(props: CardProps) {
  const { draft, onChange } = props
  const t = useMessages(accountMessages)
  const labelOf = (minutes: number): string => {
    if (minutes === 0) return t.reminderOff
    if (minutes % DAY_MINUTES === 0) return t.reminderBefore(t.days(minutes / DAY_MINUTES))
    if (minutes % HOUR_MINUTES === 0) return t.reminderBefore(t.hours(minutes / HOUR_MINUTES))
    return t.reminderBefore(t.minutes(minutes))
  }
  const offered = [...new Set([...REMINDERS, draft.reminderMinutes])].sort((a, b) => a - b)
  return (
    <Settings title={t.bookings}>
      <SelectField
        label={t.reminder}
        value={String(draft.reminderMinutes)}
        options={offered.map((minutes) => ({ value: String(minutes), label: labelOf(minutes) }))}
        onChange={(minutes) => onChange({ reminderMinutes: Number(minutes) })}
      />
      <CheckField
        isChecked={draft.completesBookings}
        onChange={(completesBookings) => onChange({ completesBookings })}
      >
        {t.completes}
      </CheckField>
      <CheckField
        isChecked={draft.takesPhones}
        onChange={(takesPhones) => onChange({ takesPhones })}
      >
        {t.takesPhones}
      </CheckField>
      <p className={own.hint}>{t.takesPhonesHint}</p>
      <CheckField isChecked={draft.sendsSms} onChange={(sendsSms) => onChange({ sendsSms })}>
        {t.sendsSms}
      </CheckField>
      <p className={own.hint}>{t.sendsSmsHint}</p>
      <TextField
        {...props}
        name="publicLimitFactor"
        label={t.limitFactor}
        hint={t.limitFactorHint}
        range={{ min: 1, max: 100 }}
        isRequired
      />
    </Settings>
  )
}

const ACCOUNT_LIMIT_HINTS: {
  readonly [Name in (typeof ACCOUNT_LIMITS)[number]]?: (t: typeof limitMessages.en) => string
} = {
  perBookerEver: (t) => t.everHint,
  maxNoShows: (t) => t.noShowsHint,
  maxNoShowsUnpaid: (t) => t.unpaidHint,
}

/** Edits what one person can book over all event types. */
export function LimitsCard({ draft, errors, onChange }: CardProps) {
  const t = useMessages(limitMessages)
  return (
    <Settings title={t.title} lead={t.accountLead}>
      <LimitFields
        names={ACCOUNT_LIMITS}
        limits={draft.limits}
        errorOf={(name) => errors[`limits/${name}`]}
        hintOf={(name) => ACCOUNT_LIMIT_HINTS[name]?.(t)}
        onChange={(limits) => onChange({ limits })}
      />
    </Settings>
  )
}

/** Edits how long data is kept. */
export function PrivacyCard(props: CardProps) {
  const t = useMessages(accountMessages)
  return (
    <Settings title={t.privacy}>
      <TextField
        {...props}
        name="retentionDays"
        label={t.retention}
        hint={t.retentionHint}
        range={{ min: 1, max: 3650 }}
      />
      <TextField
        {...props}
        name="auditDays"
        label={t.audit}
        hint={t.auditHint}
        range={{ min: 0, max: 3650 }}
        isRequired
      />
    </Settings>
  )
}

/** Edits how members sign in. */
export function SecurityCard({ draft, onChange }: CardProps) {
  const t = useMessages(accountMessages)
  return (
    <Settings title={t.security}>
      <CheckField
        isChecked={draft.requiresPasskeys}
        onChange={(requiresPasskeys) => onChange({ requiresPasskeys })}
      >
        {t.requiresPasskeys}
      </CheckField>
      <p className={own.hint}>{t.requiresPasskeysHint}</p>
    </Settings>
  )
}
