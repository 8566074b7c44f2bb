import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type DeadLetter, unwrap } from '../api.ts'
import { deadLettersQuery } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useNotes } from '../ui/toasts.tsx'
import { changed } from '../windows.ts'
import { ownZone } from '../zoned.ts'
import { deadLetterMessages } from './messages.ts'

/** Work that was given up, and the way back. */
export function DeadLettersPage() {
  const t = useMessages(deadLetterMessages)
  const letters = useQuery(deadLettersQuery)
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryView query={letters}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {data.map((letter) => (
                <Letter key={letter.id} letter={letter} />
              ))}
            </Rows>
          )
        }
      </QueryView>
    </Page>
  )
}

function Letter({ letter }: { readonly letter: DeadLetter }) {
  const t = useMessages(deadLetterMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const note = useNotes()
  const failureText = useFailureText()
  const { id, consumer, event, failedAttempts, lastError, diedAt } = letter
  const redrive = async () => {
    try {
      const params = { path: { id } }
      await unwrap(api.POST('/v1/dead-letters/{id}/redrive', { params, body: {} }))
      note({ title: t.redriven })
    } catch (error) {
      note({ ...failureText(error), tone: 'danger' })
    }
    await changed(client, 'dead-letters')
  }
  const zone = ownZone()
  return (
    <Row
      title={event.type}
      badge={<Badge tone="bad">{consumer}</Badge>}
      meta={
        <>
          <span>
            {format.shortDate(diedAt, zone)}, {format.time(diedAt, zone)}
          </span>
          <span>{t.attempts(failedAttempts)}</span>
          {lastError && <span>{lastError}</span>}
        </>
      }
      actions={
        <Button onClick={() => void redrive()} aria-label={`${t.redrive}: ${event.type}`}>
          {t.redrive}
        </Button>
      }
    />
  )
}
