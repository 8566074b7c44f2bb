import type { Directory } from '@holdfast/contracts'
import { useEffect, useMemo, useState } from 'react'
import { api, unwrap } from '../shared/api/api.ts'
import { addressOf } from '../shared/base-path.ts'
import { EventTypeList } from '../shared/event-type-list.tsx'
import { cityOf } from '../shared/format.ts'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { inAccount, pathParts } from '../shared/page-path.ts'
import { Button } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import styles from './directory-page.module.css'
import { directoryMessages } from './messages.ts'
import { entriesMatching } from './search-entries.ts'
import { useNextStarts } from './use-next-starts.ts'

type Entries = Directory['data']

/** The account whose directory it is: `a/lakeside`. Absent in the shared one. */
const ACCOUNT = pathParts[0] === 'a' ? pathParts[1] : undefined

const isSameSpecialty = (one: string | null, other: string): boolean =>
  one?.trim().toLowerCase() === other.trim().toLowerCase()

const requestedSpecialty = (): string => new URLSearchParams(location.search).get('specialty') ?? ''

/** So many providers are seen at a glance. */
const SEARCHED_FROM = 4

/** The directory of listed providers, with a search and a filter by specialty. */
export function DirectoryPage() {
  const t = useMessages(directoryMessages)
  const shared = useMessages(sharedMessages)
  const [specialty, setSpecialty] = useState(requestedSpecialty)
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const [loaded, reload] = useLoaded(String(pages), (signal) => loadPages(pages, signal))
  useEffect(() => {
    // The server wrote the name of the account.
    if (ACCOUNT === undefined) document.title = t.title
  }, [t])
  const choose = (next: string) => {
    setSpecialty(next)
    const query = next === '' ? '' : `?specialty=${encodeURIComponent(next)}`
    history.replaceState(null, '', `${location.pathname}${query}`)
  }
  const entries = loaded.state === 'ready' ? loaded.value.entries : []
  const shown = entriesMatching(
    specialty === ''
      ? entries
      : entries.filter((entry) => isSameSpecialty(entry.specialty, specialty)),
    search,
  )
  return (
    <Frame>
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <p>{t.lead}</p>
      </header>
      {loaded.state === 'failed' && <FailureNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'loading' && (
        <div className={styles.loading} aria-busy="true">
          <Skeleton width="20rem" height="2.75rem" />
          <Skeleton width="100%" height="10rem" />
          <Skeleton width="100%" height="10rem" />
          {loaded.isSlow && <p role="status">{shared.slow}</p>}
        </div>
      )}
      {loaded.state === 'ready' && (
        <>
          {entries.length > SEARCHED_FROM && <SearchField search={search} onSearch={setSearch} />}
          <Specialties entries={entries} chosen={specialty} onChoose={choose} />
          <p className="visually-hidden" role="status">
            {t.found(shown.length)}
          </p>
          {shown.length === 0 ? (
            <Notice tone="info" title={entries.length === 0 ? t.emptyTitle : t.noneTitle}>
              <p>{entries.length === 0 ? t.empty : t.none}</p>
            </Notice>
          ) : (
            <EntryList entries={shown} />
          )}
          {loaded.value.hasMore && (
            <Button onClick={() => setPages((count) => count + 1)}>{t.more}</Button>
          )}
        </>
      )}
    </Frame>
  )
}

async function loadPages(
  pages: number,
  signal: AbortSignal,
): Promise<{ readonly entries: Entries; readonly hasMore: boolean }> {
  const entries: Entries = []
  let cursor: string | null = null
  for (let page = 0; page < pages; page += 1) {
    const query = { limit: 100, ...inAccount(ACCOUNT), ...(cursor !== null && { cursor }) }
    const found: Directory = await unwrap(api.GET('/v1/directory', { params: { query }, signal }))
    entries.push(...found.data)
    cursor = found.nextCursor
    if (cursor === null) break
  }
  return { entries, hasMore: cursor !== null }
}

interface SpecialtiesProps {
  readonly entries: Entries
  readonly chosen: string
  readonly onChoose: (specialty: string) => void
}

function Specialties({ entries, chosen, onChoose }: SpecialtiesProps) {
  const t = useMessages(directoryMessages)
  const names = useMemo(() => {
    const byForm = new Map<string, string>()
    for (const { specialty } of entries) {
      if (specialty) byForm.set(specialty.trim().toLowerCase(), specialty)
    }
    return [...byForm.values()].sort((a, b) => a.localeCompare(b))
  }, [entries])
  if (names.length < 2) return null
  return (
    <fieldset className={styles.specialties}>
      <legend className="visually-hidden">{t.specialties}</legend>
      {['', ...names].map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="specialty"
            checked={name === '' ? chosen === '' : isSameSpecialty(name, chosen)}
            onChange={() => onChoose(name)}
          />
          <span dir="auto">{name === '' ? t.all : name}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface SearchFieldProps {
  readonly search: string
  readonly onSearch: (search: string) => void
}

function SearchField({ search, onSearch }: SearchFieldProps) {
  const t = useMessages(directoryMessages)
  return (
    <Field label={t.search} hint={t.searchHint}>
      {(control) => (
        <input
          {...control}
          type="search"
          dir="auto"
          value={search}
          onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        />
      )}
    </Field>
  )
}

const EntryList = ({ entries }: { readonly entries: readonly Entries[number][] }) => (
  <ul className={styles.entries}>
    {entries.map((entry) => (
      <Entry key={entry.path} entry={entry} />
    ))}
  </ul>
)

function Entry({ entry }: { readonly entry: Entries[number] }) {
  const { slug, path, name, specialty, timeZone, eventTypes, nextOpenedDate } = entry
  const [ref, nextStarts] = useNextStarts(
    slug,
    path.startsWith('/a/') ? path.split('/')[2] : ACCOUNT,
  )
  return (
    <li ref={ref}>
      <header>
        <h2 dir="auto">
          <a href={addressOf(path)}>{name}</a>
        </h2>
        <p dir="auto">{[specialty, cityOf(timeZone)].filter(Boolean).join(' · ')}</p>
      </header>
      <EventTypeList
        providerPath={path}
        eventTypes={eventTypes}
        nextOpenedDate={nextOpenedDate}
        nextStarts={nextStarts}
        headingLevel={3}
      />
    </li>
  )
}
