import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { type Scope, useAccess } from '../access.ts'
import { api, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery } from '../queries.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Modal } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'
import { addDays, localZone, startOfDate, today } from '../zoned.ts'
import { apiKeyMessages } from './messages.ts'

/** All scopes, from the least to the most access. */
export const SCOPES: readonly Scope[] = ['read', 'bookings', 'settings', 'admin']

interface Draft {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly providerIds: readonly string[]
  /** The last date on which the key works; empty: no end. */
  readonly lastDate: string
}

async function create({ name, scopes, providerIds, lastDate }: Draft): Promise<string> {
  const body = {
    name: name.trim(),
    scopes: [...scopes],
    ...(providerIds.length > 0 && { providerIds: [...providerIds] }),
    ...(lastDate && { expiresAt: startOfDate(addDays(lastDate, 1), localZone()) }),
  }
  return (await unwrap(api.POST('/v1/api-keys', { body }))).secret
}

interface CreateKeyDialogProps {
  readonly onCreated: (secret: string) => void
  readonly onClose: () => void
}

/** Creates an API key. */
export function CreateKeyDialog({ onCreated, onClose }: CreateKeyDialogProps) {
  const t = useMessages(apiKeyMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const inputMessage = useInputMessage()
  // Nobody gives a key more than they have.
  const offered = SCOPES.filter(useAccess().can)
  const { data: providers = [] } = useQuery(providersQuery)
  const [draft, setDraft] = useState<Draft>({
    name: '',
    scopes: offered,
    providerIds: [],
    lastDate: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const errors = fieldErrors(error, inputMessage)
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || draft.scopes.length === 0) return
    setBusy(true)
    setError(undefined)
    try {
      const secret = await create(draft)
      await invalidate(client, 'api-keys')
      onCreated(secret)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={t.add} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.name}
          value={draft.name}
          isRequired
          maxLength={200}
          hint={t.nameHint}
          error={errors.name}
          onChange={(name) => change({ name })}
        />
        <ChoiceField
          label={t.scopes}
          isMultiple
          error={draft.scopes.length === 0 ? t.scopesRequired : errors.scopes}
          chosen={draft.scopes}
          choices={offered.map((value) => ({
            value,
            label: t.scopeNames[value],
            text: t.scopeTexts[value],
          }))}
          onChange={(scopes) => change({ scopes })}
        />
        {providers.length > 0 && (
          <ChoiceField
            label={t.providers}
            isMultiple
            hint={t.providersHint}
            error={errors.providerIds}
            chosen={draft.providerIds}
            choices={providers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(providerIds) => change({ providerIds })}
          />
        )}
        <Field label={t.expires} hint={t.expiresHint} error={errors.expiresAt}>
          {(control) => (
            <input
              {...control}
              type="date"
              min={today(localZone())}
              value={draft.lastDate}
              onChange={(event) => change({ lastDate: event.target.value })}
            />
          )}
        </Field>
        <FormEnd label={common.create} isBusy={isBusy} error={error} onClose={onClose} />
      </form>
    </Modal>
  )
}
