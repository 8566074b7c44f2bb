import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { today } from '../zoned.ts'
import { AffectedBookings } from './affected-bookings.tsx'
import { AwayDialog } from './away-dialog.tsx'
import { timeOffMessages } from './messages.ts'
import { type RemovedPart, removePart } from './several.ts'
import { RemovedPartField } from './several-fields.tsx'
import { awayOf, timeOffQuery } from './time-off-queries.ts'
import { instantsOf, type TimeOff, timeOffText } from './time-off-time.ts'

/** The page of a provider's time off from today on. */
export function TimeOffPage({ providerId }: { readonly providerId: string }) {
  const t = useMessages(timeOffMessages)
  const providers = useQuery(providersQuery)
  return (
    <QueryView query={providers}>
      {(all) => {
        const provider = all.find(({ id }) => id === providerId)
        return provider ? (
          <TimeOffOf provider={provider} />
        ) : (
          <Page title={t.title}>
            <Empty title={t.unknown}>
              <Link to="/providers">{t.back}</Link>
            </Empty>
          </Page>
        )
      }}
    </QueryView>
  )
}

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'remove' | 'bookings'; readonly timeOff: TimeOff }

function TimeOffOf({ provider }: { readonly provider: Provider }) {
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const date = today(provider.timeZone)
  const times = useQuery(timeOffQuery(provider.id, { from: date }))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const textOf = (timeOff: TimeOff) => timeOffText(timeOff, provider.timeZone, format)
  return (
    <Page
      title={t.titleOf(provider.name)}
      lead={t.lead}
      back={<Link to="/providers">‹ {t.back}</Link>}
      actions={
        <Button kind="primary" onClick={() => setOpen({ kind: 'add' })}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={times}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {all.map((timeOff) => (
                <Row
                  key={timeOff.id}
                  title={textOf(timeOff)}
                  meta={timeOff.reason}
                  actions={
                    <>
                      <Button
                        kind="quiet"
                        aria-label={t.removeOf(textOf(timeOff))}
                        onClick={() => setOpen({ kind: 'remove', timeOff })}
                      >
                        {common.delete}
                      </Button>
                      <Button
                        aria-label={t.bookingsOf(textOf(timeOff))}
                        onClick={() => setOpen({ kind: 'bookings', timeOff })}
                      >
                        {t.bookings}
                      </Button>
                    </>
                  }
                />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {open?.kind === 'add' && <AwayDialog providers={[provider]} date={date} onClose={close} />}
      {open?.kind === 'bookings' && (
        <AffectedBookings
          of={awayOf(provider.id, instantsOf(open.timeOff, provider.timeZone))}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <RemoveTimeOff timeOff={open.timeOff} title={textOf(open.timeOff)} onClose={close} />
      )}
    </Page>
  )
}

interface RemoveTimeOffProps {
  readonly timeOff: TimeOff
  /** Its time as text. */
  readonly title: string
  readonly onClose: () => void
}

/** Asks whether to delete time off, and how much of the absence that it is a part of. */
function RemoveTimeOff({ timeOff, title, onClose }: RemoveTimeOffProps) {
  const t = useMessages(timeOffMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [part, setPart] = useState<RemovedPart>('one')
  const remove = async () => {
    if (part !== 'one' && timeOff.absenceId !== null) {
      await removePart(timeOff.absenceId, timeOff.start, part)
    } else {
      const path = { id: timeOff.providerId, timeOffId: timeOff.id }
      const params = { path, header: ifMatch(timeOff) }
      await unwrap(api.DELETE('/v1/providers/{id}/time-off/{timeOffId}', { params }))
    }
    toast({ title: t.removed })
    await invalidate(client, 'time-off', 'agenda')
  }
  return (
    <Confirm title={t.removeTitle} label={common.delete} onConfirm={remove} onClose={onClose}>
      <p>
        <strong>{title}</strong>. {t.removeText}
      </p>
      {timeOff.absenceId !== null && <RemovedPartField part={part} onChange={setPart} />}
    </Confirm>
  )
}
