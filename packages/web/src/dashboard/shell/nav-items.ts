import type { Access, Scope } from '../access.ts'
import type { IconName } from './icons.tsx'
import type { shellMessages } from './messages.ts'

/** A link of the navigation. */
export interface NavItem {
  readonly to: string
  /** Names its icon and its text. */
  readonly name: IconName & keyof typeof shellMessages.en
  /** The scope without which the page does not work. */
  readonly needs: Scope
  /** Whether the page does not work for a member who is restricted to some providers. */
  readonly isForWholeAccount?: true
}

/** A group of links. Without a title: the daily work, which comes first. */
export interface NavSection {
  readonly title?: 'setUp' | 'manage'
  readonly items: readonly NavItem[]
}

/** The navigation, from the most to the least used. */
export const NAV_SECTIONS: readonly NavSection[] = [
  {
    items: [
      { to: '/', name: 'calendar', needs: 'read' },
      { to: '/bookings', name: 'bookings', needs: 'read' },
      { to: '/approvals', name: 'approvals', needs: 'bookings' },
      { to: '/contacts', name: 'contacts', needs: 'read', isForWholeAccount: true },
    ],
  },
  {
    title: 'setUp',
    items: [
      { to: '/event-types', name: 'eventTypes', needs: 'settings' },
      { to: '/providers', name: 'providers', needs: 'settings' },
      { to: '/properties', name: 'properties', needs: 'settings', isForWholeAccount: true },
      { to: '/schedules', name: 'schedules', needs: 'settings', isForWholeAccount: true },
      { to: '/closures', name: 'closures', needs: 'bookings', isForWholeAccount: true },
      { to: '/connections', name: 'connections', needs: 'settings' },
      { to: '/emails', name: 'emails', needs: 'settings', isForWholeAccount: true },
    ],
  },
  {
    title: 'manage',
    items: [
      { to: '/payments', name: 'payments', needs: 'admin', isForWholeAccount: true },
      { to: '/team', name: 'team', needs: 'admin', isForWholeAccount: true },
      { to: '/account', name: 'account', needs: 'settings', isForWholeAccount: true },
      { to: '/activity', name: 'activity', needs: 'admin', isForWholeAccount: true },
    ],
  },
]

/** The list of first steps, which is offered until somebody hides it. */
export const FIRST_DAY_ITEM: NavItem = {
  to: '/first-day',
  name: 'firstDay',
  needs: 'settings',
  isForWholeAccount: true,
}

/** The pages for developers, behind a heading that opens them. */
export const DEVELOPER_ITEMS: readonly NavItem[] = [
  { to: '/webhooks', name: 'webhooks', needs: 'admin', isForWholeAccount: true },
  { to: '/api-keys', name: 'apiKeys', needs: 'admin', isForWholeAccount: true },
  { to: '/dead-letters', name: 'deadLetters', needs: 'admin', isForWholeAccount: true },
]

/** The items whose pages work for a session. */
export const itemsFor = (access: Access, items: readonly NavItem[]): readonly NavItem[] =>
  items.filter(
    ({ needs, isForWholeAccount }) =>
      access.can(needs) && !(isForWholeAccount && access.isRestricted),
  )

/** The links in the bottom bar of a phone, at most three; all of them are behind "More". */
export const phoneItems = (access: Access): readonly NavItem[] =>
  itemsFor(access, NAV_SECTIONS[0]?.items ?? []).slice(0, 3)

/** Whether a path belongs to the page of an item. */
export const isCurrent = (path: string, to: string): boolean =>
  to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)

const ALL_ITEMS = [...NAV_SECTIONS.flatMap(({ items }) => items), ...DEVELOPER_ITEMS]

/** Whether the page at a path works for a session. */
export function mayOpen(access: Access, path: string): boolean {
  const item = ALL_ITEMS.find(({ to }) => isCurrent(path, to))
  return item === undefined || itemsFor(access, [item]).length > 0
}
