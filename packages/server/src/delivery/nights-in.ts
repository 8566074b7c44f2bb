/** The forms of a counted noun by plural category; `#` stands for the number. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Counts nights in a language by its plural rules. */
export function nightsIn(locale: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(locale)
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', String(count))
}
