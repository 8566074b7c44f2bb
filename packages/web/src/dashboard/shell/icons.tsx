/** The line icons of the navigation, as paths on a 24 by 24 grid. */
const PATHS = {
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  firstDay: 'M12 3l2.6 5.6 6 .7-4.5 4.1 1.3 6L12 16.4 6.6 19.4l1.3-6L3.4 9.3l6-.7z',
  bookings: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  approvals: 'M4 12.5 9.5 18 20 7',
  eventTypes: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2',
  providers: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6',
  properties: 'M4 11 12 4l8 7v9H4zM10 20v-6h4v6',
  schedules: 'M4 5h16v15H4zM9 5v15M15 5v15M4 11h5M9 15h6M15 9h5',
  closures: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M5.7 5.7l12.6 12.6',
  connections:
    'M9.5 14.5 14.5 9.5M11 7l1.5-1.5a4.2 4.2 0 0 1 6 6L17 13M7 11l-1.5 1.5a4.2 4.2 0 0 0 6 6L13 17',
  emails: 'M3.5 5.5h17v13h-17zM4 7l8 6.5L20 7',
  contacts:
    'M5 4h14v16H5zM12 8.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8.5 16.5c.7-1.6 2-2.3 3.5-2.3s2.8.7 3.5 2.3',
  payments: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
  webhooks: 'M13 3 5 14h6l-1 7 8-11h-6z',
  apiKeys: 'M14.5 4a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M10.5 13.5 4 20M6 18l2 2',
  deadLetters: 'M4 6h16v12H4zM4 7l8 6 8-6',
  mailbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  docs: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7',
  team: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 20c.8-3.6 3.3-5.2 6.5-5.2s5.7 1.6 6.5 5.2M16 5.3a3.5 3.5 0 0 1 0 6.4M18 15.2c1.9.8 3.1 2.4 3.5 4.8',
  account:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M8 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  switch: 'M8 9.5 12 5.5l4 4M8 14.5l4 4 4-4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 20 20',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon beside its label. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    aria-hidden="true"
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={PATHS[name]} />
  </svg>
)
