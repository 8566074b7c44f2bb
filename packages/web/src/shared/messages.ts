import { texts } from './language.ts'

/** The texts that any page may need. */
export const sharedMessages = texts('shared', {
  language: 'Language',
  hourCycle: 'Time format',
  hourCycles: { h23: '24 h', h12: '12 h' },
  firstWeekday: 'First day of the week',
  loading: 'Loading …',
  retry: 'Try again',
  offlineTitle: 'No connection',
  offline: "We can't reach the server. Check your connection and try again.",
  slow: 'This is taking longer than usual. Still trying …',
  busyTitle: 'Too many requests',
  busy: (seconds: number) =>
    `Your network sent too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  busyLonger: (duration: string) =>
    `Your network sent too many requests. Try again in ${duration}.`,
  failedTitle: 'Something went wrong',
  failed: 'Try again in a moment.',
  reference: (id: string) => `Reference for support: ${id}`,
  partMissing: "Part of this page didn't load. Check your connection and try again.",
  crashed: 'This page stopped working. Reload it to continue.',
  reload: 'Reload page',
  notFoundTitle: 'Page not found',
  notFound: 'The link may be incomplete, or the page no longer exists.',
  poweredBy: 'Scheduling by Holdfast',
})
