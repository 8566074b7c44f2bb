import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { accountQuery } from '../account/account-queries.ts'
import { type AuditEntry, api, readPages, unwrap } from '../api.ts'
import { membersQuery } from '../members/member-queries.ts'
import { commonMessages } from '../messages.ts'
import { apiKeysQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Empty, Filters, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useWhen } from '../ui/use-when.ts'
import { addDays, localZone, startOfDate } from '../zoned.ts'
import styles from './audit-page.module.css'
import { auditMessages } from './messages.ts'
import { operationMessages } from './operation-messages.ts'

/** Empty texts leave out nothing. `from` and `to` are dates, both included. */
interface Filter {
  readonly actorId: string
  readonly operation: string
  readonly from: string
  readonly to: string
}

const NO_FILTER: Filter = { actorId: '', operation: '', from: '', to: '' }

/** The entries that fit a filter, newest first. */
const auditQuery = ({ actorId, operation, from, to }: Filter, pageCount: number) =>
  queryOptions({
    queryKey: ['audit', actorId, operation, from, to, pageCount],
    queryFn: () => {
      const zone = localZone()
      const filter = {
        ...(actorId && { actorId }),
        ...(operation && { operation }),
        ...(from && { from: startOfDate(from, zone) }),
        ...(to && { to: startOfDate(addDays(to, 1), zone) }),
      }
      return readPages(
        (page) => unwrap(api.GET('/v1/audit', { params: { query: { ...page, ...filter } } })),
        pageCount,
      )
    },
  })

/** The names of members and keys, by their id. */
function useActors(): ReadonlyMap<string, string> {
  const { data: members = [] } = useQuery(membersQuery)
  const { data: apiKeys = [] } = useQuery(apiKeysQuery)
  return new Map([...members, ...apiKeys].map(({ id, name }) => [id, name]))
}

/** The page of the account's audit log. */
export function AuditPage() {
  const t = useMessages(auditMessages)
  const common = useMessages(commonMessages)
  const account = useQuery(accountQuery)
  const actors = useActors()
  const [filter, setFilter] = useState(NO_FILTER)
  const [pageCount, setPageCount] = useState(1)
  const entries = useQuery({ ...auditQuery(filter, pageCount), placeholderData: keepPreviousData })
  const days = account.data?.auditDays
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <Page title={t.title} lead={days === 0 ? t.off : days !== undefined && t.lead(days)}>
      <FilterBar
        filter={filter}
        actors={actors}
        onChange={(next) => {
          setFilter(next)
          setPageCount(1)
        }}
      />
      <QueryView query={entries}>
        {({ data, hasMore }) =>
          data.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{isFiltered ? t.emptyFilter : t.empty}</p>
            </Empty>
          ) : (
            <>
              <Rows label={t.title}>
                {data.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} actors={actors} />
                ))}
              </Rows>
              {hasMore && (
                <Button
                  isBusy={entries.isPlaceholderData}
                  onClick={() => setPageCount(pageCount + 1)}
                >
                  {common.more}
                </Button>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  )
}

interface FilterBarProps {
  readonly filter: Filter
  readonly actors: ReadonlyMap<string, string>
  readonly onChange: (filter: Filter) => void
}

function FilterBar({ filter, actors, onChange }: FilterBarProps) {
  const t = useMessages(auditMessages)
  const common = useMessages(commonMessages)
  const operations = useMessages(operationMessages)
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change })
  const date = (name: 'from' | 'to') => (
    <TextField
      label={common[name]}
      value={filter[name]}
      type="date"
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <div className={styles.filters}>
      <Filters>
        <SelectField
          label={t.who}
          value={filter.actorId}
          onChange={(actorId) => set({ actorId })}
          options={[
            { value: '', label: t.everyone },
            ...[...actors].map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField
          label={t.what}
          value={filter.operation}
          onChange={(operation) => set({ operation })}
          options={[
            { value: '', label: t.everything },
            ...Object.entries(operations).map(([value, label]) => ({ value, label })),
          ]}
        />
        {date('from')}
        {date('to')}
      </Filters>
    </div>
  )
}

interface EntryRowProps {
  readonly entry: AuditEntry
  readonly actors: ReadonlyMap<string, string>
}

function EntryRow({ entry, actors }: EntryRowProps) {
  const t = useMessages(auditMessages)
  const operations: Readonly<Record<string, string>> = useMessages(operationMessages)
  const when = useWhen()
  const { at, actor, operation, resourceId } = entry
  const who = (actor?.id && actors.get(actor.id)) ?? (actor && t.actors[actor.kind])
  const isBooking = resourceId?.startsWith('bkg_')
  return (
    <Row
      title={operations[operation] ?? operation}
      meta={
        <>
          <span>{who}</span>
          <span>{when(at)}</span>
          {resourceId && !isBooking && <span>{resourceId}</span>}
        </>
      }
      actions={isBooking && <Link to={`/bookings/${resourceId}`}>{t.openBooking}</Link>}
    />
  )
}
