import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, ifMatch, type PaymentConnection, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { sessionQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import form from '../ui/form-page.module.css'
import { Badge, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { KEYED_VENDOR_KINDS, KEYED_VENDORS } from './keyed-vendors.ts'
import { paymentMessages } from './messages.ts'
import { paymentConnectionQuery } from './payment-queries.ts'
import styles from './payments.module.css'
import { VendorForm } from './vendor-form.tsx'
import { connectPayments } from './vendor-secrets.ts'

/** The page of the account's payment connection. */
export default function PaymentConnectionPage() {
  const t = useMessages(paymentMessages)
  const connection = useQuery(paymentConnectionQuery)
  const vendors = useQuery(sessionQuery).data?.features.paymentVendors ?? []
  const keyed = KEYED_VENDOR_KINDS.filter((kind) => vendors.includes(kind))
  return (
    <Page
      title={t.connection}
      lead={t.connectionLead}
      back={
        <p className={form.back}>
          <Link to="/payments">‹ {t.title}</Link>
        </p>
      }
    >
      <QueryView query={connection}>
        {(found) => (
          <div className={styles.cards}>
            {found && <Current connection={found} />}
            {keyed
              .filter((kind) => found === null || found.kind === kind)
              .map((kind) => (
                <VendorForm key={kind} kind={kind} connection={found} />
              ))}
            {found === null && keyed.length === 0 && <NoVaultKeys />}
            {found === null && vendors.includes('simulated') && <Simulated />}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

/** Says why no vendor can be connected on this server. */
function NoVaultKeys() {
  const t = useMessages(paymentMessages)
  const { format } = useI18n()
  const titles = Object.values(KEYED_VENDORS).map(({ title }) => title)
  return (
    <Notice tone="info" title={t.noVaultKeys(format.list(titles))}>
      <p>{t.noVaultKeysText}</p>
    </Notice>
  )
}

/** The connection as it is, with a button that ends it. */
function Current({ connection }: { readonly connection: PaymentConnection }) {
  const t = useMessages(paymentMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const { kind, status, isLive, failure } = connection
  const title = kind === 'simulated' ? t.simulated : KEYED_VENDORS[kind].title
  const disconnect = async () => {
    const params = { header: ifMatch(connection) }
    await unwrap(api.DELETE('/v1/payment-connection', { params }))
    await invalidate(client, 'payment-connection')
    toast({ title: t.disconnected })
  }
  return (
    <Card className={form.card ?? ''}>
      <div className={styles.state}>
        <h2>{title}</h2>
        <Badge tone={status === 'active' ? 'good' : 'bad'}>{t.statuses[status]}</Badge>
        {!isLive && <Badge tone="quiet">{t.notLive}</Badge>}
      </div>
      {status === 'broken' && (
        <Notice tone="danger" title={t.broken(title)}>
          {failure && <p>{failure}</p>}
        </Notice>
      )}
      <Button onClick={() => setAsking(true)}>{t.disconnect}</Button>
      {isAsking && (
        <Confirm
          title={t.disconnectTitle}
          label={t.disconnect}
          onConfirm={disconnect}
          onClose={() => setAsking(false)}
        >
          <p>{t.disconnectText}</p>
        </Confirm>
      )}
    </Card>
  )
}

/** Connects the simulated vendor. */
function Simulated() {
  const t = useMessages(paymentMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const connect = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await connectPayments(null, { kind: 'simulated' })
      await invalidate(client, 'payment-connection')
      toast({ title: t.connected })
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Card className={form.card ?? ''}>
      <header className={form.cardHead}>
        <h2>{t.simulated}</h2>
        <p>{t.simulatedText}</p>
      </header>
      {error !== undefined && <Failure error={error} />}
      <Button isBusy={isBusy} onClick={() => void connect()}>
        {t.useSimulated}
      </Button>
    </Card>
  )
}
