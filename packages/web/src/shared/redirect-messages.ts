import { texts } from './language.ts'

/** The texts shown before a page leads on after a booking. */
export const redirectMessages = texts('redirect', {
  going: (site: string) => `Taking you to ${site} …`,
  goNow: 'Continue',
})
