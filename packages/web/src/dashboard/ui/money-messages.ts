import { catalog } from '../../shared/language.ts'

/** The texts of amounts of money. */
export const moneyMessages = catalog({
  en: { example: (amount: string) => `Enter an amount, such as ${amount}.` },
  de: { example: (amount: string) => `Geben Sie einen Betrag ein, zum Beispiel ${amount}.` },
})
