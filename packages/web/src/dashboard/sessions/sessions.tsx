import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type PersonSession, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useWhen } from '../ui/use-when.ts'
import { ownMessages } from './messages.ts'
import { ownSessionsQuery } from './own-queries.ts'

/** The sessions of the signed-in person, on all devices. */
export function Sessions() {
  const t = useMessages(ownMessages)
  const sessions = useQuery(ownSessionsQuery)
  return (
    <Section title={t.sessions} lead={t.sessionsLead}>
      <QueryView query={sessions}>
        {(all) => (
          <Rows label={t.sessions}>
            {newestFirst(all).map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Rows>
        )}
      </QueryView>
    </Section>
  )
}

/** This browser's session comes first. */
const newestFirst = (sessions: readonly PersonSession[]): readonly PersonSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )

function SessionRow({ session }: { readonly session: PersonSession }) {
  const t = useMessages(ownMessages)
  const when = useWhen()
  const client = useQueryClient()
  const toast = useToast()
  const [isConfirming, setConfirming] = useState(false)
  const { id, account, method, current, createdAt, lastSeenAt } = session
  const device = t.device(session.device)
  const end = async () => {
    await unwrap(api.DELETE('/v1/sign-in/sessions/{id}', { params: { path: { id } } }))
    toast({ title: t.ended })
    await invalidate(client, 'own')
  }
  return (
    <Row
      title={device}
      badge={current && <Badge tone="good">{t.thisSession}</Badge>}
      meta={
        <>
          <span>{account.name}</span>
          <span>{t.methods[method]}</span>
          <span>{t.signedInOn(when(createdAt))}</span>
          <span>{t.lastSeen(when(lastSeenAt))}</span>
        </>
      }
      actions={
        // The button for this browser's session is "Sign out".
        !current && (
          <>
            <Button aria-label={`${t.end}: ${device}`} onClick={() => setConfirming(true)}>
              {t.end}
            </Button>
            {isConfirming && (
              <Confirm
                title={t.endTitle}
                label={t.end}
                onConfirm={end}
                onClose={() => setConfirming(false)}
              >
                <p>
                  <strong>{device}</strong>. {t.endText}
                </p>
              </Confirm>
            )}
          </>
        )
      }
    />
  )
}
