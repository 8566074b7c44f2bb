import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, isProblem, type Provider, unwrap } from '../api.ts'
import { useFailureText } from '../ui/failure.tsx'
import { useToast } from '../ui/toasts.tsx'
import { connectionMessages } from './messages.ts'

const VENDORS = ['google', 'outlook'] as const

/** Buttons that open a vendor's consent page, which then redirects back. */
export function VendorButtons({ provider }: { readonly provider: Provider }) {
  const t = useMessages(connectionMessages)
  const toast = useToast()
  const failureText = useFailureText()
  const [busy, setBusy] = useState<string>()
  const connect = async (kind: (typeof VENDORS)[number]) => {
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
  return VENDORS.map((kind) => (
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
