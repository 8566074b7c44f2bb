import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { ContactMessage } from '../api.ts'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useWhen } from '../ui/use-when.ts'
import { personMessages } from './person-messages.ts'
import styles from './person-page.module.css'
import { messagesQuery } from './person-queries.ts'

/** How many messages are shown before somebody asks for all. */
const SHOWN_FIRST = 8

const TONES = {
  queued: 'quiet',
  sent: 'good',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  suppressed: 'warn',
} as const

/** The emails and SMS that a person was sent, the newest first. */
export function PersonMessages({ contactId }: { readonly contactId: string }) {
  const t = useMessages(personMessages)
  const messages = useQuery(messagesQuery(contactId))
  const [isWhole, setWhole] = useState(false)
  return (
    <Section title={t.messages} lead={t.messagesLead}>
      <QueryView query={messages}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.nothing}>{t.noMessages}</p>
          ) : (
            <>
              <Rows label={t.messages}>
                {data.slice(0, isWhole ? data.length : SHOWN_FIRST).map((message) => (
                  <MessageRow
                    key={`${message.at} ${message.channel} ${message.event} ${message.resourceId}`}
                    message={message}
                  />
                ))}
              </Rows>
              {!isWhole && data.length > SHOWN_FIRST && (
                <Button kind="quiet" onClick={() => setWhole(true)}>
                  {t.allMessages(data.length)}
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </Section>
  )
}

function MessageRow({ message }: { readonly message: ContactMessage }) {
  const t = useMessages(personMessages)
  const when = useWhen()
  const { channel, event, subject, state, reason, at } = message
  // The reasons of mail servers and gateways are in their own words.
  const unsent: Readonly<Record<string, string>> = t.unsent
  const abouts: Readonly<Record<string, string>> = t.aboutEvents
  return (
    <Row
      title={subject ?? abouts[event] ?? t.aboutOther}
      badge={<Badge tone={TONES[state]}>{t.messageStates[state]}</Badge>}
      meta={[t.channels[channel], when(at), reason && (unsent[reason] ?? reason)]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
