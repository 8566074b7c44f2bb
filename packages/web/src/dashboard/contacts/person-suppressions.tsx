import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useAccess } from '../access.ts'
import { api, type ContactSuppression, unwrap } from '../api.ts'
import { Failure } from '../ui/failure.tsx'
import { useToast } from '../ui/toasts.tsx'
import { personMessages } from './person-messages.ts'
import { suppressionsQuery } from './person-queries.ts'

/** By which channels the person gets nothing, with a button to send again. */
export function PersonSuppressions({ contactId }: { readonly contactId: string }) {
  const t = useMessages(personMessages)
  const client = useQueryClient()
  const toast = useToast()
  const access = useAccess()
  const { data } = useQuery(suppressionsQuery(contactId))
  const [error, setError] = useState<unknown>()
  const lift = async (channel: ContactSuppression['channel']) => {
    setError(undefined)
    try {
      const params = { path: { id: contactId, channel } }
      await unwrap(api.DELETE('/v1/contacts/{id}/suppressions/{channel}', { params }))
      toast({ title: t.lifted })
      await client.invalidateQueries({ queryKey: ['contacts', 'suppressions', contactId] })
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <>
      {error !== undefined && <Failure error={error} />}
      {data?.data.map(({ channel, reason }) => (
        <Notice key={channel} tone="warn" title={t.suppressed[channel]}>
          <p>{t.suppressedBy[reason]}</p>
          {access.can('bookings') && (
            <Button onClick={() => void lift(channel)}>{t.lift[channel]}</Button>
          )}
        </Notice>
      ))}
    </>
  )
}
