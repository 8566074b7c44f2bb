import { type Account, accountEntity, type Brand } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'

/** How the emails of an account look. Without a color they have the product's own, without a logo the name alone. */
export type MailBrand = Pick<Brand, 'name'> & Partial<Brand>

/** The brand of the emails of an account; its name if it has chosen none. */
export const mailBrandOf = (account: Pick<Account, 'name' | 'brand'> | undefined): MailBrand =>
  account?.brand ?? { name: account?.name ?? '' }

/** Reads the brand of the emails of an account. One that changed a moment ago may still be the previous one. */
export const loadMailBrand = async (
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<MailBrand> => mailBrandOf(await accountEntity.read(store, accountKey(accountId)))
