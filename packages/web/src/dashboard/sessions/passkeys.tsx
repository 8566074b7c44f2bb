import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { deviceNameOf } from '../../shared/passkeys/device-name.ts'
import { createPasskey, hasPasskeys, PasskeyCancelled } from '../../shared/passkeys/passkeys.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, type Passkey, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { Empty, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useWhen } from '../ui/use-when.ts'
import { ownMessages } from './messages.ts'
import { ownPasskeysQuery } from './own-queries.ts'

/** The passkeys of the signed-in person. */
export function Passkeys() {
  const t = useMessages(ownMessages)
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
      {!hasPasskeys() && <p>{t.unsupported}</p>}
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
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const t = useMessages(ownMessages)
  const common = useMessages(commonMessages)
  const when = useWhen()
  const client = useQueryClient()
  const toast = useToast()
  const [isConfirming, setConfirming] = useState(false)
  const { id, name, createdAt, lastUsedAt } = passkey
  const remove = async () => {
    await unwrap(api.DELETE('/v1/sign-in/passkeys/{id}', { params: { path: { id } } }))
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
          <Button
            kind="danger"
            aria-label={`${common.delete}: ${name}`}
            onClick={() => setConfirming(true)}
          >
            {common.delete}
          </Button>
          {isConfirming && (
            <Confirm
              title={t.deletePasskeyTitle}
              label={common.delete}
              onConfirm={remove}
              onClose={() => setConfirming(false)}
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

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(ownMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(() => deviceNameOf(navigator.userAgent))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await addPasskey(name.trim())
      await invalidate(client, 'own')
      toast({ title: t.passkeyAdded })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={t.addPasskey} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Field label={t.passkeyName} hint={t.passkeyNameHint}>
          {(control) => (
            <input
              {...control}
              required
              dir="auto"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {error instanceof PasskeyCancelled ? (
          <Notice tone="warn" title={t.passkeyCancelled} isUrgent={true} />
        ) : (
          error !== undefined && <Failure error={error} />
        )}
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {common.add}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}
