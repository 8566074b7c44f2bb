/** What only a booker who is done needs: the booking page loads it then. */
export { CalendarLinks } from '../shared/calendar-links.tsx'
export { Redirect } from '../shared/redirect.tsx'
