import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery, schedulesQuery } from '../queries.ts'
import { timeOffText } from '../time-off/time-off-time.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { addDays, localZone, today } from '../zoned.ts'
import { ClosedBookings } from './closed-bookings.tsx'
import { ClosureDialog, type SavedClosure } from './closure-dialog.tsx'
import { closuresQuery } from './closure-queries.ts'
import { type Closure, whomOf, zoneOf } from './closures.ts'
import { holidayMessages } from './holiday-messages.ts'
import { HolidaysDialog } from './holidays-dialog.tsx'
import { closureMessages } from './messages.ts'
import { useWhomText } from './use-whom-text.ts'

/** The page of the closures of the account, from today on. */
export default function ClosuresPage() {
  const providers = useQuery(providersQuery)
  return <QueryView query={providers}>{(all) => <Closures providers={all} />}</QueryView>
}

/** What is open above the list. */
type Open =
  | { readonly kind: 'add' | 'holidays' }
  | { readonly kind: 'edit' | 'delete'; readonly closure: Closure }
  | {
      readonly kind: 'bookings'
      readonly closure: Closure
      readonly savedIds?: readonly string[]
    }

function Closures({ providers }: { readonly providers: readonly Provider[] }) {
  const t = useMessages(closureMessages)
  const { add: holidays } = useMessages(holidayMessages)
  // The list compares dates as dates of UTC, and yesterday may still be today somewhere.
  const closures = useQuery(closuresQuery({ from: addDays(today(localZone()), -1) }))
  const [open, setOpen] = useState<Open>()
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <>
          <Button onClick={() => setOpen({ kind: 'holidays' })}>{holidays}</Button>
          <Button kind="primary" onClick={() => setOpen({ kind: 'add' })}>
            {t.add}
          </Button>
        </>
      }
    >
      <QueryView query={closures}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <Rows label={t.title}>
              {all.map((closure) => (
                <ClosureRow
                  key={closure.id}
                  closure={closure}
                  providers={providers}
                  onOpen={setOpen}
                />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {open && (
        <OpenDialog
          open={open}
          providers={providers}
          closures={closures.data ?? []}
          onOpen={setOpen}
        />
      )}
    </Page>
  )
}

/** When a closure is and whom it closes, in words. */
function useClosureTexts(providers: readonly Provider[]) {
  const { data: schedules = [] } = useQuery(schedulesQuery)
  const { format } = useI18n()
  const whomText = useWhomText(providers, schedules)
  return (closure: Closure) => ({
    when: timeOffText(closure, zoneOf(whomOf(closure), providers, schedules), format),
    whom: whomText(whomOf(closure)),
  })
}

interface ClosureRowProps {
  readonly closure: Closure
  readonly providers: readonly Provider[]
  readonly onOpen: (open: Open) => void
}

function ClosureRow({ closure, providers, onOpen }: ClosureRowProps) {
  const t = useMessages(closureMessages)
  const common = useMessages(commonMessages)
  const { when, whom } = useClosureTexts(providers)(closure)
  const { name } = closure
  return (
    <Row
      title={name}
      meta={
        <>
          <span>{when}</span>
          <span>{whom}</span>
        </>
      }
      actions={
        <>
          <Button
            kind="quiet"
            aria-label={`${common.delete}: ${name}`}
            onClick={() => onOpen({ kind: 'delete', closure })}
          >
            {common.delete}
          </Button>
          <Button
            aria-label={t.bookingsOf(name)}
            onClick={() => onOpen({ kind: 'bookings', closure })}
          >
            {t.bookings}
          </Button>
          <Button
            aria-label={`${common.edit}: ${name}`}
            onClick={() => onOpen({ kind: 'edit', closure })}
          >
            {common.edit}
          </Button>
        </>
      }
    />
  )
}

interface OpenDialogProps {
  readonly open: Open
  readonly closures: readonly Closure[]
  readonly providers: readonly Provider[]
  readonly onOpen: (open: Open | undefined) => void
}

function OpenDialog({ open, providers, closures, onOpen }: OpenDialogProps) {
  const t = useMessages(closureMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const textOf = useClosureTexts(providers)
  const close = () => onOpen(undefined)
  const showHit = ({ closure, bookingIds }: SavedClosure) =>
    onOpen(
      bookingIds.length === 0 ? undefined : { kind: 'bookings', closure, savedIds: bookingIds },
    )
  const remove = async (closure: Closure) => {
    const params = { path: { id: closure.id }, header: ifMatch(closure) }
    await unwrap(api.DELETE('/v1/closures/{id}', { params }))
    toast({ title: t.deleted })
    await invalidate(client, 'closures', 'agenda')
  }
  switch (open.kind) {
    case 'add':
    case 'edit':
      return (
        <ClosureDialog
          {...(open.kind === 'edit' && { closure: open.closure })}
          providers={providers}
          onClose={close}
          onSaved={showHit}
        />
      )
    case 'holidays':
      return (
        <HolidaysDialog
          providers={providers}
          closures={closures}
          onClose={close}
          onSaved={showHit}
        />
      )
    case 'bookings':
      return (
        <ClosedBookings
          closure={open.closure}
          providers={providers}
          savedIds={open.savedIds}
          onClose={close}
        />
      )
    case 'delete':
      return (
        <Confirm
          title={t.deleteTitle}
          label={common.delete}
          onConfirm={() => remove(open.closure)}
          onClose={close}
        >
          <p>
            <strong dir="auto">{open.closure.name}</strong>, {textOf(open.closure).when}.{' '}
            {t.deleteText}
          </p>
        </Confirm>
      )
  }
}
