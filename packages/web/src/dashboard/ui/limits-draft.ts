/** The limits of a provider and of an event type, in the order of the form. */
export const PERIOD_LIMITS = ['perDay', 'perWeek', 'perMonth', 'minutesPerDay'] as const

/** The name of a limit of a provider. */
export type PeriodLimit = (typeof PERIOD_LIMITS)[number]

/** Limits in a form. Empty: no limit. */
export type LimitsDraft<Name extends string> = Readonly<Record<Name, string>>

type Saved<Name extends string> = Readonly<Record<Name, number | null>>

/** The form's values for limits. Null: there are none. */
export const limitsDraftOf = <Name extends string>(
  names: readonly Name[],
  limits: Saved<Name> | null,
): LimitsDraft<Name> =>
  // Each name gets a value.
  Object.fromEntries(names.map((name) => [name, String(limits?.[name] ?? '')])) as LimitsDraft<Name>

/** Limits as the API takes them, without those that are empty. Null if all are. */
export function limitsOf<Name extends string>(
  draft: LimitsDraft<Name>,
): Partial<Record<Name, number>> | null {
  const given = Object.entries<string>(draft).filter(([, count]) => count.trim() !== '')
  if (given.length === 0) return null
  // The names are those of the draft.
  return Object.fromEntries(given.map(([name, count]) => [name, Number(count)])) as Partial<
    Record<Name, number>
  >
}
