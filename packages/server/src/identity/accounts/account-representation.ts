import { timestamps } from '../../kernel/representations.ts'
import { type Account, type AccountLimits, type Brand, NO_FOLLOW_UPS, NO_SMS } from './account.ts'
import { linkPrefix } from './public-account.ts'

/** The representation of a brand. */
export const brandRepresentation = ({ name, color, logoUrl }: Brand) => ({
  name,
  color,
  logoUrl: logoUrl ?? null,
})

/** The limits of an account; null if it has none. */
const limitsRepresentation = (limits: AccountLimits | undefined) =>
  limits === undefined
    ? null
    : {
        perBooker: limits.perBooker ?? null,
        perBookerEver: limits.perBookerEver ?? null,
        maxNoShows: limits.maxNoShows ?? null,
        maxNoShowsUnpaid: limits.maxNoShowsUnpaid ?? null,
      }

/** The settings of an account that its people and the operator see. */
export const settingsRepresentation = (account: Account) => ({
  slug: account.slug ?? null,
  locale: account.locale ?? null,
  brand: account.brand ? brandRepresentation(account.brand) : null,
  publicDirectory: account.publicDirectory,
  retentionDays: account.retentionDays ?? null,
  auditDays: account.auditDays,
})

/** The representation of an account with its settings, for its own people. */
export const accountRepresentation = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  ...settingsRepresentation(account),
  linkPrefix: linkPrefix(account),
  country: account.country ?? null,
  bookerContact: account.bookerContact ?? 'email',
  limits: limitsRepresentation(account.limits),
  sms: { ...(account.sms ?? NO_SMS) },
  frameOrigins: [...(account.frameOrigins ?? [])],
  requiresPasskeys: account.requiresPasskeys,
  completesBookings: account.completesBookings,
  reminderMinutes: account.reminderMinutes,
  followUps: { ...(account.followUps ?? NO_FOLLOW_UPS) },
  publicLimitFactor: account.publicLimitFactor,
  ...timestamps(account),
})
