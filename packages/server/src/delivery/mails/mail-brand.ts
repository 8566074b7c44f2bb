import { type Account, accountEntity } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { nameOfAccount } from './custom-text.ts'

/** Whose email it is, as its layout shows it. */
export interface House {
  readonly name: string
  /** `#rrggbb`. Absent: the product's own color. */
  readonly color?: string
  /** The https address of the logo. Absent: the name alone. */
  readonly logoUrl?: string
}

/** How the emails of an account look. */
export const houseOf = (account: Pick<Account, 'name' | 'brand'> | undefined): House => ({
  name: nameOfAccount(account),
  ...(account?.brand && { color: account.brand.color }),
  ...(account?.brand?.logoUrl !== undefined && { logoUrl: account.brand.logoUrl }),
})

/** Reads how the emails of an account look. A brand that changed a moment ago may still be the previous one. */
export const loadHouse = async (
  { store }: Pick<Dependencies, 'store'>,
  accountId: string,
): Promise<House> => houseOf(await accountEntity.read(store, accountKey(accountId)))
