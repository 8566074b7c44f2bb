import type { Account, Brand } from '../../identity/accounts/account.ts'

/** How the emails of an account look. Without a color they have the product's own, without a logo the name alone. */
export type MailBrand = Pick<Brand, 'name'> & Partial<Brand>

/** The brand of the emails of an account; its name if it has chosen none. */
export const mailBrandOf = (account: Pick<Account, 'name' | 'brand'> | undefined): MailBrand =>
  account?.brand ?? { name: account?.name ?? '' }
