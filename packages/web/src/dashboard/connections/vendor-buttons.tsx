import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, isProblem, type Provider, type Session, unwrap } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { useToast } from '../ui/toasts.tsx'
import { connectionMessages } from './messages.ts'

type Vendor = Session['features']['calendarVendors'][number]

/** Buttons that open the consent page of a vendor that is set up here, which then redirects back. */
export function VendorButtons({ provider }: { readonly provider: Provider }) {
  const t = useMessages(connectionMessages)
  const toast = useToast()
  const failureText = useFailureText()
  const [busy, setBusy] = useState<string>()
  const vendors = useQuery(sessionQuery).data?.features.calendarVendors ?? []
  const connect = async (kind: Vendor) => {
    setBusy(kind)
    try {
      const params = { path: { id: provider.id, kind } }
      const { authorizationUrl } = await unwrap(
        api.POST('/v1/providers/{id}/calendar-connections/{kind}/authorize', { params, body: {} }),
      )
      location.assign(authorizationUrl)
    } catch (error) {
      const isOff = isProblem(error, 'calendar_kind_unavailable')
      toast({ ...(isOff ? { title: t.notSetUp } : failureText(error)), tone: 'danger' })
      setBusy(undefined)
    }
  }
  return vendors.map((kind) => (
    <Button
      key={kind}
      isBusy={busy === kind}
      aria-label={`${t.connectKinds[kind]}: ${provider.name}`}
      onClick={() => void connect(kind)}
    >
      {t.connectKinds[kind]}
    </Button>
  ))
}
