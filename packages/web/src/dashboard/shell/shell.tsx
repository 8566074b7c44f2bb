import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addressOf } from '../../shared/base-path.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { LanguageSelect } from '../../shared/ui/language-select.tsx'
import { TimeSelects } from '../../shared/ui/time-selects.tsx'
import { accessOf, useAccess } from '../access.ts'
import type { Session } from '../api.ts'
import { useWalkIn } from '../bookings/use-walk-in.tsx'
import { useOffersFirstDay } from '../first-day/use-offers-first-day.ts'
import { useLiveUpdates } from '../live.ts'
import { approvalsQuery, sessionQuery } from '../queries.ts'
import { Link, usePath } from '../router.tsx'
import { searchMessages } from '../search/messages.ts'
import { useSearchEverywhere } from '../search/search-everywhere.tsx'
import { Modal } from '../ui/modal.tsx'
import { Loading } from '../ui/query-view.tsx'
import { AccountName } from './account-name.tsx'
import { Icon } from './icons.tsx'
import { shellMessages } from './messages.ts'
import {
  DEVELOPER_ITEMS,
  FIRST_DAY_ITEM,
  isCurrent,
  itemsFor,
  NAV_SECTIONS,
  type NavItem,
  phoneItems,
} from './nav-items.ts'
import { Person } from './person.tsx'
import styles from './shell.module.css'

/** The navigation around every page: at the side on wide screens, at the bottom on phones. */
export function Shell({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ReactNode
}) {
  const t = useMessages(shellMessages)
  const access = accessOf(session)
  const { isLive, isReady } = useLiveUpdates(!access.isRestricted)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const walkIn = useWalkIn(isReady && access.can('bookings'))
  const search = useSearchEverywhere(session.account.id)
  const foot = { session, isLive: isLive && !access.isRestricted }
  const closeMenu = () => setMenuOpen(false)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t.skip}
      </a>
      <aside className={styles.side}>
        <AccountName session={session} />
        <SearchButton className={styles.search} onClick={search.open} />
        <nav aria-label={t.navigation}>
          <NavLinks isReady={isReady} />
        </nav>
        <Footer {...foot} />
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
        {phoneItems(access).map((item) => (
          <NavLink key={item.to} item={item} isReady={isReady} />
        ))}
        <SearchButton className={styles.item} onClick={search.open} />
        <button type="button" className={styles.item} onClick={() => setMenuOpen(true)}>
          <Icon name="more" />
          <span>{t.more}</span>
        </button>
      </nav>
      {isMenuOpen && (
        <Modal title={t.more} onClose={closeMenu}>
          <AccountName session={session} />
          <nav aria-label={t.more}>
            <NavLinks isReady={isReady} onChoose={closeMenu} />
          </nav>
          <Footer {...foot} onChoose={closeMenu} />
        </Modal>
      )}
      {isReady && search.shown}
      {walkIn}
    </div>
  )
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

interface SearchButtonProps {
  readonly className: string | undefined
  readonly onClick: () => void
}

/** Opens the search. It looks like its field, or in the bar of a phone like a link. */
function SearchButton(props: SearchButtonProps) {
  const t = useMessages(searchMessages)
  return (
    <button type="button" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" {...props}>
      <Icon name="search" />
      <span>{t.title}</span>
      <span className={styles.keys} aria-hidden="true">
        {IS_APPLE ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}

interface NavLinksProps {
  /** Whether counts can be read. */
  readonly isReady: boolean
  readonly onChoose?: () => void
}

function NavLinks({ isReady, onChoose }: NavLinksProps) {
  const t = useMessages(shellMessages)
  const access = useAccess()
  const chosen = { isReady, ...(onChoose && { onChoose }) }
  const offersFirstDay = useOffersFirstDay(isReady)
  return (
    <div className={styles.items}>
      {offersFirstDay && <NavLink item={FIRST_DAY_ITEM} {...chosen} />}
      {NAV_SECTIONS.map(({ title, items }) => {
        const shown = itemsFor(access, items)
        if (shown.length === 0) return null
        return (
          <div key={title ?? 'daily'} className={styles.items}>
            {title && <h2>{t[title]}</h2>}
            {shown.map((item) => (
              <NavLink key={item.to} item={item} {...chosen} />
            ))}
          </div>
        )
      })}
      <DeveloperLinks {...chosen} />
    </div>
  )
}

/** The links for developers. They are open while one of their pages is shown. */
function DeveloperLinks(props: NavLinksProps) {
  const t = useMessages(shellMessages)
  const session = useQuery(sessionQuery)
  const items = itemsFor(useAccess(), DEVELOPER_ITEMS)
  const path = usePath()
  const isInside = items.some(({ to }) => isCurrent(path, to))
  return (
    <details key={String(isInside)} className={styles.developers} open={isInside}>
      <summary>{t.develop}</summary>
      <div className={styles.items}>
        {items.map((item) => (
          <NavLink key={item.to} item={item} {...props} />
        ))}
        {items.length > 0 && session.data?.features.mailbox && (
          <a className={styles.item} href={addressOf('/mailbox')} target="_blank" rel="noreferrer">
            <Icon name="mailbox" />
            <span>{t.mailbox}</span>
          </a>
        )}
        <a className={styles.item} href={addressOf('/docs')} target="_blank" rel="noreferrer">
          <Icon name="docs" />
          <span>{t.docs}</span>
        </a>
      </div>
    </details>
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

interface FooterProps {
  readonly session: Session
  readonly isLive: boolean
  /** Called when a link is followed. */
  readonly onChoose?: () => void
}

function Footer({ session, isLive, onChoose }: FooterProps) {
  const t = useMessages(shellMessages)
  return (
    <div className={styles.foot}>
      {isLive && <span className={styles.live}>{t.live}</span>}
      <LanguageSelect />
      <TimeSelects />
      <Person session={session} {...(onChoose && { onChoose })} />
    </div>
  )
}
