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
import { AdoptStays } from './adopt-stays.tsx'
import { propertyMessages } from './messages.ts'
import {
  type OutOfOrderDraft,
  OutOfOrderEditor,
  outOfOrderBody,
  outOfOrderDraftOf,
} from './out-of-order-editor.tsx'

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
  readonly outOfOrder: readonly OutOfOrderDraft[]
}

/** A unit as it was saved, with the bookings that have nights in which it is out of order. */
type Saved = Provider & { readonly affectedBookings?: readonly string[] }

function save(property: Property, unit: Provider | undefined, draft: Draft): Promise<Saved> {
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
  const outOfOrder = outOfOrderBody(draft.outOfOrder)
  const isSame = JSON.stringify(outOfOrder) === JSON.stringify(unit.outOfOrder)
  const body = {
    name: name ?? '',
    active: draft.active,
    email: email || null,
    ...(!isSame && { outOfOrder }),
  }
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
    outOfOrder: outOfOrderDraftOf(unit),
  })
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const saved = await save(property, unit, draft)
    await invalidate(client, 'providers', 'properties')
    const { affectedBookings = [] } = saved
    const affected = affectedBookings.length > 0 ? t.affectedStays(affectedBookings.length) : ''
    toast({ title: unit ? t.saved : t.unitCreated, ...(affected && { text: affected }) })
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
          {unit && (
            <>
              <OutOfOrderEditor
                entries={draft.outOfOrder}
                errors={errors}
                onChange={(outOfOrder) => set({ outOfOrder })}
              />
              <AdoptStays unit={unit} />
            </>
          )}
        </>
      )}
    </StepDialog>
  )
}
