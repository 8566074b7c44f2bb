import type { Booker } from '@holdfast/engine'
import { shownEmail } from '../../kernel/shown-email.ts'

/** A booker as providers read them: the name with the address, or else with the phone. Empty for somebody who is not named. */
export function bookerText({ name, email, phone }: Booker): string {
  if (email !== undefined) return `${name} <${shownEmail(email)}>`
  return [name, phone].filter(Boolean).join(', ')
}
