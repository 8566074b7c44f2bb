import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { deviceNameOf } from '../../shared/passkeys/device-name.ts'
import {
  createPasskey,
  hasPasskeys,
  isAtIpAddress,
  PasskeyCancelled,
} from '../../shared/passkeys/passkeys.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, type Passkey, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { Modal } from '../ui/modal.tsx'
import { Empty, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useWhen } from '../ui/use-when.ts'
import { ownMessages } from './messages.ts'
import { ownPasskeysQuery } from './own-queries.ts'

/** The passkeys of the signed-in person. */
export function Passkeys() {
  const t = useMessages(ownMessages)
  const common = useMessages(commonMessages)
  const passkeys = useQuery(ownPasskeysQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={t.passkeys}
      lead={t.passkeysLead}
      actions={
        hasPasskeys() && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t.addPasskey}
          </Button>
        )
      }
    >
      {!hasPasskeys() && <p>{isAtIpAddress() ? t.unsupportedAtIp : t.unsupported}</p>}
      <QueryView query={passkeys}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.noPasskeysTitle} />
          ) : (
            <Rows label={t.passkeys}>
              {all.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {isAdding && (
        <NameDialog
          title={t.addPasskey}
          label={common.add}
          start={deviceNameOf(navigator.userAgent)}
          done={t.passkeyAdded}
          save={addPasskey}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const t = useMessages(ownMessages)
  const common = useMessages(commonMessages)
  const when = useWhen()
  const client = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const { id, name, createdAt, lastUsedAt } = passkey
  const params = { path: { id } }
  const rename = (next: string) =>
    unwrap(api.PATCH('/v1/sign-in/passkeys/{id}', { params, body: { name: next } }))
  const remove = async () => {
    await unwrap(api.DELETE('/v1/sign-in/passkeys/{id}', { params }))
    toast({ title: t.passkeyDeleted })
    await invalidate(client, 'own')
  }
  return (
    <Row
      title={name}
      meta={
        <>
          <span>{t.addedOn(when(createdAt))}</span>
          <span>{lastUsedAt ? t.lastUsed(when(lastUsedAt)) : t.neverUsed}</span>
        </>
      }
      actions={
        <>
          <Button aria-label={`${t.rename}: ${name}`} onClick={() => setOpen('rename')}>
            {t.rename}
          </Button>
          <Button
            kind="danger"
            aria-label={`${common.delete}: ${name}`}
            onClick={() => setOpen('delete')}
          >
            {common.delete}
          </Button>
          {open === 'rename' && (
            <NameDialog
              title={t.renameTitle}
              label={common.save}
              start={name}
              done={t.renamed}
              save={rename}
              onClose={close}
            />
          )}
          {open === 'delete' && (
            <Confirm
              title={t.deletePasskeyTitle}
              label={common.delete}
              onConfirm={remove}
              onClose={close}
            >
              <p>
                <strong>{name}</strong>. {t.deletePasskey}
              </p>
            </Confirm>
          )}
        </>
      }
    />
  )
}

async function addPasskey(name: string): Promise<void> {
  const { challengeId, options } = await unwrap(
    api.POST('/v1/sign-in/passkeys/registration-options'),
  )
  const response = await createPasskey(options)
  await unwrap(api.POST('/v1/sign-in/passkeys', { body: { name, challengeId, response } }))
}

interface NameDialogProps {
  readonly title: string
  /** The label of the saving button. */
  readonly label: string
  /** The name to start with. */
  readonly start: string
  /** Announces that it was saved. */
  readonly done: string
  readonly save: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the name of a passkey, and adds or renames it. */
function NameDialog({ title, label, start, done, save, onClose }: NameDialogProps) {
  const t = useMessages(ownMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(start)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await save(name.trim())
      await invalidate(client, 'own')
      toast({ title: done })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t.passkeyName}
          value={name}
          isRequired
          maxLength={200}
          hint={t.passkeyNameHint}
          onChange={setName}
        />
        {error instanceof PasskeyCancelled ? (
          <Notice tone="warn" title={t.passkeyCancelled} isUrgent={true} />
        ) : (
          error !== undefined && <Failure error={error} />
        )}
        <FormEnd label={label} isBusy={isBusy} onClose={onClose} />
      </form>
    </Modal>
  )
}
