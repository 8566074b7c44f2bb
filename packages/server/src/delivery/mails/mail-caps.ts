import type { Result } from '@holdfast/engine'
import { PUBLIC_CAPS, type PublicCaps } from '../../identity/limits/cap-sizes.ts'
import { type ExceededCap, takeAmounts } from '../../identity/limits/window-counter.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'

/** The dependencies of the limits on emails. */
export interface MailCapsDependencies extends Dependencies {
  /** Default: `PUBLIC_CAPS`. */
  readonly publicCaps?: Pick<PublicCaps, 'mails' | 'movedMails'>
}

/** Counts an email to an address that nobody has proved to own. */
export const takeUnprovenMail = (
  deps: MailCapsDependencies,
  accountId: string,
  address: string,
): Promise<Result<undefined, ExceededCap>> =>
  takeAmounts(deps, { accountId, what: 'mails', who: address.toLowerCase() }, [
    { unit: 'mails', amount: 1, perHour: (deps.publicCaps ?? PUBLIC_CAPS).mails },
  ])

/** Counts an email to an address about a move of one booking or stay. */
export const takeMovedMail = (
  deps: MailCapsDependencies,
  accountId: string,
  resourceId: string,
  address: string,
): Promise<Result<undefined, ExceededCap>> => {
  const who = `${resourceId} ${address.toLowerCase()}`
  return takeAmounts(deps, { accountId, what: 'moves', who }, [
    { unit: 'moves', amount: 1, perHour: (deps.publicCaps ?? PUBLIC_CAPS).movedMails },
  ])
}
