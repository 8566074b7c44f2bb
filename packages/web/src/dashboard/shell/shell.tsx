import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { LanguageChoice } from '../../shared/ui/language-choice.tsx'
import { api, type Session, unwrap } from '../api.ts'
import { useLiveUpdates } from '../live.ts'
import { approvalsQuery, providersQuery, sessionQuery } from '../queries.ts'
import { Link, usePath } from '../router.tsx'
import { Modal } from '../ui/modal.tsx'
import { Icon, type IconName } from './icons.tsx'
import { shellMessages } from './messages.ts'
import styles from './shell.module.css'

interface Place {
  readonly to: string
  readonly name: IconName & keyof typeof shellMessages.en
}

const DAY: readonly Place[] = [
  { to: '/', name: 'calendar' },
  { to: '/bookings', name: 'bookings' },
  { to: '/approvals', name: 'approvals' },
  { to: '/contacts', name: 'contacts' },
]
const SET_UP: readonly Place[] = [
  { to: '/event-types', name: 'eventTypes' },
  { to: '/providers', name: 'providers' },
  { to: '/connections', name: 'connections' },
]
const DEVELOP: readonly Place[] = [
  { to: '/webhooks', name: 'webhooks' },
  { to: '/api-keys', name: 'apiKeys' },
  { to: '/dead-letters', name: 'deadLetters' },
]
/** What a phone shows at the bottom; the rest is behind "More". */
const ON_PHONES = DAY.slice(0, 3)

const isAt = (path: string, to: string): boolean =>
  to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)

/** What surrounds every page of the dashboard: at the side on a wide screen, at the bottom of a phone. */
export function Shell({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ReactNode
}) {
  const t = useMessages(shellMessages)
  const isLive = useLiveUpdates()
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t.skip}
      </a>
      <aside className={styles.side}>
        <div className={styles.brand}>
          <img src="/favicon.svg" alt="" width="32" height="32" />
          <div>
            <strong>Holdfast</strong>
            <span>{session.account.name}</span>
          </div>
        </div>
        <nav aria-label={t.navigation}>
          <Places />
        </nav>
        <Foot isLive={isLive} />
      </aside>
      <main id="content" className={styles.content} tabIndex={-1}>
        {!isLive && (
          <p className={styles.offline} role="status">
            {t.offline}
          </p>
        )}
        {children}
      </main>
      <nav className={styles.bar} aria-label={t.navigation}>
        {ON_PHONES.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <button type="button" className={styles.place} onClick={() => setMenuOpen(true)}>
          <Icon name="more" />
          <span>{t.more}</span>
        </button>
      </nav>
      {isMenuOpen && (
        <Modal title={session.account.name} onClose={() => setMenuOpen(false)}>
          <nav aria-label={t.more}>
            <Places onChoose={() => setMenuOpen(false)} />
          </nav>
          <Foot isLive={isLive} />
        </Modal>
      )}
    </div>
  )
}

function Places({ onChoose }: { readonly onChoose?: () => void }) {
  const t = useMessages(shellMessages)
  // There is a mailbox where mails are kept instead of sent, for whoever sits at that machine.
  const mailbox = useQuery({
    queryKey: ['mailbox'],
    queryFn: async () => (await fetch('/mailbox', { method: 'HEAD' })).ok,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const links = (places: readonly Place[]) =>
    places.map((place) => (
      <PlaceLink key={place.to} place={place} {...(onChoose && { onChoose })} />
    ))
  return (
    <div className={styles.places}>
      {links(DAY)}
      <h2>{t.setUp}</h2>
      {links(SET_UP)}
      <h2>{t.develop}</h2>
      {links(DEVELOP)}
      {mailbox.data === true && (
        <a className={styles.place} href="/mailbox" target="_blank" rel="noreferrer">
          <Icon name="mailbox" />
          <span>{t.mailbox}</span>
        </a>
      )}
      <a className={styles.place} href="/docs" target="_blank" rel="noreferrer">
        <Icon name="docs" />
        <span>{t.docs}</span>
      </a>
    </div>
  )
}

function PlaceLink({ place, onChoose }: { readonly place: Place; readonly onChoose?: () => void }) {
  const t = useMessages(shellMessages)
  const path = usePath()
  return (
    <Link
      to={place.to}
      className={styles.place}
      aria-current={isAt(path, place.to) ? 'page' : undefined}
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon name={place.name} />
      <span>{t[place.name]}</span>
      {place.to === '/approvals' && <WaitingCount />}
    </Link>
  )
}

function WaitingCount() {
  const t = useMessages(shellMessages)
  const providers = useQuery(providersQuery)
  const ids = providers.data?.map(({ id }) => id) ?? []
  const { data = [] } = useQuery({ ...approvalsQuery(ids), enabled: ids.length > 0 })
  if (data.length === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{data.length}</span>
      <span className="visually-hidden">{t.waiting(data.length)}</span>
    </span>
  )
}

function Foot({ isLive }: { readonly isLive: boolean }) {
  const t = useMessages(shellMessages)
  const client = useQueryClient()
  const signOut = async () => {
    // Signed out already is as good.
    await unwrap(api.DELETE('/v1/session')).catch(() => undefined)
    client.setQueryData(sessionQuery.queryKey, null)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  return (
    <div className={styles.foot}>
      {isLive && <span className={styles.live}>{t.live}</span>}
      <LanguageChoice />
      <button type="button" onClick={() => void signOut()}>
        <Icon name="signOut" />
        {t.signOut}
      </button>
    </div>
  )
}
