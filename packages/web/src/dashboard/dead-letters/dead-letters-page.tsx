import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type DeadLetter, unwrap } from '../api.ts'
import { invalidate } from '../other-tabs.ts'
import { deadLettersQuery } from '../queries.ts'
import { useFailureText } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { deadLetterMessages } from './messages.ts'

/** The page of dead letters, each with its error and a button to retry. */
export function DeadLettersPage() {
  const t = useMessages(deadLetterMessages)
  const deadLetters = useQuery(deadLettersQuery)
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryView query={deadLetters}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {data.map((deadLetter) => (
                <DeadLetterRow key={deadLetter.id} deadLetter={deadLetter} />
              ))}
            </Rows>
          )
        }
      </QueryView>
    </Page>
  )
}

function DeadLetterRow({ deadLetter }: { readonly deadLetter: DeadLetter }) {
  const t = useMessages(deadLetterMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const failureText = useFailureText()
  const { id, consumer, event, failedAttempts, lastError, diedAt } = deadLetter
  const redrive = async () => {
    try {
      const params = { path: { id } }
      await unwrap(api.POST('/v1/dead-letters/{id}/redrive', { params, body: {} }))
      toast({ title: t.redriven })
    } catch (error) {
      toast({ ...failureText(error), tone: 'danger' })
    }
    await invalidate(client, 'dead-letters')
  }
  const zone = localZone()
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
