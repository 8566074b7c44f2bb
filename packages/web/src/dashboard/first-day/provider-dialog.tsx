import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { ZoneField } from '../../shared/time/zone-field.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { sessionQuery } from '../queries.ts'
import { TextField } from '../ui/text-field.tsx'
import { localZone } from '../zoned.ts'
import { firstDayMessages } from './messages.ts'
import { StepDialog } from './step-dialog.tsx'

/** Adds the first provider: the person who is signed in, unless another name is entered. */
export function FirstProviderDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(firstDayMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const member = useQuery(sessionQuery).data?.member
  const [name, setName] = useState(member?.name ?? '')
  const [email, setEmail] = useState(member?.email ?? '')
  const [timeZone, setTimeZone] = useState(localZone)
  const add = async () => {
    const address = email.trim()
    const body = { name: name.trim(), timeZone, ...(address && { email: address }) }
    await unwrap(api.POST('/v1/providers', { body }))
    await invalidate(client, 'providers')
  }
  return (
    <StepDialog title={t.providerTitle} label={common.add} onSubmit={add} onClose={onClose}>
      {(errors) => (
        <>
          <TextField
            label={common.name}
            value={name}
            isRequired
            error={errors.name}
            onChange={setName}
          />
          <TextField
            label={t.email}
            value={email}
            type="email"
            hint={t.emailHint}
            error={errors.email}
            onChange={setEmail}
          />
          <Field label={t.zone} error={errors.timeZone}>
            {(control) => (
              <ZoneField control={{ ...control }} timeZone={timeZone} onChange={setTimeZone} />
            )}
          </Field>
        </>
      )}
    </StepDialog>
  )
}
