/** A text for each plural category of a language, or for one exact count. `#` stands for the count. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule | 0 | 1, string>>> & {
  readonly other: string
}

/** Returns a function that chooses the form for a count in a language and writes the count into it. */
export function pluralsOf(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => {
    const exact = count === 0 || count === 1 ? forms[count] : undefined
    return (exact ?? forms[rules.select(count)] ?? forms.other).replace('#', String(count))
  }
}
