import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { LanguageSelect } from '../../shared/ui/language-select.tsx'
import { TimeSelects } from '../../shared/ui/time-selects.tsx'
import { api, type Session, unwrap } from '../api.ts'
import { useLiveUpdates } from '../live.ts'
import { approvalsQuery, sessionQuery } from '../queries.ts'
import { Link, usePath } from '../router.tsx'
import { Modal } from '../ui/modal.tsx'
import { Loading } from '../ui/query-view.tsx'
import { Icon, type IconName } from './icons.tsx'
import { shellMessages } from './messages.ts'
import styles from './shell.module.css'

interface NavItem {
  readonly to: string
  readonly name: IconName & keyof typeof shellMessages.en
}

const DAILY_ITEMS: readonly NavItem[] = [
  { to: '/', name: 'calendar' },
  { to: '/bookings', name: 'bookings' },
  { to: '/approvals', name: 'approvals' },
  { to: '/contacts', name: 'contacts' },
]
const SETUP_ITEMS: readonly NavItem[] = [
  { to: '/event-types', name: 'eventTypes' },
  { to: '/providers', name: 'providers' },
  { to: '/schedules', name: 'schedules' },
  { to: '/connections', name: 'connections' },
]
const DEVELOPER_ITEMS: readonly NavItem[] = [
  { to: '/webhooks', name: 'webhooks' },
  { to: '/api-keys', name: 'apiKeys' },
  { to: '/dead-letters', name: 'deadLetters' },
]
/** The links in the bottom bar of a phone; the others are behind "More". */
const PHONE_ITEMS = DAILY_ITEMS.slice(0, 3)

const isCurrent = (path: string, to: string): boolean =>
  to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)

/** The navigation around every page: at the side on wide screens, at the bottom on phones. */
export function Shell({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ReactNode
}) {
  const t = useMessages(shellMessages)
  const { isLive, isReady } = useLiveUpdates()
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
          <NavLinks isReady={isReady} />
        </nav>
        <Footer isLive={isLive} />
      </aside>
      <main id="content" className={styles.content} tabIndex={-1}>
        {!isLive && (
          <p className={styles.offline} role="status">
            {t.offline}
          </p>
        )}
        {isReady ? children : <Loading />}
      </main>
      <nav className={styles.bar} aria-label={t.navigation}>
        {PHONE_ITEMS.map((item) => (
          <NavLink key={item.to} item={item} isReady={isReady} />
        ))}
        <button type="button" className={styles.item} onClick={() => setMenuOpen(true)}>
          <Icon name="more" />
          <span>{t.more}</span>
        </button>
      </nav>
      {isMenuOpen && (
        <Modal title={session.account.name} onClose={() => setMenuOpen(false)}>
          <nav aria-label={t.more}>
            <NavLinks isReady={isReady} onChoose={() => setMenuOpen(false)} />
          </nav>
          <Footer isLive={isLive} />
        </Modal>
      )}
    </div>
  )
}

interface NavLinksProps {
  /** Whether counts can be read. */
  readonly isReady: boolean
  readonly onChoose?: () => void
}

function NavLinks({ isReady, onChoose }: NavLinksProps) {
  const t = useMessages(shellMessages)
  const session = useQuery(sessionQuery)
  const links = (items: readonly NavItem[]) =>
    items.map((item) => (
      <NavLink key={item.to} item={item} isReady={isReady} {...(onChoose && { onChoose })} />
    ))
  return (
    <div className={styles.items}>
      {links(DAILY_ITEMS)}
      <h2>{t.setUp}</h2>
      {links(SETUP_ITEMS)}
      <h2>{t.develop}</h2>
      {links(DEVELOPER_ITEMS)}
      {session.data?.features.mailbox && (
        <a className={styles.item} href="/mailbox" target="_blank" rel="noreferrer">
          <Icon name="mailbox" />
          <span>{t.mailbox}</span>
        </a>
      )}
      <a className={styles.item} href="/docs" target="_blank" rel="noreferrer">
        <Icon name="docs" />
        <span>{t.docs}</span>
      </a>
    </div>
  )
}

function NavLink({ item, isReady, onChoose }: NavLinksProps & { readonly item: NavItem }) {
  const t = useMessages(shellMessages)
  const path = usePath()
  return (
    <Link
      to={item.to}
      className={styles.item}
      aria-current={isCurrent(path, item.to) ? 'page' : undefined}
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon name={item.name} />
      <span>{t[item.name]}</span>
      {item.to === '/approvals' && isReady && <ApprovalCount />}
    </Link>
  )
}

function ApprovalCount() {
  const t = useMessages(shellMessages)
  const { data = [] } = useQuery(approvalsQuery)
  if (data.length === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{data.length}</span>
      <span className="visually-hidden">{t.waiting(data.length)}</span>
    </span>
  )
}

function Footer({ isLive }: { readonly isLive: boolean }) {
  const t = useMessages(shellMessages)
  const client = useQueryClient()
  const signOut = async () => {
    // If this fails, the session has already ended.
    await unwrap(api.DELETE('/v1/session')).catch(() => undefined)
    client.setQueryData(sessionQuery.queryKey, null)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }
  return (
    <div className={styles.foot}>
      {isLive && <span className={styles.live}>{t.live}</span>}
      <LanguageSelect />
      <TimeSelects />
      <button type="button" onClick={() => void signOut()}>
        <Icon name="signOut" />
        {t.signOut}
      </button>
    </div>
  )
}
