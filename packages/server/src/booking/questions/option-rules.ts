import { z } from 'zod'
import type { AttributesOf } from '../../kernel/entity.ts'

const optionRuleAttributes = z.object({
  /** How much longer the booking is. */
  addMinutes: z.exactOptional(z.int()),
  /** What is added to its price, in minor units. */
  addAmount: z.exactOptional(z.int()),
  leadsTo: z.exactOptional(
    z.union([z.object({ eventTypeId: z.string() }), z.object({ providerId: z.string() })]),
  ),
})

/** What the choice of an option does to a booking. */
export type OptionRule = AttributesOf<typeof optionRuleAttributes>

/** Where the choice of an option leads: to another event type, or to one of the candidates. */
export type LeadsTo = NonNullable<OptionRule['leadsTo']>

/** What the choice of an option does, by the text of the option. Read it with `ruleOfOption`. */
export type OptionRules = Readonly<Record<string, OptionRule>>

/** What bookers read instead of the options of a question, by language, in the order of the options. */
export type OptionTexts = Readonly<Record<string, readonly string[]>>

/** Rules of options as input. Null is the same as absent. */
export type OptionRulesInput = Readonly<
  Record<
    string,
    {
      readonly addMinutes?: number | null | undefined
      readonly addAmount?: number | null | undefined
      readonly leadsTo?:
        | { readonly eventTypeId?: string | undefined; readonly providerId?: string | undefined }
        | null
        | undefined
    }
  >
>

/** Texts of options as input. */
export type OptionTextsInput = Readonly<Record<string, readonly string[] | undefined>>

/** The stored rules of options. */
export const optionRulesSchema = z.record(z.string(), optionRuleAttributes)

/** The stored texts of options. */
export const optionTextsSchema = z.record(z.string(), z.array(z.string()))

/** The rule of an option; undefined if its choice does nothing. An option may have the name of a member of all objects. */
export const ruleOfOption = (
  rules: OptionRules | undefined,
  option: string,
): OptionRule | undefined =>
  rules !== undefined && Object.hasOwn(rules, option) ? rules[option] : undefined

/** Rules of options as they are stored; undefined if none of them does anything. */
export function optionRulesOf(inputs: OptionRulesInput): OptionRules | undefined {
  const rules = Object.entries(inputs).flatMap(([option, { addMinutes, addAmount, leadsTo }]) => {
    const leads = leadsToOf(leadsTo ?? {})
    const rule: OptionRule = {
      ...(addMinutes && { addMinutes }),
      ...(addAmount && { addAmount }),
      ...(leads && { leadsTo: leads }),
    }
    return Object.keys(rule).length === 0 ? [] : [[option, rule] as const]
  })
  return rules.length === 0 ? undefined : Object.fromEntries(rules)
}

function leadsToOf({
  eventTypeId,
  providerId,
}: {
  readonly eventTypeId?: string | undefined
  readonly providerId?: string | undefined
}): LeadsTo | undefined {
  if (eventTypeId !== undefined) return { eventTypeId }
  return providerId === undefined ? undefined : { providerId }
}

/** Texts of options as they are stored; undefined if there are none. */
export function optionTextsOf(inputs: OptionTextsInput): OptionTexts | undefined {
  const texts = Object.entries(inputs).flatMap(([language, list]) =>
    list === undefined ? [] : [[language, list] as const],
  )
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}

/** Rules of options in the API and in events; null if there are none. */
export const optionRulesRepresentation = (rules: OptionRules | undefined) =>
  rules === undefined
    ? null
    : Object.fromEntries(
        Object.entries(rules).map(([option, { addMinutes, addAmount, leadsTo }]) => [
          option,
          {
            addMinutes: addMinutes ?? null,
            addAmount: addAmount ?? null,
            leadsTo: leadsTo ?? null,
          },
        ]),
      )
