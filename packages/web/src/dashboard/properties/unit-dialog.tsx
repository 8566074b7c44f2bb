import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { api, ifMatch, type Property, type Provider, unwrap } from '../api.ts'
import { StepDialog } from '../first-day/step-dialog.tsx'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providerMessages } from '../providers/messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { propertyMessages } from './messages.ts'

interface UnitDialogProps {
  readonly property: Property
  /** The unit to edit. Undefined: a new one. */
  readonly unit?: Provider | undefined
  readonly onSaved?: (unit: Provider) => void
  readonly onClose: () => void
}

interface Draft {
  readonly name: string
  readonly slug: string
  readonly email: string
  readonly active: boolean
}

function save(property: Property, unit: Provider | undefined, draft: Draft): Promise<Provider> {
  const [name, slug, email] = [draft.name, draft.slug, draft.email].map((text) => text.trim())
  if (unit === undefined) {
    const body = {
      name: name ?? '',
      kind: 'unit' as const,
      propertyId: property.id,
      timeZone: property.timeZone,
      active: draft.active,
      ...(slug && { slug }),
      ...(email && { email }),
    }
    return unwrap(api.POST('/v1/providers', { body }))
  }
  const params = { path: { id: unit.id }, header: ifMatch(unit) }
  const body = { name: name ?? '', active: draft.active, email: email || null }
  return unwrap(
    api.PATCH('/v1/providers/{id}', { params, body: { ...body, ...(slug && { slug }) } }),
  )
}

/** Creates or edits a unit of a property. */
export function UnitDialog({ property, unit, onSaved, onClose }: UnitDialogProps) {
  const t = useMessages(propertyMessages)
  const provider = useMessages(providerMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useState<Draft>({
    name: unit?.name ?? '',
    slug: unit?.slug ?? '',
    email: unit?.email ?? '',
    active: unit?.active ?? true,
  })
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const saved = await save(property, unit, draft)
    await invalidate(client, 'providers', 'properties')
    toast({ title: unit ? t.saved : t.unitCreated })
    onSaved?.(saved)
  }
  return (
    <StepDialog
      title={unit ? t.changeUnit : t.addUnit}
      label={unit ? common.save : common.add}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={common.name}
            hint={t.unitNameHint}
            isRequired
            value={draft.name}
            error={errors.name}
            onChange={(name) => set({ name })}
          />
          <TextField
            label={provider.slug}
            hint={provider.slugHint}
            value={draft.slug}
            error={errors.slug}
            onChange={(slug) => set({ slug })}
          />
          <TextField
            label={provider.email}
            hint={provider.emailHint}
            type="email"
            value={draft.email}
            error={errors.email}
            onChange={(email) => set({ email })}
          />
          <CheckField isChecked={draft.active} onChange={(active) => set({ active })}>
            {provider.active}
          </CheckField>
        </>
      )}
    </StepDialog>
  )
}
