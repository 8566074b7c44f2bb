import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { ZoneField } from '../../shared/time/zone-field.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, ifMatch, type Property, unwrap } from '../api.ts'
import { StepDialog } from '../first-day/step-dialog.tsx'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import styles from '../ui/form-page.module.css'
import { TextField } from '../ui/text-field.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { propertyMessages } from './messages.ts'
import { type PhotoDraft, PhotosEditor, photosBody, photosDraftOf } from './photos-editor.tsx'

interface Draft {
  readonly name: string
  readonly timeZone: string
  readonly address: string
  readonly houseRules: string
  readonly checkInTime: string
  readonly checkOutTime: string
  readonly photos: readonly PhotoDraft[]
}

const draftOf = (property: Property | undefined): Draft => ({
  name: property?.name ?? '',
  timeZone: property?.timeZone ?? localZone(),
  address: property?.address ?? '',
  houseRules: property?.houseRules ?? '',
  checkInTime: property?.checkInTime ?? '15:00',
  checkOutTime: property?.checkOutTime ?? '11:00',
  photos: photosDraftOf(property?.photos),
})

function save(property: Property | undefined, draft: Draft): Promise<Property> {
  const { timeZone, address: place, houseRules: rules, photos, ...times } = draft
  const rest = { ...times, photos: photosBody(photos) }
  const address = place.trim()
  const houseRules = rules.trim()
  if (property === undefined) {
    const texts = { ...(address && { address }), ...(houseRules && { houseRules }) }
    const body = { ...rest, timeZone, ...texts }
    return unwrap(api.POST('/v1/properties', { body }))
  }
  const params = { path: { id: property.id }, header: ifMatch(property) }
  // A time zone that is sent is refused while the property has units.
  const body = {
    ...rest,
    ...(timeZone !== property.timeZone && { timeZone }),
    address: address || null,
    houseRules: houseRules || null,
  }
  return unwrap(api.PATCH('/v1/properties/{id}', { params, body }))
}

interface PropertyDialogProps {
  readonly property?: Property | undefined
  readonly onSaved?: (property: Property) => void
  readonly onClose: () => void
}

/** Creates or edits a property. */
export function PropertyDialog({ property, onSaved, onClose }: PropertyDialogProps) {
  const t = useMessages(propertyMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useState(() => draftOf(property))
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const saved = await save(property, draft)
    await invalidate(client, 'properties')
    toast({ title: property ? t.saved : t.created })
    onSaved?.(saved)
  }
  const hasUnits = (property?.unitIds.length ?? 0) > 0
  return (
    <StepDialog
      title={property ? t.change : t.add}
      label={property ? common.save : common.add}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={common.name}
            isRequired
            value={draft.name}
            error={errors.name}
            onChange={(name) => set({ name })}
          />
          {hasUnits ? (
            <p>
              {common.zone(draft.timeZone.replaceAll('_', ' '))}. {t.zoneFixed}
            </p>
          ) : (
            <Field label={t.zone} error={errors.timeZone}>
              {(control) => (
                <ZoneField
                  control={{ ...control }}
                  timeZone={draft.timeZone}
                  onChange={(timeZone) => set({ timeZone })}
                />
              )}
            </Field>
          )}
          <TextField
            label={t.address}
            hint={t.addressHint}
            value={draft.address}
            error={errors.address}
            onChange={(address) => set({ address })}
          />
          <div className={styles.numbers}>
            <TimeField
              label={t.checkIn}
              isRequired
              value={draft.checkInTime}
              error={errors.checkInTime}
              onChange={(checkInTime) => set({ checkInTime })}
            />
            <TimeField
              label={t.checkOut}
              isRequired
              value={draft.checkOutTime}
              error={errors.checkOutTime}
              onChange={(checkOutTime) => set({ checkOutTime })}
            />
          </div>
          <Field label={t.houseRules} hint={t.houseRulesHint} error={errors.houseRules}>
            {(control) => (
              <textarea
                {...control}
                dir="auto"
                rows={3}
                value={draft.houseRules}
                onChange={(event) => set({ houseRules: event.target.value })}
              />
            )}
          </Field>
          {property && (
            <PhotosEditor
              photos={draft.photos}
              errors={errors}
              onChange={(photos) => set({ photos })}
            />
          )}
        </>
      )}
    </StepDialog>
  )
}
