import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { connectionsQuery } from '../connections/connection-queries.ts'
import { Link } from '../router.tsx'
import type { FieldErrors } from '../ui/field-errors.ts'
import form from '../ui/form-page.module.css'
import { nextKey, swapped } from '../ui/keyed.ts'
import { OrderButtons } from '../ui/order-buttons.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { Draft } from './draft.ts'
import styles from './entries.module.css'
import {
  LOCATION_KINDS,
  type LocationDraft,
  type LocationKind,
  MAX_LOCATIONS,
  newLocation,
} from './location-draft.ts'
import { optionMessages } from './option-messages.ts'

interface LocationsEditorProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
}

/** Edits where the bookings of an event type take place. */
export function LocationsEditor({ draft, errors, onChange }: LocationsEditorProps) {
  const t = useMessages(optionMessages)
  const addButton = useRef<HTMLButtonElement>(null)
  const { locations } = draft
  const isFull = locations.length >= MAX_LOCATIONS
  const set = (next: readonly LocationDraft[]) => onChange({ locations: next })
  return (
    <Card className={form.card ?? ''}>
      <h2>{t.locations}</h2>
      <p className={styles.soft}>{t.locationsLead}</p>
      {locations.map((location, index) => (
        <fieldset key={location.key} className={styles.entry}>
          <legend className="visually-hidden">{t.location(index + 1)}</legend>
          <LocationFields
            location={location}
            draft={draft}
            errorOf={(field) => errors[`locations/${index}/${field}`]}
            onChange={(part) => set(locations.with(index, { ...location, ...part }))}
          />
          <OrderButtons
            name={t.location(index + 1)}
            index={index}
            count={locations.length}
            onMove={(to) => set(swapped(locations, index, to))}
            onRemove={() => {
              set(locations.toSpliced(index, 1))
              addButton.current?.focus()
            }}
          />
        </fieldset>
      ))}
      <Button
        ref={addButton}
        aria-disabled={isFull}
        onClick={() => !isFull && set([...locations, newLocation(nextKey(locations))])}
      >
        {t.addLocation}
      </Button>
    </Card>
  )
}

interface LocationFieldsProps {
  readonly location: LocationDraft
  readonly draft: Draft
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<LocationDraft>) => void
}

function LocationFields({ location, draft, errorOf, onChange }: LocationFieldsProps) {
  const t = useMessages(optionMessages)
  const { kind } = location
  return (
    <>
      <SelectField
        label={t.locationKind}
        value={kind}
        error={errorOf('kind')}
        onChange={(next) => onChange({ kind: next })}
        options={LOCATION_KINDS.map((value) => ({ value, label: t.locationKinds[value] }))}
      />
      <ValueField location={location} errorOf={errorOf} onChange={onChange} />
      {(kind === 'google_meet' || kind === 'teams') && <LinkNote kind={kind} draft={draft} />}
      <TextField
        label={t.locationLabel}
        value={location.label}
        hint={t.locationLabelHint}
        error={errorOf('label')}
        onChange={(label) => onChange({ label })}
      />
    </>
  )
}

/** Where the value of a location is, by its kind. */
const VALUES: Readonly<
  Partial<
    Record<
      LocationKind,
      { readonly name: 'address' | 'phone' | 'url'; readonly type: string; readonly dir: string }
    >
  >
> = {
  in_person: { name: 'address', type: 'text', dir: 'auto' },
  phone: { name: 'phone', type: 'tel', dir: 'ltr' },
  link: { name: 'url', type: 'url', dir: 'ltr' },
}

/** Edits the address, number or link of a location. */
function ValueField({ location, errorOf, onChange }: Omit<LocationFieldsProps, 'draft'>) {
  const t = useMessages(optionMessages)
  const value = VALUES[location.kind]
  if (value === undefined) return null
  const { name, type, dir } = value
  return (
    <Field label={t[name]} hint={name === 'phone' ? t.phoneHint : undefined} error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          type={type}
          dir={dir}
          required={name !== 'phone'}
          value={location[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

interface LinkNoteProps {
  readonly kind: 'google_meet' | 'teams'
  readonly draft: Draft
}

/** Says what a link needs, where the provider has no calendar that makes it. */
function LinkNote({ kind, draft }: LinkNoteProps) {
  const t = useMessages(optionMessages)
  const { data: connections } = useQuery(connectionsQuery(draft.providerId))
  if (draft.requirements.length > 0) return <p className={styles.soft}>{t.linkByTeam}</p>
  const vendor = kind === 'teams' ? 'outlook' : 'google'
  const canMakeLink = connections?.some((each) => each.kind === vendor && each.writesBack)
  if (connections === undefined || canMakeLink) return null
  return (
    <p className={styles.soft}>
      {t.needsWriteBack[kind]} <Link to="/connections">{t.toConnections}</Link>
    </p>
  )
}
