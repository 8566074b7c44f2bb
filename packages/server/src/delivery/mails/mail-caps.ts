import { hash } from 'node:crypto'
import type { Result } from '@holdfast/engine'
import { type ExceededCap, takeAmounts } from '../../identity/limits/window-counter.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { PUBLIC_CAPS, type PublicCaps } from '../../kernel/http/public-caps.ts'

/** The dependencies of the limits on emails. */
export interface MailCapsDependencies extends Dependencies {
  /** Default: `PUBLIC_CAPS`. */
  readonly publicCaps?: Pick<PublicCaps, 'mails' | 'movedMails'>
}

const digest = (text: string): string => hash('sha256', text, 'base64url')

/** Counts an email to an address that nobody has proved to own. */
export const takeUnprovenMail = (
  deps: MailCapsDependencies,
  accountId: string,
  address: string,
): Promise<Result<undefined, ExceededCap>> =>
  takeAmounts(deps, { accountId, subject: `mails#${digest(address.toLowerCase())}` }, [
    { unit: 'mails', amount: 1, perHour: (deps.publicCaps ?? PUBLIC_CAPS).mails },
  ])

/** Counts an email to an address about a move of one booking or stay. */
export const takeMovedMail = (
  deps: MailCapsDependencies,
  accountId: string,
  resourceId: string,
  address: string,
): Promise<Result<undefined, ExceededCap>> => {
  const subject = `moves#${digest(`${resourceId} ${address.toLowerCase()}`)}`
  return takeAmounts(deps, { accountId, subject }, [
    { unit: 'moves', amount: 1, perHour: (deps.publicCaps ?? PUBLIC_CAPS).movedMails },
  ])
}
