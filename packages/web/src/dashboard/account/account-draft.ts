import type { components } from '@holdfast/client'
import type { Language } from '../../shared/language.ts'
import type { Account } from '../api.ts'
import { type LimitsDraft, limitsDraftOf, limitsOf } from '../ui/limits-draft.ts'

/** The limits of an account, in the order of the form. */
export const ACCOUNT_LIMITS = [
  'perBooker',
  'perBookerEver',
  'maxNoShows',
  'maxNoShowsUnpaid',
] as const

/** The settings as they are edited. Texts are as typed; empty ones mean none. */
export interface AccountDraft {
  readonly name: string
  readonly slug: string
  readonly locale: Language | 'none'
  /** In ISO 3166-1 alpha-2, as typed. */
  readonly country: string
  /** Whether bookers can give a phone number instead of an email address. */
  readonly takesPhones: boolean
  /** Whether bookers without an email address are told by SMS. */
  readonly sendsSms: boolean
  readonly hasBrand: boolean
  readonly brandName: string
  /** `#rrggbb`. */
  readonly color: string
  readonly logoUrl: string
  readonly publicDirectory: Account['publicDirectory']
  /** The origins of sites, one a line. */
  readonly frameOrigins: string
  readonly completesBookings: boolean
  readonly reminderMinutes: number
  readonly publicLimitFactor: string
  readonly limits: LimitsDraft<(typeof ACCOUNT_LIMITS)[number]>
  readonly retentionDays: string
  readonly auditDays: string
  readonly requiresPasskeys: boolean
}

/** The accent of the pages, for a brand without a color yet. */
const DEFAULT_COLOR = '#1d5c4d'

/** The saved settings, to edit. */
export const accountDraftOf = (account: Account): AccountDraft => ({
  name: account.name,
  slug: account.slug ?? '',
  locale: account.locale ?? 'none',
  country: account.country ?? '',
  takesPhones: account.bookerContact === 'emailOrPhone',
  sendsSms: account.sms.enabled,
  hasBrand: account.brand !== null,
  brandName: account.brand?.name ?? account.name,
  color: account.brand?.color ?? DEFAULT_COLOR,
  logoUrl: account.brand?.logoUrl ?? '',
  publicDirectory: account.publicDirectory,
  frameOrigins: account.frameOrigins.join('\n'),
  completesBookings: account.completesBookings,
  reminderMinutes: account.reminderMinutes,
  publicLimitFactor: String(account.publicLimitFactor),
  limits: limitsDraftOf(ACCOUNT_LIMITS, account.limits),
  retentionDays: String(account.retentionDays ?? ''),
  auditDays: String(account.auditDays),
  requiresPasskeys: account.requiresPasskeys,
})

/** The origins of the lines. An address that was copied from the browser counts as that of its site. */
const originsOf = (lines: string): string[] =>
  lines.split(/\s+/).flatMap((line) => {
    if (line === '') return []
    const isWeb = /^https?:\/\//i.test(line) && URL.canParse(line)
    return [isWeb ? new URL(line).origin : line]
  })

type AccountPatch = components['schemas']['AccountPatch']

/** All settings of a draft. The link name of an account cannot be removed, so an empty one is left out. */
function settingsOf(draft: AccountDraft): AccountPatch {
  const slug = draft.slug.trim()
  const brand = {
    name: draft.brandName.trim(),
    color: draft.color,
    logoUrl: draft.logoUrl.trim() || null,
  }
  return {
    name: draft.name.trim(),
    ...(slug && { slug }),
    locale: draft.locale === 'none' ? null : draft.locale,
    // The server checks what was typed.
    country: (draft.country.trim().toUpperCase() || null) as NonNullable<
      AccountPatch['country']
    > | null,
    bookerContact: draft.takesPhones ? 'emailOrPhone' : 'email',
    sms: { enabled: draft.sendsSms },
    brand: draft.hasBrand ? brand : null,
    publicDirectory: draft.publicDirectory,
    frameOrigins: originsOf(draft.frameOrigins),
    completesBookings: draft.completesBookings,
    reminderMinutes: draft.reminderMinutes,
    publicLimitFactor: Number(draft.publicLimitFactor),
    limits: limitsOf(draft.limits),
    retentionDays: draft.retentionDays.trim() === '' ? null : Number(draft.retentionDays),
    auditDays: Number(draft.auditDays),
    requiresPasskeys: draft.requiresPasskeys,
  }
}

/** The change that saves a draft: only what was edited, so that nothing else counts as set. */
export function accountChangeOf(saved: Account, draft: AccountDraft): AccountPatch {
  const before = new Map(Object.entries(settingsOf(accountDraftOf(saved))))
  const isEdited = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(name))
  return Object.fromEntries(Object.entries(settingsOf(draft)).filter(isEdited))
}
