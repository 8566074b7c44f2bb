import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Language } from '../../shared/language.ts'
import { shownEmail } from '../../shared/shown-email.ts'
import { useAccess } from '../access.ts'
import { api, ifMatch, type Member, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery } from '../queries.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import { FormEnd } from '../ui/form-end.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Modal } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { memberMessages } from './messages.ts'
import { roleMessages } from './role-messages.ts'

type Role = Member['role']

const ROLES: readonly Role[] = ['owner', 'admin', 'scheduler', 'provider', 'viewer']

/** Owners and admins see all providers. */
const canRestrict = (role: Role): boolean => role !== 'owner' && role !== 'admin'

interface Draft {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly providerIds: readonly string[]
}

const draftOf = (member: Member | undefined): Draft => ({
  email: member?.email ?? '',
  name: member?.name ?? '',
  role: member?.role ?? 'scheduler',
  providerIds: member?.providerIds ?? [],
})

async function save(member: Member | undefined, draft: Draft, locale: Language): Promise<unknown> {
  const { role, providerIds: chosen } = draft
  const name = draft.name.trim()
  const providerIds = canRestrict(role) && chosen.length > 0 ? [...chosen] : null
  if (member === undefined) {
    const body = { email: draft.email.trim(), name, role, locale }
    return unwrap(
      api.POST('/v1/members', { body: { ...body, ...(providerIds && { providerIds }) } }),
    )
  }
  const params = { path: { id: member.id }, header: ifMatch(member) }
  return unwrap(api.PATCH('/v1/members/{id}', { params, body: { name, role, providerIds } }))
}

interface MemberDialogProps {
  /** Undefined to invite a new one. */
  readonly member?: Member
  readonly onClose: () => void
}

/** Invites a member, or changes one. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const t = useMessages(memberMessages)
  const common = useMessages(commonMessages)
  const { language } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const [draft, setDraft] = useState(() => draftOf(member))
  const [isBusy, setBusy] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [error, setError] = useState<unknown>()
  const errors = fieldErrors(error, inputMessage)
  const isIncomplete = draft.role === 'provider' && draft.providerIds.length === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isIncomplete || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await save(member, draft, language)
      await invalidate(client, 'members', 'session')
      toast({ title: member ? t.changed : t.sent(shownEmail(draft.email.trim())) })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const text = (name: 'email' | 'name', label: string, hint?: string) => (
    <TextField
      label={label}
      value={draft[name]}
      type={name === 'email' ? 'email' : 'text'}
      isRequired
      maxLength={name === 'email' ? 254 : 200}
      hint={hint}
      error={errors[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  )
  return (
    <Modal title={member ? t.change : t.inviteTitle} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {text('name', common.name)}
        {member === undefined && text('email', t.email, t.emailHint)}
        <RoleField role={draft.role} onChange={(role) => setDraft({ ...draft, role })} />
        {canRestrict(draft.role) && (
          <ProvidersField
            isRequired={draft.role === 'provider'}
            chosen={draft.providerIds}
            error={isChecked && isIncomplete ? t.providersRequired : errors.providerIds}
            onChange={(providerIds) => setDraft({ ...draft, providerIds })}
          />
        )}
        <FormEnd
          label={member ? common.save : t.sendInvitation}
          isBusy={isBusy}
          error={error}
          onClose={onClose}
        />
      </form>
    </Modal>
  )
}

interface RoleFieldProps {
  readonly role: Role
  readonly onChange: (role: Role) => void
}

function RoleField({ role: chosen, onChange }: RoleFieldProps) {
  const t = useMessages(memberMessages)
  const roles = useMessages(roleMessages)
  const { role: own } = useAccess()
  // Only owners make owners, and keys the first one.
  const offered = ROLES.filter((role) => role !== 'owner' || own !== 'admin' || chosen === 'owner')
  return (
    <ChoiceField
      label={t.role}
      chosen={[chosen]}
      choices={offered.map((value) => ({
        value,
        label: roles.names[value],
        text: roles.may[value],
      }))}
      onChange={([role]) => role && onChange(role)}
    />
  )
}

interface ProvidersFieldProps {
  readonly isRequired: boolean
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (providerIds: readonly string[]) => void
}

function ProvidersField({ isRequired, chosen, error, onChange }: ProvidersFieldProps) {
  const t = useMessages(memberMessages)
  const { data: providers = [] } = useQuery(providersQuery)
  const hint = isRequired ? (providers.length === 0 ? t.noProviders : undefined) : t.providersHint
  if (!isRequired && providers.length === 0) return null
  return (
    <ChoiceField
      label={t.providers}
      isMultiple
      hint={hint}
      error={error}
      chosen={chosen}
      choices={providers.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  )
}
