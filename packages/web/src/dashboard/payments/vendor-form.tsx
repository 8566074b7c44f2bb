import type { KeyedVendorKind } from '@holdfast/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Field } from '../../shared/ui/field.tsx'
import type { PaymentConnection } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import form from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { useToast } from '../ui/toasts.tsx'
import { KEYED_VENDORS, vendorMessages } from './keyed-vendors.ts'
import { paymentMessages } from './messages.ts'
import styles from './payments.module.css'
import { connectPayments, type VendorSecrets, vendorWriteOf } from './vendor-secrets.ts'

interface VendorFormProps {
  readonly kind: KeyedVendorKind
  /** The connection to change; null to connect. */
  readonly connection: PaymentConnection | null
}

const EMPTY: VendorSecrets = { restrictedKey: '', webhookSecret: '' }

/** Connects a vendor with a key, or changes the stored key and the secret of its webhook. */
export function VendorForm({ kind, connection }: VendorFormProps) {
  const { title, webhookEvents } = KEYED_VENDORS[kind]
  const vendor = useMessages(vendorMessages)[kind]
  const t = useMessages(paymentMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const [secrets, setSecrets] = useState(EMPTY)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const errors = fieldErrors(error, inputMessage)
  const isNew = connection === null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await connectPayments(connection, vendorWriteOf(kind, secrets))
      setSecrets(EMPTY)
      await invalidate(client, 'payment-connection')
      toast({ title: isNew ? t.connected : t.changed })
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  const secret = (name: keyof VendorSecrets, label: string, hint: string, isRequired: boolean) => (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required={isRequired}
          value={secrets[name]}
          onChange={(event) => setSecrets({ ...secrets, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  const storedHint = connection?.hasWebhookSecret ? t.webhookSecretStored : vendor.secretHint
  return (
    <Card className={form.card ?? ''}>
      <form className={form.form} onSubmit={(event) => void submit(event)}>
        <header className={form.cardHead}>
          <h2>{isNew ? title : t.secrets}</h2>
          {isNew && <p>{vendor.steps}</p>}
        </header>
        {secret(
          'restrictedKey',
          vendor.keyLabel,
          isNew ? vendor.keyHint : t.restrictedKeyStored,
          isNew,
        )}
        {connection?.webhookUrl && (
          <WebhookAddress
            url={connection.webhookUrl}
            steps={vendor.webhookSteps}
            events={webhookEvents}
          />
        )}
        {!isNew && secret('webhookSecret', t.webhookSecret, storedHint, false)}
        {error !== undefined && <Failure error={error} />}
        <div>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {isNew ? t.connect : common.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface WebhookAddressProps {
  readonly url: string
  readonly steps: string
  readonly events: readonly string[]
}

/** The address that the vendor should send to, with a button that copies it. */
function WebhookAddress({ url, steps, events }: WebhookAddressProps) {
  const t = useMessages(paymentMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <div className={styles.address}>
      <h3>{t.webhookUrl}</h3>
      <p className={styles.soft}>{steps}</p>
      <code>{url}</code>
      <p className={styles.soft}>{t.webhookEvents(format.list(events))}</p>
      {/* Browsers offer no clipboard on pages loaded over plain http from another machine. */}
      {navigator.clipboard && (
        <Button onClick={() => void copy()}>{isCopied ? common.copied : t.copyUrl}</Button>
      )}
    </div>
  )
}
